"""The stack of screens: what is shown when an intent has led somewhere, and what is closed for it."""

from importlib import import_module
from typing import TYPE_CHECKING, Final

from textual.widget import AwaitMount

from opera_protocol.client import KeyQuestion
from opera_protocol.texts.format import plain
from opera_tui.home.home import HomeScreen
from opera_tui.home.replays import ReplaysScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.look.i18n import _
from opera_tui.session.intents import Continue, Host, Intent, Join, LookBack, Replay, Replays
from opera_tui.session.session import Session
from opera_tui.shell.connect import Arrival
from opera_tui.widgets.question import Answer, QuestionScreen

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.shell.app import OperaApp

PLACES: Final = (HomeScreen, LobbyScreen, ReplaysScreen)
"""Screens to which leaving a table leads back."""


def waiting_for(intent: Intent) -> str:
    """Return what is shown while an intent is followed."""
    if isinstance(intent, Join):
        return _("Connecting to {address} …").format(address=plain(intent.address))
    if isinstance(intent, Continue):
        return _("Going back to {table} …").format(table=plain(intent.entry.name))
    if isinstance(intent, Replay):
        return _("Checking {file} …").format(file=plain(intent.file.name))
    if isinstance(intent, LookBack):
        return _("Opening {table} …").format(table=plain(intent.name))
    return _("Starting the server …") if isinstance(intent, Host | Replays) else _("Setting the table …")


async def arrive(app: "OperaApp", arrival: Arrival) -> None:
    """Show where an intent led, without the screens in between."""
    with app.batch_update():
        await close_down_to(app, *((HomeScreen, ReplaysScreen) if arrival.is_looking_back else (HomeScreen,)))
        if arrival.finished is not None:
            await app.push_screen(ReplaysScreen(arrival.finished))
        elif arrival.is_looking_back or (arrival.table and arrival.session.place.where == "solo"):
            await open_table(app, arrival.session, arrival.table, is_replay=arrival.is_looking_back)
        else:
            await open_lobby(app, arrival.session, is_watching=arrival.is_watching)
            if arrival.table:
                await open_table(app, arrival.session, arrival.table)


async def open_lobby(app: "OperaApp", session: Session, *, is_watching: bool = False) -> None:
    """Open the lobby, again if it is open already: the player may sit somewhere else now."""
    if isinstance(app.screen, LobbyScreen):
        await app.pop_screen()
    await app.push_screen(LobbyScreen(session, is_watching=is_watching))


def open_table(app: "OperaApp", session: Session, table_id: str, *, is_replay: bool = False) -> AwaitMount:
    """Push the table's screen, which is loaded when it is first needed; a replay begins at its first move."""
    game = session.room(table_id).view.head.game
    screen: Screen[None] = import_module("opera_tui.table.screen").TableScreen(
        session, app.looks, table_id, game, is_replay=is_replay
    )
    return app.push_screen(screen)


async def close_down_to(app: "OperaApp", *places: type) -> None:
    """Close screens until one of these kinds is in front, or none is left."""
    while len(app.screen_stack) > 1 and not isinstance(app.screen, places):
        await app.pop_screen()


def key_question(question: KeyQuestion) -> QuestionScreen:
    """Show the fingerprint of a server on the first visit, and warn of a key that has changed."""
    where = f"{plain(question.name)}, {plain(question.address)}"
    trust, back = Answer("t", _("Trust it and go on"), _("go on")), Answer("b", _("Go back"), _("go back"))
    if question.is_changed:
        texts = [
            _("This server had another key before. Somebody may stand between you and it, or it was set up anew."),
            _("before {known}").format(known=question.known),
            _("now {offered}").format(offered=question.offered),
            _("Ask its operator which one is right before you go on."),
        ]
        trust = Answer("t", _("Trust the new key and go on"), _("replace the key"))
        return QuestionScreen(_("WARNING: another key at {where}").format(where=where), texts, [back, trust])
    texts = [
        _("You have not been here before. Its key has the fingerprint"),
        question.offered,
        _("Go on if its host has told you the same; it is remembered from now on."),
    ]
    return QuestionScreen(_("First visit: {where}").format(where=where), texts, [trust, back])
