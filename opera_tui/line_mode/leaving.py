"""The ways out of a table: to the list of tables, to the first list, or by giving the seat up."""

from typing import Final

from opera_tui.config.machine import Machine
from opera_tui.games.speech import Unclear, is_said
from opera_tui.line_mode.exits import HOME, Exit
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.look.i18n import N_, _

STAND_UP: Final = N_("stand up")


class WaysOut:
    """Where the reader can go from a table, and goes."""

    def __init__(self, live: LiveTable, machine: Machine) -> None:
        self._live = live
        self._machine = machine
        self.going: str | Exit | None = None
        """Where the reader goes from here: the table where the same people play on, or an exit; None to stay."""
        self._is_warned = False
        """Whether the reader was told that standing up ends the game, and has only asked since."""

    @property
    def has_tables(self) -> bool:
        return self._live.session.place.where != "solo"

    @property
    def has_home(self) -> bool:
        return not self._machine.is_visit

    @property
    def told(self) -> list[str]:
        """What leads from here to other games; visitors have the tables of their server."""
        if self.has_home:
            return [_("home leads to the first list: other games, lessons, puzzles")]
        return [_("tables leads to the list of tables, with lessons and puzzles")] if self.has_tables else []

    @property
    def _ends_a_game(self) -> bool:
        """Whether a game against bots is over when its only player stands up; a lesson can begin anew."""
        is_game = self._live.view.head.state == "running" and not self._live.model.lesson.is_going_on
        return is_game and not self.has_tables

    async def obey(self, text: str) -> bool:
        """Leave if that is what a text says; return False if it is about something else."""
        ways = {N_("tables"): self._go_to_tables, HOME: self._go_home, STAND_UP: self._stand_up}
        self._is_warned = self._is_warned and is_said(text, STAND_UP)
        for template, leave in ways.items():
            if is_said(text, template):
                await leave()
                return True
        return False

    async def _go_to_tables(self) -> None:
        """Leave this table for the list of all, where the server has one for this person."""
        if not self.has_tables:
            raise Unclear(_("There are no other tables here"))
        self.going = Exit.TABLES

    async def _go_home(self) -> None:
        """Leave this table, and its server, for the first list; the seat is kept."""
        if not self.has_home:
            raise Unclear(_("There is no other list here: tables leads to that of all tables"))
        self.going = Exit.HOME

    async def _stand_up(self) -> None:
        """Give the seat up: it is free again, or a bot acts there until the person is back; alone, the game ends."""
        if self._live.view.me is None:
            raise Unclear(_("You have no seat here"))
        if self._ends_a_game and not self._is_warned:
            self._is_warned = True
            raise Unclear(_("That ends this game for good. Type stand up once more, or home to keep it"))
        await self._live.session.give_up_seat(self._live.table_id)
        self.going = Exit.TABLES if self.has_tables else Exit.HOME
        self._live.is_gone = True
