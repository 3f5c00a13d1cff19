"""What Opera's reveals have in common."""

from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from msgspec import structs

from opera_games.api import Seat
from opera_games.opera.words import Composer
from opera_tui.games.opera.view import OperaView
from opera_tui.games.reveal_box import RevealBox
from opera_tui.look.rows import Row, Span, row

T = TypeVar("T")


class OperaReveal(RevealBox):
    """A box that shows an event, mostly as a table with players as columns."""

    view: OperaView
    before: OperaView
    part: ClassVar[int | None] = None
    """The part of the round that it is about, where the table before it does not say so."""

    @property
    def headline(self) -> OperaView:
        return structs.replace(self.before, shown_part=self.part)

    def moved_on(self, moved: Mapping[Seat, Mapping[str, Any]], **parts: Any) -> OperaView:
        """Return the table before, with parts of the game's public document and of those players as they are by now."""
        game = self.before.game
        players = tuple(structs.replace(player, **moved.get(seat, {})) for seat, player in enumerate(game.players))
        return structs.replace(self.before, game=structs.replace(game, players=players, **parts))

    def by_seat(self, numbers: Mapping[Seat, T]) -> list[T]:
        return [numbers[seat] for seat in self.view.seats]

    def change(self, before: int, after: int) -> Row:
        """Draw `4 → 9`: what it was is quiet."""
        if before == after:
            return row(Span(str(before), "strong"))
        return row(Span(f"{before} {self.glyphs.arrow} ", "quiet"), Span(str(after), "strong"))


def ladder_before(ladder: Sequence[Composer], rose: Sequence[Composer]) -> tuple[Composer, ...]:
    """Swap each composer that rose with the one below again, from the lowest up."""
    places = list(ladder)
    for at in range(1, len(places)):
        if places[at] in rose:
            places[at - 1], places[at] = places[at], places[at - 1]
    return tuple(places)
