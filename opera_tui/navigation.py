"""From screen to screen: where a plan leads, and what stands between."""

import asyncio
from importlib import import_module
from typing import TYPE_CHECKING

from textual.widget import AwaitMount

from opera_protocol.client import KeyQuestion
from opera_protocol.telling import plain
from opera_tui.i18n import _
from opera_tui.journeys import Arrival
from opera_tui.plans import Continue, Host, Join, LookBack, Plan, Replay, Replays
from opera_tui.screens.find import FindScreen
from opera_tui.screens.home import HomeScreen
from opera_tui.screens.hosting import HostScreen
from opera_tui.screens.lobby import LobbyScreen
from opera_tui.screens.question import Answer, QuestionScreen
from opera_tui.screens.replays import ReplaysScreen
from opera_tui.screens.rules import RulesScreen
from opera_tui.screens.settings import SettingsScreen
from opera_tui.screens.waiting import WaitingScreen
from opera_tui.session import Session

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.app import OperaApp

PLACES = (HomeScreen, LobbyScreen, ReplaysScreen)
"""Screens to which leaving a table leads back."""


async def open_home(app: "OperaApp") -> None:
    """The home screen, made when it is first needed."""
    await app.push_screen(HomeScreen())
    app.look_around()


def waiting_for(plan: Plan) -> str:
    """What the player is told on the way."""
    if isinstance(plan, Join):
        return _("Connecting to {address} …").format(address=plain(plan.address))
    if isinstance(plan, Continue):
        return _("Going back to {table} …").format(table=plain(plan.entry.name))
    if isinstance(plan, Replay):
        return _("Checking {file} …").format(file=plain(plan.file.name))
    if isinstance(plan, LookBack):
        return _("Opening {table} …").format(table=plain(plan.name))
    return _("Starting the server …") if isinstance(plan, Host | Replays) else _("Setting the table …")


async def arrive(app: "OperaApp", arrival: Arrival) -> None:
    """Show where a plan led to, and nothing of what was in between."""
    with app.batch_update():
        await _close_down_to(app, *((HomeScreen, ReplaysScreen) if arrival.is_looking_back else (HomeScreen,)))
        if arrival.finished is not None:
            await app.push_screen(ReplaysScreen(arrival.finished))
        elif arrival.is_looking_back or (arrival.table and arrival.session.place.where == "solo"):
            await open_table(app, arrival.table, is_replay=arrival.is_looking_back)
        else:
            await open_lobby(app, arrival.session, is_watching=arrival.is_watching)
            if arrival.table:
                await open_table(app, arrival.table)


async def stop_waiting(app: "OperaApp", waiting: WaitingScreen) -> None:
    """Back to where the plan was made."""
    with app.batch_update():
        if app.screen is waiting:
            await app.pop_screen()
        if len(app.screen_stack) == 1:
            await open_home(app)


async def open_lobby(app: "OperaApp", session: Session, *, is_watching: bool = False) -> None:
    """The lobby, anew if it is open already: the player may sit somewhere else now."""
    if isinstance(app.screen, LobbyScreen):
        await app.pop_screen()
    await app.push_screen(LobbyScreen(session, is_watching=is_watching))


def open_table(app: "OperaApp", table_id: str, *, is_replay: bool = False) -> AwaitMount:
    """Push the table's screen; the game decides about its face, and a replay begins at its first move."""
    assert app.session is not None
    game = app.session.room(table_id).view.public["table"]["game"]
    screen: Screen[None] = import_module("opera_tui.screens.table").TableScreen(
        app.session, table_id, game, is_replay=is_replay
    )
    return app.push_screen(screen)


async def close_table(app: "OperaApp") -> None:
    """Back to the lobby, the list or the home screen."""
    await _back_to(app, *PLACES)


async def go_home(app: "OperaApp") -> None:
    await _back_to(app, HomeScreen)


async def _back_to(app: "OperaApp", *places: "type[Screen[None]]") -> None:
    """To the last screen of these kinds; a home screen that was not needed so far is made."""
    with app.batch_update():
        await _close_down_to(app, *places)
        if not isinstance(app.screen, places):
            await open_home(app)
    app.show_title("")


async def _close_down_to(app: "OperaApp", *places: "type[Screen[None]]") -> None:
    """Close screens until one of these kinds is in front, or none is left."""
    while len(app.screen_stack) > 1 and not isinstance(app.screen, places):
        await app.pop_screen()


def open_find(app: "OperaApp", plan: Join) -> None:
    app.push_screen(FindScreen(plan))
    app.look_around()


def show_rules(app: "OperaApp", game: str, topic: str) -> None:
    app.push_screen(RulesScreen(game, topic))


def show_hosting(app: "OperaApp", session: Session, table_id: str) -> None:
    """What the host may change during the game."""
    app.push_screen(HostScreen(session, table_id))


def open_settings(app: "OperaApp") -> None:
    """Other colours and signs need a new home screen."""

    def wear(has_changed: bool | None) -> None:
        if has_changed:
            app.switch_screen(HomeScreen())

    app.push_screen(SettingsScreen(), wear)


async def ask_about_key(app: "OperaApp", question: KeyQuestion) -> bool:
    """A first visit shows the fingerprint; a key that has changed is a warning."""
    answered: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    def answer(letter: str | None) -> None:
        if not answered.done():
            answered.set_result(letter == "t")

    app.push_screen(key_question(question), answer)
    return await answered


def key_question(question: KeyQuestion) -> QuestionScreen:
    where = f"{plain(question.name)}, {plain(question.address)}"
    trust, back = Answer("t", _("Trust it and go on"), _("go on")), Answer("b", _("Go back"), _("go back"))
    if question.is_changed:
        told = [
            _("This server had another key before. Somebody may stand between you and it, or it was set up anew."),
            _("before {known}").format(known=question.known),
            _("now {offered}").format(offered=question.offered),
            _("Ask its operator which one is right before you go on."),
        ]
        trust = Answer("t", _("Trust the new key and go on"), _("replace the key"))
        return QuestionScreen(_("WARNING: another key at {where}").format(where=where), told, [back, trust])
    told = [
        _("You have not been here before. Its key has the fingerprint"),
        question.offered,
        _("Go on if its host has told you the same; it is remembered from now on."),
    ]
    return QuestionScreen(_("First visit: {where}").format(where=where), told, [trust, back])
