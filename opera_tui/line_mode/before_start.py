"""A table whose game has not begun: being ready, bots on free seats, and the start."""

from opera_protocol.wire.documents import FreeSeat
from opera_tui.games.speech import Unclear
from opera_tui.games.view import TableView
from opera_tui.look.i18n import _
from opera_tui.session.session import Session
from opera_tui.session.solo import usual_level


def what_to_type(view: TableView) -> str:
    """Say what somebody can do at a table that has not begun."""
    if view.me is None:
        return _("You watch; what happens is told once the game has begun")
    if view.me != view.head.host:
        return _("Type ready when you are; the host starts the game. Enter says who sits here, q leaves")
    if free_seats(view):
        return _("You are the host: type bots to put bots on the free seats, start to begin. Enter says who sits here")
    return _("You are the host: type start to begin. Enter says who sits here")


def free_seats(view: TableView) -> list[int]:
    """Return the seats that nobody has taken."""
    return [seat for seat, chair in enumerate(view.head.seats) if isinstance(chair, FreeSeat)]


async def put_bots(session: Session, table_id: str, view: TableView, level: str) -> None:
    """Put bots of a level, or of the usual one, on all free seats."""
    levels = session.levels
    if level and level not in levels:
        raise Unclear(_("There are no bots of that level; there are: {levels}").format(levels=", ".join(levels)))
    for seat in free_seats(view):
        await session.client.set_bot(table_id, seat, level or usual_level(levels))


async def start(session: Session, table_id: str) -> None:
    """Be ready and start the game."""
    await session.client.ready(table_id)
    await session.client.start(table_id)
    await session.client.room(table_id).until(lambda view: view.head.state == "running")
