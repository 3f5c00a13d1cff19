"""What both games offer, in the same words: the modules `opera_rules.opera` and `opera_rules.turandot`.

Everything here is a pure function of its arguments: states are never changed in place by a caller or a callee,
refusals are raised as `Refused` and leave nothing behind, chance comes only from the seed inside the state.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

import msgspec

from opera_rules.chance import Chance

Seat = int
Map = dict[str, Any]
"""Plain data with text keys, ready for JSON and msgpack."""


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a seat does; its name stands under `do`."""


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """What happened; its name stands under `event`."""


GameT = TypeVar("GameT")
ActionT = TypeVar("ActionT", bound=Action)
ActionT_co = TypeVar("ActionT_co", bound=Action, covariant=True)
EditionT = TypeVar("EditionT")


class Step(NamedTuple, Generic[GameT]):
    """A state and what happened on the way to it."""

    game: GameT
    events: tuple[Event, ...]


class Offers(Protocol[ActionT_co]):
    """Everything a seat may do now: iterate it, or ask `action in offers`.

    Iterating yields each thing that can be done once, without the Impresario's layouts, which are too many:
    `sample` draws among them too.
    """

    def __iter__(self) -> Iterator[ActionT_co]: ...
    def __contains__(self, action: object, /) -> bool: ...
    def sample(self, chance: Chance) -> ActionT_co: ...


class Rules(Protocol[GameT, ActionT, EditionT]):
    """One game's rules."""

    NAME: str
    VERSION: int
    SEATS: range

    def read_edition(self, source: Map) -> EditionT:
        """The data file's content, checked; raises `Refused` with the key that is wrong."""
        ...

    def read_options(self, options: Mapping[str, Any]) -> Map:
        """All options of a table with their defaults filled in; raises `Refused` for an unknown one."""
        ...

    def new_game(self, players: int, options: Mapping[str, Any], edition: EditionT, seed: bytes) -> Step[GameT]: ...

    def waiting(self, game: GameT) -> dict[Seat, str]:
        """Who must decide now, and the kind of decision; empty when the game is over."""
        ...

    def offers(self, game: GameT, seat: Seat) -> Offers[ActionT]: ...

    def choices(self, game: GameT, seat: Seat) -> Map | None:
        """The rows of this seat's decision box with their figures; None if nothing is asked of the seat."""
        ...

    def apply(self, game: GameT, seat: Seat, action: ActionT) -> Step[GameT]: ...

    def preview(self, game: GameT, seat: Seat, action: ActionT) -> Map:
        """What the action would bring as far as this seat may know, with the refusal if there is one."""
        ...

    def arrange(self, game: GameT, seat: Seat, buy: Sequence[str], goal: str | tuple[int, int]) -> Map:
        """The best layout for a goal: `income`, `counting`, or weights of both."""
        ...

    def public(self, game: GameT) -> Map: ...

    def private(self, game: GameT, seat: Seat) -> Map: ...

    def visible(self, events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
        """The events that this seat, or a spectator, may hear of."""
        ...

    def outcome(self, game: GameT) -> Map | None:
        """How the game ended, as in the transcript's last line; None while it goes on."""
        ...

    def imagine(self, public: Map, private: Map, events: Sequence[Event], seed: bytes) -> GameT:
        """A full state that the seat with these documents cannot tell from the real one."""
        ...

    def read_action(self, action: object) -> ActionT:
        """An action from its map; raises `Refused` with `malformed_action`."""
        ...

    def write_action(self, action: ActionT) -> Map: ...

    def read_event(self, event: object) -> Event: ...

    def write_state(self, game: GameT) -> Map:
        """The full state as the transcript shows it."""
        ...


def to_map(value: Any) -> Any:
    """Plain data of a value: seats as keys become text, tuples lists."""
    return msgspec.json.decode(msgspec.json.encode(value))
