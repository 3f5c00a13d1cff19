"""The questions before a player leaves: a table, a server, the program."""

import shlex
from typing import Final

from opera_protocol.client import ClientError, Stage, Unreadable, View
from opera_tui.local.child_server import LocalServer
from opera_tui.look.i18n import _, ngettext
from opera_tui.session.session import Session
from opera_tui.widgets.question import Answer, QuestionScreen

STAY: Final = "s"
GO: Final = "g"
RUN_ON: Final = "r"
STOP: Final = "x"
GIVE_UP: Final = "u"
QUIT: Final = "q"


class QuitQuestion(QuestionScreen):
    """Ask whether to leave the program; asked again while it stands, the program ends."""


def table_question(view: View, session: Session) -> QuestionScreen | None:
    """Ask whether to leave a table; None where nothing depends on it."""
    try:
        head = view.head
    except Unreadable:
        return None
    if head.state not in ("open", "running") or view.seat is None:
        return None
    title = _("Leave {table}?").format(table=head.name)
    go = Answer(GO, _("Go; the seat stays yours"), _("go"))
    stay = Answer(STAY, _("Stay"), _("stay"))
    if session.place.where == "solo":
        text = _("The game is kept; Continue on the home screen brings you back.")
        return QuestionScreen(title, [text], [Answer(GO, _("Go"), _("go")), stay])
    if session.client.state.stage is not Stage.LIVE:
        text = _("There is no connection to the server. Your seat stays yours; Continue on the home screen leads back.")
        return QuestionScreen(title, [text], [go, stay])
    minutes = max(1, round(head.absence / 60))
    text = ngettext(
        "Others wait for you; after {n} minute a bot acts until you are back.",
        "Others wait for you; after {n} minutes a bot acts until you are back.",
        minutes,
    ).format(n=minutes)
    give_up = Answer(GIVE_UP, _("Go and let a bot act at once"), _("go, a bot acts"))
    return QuestionScreen(title, [text], [go, give_up, stay])


def hosting_question(others: int, command: str) -> QuestionScreen:
    """Ask what becomes of this user's server for others, where they sit or which was left running before."""
    sitting = ngettext("{n} other player sits here.", "{n} other players sit here.", others).format(n=others)
    texts = [
        sitting if others else _("Nobody else sits here."),
        _("Left running, the server is stopped with  {command}").format(command=command),
    ]
    answers = [
        Answer(STAY, _("Stay"), _("stay")),
        Answer(RUN_ON, _("Go and leave the server running"), _("go, the server runs on")),
        Answer(STOP, _("Stop for all; the games are kept"), _("stop for all")),
    ]
    return QuitQuestion(_("Others are still here") if others else _("The server is running"), texts, answers)


def quit_question() -> QuestionScreen:
    answers = [Answer(QUIT, _("Quit"), _("quit")), Answer(STAY, _("Stay"), _("stay"))]
    return QuitQuestion(_("Quit Opera?"), [_("Games are kept; you find them under Continue.")], answers)


def stop_command(server: LocalServer) -> str:
    """Return the command that stops a server that was left running."""
    return f"opera-server admin stop --data {shlex.quote(str(server.recipe.folder))}"


async def leave_table(session: Session, table_id: str, answer: str) -> None:
    """Leave a table, with the seat or without; leave it also if the server refuses."""
    try:
        if answer == GIVE_UP:
            await session.give_up_seat(table_id)
        else:
            await session.leave_table(table_id)
    except ClientError:
        await session.leave_table(table_id)
