"""From screen to screen: where an arrival leads, and the questions before somebody goes."""

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

from opera_protocol.client import KeyQuestion
from opera_protocol.telling import plain
from opera_tui.i18n import _
from opera_tui.journeys import Arrival
from opera_tui.plans import Continue, Host, Join, Plan, Replay
from opera_tui.screens.home import HomeScreen
from opera_tui.screens.question import Answer, QuestionScreen
from opera_tui.session import Session

if TYPE_CHECKING:
    from opera_tui.app import OperaApp
    from opera_tui.table_model import TableModel


def waiting_for(plan: Plan) -> str:
    """What the player is told on the way."""
    if isinstance(plan, Join):
        return _("Connecting to {address} …").format(address=plain(plan.address))
    if isinstance(plan, Continue):
        return _("Going back to {table} …").format(table=plain(plan.entry.name))
    return _("Starting the server …") if isinstance(plan, Host) else _("Setting the table …")


async def arrive(app: "OperaApp", arrival: Arrival) -> None:
    if arrival.table:
        open_table(app, arrival.table, watching=arrival.is_watching)


def open_table(app: "OperaApp", table_id: str, *, watching: bool) -> None:
    """Push the table's screen; the game decides about its face."""
    assert app.session is not None
    game = app.session.room(table_id).view.public["table"]["game"]
    screen = import_module("opera_tui.screens.table").TableScreen(app.session, table_id, game)
    app.push_screen(screen)


def open_find(app: "OperaApp", plan: Join) -> None:
    raise NotImplementedError


async def ask_about_key(app: "OperaApp", question: KeyQuestion) -> bool:
    """A first visit shows the fingerprint; a key that has changed is a warning."""
    answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
    app.push_screen(key_question(question), lambda answer: answered.set_result(answer == "t"))
    return await answered


def key_question(question: KeyQuestion) -> QuestionScreen:
    where = f"{plain(question.name)}, {plain(question.address)}"
    if question.is_changed:
        told = [
            _("This server had another key before. Somebody may stand between you and it, or it was set up anew."),
            _("before {known}").format(known=question.known),
            _("now    {offered}").format(offered=question.offered),
            _("Ask its operator which one is right before you go on."),
        ]
        answers = [Answer("b", _("Go back"), _("go back")), Answer("t", _("Trust the new key"), _("replace the key"))]
        return QuestionScreen(_("WARNING: the key of {where} has changed").format(where=where), told, answers)
    told = [
        _("You have not been here before. Its key has the fingerprint"),
        question.offered,
        _("Go on if its host has told you the same; it is remembered from now on."),
    ]
    answers = [Answer("t", _("Trust it and go on"), _("go on")), Answer("b", _("Go back"), _("go back"))]
    return QuestionScreen(_("First visit: {where}").format(where=where), told, answers)


def ask_to_leave(app: "OperaApp", session: Session, table_id: str) -> None:
    raise NotImplementedError


def show_end(app: "OperaApp", session: Session, model: "TableModel") -> None:
    raise NotImplementedError


def show_rules(app: "OperaApp", game: str, topic: str) -> None:
    raise NotImplementedError


def open_settings(app: "OperaApp") -> None:
    raise NotImplementedError


def open_replays(app: "OperaApp") -> None:
    raise NotImplementedError


def open_replay(app: "OperaApp", plan: Replay) -> None:
    raise NotImplementedError


def ask_quit(app: "OperaApp") -> None:
    """Ask; asked again while the question stands, the program ends."""
    if isinstance(app.screen, QuitQuestion):
        app.exit()
        return
    app.push_screen(QuitQuestion(), lambda answer: app.exit() if answer == "q" else None)


class QuitQuestion(QuestionScreen):
    """Whether to leave the program."""

    def __init__(self) -> None:
        answers = [Answer("q", _("Quit"), _("quit")), Answer("s", _("Stay"), _("stay"))]
        super().__init__(_("Quit Opera?"), [_("Games against bots are kept; you find them under Continue.")], answers)


def go_home(app: "OperaApp") -> None:
    while not isinstance(app.screen, HomeScreen):
        app.pop_screen()
