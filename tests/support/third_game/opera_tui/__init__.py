"""The game of coins on the table screen: one panel, one box."""

from collections.abc import Sequence
from functools import partial
from typing import ClassVar

from msgspec import convert
from support.third_game.opera_games import AnyEvent, Choices, PrivateDocument, PublicDocument, Take

from opera_games.api import Action
from opera_protocol.wire.documents import SeatDocument
from opera_tui.games.box import Box, Effect, Send
from opera_tui.games.face import Face, Panel
from opera_tui.games.list_box import Line, ListBox
from opera_tui.games.result import SCROLLED, Room
from opera_tui.games.reveal_box import WaitingBox
from opera_tui.games.view import AnyLine, GameView, Types
from opera_tui.look.rows import Row, row


class CoinsView(GameView[PublicDocument, PrivateDocument, Choices], frozen=True, kw_only=True):
    """A table at one moment."""

    types: ClassVar = Types(
        PublicDocument, PrivateDocument, SeatDocument[PrivateDocument, Choices], AnyEvent, partial(convert, type=Take)
    )

    @property
    def round(self) -> int:
        return self.game.turn


class TakeBox(ListBox):
    """A line for each number of coins."""

    view: CoinsView

    title = "Take coins"
    question = "How many coins do you take?"
    help_topic = "coins.heap"
    tip = "take"
    enter_text = "take them"

    def lines(self) -> Sequence[Line]:
        highest = self.view.choices.highest if self.view.choices else 0
        return [Line(str(coins), row(f"coins: {coins}")) for coins in range(1, highest + 1)]

    def take(self) -> list[Effect]:
        return [Send(Take(self.cursor + 1))]


def heap_rows(view: CoinsView, _pointed: str) -> list[Row]:
    """How many coins are left, and who has how many."""
    owned = [row(view.player(seat), f": {coins}") for seat, coins in enumerate(view.game.coins)]
    return [row(f"Left in the heap: {view.game.all - view.game.taken}"), *owned]


HEAP = Panel[CoinsView](
    id="coins.heap",
    title="Heap",
    help_topic="coins.heap",
    width=120,
    height=10,
    wide_rows=heap_rows,
    key="o",
    tab="Heap",
    narrow_rows=lambda view, pointed, _height: heap_rows(view, pointed),
)


class CoinsFace(Face[CoinsView]):
    """Draw a table."""

    view = CoinsView
    wide = ((HEAP,),)
    tabs = (HEAP,)

    def header(self, view: CoinsView, *, wide: bool) -> Row:
        return row("COINS  ", view.head.name)

    def waiting_line(self, view: CoinsView) -> Row:
        if view.game.winners:
            return row("Most coins: ", *(view.player(seat) for seat in view.game.winners))
        return row("In turn: ", *(view.player(seat) for seat in view.waiting))

    def own_line(self, view: CoinsView, *, wide: bool) -> Row:
        return ()

    def action_text(self, view: CoinsView, action: Action) -> str:
        return "take coins"

    def decision_box(self, view: CoinsView) -> Box:
        return TakeBox(view)

    def waiting_box(self, view: CoinsView, since: Sequence[AnyLine]) -> WaitingBox:
        return WaitingBox(view, since)

    def final_rows(self, view: CoinsView, log: Sequence[AnyLine], room: Room = SCROLLED) -> list[Row]:
        return heap_rows(view, "")


FACE = CoinsFace()
