"""The screens on top of each other: going back to where the player came from, and on to a lobby or a table."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from textual.widget import AwaitMount

from opera_tui.session.session import Session
from opera_tui.shell import screens
from opera_tui.shell.connect import Arrival
from opera_tui.widgets.shell_screen import AtTable, ShellScreen

if TYPE_CHECKING:
    from opera_tui.shell.app import OperaApp

LEARNING: Final = ("lessons", "puzzles")
PLACES: Final = ("home", "lobby", "replays", *LEARNING)
"""Screens to which leaving a table leads back."""


class ScreenStack:
    """The screens of the application, as places between which a player goes."""

    def __init__(self, app: "OperaApp", on_home: Callable[[], None]) -> None:
        self._app = app
        self._on_home = on_home
        """Called when a new home screen has been opened."""

    async def open_home(self) -> None:
        await self._app.push_screen(self._app.home_screen())
        self._on_home()

    async def open_lobby(self, session: Session, *, is_watching: bool = False, waits_at: str = "") -> None:
        """Open the lobby, again if it is open already: the player may sit somewhere else now."""
        if self._is_at("lobby"):
            await self._app.pop_screen()
        await self._app.push_screen(screens.lobby_screen(session, is_watching=is_watching, waits_at=waits_at))

    def open_table(self, session: Session, table_id: str, *, is_replay: bool = False) -> AwaitMount:
        return self._app.push_screen(screens.table_screen(session, self._app.looks, table_id, is_replay=is_replay))

    async def show_arrival(self, arrival: Arrival) -> None:
        """Show where an intent led, without the screens in between."""
        session = arrival.session
        with self._app.batch_update():
            before = ("replays",) if arrival.is_looking_back else LEARNING if arrival.is_lesson else ()
            await self._close_down_to("home", *before)
            if arrival.finished is not None:
                await self._app.push_screen(screens.replays_screen(arrival.finished))
            elif arrival.is_looking_back:
                await self.open_table(session, arrival.table, is_replay=True)
            elif not arrival.table or not session.has_begun(arrival.table):
                await self.open_lobby(session, is_watching=arrival.is_watching, waits_at=arrival.table)
            else:
                if session.place.where != "solo" and not arrival.is_lesson:
                    await self.open_lobby(session, is_watching=arrival.is_watching)
                await self.open_table(session, arrival.table)

    async def back_to(self, *places: str) -> bool:
        """Return to the last screen of these kinds, a new home screen if there was none; say whether it is home."""
        with self._app.batch_update():
            await self._close_down_to(*places)
            if not self._is_at(*places):
                await self.open_home()
            is_at_home = self._is_at("home", *LEARNING)
        self._app.show_title("")
        return is_at_home

    async def _close_down_to(self, *places: str) -> None:
        """Close screens until one of these kinds is in front, or none is left."""
        while len(self._app.screen_stack) > 1 and not self._is_at(*places):
            await self._app.pop_screen()

    def _is_at(self, *places: str) -> bool:
        """Return whether one of these screens is in front."""
        return isinstance(self._app.screen, ShellScreen) and self._app.screen.PLACE in places

    def tell(self, call: Callable[[ShellScreen[object]], None]) -> None:
        """Have each screen that belongs to the shell do something, when it handles messages."""
        for screen in self._app.screen_stack:
            if isinstance(screen, ShellScreen):
                screen.call_later(call, screen)

    @property
    def tables(self) -> list[str]:
        """The tables that are shown, the one in front last."""
        return [screen.table_id for screen in self._app.screen_stack if isinstance(screen, AtTable)]
