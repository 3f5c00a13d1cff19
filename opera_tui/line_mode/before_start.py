"""A table whose game has not begun: being ready, bots on free seats, and the start."""

from collections.abc import Sequence

from opera_protocol.wire.documents import BotSeat, FreeSeat
from opera_tui.games.speech import Unclear
from opera_tui.games.view import TableView
from opera_tui.look.i18n import _
from opera_tui.session.session import Session
from opera_tui.session.solo import LEVEL_WORDS, usual_level


def what_to_type(view: TableView) -> str:
    """Say what somebody can do at a table that has not begun."""
    if view.me is None:
        return _("You watch; what happens is told once the game has begun")
    if view.me != view.head.host:
        return _("Type ready when you are; the host starts the game. Enter says who sits here, q leaves")
    if free_seats(view):
        return _(
            "You are the host: type bots to put bots on the free seats, levels to hear how well they play, "
            "start to begin. Enter says who sits here"
        )
    return _("You are the host: type start to begin. Enter says who sits here")


def free_seats(view: TableView) -> list[int]:
    """Return the seats that nobody has taken."""
    return [seat for seat, chair in enumerate(view.head.seats) if isinstance(chair, FreeSeat)]


def has_bots_of(view: TableView, level: str) -> bool:
    """Say whether no seat is free, and all bots are of a level, if one is named."""
    bots = [chair for chair in view.head.seats if isinstance(chair, BotSeat)]
    return not free_seats(view) and all(not level or bot.level == level for bot in bots)


def levels_told(levels: Sequence[str]) -> list[str]:
    """Say how well bots of each level play, and how one is chosen."""
    usual = usual_level(levels)
    told = [
        _("{level}: {way}, {strength}").format(
            level=level, way=_(LEVEL_WORDS[level].way), strength=_(LEVEL_WORDS[level].strength)
        )
        for level in levels
        if level in LEVEL_WORDS
    ]
    how = _("Type bots and a level, such as: bots {level}. Without one they are of the level {usual}")
    return [*told, how.format(level=levels[0] if levels else usual, usual=usual)]


async def put_bots(session: Session, table_id: str, view: TableView, level: str) -> None:
    """Put bots of a level on all free seats and in the place of others, or bots of the usual one on free seats."""
    levels = session.levels
    if level and level not in levels:
        raise Unclear(_("There are no bots of that level; there are: {levels}").format(levels=", ".join(levels)))
    others = [seat for seat, chair in enumerate(view.head.seats) if isinstance(chair, BotSeat) and chair.level != level]
    for seat in [*free_seats(view), *(others if level else [])]:
        await session.client.set_bot(table_id, seat, level or usual_level(levels))


async def start(session: Session, table_id: str) -> None:
    """Be ready and start the game."""
    await session.client.ready(table_id)
    await session.client.start(table_id)
    await session.client.room(table_id).until(lambda view: view.head.state == "running")
