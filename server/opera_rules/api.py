"""What both games offer, in the same words: the modules `opera_rules.opera` and `opera_rules.turandot`.

Everything here is a pure function of its arguments: states are never changed in place by a caller or a callee,
refusals are raised as `Refused` and leave nothing behind, chance comes only from the seed inside the state.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, Generic, NamedTuple, Protocol, TypeVar, cast

from opera_games.api import Action, Event, Map, Seat, to_map
from opera_games.catalog import GAMES
from opera_rules.chance import Chance
from opera_rules.refusals import Refused

__all__ = [
    "Action",
    "AnyRules",
    "Event",
    "Log",
    "Map",
    "NewGame",
    "Offers",
    "Rules",
    "Seat",
    "Step",
    "rules_of",
    "to_map",
]

Log = list[Event]
"""The events so far, while an action is carried out."""

GameT = TypeVar("GameT")
ActionT = TypeVar("ActionT", bound=Action)
ActionT_co = TypeVar("ActionT_co", bound=Action, covariant=True)
EditionT = TypeVar("EditionT")


class Step(NamedTuple, Generic[GameT]):
    """A state and what happened on the way to it."""

    game: GameT
    events: tuple[Event, ...]


NewGame = Callable[[int, Mapping[str, Any], EditionT, bytes], Step[GameT]]
"""Sets up a game for so many players, with options, an edition and a seed."""


class Offers(Protocol[ActionT_co]):
    """All actions that a seat may do now: iterate them, or ask `action in offers`.

    Iteration leaves out the Impresario's layouts, which are too many; `sample` may draw one.
    """

    def __iter__(self) -> Iterator[ActionT_co]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def sample(self, chance: Chance) -> ActionT_co: ...


class Rules(Protocol[GameT, ActionT, EditionT]):
    """One game's rules."""

    NAME: str
    VERSION: int
    EARLIER: Mapping[int, NewGame[EditionT, GameT]]
    """How a game began under earlier versions, by version, where actions lead to the same as today.

    This is for writing down again what was played, not for playing on."""
    SEATS: range

    read_public: Callable[[object], Any]
    read_private: Callable[[object], Any]
    read_choices: Callable[[object], Any]
    """Read a document of the game from its map; raise `msgspec.ValidationError` if it does not fit."""
    read_event: Callable[[object], Event]
    """Read an event from its map; raise `Refused` with `malformed_event`."""
    read_action: Callable[[object], ActionT]
    """Read an action from its map; raise `Refused` with `malformed_action`."""

    def read_edition(self, source: Map) -> EditionT:
        """Check a data file's content; raise `Refused` with the key that is wrong."""
        ...

    def read_options(self, options: Mapping[str, Any]) -> Map:
        """Fill in the defaults of a table's options; raise `Refused` for an unknown one."""
        ...

    def new_game(self, players: int, options: Mapping[str, Any], edition: EditionT, seed: bytes) -> Step[GameT]: ...

    def waiting(self, game: GameT) -> Mapping[Seat, str]:
        """Name the seats that must decide now, and the kind of decision; empty when the game is over."""
        ...

    def offers(self, game: GameT, seat: Seat) -> Offers[ActionT]: ...

    def choices(self, game: GameT, seat: Seat) -> Any:
        """Return the rows of this seat's decision box with their figures; None if nothing is asked of the seat."""
        ...

    def apply(self, game: GameT, seat: Seat, action: ActionT) -> Step[GameT]: ...

    def unfold(self, game: GameT, seat: Seat, action: ActionT) -> list[Step[GameT]]:
        """Do the same as `apply`, one thing after the other: what was done, the reveal, the income, a counting, ...

        Each state on the way comes with the events that led to it. Nobody is asked anything before the last one.
        """
        ...

    def preview(self, game: GameT, seat: Seat, action: ActionT) -> Any:
        """Return what the action would bring as far as this seat may know, with the refusal if there is one."""
        ...

    def arrange(self, game: GameT, seat: Seat, buy: Sequence[str], goal: str | tuple[int, int]) -> Any:
        """Find the best layout for a goal: `income`, `counting`, or weights of both."""
        ...

    def public(self, game: GameT) -> Any:
        """Return what everybody sees: the game's `PublicDocument`."""
        ...

    def private(self, game: GameT, seat: Seat) -> Any:
        """Return what only this seat sees: the game's `PrivateDocument`."""
        ...

    def visible(self, events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
        """Return the events that this seat, or a spectator, may know of."""
        ...

    def progress(self, game: GameT) -> dict[str, int]:
        """Say how far the game is, by the `progress_fields` of `opera_games.<game>.ABOUT`."""
        ...

    def finished(self, game: GameT) -> int:
        """Say how many rounds or turns are over, with all that follows from their end."""
        ...

    def scores(self, game: GameT) -> tuple[int, ...]:
        """Return the points of all seats as everybody sees them now."""
        ...

    def outcome(self, game: GameT) -> Map | None:
        """Return how the game ended, as in the transcript's last line; None while it goes on."""
        ...

    def imagine(self, public: Any, private: Any, events: Sequence[Event], seed: bytes) -> GameT:
        """Make a full state that the seat with these documents cannot tell from the real one."""
        ...

    def write_action(self, action: ActionT) -> Map: ...

    def write_state(self, game: GameT) -> Map:
        """Write the full state as the transcript shows it."""
        ...


AnyRules = Rules[Any, Any, Any]


def rules_of(game: str) -> AnyRules:
    """Return the rules of a game by its name; refuse an unknown name."""
    if game not in GAMES:
        raise Refused("unknown_game", game=game[:20], games=list(GAMES))
    return cast("AnyRules", import_module(f"opera_rules.{game}"))
