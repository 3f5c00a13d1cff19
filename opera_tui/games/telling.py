"""What happened, one line a turn: the log, the boxes while others decide, and the lines in the box of a decision."""

from collections.abc import Iterable, Sequence
from typing import Any, Final, NamedTuple, Protocol, TypeVar

from opera_games.api import Event
from opera_tui.games.taken_back import taken_back_since
from opera_tui.games.view import AnyGameView, AnyLine, OtherEvent, TableView
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import Row, Span, row, width

V_contra = TypeVar("V_contra", bound=AnyGameView, contravariant=True)


def between_parts(glyphs: Glyphs) -> Span:
    """Return what stands between the players' parts of a turn."""
    return Span(f" {glyphs.dot} ", "quiet")


BETWEEN: Final = frozenset(map(between_parts, (UNICODE, ASCII)))
RULES: Final = frozenset(Span(glyphs.rule, "gold") for glyphs in (UNICODE, ASCII))
"""What a line ends with that is drawn across all of the log."""
STAND_IN: Final = "table_stand_in"


def rule_line(glyphs: Glyphs, content: Row) -> Row:
    """Draw the line that parts two rounds, with what it says."""
    return row(Span(f"{glyphs.rule} ", "gold"), content, Span(" ", "gold"), Span(glyphs.rule, "gold"))


def stretched(lines: Sequence[Row], cells: int) -> list[Row]:
    """Draw the rule at the end of a line, if it has one, as far as the row has cells."""
    *others, last = lines
    if not last or last[-1] not in RULES:
        return list(lines)
    rule = last[-1]
    longer = rule.text[0] * max(0, cells - width(last))
    return [*others, row(last, Span(longer, rule.role))]


class Telling(Protocol[V_contra]):
    """How a game tells its turns."""

    passing: tuple[type[Event], ...]
    """Events that need no time of their own to be seen."""
    lingering: tuple[type[Event], ...]
    """Events about which there is more to read than about a player's turn."""
    opening: tuple[type[Event], ...]
    """Events that what a player has decided on begins with."""
    deciding: tuple[type[Event], ...]
    """These and what belongs to the same decision, unlike what becomes of the player by what others do."""

    def begins(self, event: AnyLine) -> bool:
        """Say whether an event begins a line; others go into the line that is there already."""

    def line(self, view: V_contra, events: list[AnyLine]) -> Row:
        """Draw the line of a turn, whose beginning may be missing; empty if there is nothing to tell."""

    def logged(self, view: V_contra, events: list[AnyLine]) -> Sequence[Row]:
        """Draw the turn for the log, where there may be more lines."""

    def shorter(self, view: V_contra, events: list[AnyLine]) -> Sequence[Row]:
        """Draw the line for where there is less room, the longest wording first: what the reader misses least goes."""


class ToldTurn(NamedTuple):
    """A turn in one line, whole and in shorter wordings."""

    whole: Row
    shorter: Sequence[Row] = ()


class EachByItself:
    """A line for each event, in the words of the log."""

    passing: tuple[type[Event], ...] = ()
    lingering: tuple[type[Event], ...] = ()
    opening: tuple[type[Event], ...] = (Event,)
    deciding: tuple[type[Event], ...] = (Event,)

    def begins(self, event: AnyLine) -> bool:
        return True

    def line(self, view: TableView, events: list[AnyLine]) -> Row:
        return event_line(view, events[0])

    def logged(self, view: TableView, events: list[AnyLine]) -> Sequence[Row]:
        return [self.line(view, events)]

    def shorter(self, view: TableView, events: list[AnyLine]) -> Sequence[Row]:
        return ()


def event_line(view: TableView, event: AnyLine) -> Row:
    """Draw an event in the words of the log; a name at its start becomes the player's sign."""
    text, seat = view.glyphs.say(view.log_text(event)), view.actor(event)
    if seat is None:
        return row(text)
    name = view.glyphs.say(view.name(seat))
    return row(view.sign(seat), " ", text.removeprefix(name).lstrip())


class Turns:
    """Events by turns, in the order in which the turns began."""

    def __init__(self, telling: Telling[Any]) -> None:
        self._telling = telling
        self._open: list[AnyLine] | None = None

    def add(self, event: AnyLine) -> list[AnyLine] | None:
        """Add an event; return its turn if it is a new one.

        What happens at the table interrupts no turn, but taking back does: what follows begins a new line.
        """
        if isinstance(event, OtherEvent):
            self._open = None if taken_back_since(event) is not None else self._open
            return [event]
        if self._open is not None and not self._telling.begins(event):
            self._open.append(event)
            return None
        self._open = [event]
        return self._open


def last_decision(telling: Telling[Any], view: TableView, events: Sequence[AnyLine]) -> range:
    """Return the places of what the reader decided last, and no bot in the reader's place; empty without any."""
    places, is_replaced = range(0), False
    for at, event in enumerate(events):
        if view.me is None or view.actor(event) != view.me:
            continue
        if isinstance(event, OtherEvent):
            is_replaced = event.line.get("event") == STAND_IN
        elif isinstance(event, telling.deciding) and not (is_replaced or getattr(event, "automatic", False)):
            goes_on = places and places.stop == at and not isinstance(event, telling.opening)
            places = range(places.start if goes_on else at, at + 1)
    return places


def draw_turn(telling: Telling[Any], view: AnyGameView, turn: list[AnyLine]) -> Row:
    """Draw a turn; what is no event of the game is told in the words of the log."""
    return event_line(view, turn[0]) if isinstance(turn[0], OtherEvent) else telling.line(view, turn)


def log_turn(telling: Telling[Any], view: AnyGameView, turn: list[AnyLine]) -> Sequence[Row]:
    """Draw a turn in the lines of the log."""
    return [event_line(view, turn[0])] if isinstance(turn[0], OtherEvent) else telling.logged(view, turn)


def tell(telling: Telling[Any], view: AnyGameView, events: Iterable[AnyLine]) -> list[ToldTurn]:
    """Draw a line for each turn in which something happened that had to be seen."""
    turns = Turns(telling)
    begun = [turn for event in events if (turn := turns.add(event)) is not None]
    news = [turn for turn in begun if not all(isinstance(event, telling.passing) for event in turn)]
    return [ToldTurn(line, _shorter(telling, view, turn)) for turn in news if (line := draw_turn(telling, view, turn))]


def _shorter(telling: Telling[Any], view: AnyGameView, turn: list[AnyLine]) -> Sequence[Row]:
    wordings = () if isinstance(turn[0], OtherEvent) else telling.shorter(view, turn)
    return [wording for wording in wordings if wording]
