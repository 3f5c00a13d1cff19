"""The questions before somebody goes: from a table, from a server, from the program."""

import shlex
from typing import TYPE_CHECKING

from opera_protocol.client import ClientError, Stage, View
from opera_tui.i18n import _, ngettext
from opera_tui.screens.question import Answer, QuestionScreen
from opera_tui.session import Session

if TYPE_CHECKING:
    from opera_tui.app import OperaApp

STAY = "s"
GO = "g"
RUN_ON = "r"
STOP = "x"
GIVE_UP = "u"


class QuitQuestion(QuestionScreen):
    """Whether to leave the program; asked again while it stands, the answer is yes."""


def table_question(view: View, session: Session) -> QuestionScreen | None:
    """Whether to go from a table; None where nothing depends on it."""
    head = view.public["table"]
    if head["state"] not in ("open", "running") or view.seat is None:
        return None
    title = _("Leave {table}?").format(table=head["name"])
    go = Answer(GO, _("Go; the seat stays yours"), _("go"))
    stay = Answer(STAY, _("Stay"), _("stay"))
    if session.place.where == "solo":
        told = _("The game is kept; Continue on the home screen brings you back.")
        return QuestionScreen(title, [told], [Answer(GO, _("Go"), _("go")), stay])
    if session.client.state.stage is not Stage.LIVE:
        told = _("There is no connection to the server. Your seat stays yours; Continue on the home screen leads back.")
        return QuestionScreen(title, [told], [go, stay])
    minutes = max(1, round(head["absence"] / 60))
    told = ngettext(
        "Others wait for you; after {n} minute a bot acts until you are back.",
        "Others wait for you; after {n} minutes a bot acts until you are back.",
        minutes,
    ).format(n=minutes)
    give_up = Answer(GIVE_UP, _("Go and let a bot act at once"), _("go, a bot acts"))
    return QuestionScreen(title, [told], [go, give_up, stay])


def hosting_question(app: "OperaApp", others: int) -> QuestionScreen:
    """What becomes of this user's server for others, where they sit or which was left running before."""
    sitting = ngettext("{n} other player sits here.", "{n} other players sit here.", others).format(n=others)
    told = [
        sitting if others else _("Nobody else sits here."),
        _("Left running, the server is stopped with  {command}").format(command=stop_command(app)),
    ]
    answers = [
        Answer(STAY, _("Stay"), _("stay")),
        Answer(RUN_ON, _("Go and leave the server running"), _("go, the server runs on")),
        Answer(STOP, _("Stop for all; the games are kept"), _("stop for all")),
    ]
    return QuitQuestion(_("Others are still here") if others else _("The server is running"), told, answers)


def quit_question() -> QuestionScreen:
    answers = [Answer("q", _("Quit"), _("quit")), Answer(STAY, _("Stay"), _("stay"))]
    return QuitQuestion(_("Quit Opera?"), [_("Games are kept; you find them under Continue.")], answers)


def stop_command(app: "OperaApp") -> str:
    """What stops a server that was left running."""
    return f"opera-server admin stop --data {shlex.quote(str(app.servers.host().recipe.folder))}"


async def settle_hosting(app: "OperaApp", answer: str) -> bool:
    """Do with the server for others what was answered; whether the player goes."""
    if answer not in (RUN_ON, STOP):
        return False
    server = app.servers.host()
    if answer == RUN_ON:
        server.let_stay()
        app.farewell = _("The server runs on; stop it with: {command}").format(command=stop_command(app))
    await app.leave_session()
    if answer == STOP:
        await server.stop_for_all()
    return True


async def leave_table(session: Session, table_id: str, answer: str) -> None:
    """Go out of a table; whatever stands against it, this client goes."""
    try:
        if answer == GIVE_UP:
            await session.give_up_seat(table_id)
        else:
            await session.leave_table(table_id)
    except ClientError:
        await session.leave_table(table_id)
