"""What the screens read of a table: the protocol's view with a few words for its parts."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple, TypeVar

from opera_protocol.client import View
from opera_protocol.telling import Teller
from opera_tui.glyphs import Glyphs
from opera_tui.i18n import N_, _, translations
from opera_tui.rows import Row, Span

Document = Mapping[str, Any]
T = TypeVar("T")
ABSENCES: Final[Mapping[str, str]] = {"away": N_("away"), "bot": N_("bot")}


class TableView(NamedTuple):
    """A table at one moment, as its reader may see it."""

    view: View
    glyphs: Glyphs

    @property
    def head(self) -> Document:
        """The table's own part: name, seats, clock, state."""
        head: Document = self.view.public["table"]
        return head

    @property
    def game(self) -> Document:
        """The game's public document."""
        game: Document = self.view.public["game"] or {}
        return game

    @property
    def own(self) -> Document | None:
        """What only the own seat sees of the game; None for spectators and before the start."""
        return self.view.private["game"] if self.view.private else None

    @property
    def choices(self) -> Document | None:
        """The rows of the decision that is open for the own seat."""
        return self.view.private["choices"] if self.view.private else None

    @property
    def decision(self) -> int | None:
        return self.view.private["decision"] if self.view.private else None

    @property
    def me(self) -> int | None:
        """The own seat; None for spectators."""
        return self.view.seat

    @property
    def seats(self) -> range:
        return range(len(self.head["seats"]))

    def name(self, seat: int) -> str:
        name: str = self.head["seats"][seat].get("name", "")
        return name

    def absence(self, seat: int) -> str:
        """Why the player does not act: `away`, or `bot` once one acts for the seat; empty for who is there."""
        chair = self.head["seats"][seat]
        if self.head["state"] != "running" or chair["kind"] != "human":
            return ""
        return "bot" if chair["stand_in"] else "" if chair["present"] else "away"

    def short_absence(self, seat: int) -> Row:
        """The same in a word beside a name."""
        absence = self.absence(seat)
        return (Span(f" {_(ABSENCES[absence])}", "warning"),) if absence else ()

    def sign(self, seat: int) -> Span:
        """The player's shape and letter in the player's colour."""
        return Span(self.glyphs.players[seat], f"player{seat}")

    def player(self, seat: int, role: str = "") -> Row:
        """Sign and name; the own name stands out."""
        emphasis = "own" if seat == self.me else ""
        return (self.sign(seat), Span(f" {self.name(seat)}", f"{role} {emphasis}".strip()))

    def teller(self) -> Teller:
        """For log lines and refusals: knows the players' names."""
        singers = {card: name for card, (name, *_stars) in self.game.get("cards", {}).items()}
        return Teller([self.name(seat) for seat in self.seats], singers, translations())


def by_number(numbered: Mapping[str, T]) -> list[tuple[str, T]]:
    """The entries of a map whose keys are numbers, from the lowest up: updates keep no order of keys."""
    return sorted(numbered.items(), key=lambda entry: int(entry[0]))
