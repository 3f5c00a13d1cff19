"""A table whose game is over: another game, this one told once more, its transcript and its programme."""

from collections.abc import Awaitable, Callable

from opera_tui.config.machine import Machine
from opera_tui.games.speech import Unclear
from opera_tui.line_mode.leaving import WaysOut
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.line_mode.transcript import hand_over, tell_again
from opera_tui.look.i18n import N_, _


class AfterTheEnd:
    """What can be done at a table once its game is over."""

    def __init__(
        self,
        live: LiveTable,
        ways_out: WaysOut,
        machine: Machine,
        print_booklet: Callable[[], Awaitable[str]] | None,
    ) -> None:
        self._live = live
        self._ways_out = ways_out
        self._machine = machine
        self._print_booklet = print_booklet
        """Writes the booklet and says where it is; None where there can be none."""

    @property
    def is_now(self) -> bool:
        return self._live.view.head.state not in ("open", "running")

    @property
    def told(self) -> list[str]:
        """What can be typed once the game is over; nothing before."""
        if not self.is_now:
            return []
        told = [_("Type play again for another game, transcript to hear this one once more, or q to leave")]
        if self._live.model.lesson.is_going_on:
            told = [_("Type transcript to hear this game once more, or q to leave")]
        told += self._ways_out.told
        if self._print_booklet is not None:
            told.append(_("booklet writes the programme of this game into a file, to print and to keep"))
        return told

    @property
    def commands(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """What is done by a word or two, marked with `N_`."""
        return {
            N_("play again"): self._play_again,
            N_("transcript"): self._tell_again,
            N_("transcript file"): self._hand_over,
            N_("booklet"): self._booklet,
        }

    async def _play_again(self) -> None:
        self._ways_out.going = await self._live.session.play_again(self._live.table_id)

    async def _tell_again(self) -> None:
        await tell_again(self._live.session, self._live.view, self._live.speaker)

    async def _hand_over(self) -> None:
        await hand_over(self._live.session, self._live.table_id, self._machine, self._live.speaker)

    async def _booklet(self) -> None:
        if self._print_booklet is None:
            raise Unclear(_("There are no booklets here: a booklet is a file, and you have none on this machine"))
        self._live.speaker.say(await self._print_booklet())
