"""What the screens read of a table: its documents as types, with helpers to show their parts.

Each game has its own view with its own documents. They are converted once, when they come: see `reading`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar, Final, Generic, NamedTuple, Protocol, Self, TypeVar

from msgspec import Struct, to_builtins

from opera_games.api import Action, Event, Map, Refusal, Seat, code_of, to_map
from opera_protocol.texts.format import Teller
from opera_protocol.texts.sentences import NO_TEMPLATES, log_line, sentence
from opera_protocol.wire.documents import BotSeat, HumanSeat, TableHead
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import N_, _, translations
from opera_tui.look.levels import level_name
from opera_tui.look.rows import Row, Span

Game = TypeVar("Game", bound="GameDocument")
Own = TypeVar("Own")
Choices = TypeVar("Choices")
T = TypeVar("T")
ABSENCES: Final[Mapping[str, str]] = {"away": N_("away"), "bot": N_("bot")}


class OtherEvent(Struct, frozen=True):
    """A line of the log that is no event of the game, as it came: of the table itself, or of a newer server."""

    line: Map


AnyLine = Event | OtherEvent
"""A line of the log."""


class TableView(Struct, frozen=True, kw_only=True):
    """A table at one moment, as its reader may see it. Before the start there is nothing more."""

    room: str
    head: TableHead
    """The table's own part: name, seats, clock, state."""
    glyphs: Glyphs
    me: Seat | None = None
    """The reader's own seat; None for spectators."""
    decision: int | None = None
    """The decision that is open for the reader's own seat."""

    @property
    def seats(self) -> range:
        return range(len(self.head.seats))

    @property
    def other_people(self) -> list[Seat]:
        """Return the seats of people but the reader's own."""
        return [seat for seat in self.seats if seat != self.me and isinstance(self.head.seats[seat], HumanSeat)]

    @property
    def is_host(self) -> bool:
        """Return whether the reader hosts a running game with other people; without them nobody waits for anybody."""
        is_mine = self.me is not None and self.head.host == self.me
        return is_mine and self.head.state == "running" and bool(self.other_people)

    def name(self, seat: Seat) -> str:
        return self.head.seats[seat].name

    def absence(self, seat: Seat) -> str:
        """Return why a player does not act: `away`, or `bot` once one acts for the seat; empty if present."""
        chair = self.head.seats[seat]
        if self.head.state != "running" or not isinstance(chair, HumanSeat):
            return ""
        return "bot" if chair.stand_in else "" if chair.present else "away"

    def short_absence(self, seat: Seat) -> Row:
        """Return the same as one word, to stand beside a name."""
        absence = self.absence(seat)
        return (Span(f" {_(ABSENCES[absence])}", "warning"),) if absence else ()

    def sign(self, seat: Seat) -> Span:
        """Return the player's shape and letter in the player's colour."""
        assert seat >= 0
        text = self._read_aloud(seat) if self.glyphs.names_players else self.glyphs.sign(seat, self._letter(seat))
        return Span(text, f"player{seat}")

    def figure(self, seat: Seat, figure: object) -> Span:
        """Return `◆5`: a player's figure behind the shape, in ASCII behind the letter."""
        if self.glyphs.names_players:
            return Span(f"{self._read_aloud(seat)} {figure}", f"player{seat}")
        return Span(f"{self.glyphs.players[seat] or self._letter(seat)}{figure}", f"player{seat}")

    def _letter(self, seat: Seat) -> str:
        """Return a player's letter; a seat that the table does not have has none."""
        return self.head.seats[seat].letter if seat in self.seats else ""

    def _read_aloud(self, seat: Seat) -> str:
        """Return a player's name as plain text; a seat that the table does not have has none."""
        return self.teller().player(seat)

    def own_role(self, seat: object) -> str:
        """Return the role of a text about a seat: the reader's own stands out."""
        return "own" if seat == self.me else ""

    def player(self, seat: Seat, role: str = "") -> Row:
        """Return sign and name."""
        if self.glyphs.names_players:
            return (self.sign(seat),)
        return (self.sign(seat), Span(f" {self.name(seat)}", f"{role} {self.own_role(seat)}".strip()))

    def who(self, seat: Seat) -> str:
        """Return sign and name as a plain text."""
        if self.glyphs.names_players:
            return self.sign(seat).text
        return f"{self.sign(seat).text} {self.name(seat)}"

    def with_level(self, seat: Seat, who: str) -> str:
        """Return a player's name as it was given, of a bot with its level."""
        chair = self.head.seats[seat]
        if not isinstance(chair, BotSeat):
            return who
        return _("{who}, a bot of the level {level}").format(who=who, level=level_name(chair.level))

    @property
    def card_names(self) -> Mapping[str, str]:
        """Return the names of cards by id, where a game's cards have names."""
        return {}

    def log_text(self, event: AnyLine) -> str:
        """Return the line of the log about an event."""
        line = event.line if isinstance(event, OtherEvent) else to_builtins(event, str_keys=True)
        return log_line(self.head.game, line, self.teller())

    def why(self, refusal: Refusal, short: Mapping[str, str] = NO_TEMPLATES) -> str:
        """Return the sentence of a refusal, or the one that `short` has for its code."""
        return self.glyphs.say(sentence(code_of(refusal), refusal, self.teller(), short=short))

    def actor(self, event: AnyLine) -> Seat | None:
        """Return the seat that an event is about, if it is one of this table."""
        seat = event.line.get("seat") if isinstance(event, OtherEvent) else getattr(event, "seat", None)
        return seat if type(seat) is int and seat in self.seats else None

    def teller(self) -> Teller:
        """Return the formatter of sentences with the names at this table, in the reader's language."""
        return Teller([self.name(seat) for seat in self.seats], self.card_names, translations())


class GameDocument(Protocol):
    """What the public documents of all games have in common."""

    @property
    def waiting(self) -> Iterable[Any]:
        """Return the seats that have to decide; on the wire a map has texts as keys."""


class Types(NamedTuple):
    """The types of a game's documents, and the functions that read and write its actions."""

    game: Any
    own: Any
    seat: Any
    """The private document of a seat: `SeatDocument` with two types of this game."""
    event: Any
    read_action: Callable[[Map], Action]
    write_action: Callable[[Any], Map] = to_map
    read_preview: Callable[[Map], Struct] | None = None
    """Only for a game whose boxes or whose speech ask for previews."""
    layout: Any = None
    """Only for a game whose boxes ask for layouts."""


class GameView(TableView, Generic[Game, Own, Choices], frozen=True, kw_only=True):
    """A table whose game has begun."""

    types: ClassVar[Types]
    game: Game
    """The game's public document."""
    own: Own | None = None
    """What only the reader's own seat sees of the game; None for spectators."""
    choices: Choices | None = None
    """What can be chosen at the decision that is open for the reader's own seat."""

    @property
    def waiting(self) -> Sequence[Seat]:
        """Return the seats that have to decide."""
        return sorted(map(int, self.game.waiting))

    @property
    def round(self) -> int:
        """Return the number of the round or turn."""
        raise NotImplementedError

    @property
    def opens_at_end(self) -> bool:
        """Say whether the result shows more with what only each of the seats saw."""
        return False

    def with_all_open(self, seats: Sequence[Own]) -> Self:
        """Return the table with what only each of the seats saw, as far as the result shows it after the end."""
        return self


AnyGameView = GameView[Any, Any, Any]


def refusal_of(code: str, **parameters: Any) -> Refusal:
    """Return a refusal that the client knows by itself, such as a third purchase."""
    return {"code": code, **parameters}


def by_number(numbered: Mapping[str, T]) -> list[tuple[str, T]]:
    """Sort a map whose keys are numbers, from the lowest up: updates keep no order of keys."""
    return sorted(numbered.items(), key=lambda entry: int(entry[0]))
