"""What both games build on: seats, figures, plain maps, and the base classes of actions and events.

What is read of a game is of bounded size: whoever shows it may use a number as a width, and walk through a list.
"""

from collections.abc import Callable
from typing import Annotated, Any, ClassVar, Final, TypeVar, get_args

import msgspec
from msgspec import Meta

Item = TypeVar("Item")
Key = TypeVar("Key")

MOST_SEATS: Final = 5
MOST_FIGURE: Final = 10_000
"""Far more than any game brings."""
MANY: Final = Meta(max_length=200)

Seat = Annotated[int, Meta(ge=0, lt=MOST_SEATS)]
Figure = Annotated[int, Meta(ge=-MOST_FIGURE, le=MOST_FIGURE)]
"""Money, points, a level, a round, a number of cards: what is counted in a game."""
Word = Annotated[str, Meta(max_length=40)]
"""The name of a thing on the wire."""
Name = Annotated[str, Meta(max_length=1600)]
"""How a thing is called; editions may have names of their own."""
Many = Annotated[tuple[Item, ...], MANY]
Each = Annotated[dict[Key, Item], MANY]
Map = dict[str, Any]
"""Plain data with text keys, ready for JSON and msgpack."""
Refusal = Each[str, Any]
"""A refusal in a document: its code under `code`, its parameters beside it."""
Change = tuple[Figure, Figure]
"""A figure before and after an action."""


class Action(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """What a seat does; its name is under `do`."""


class Event(msgspec.Struct, frozen=True, tag_field="event"):
    """What happened; its name is under `event`."""

    uncovers: ClassVar[bool] = False
    """Whether it shows what was hidden or left to chance: an action that led to it cannot be taken back."""


class Shown(msgspec.Struct, frozen=True, omit_defaults=True):
    """A part of a document; a field with its default value (None or UNSET) is absent on the wire."""


def code_of(refusal: Refusal) -> str:
    return str(refusal.get("code"))


def tag_of(struct: msgspec.Struct) -> str:
    """Return the tag that names a struct's type on the wire."""
    return str(struct.__struct_config__.tag)


def tagged_reader(union: Any, *, str_keys: bool = False) -> Callable[[object], Any]:
    """Make the reader of a union of tagged structs, which raises `msgspec.ValidationError` if a map does not fit.

    The tag chooses the struct: `msgspec.convert` looks up a struct at once, but analyses a union every time.
    """
    kinds: tuple[type[msgspec.Struct], ...] = get_args(union)
    by_tag = {kind.__struct_config__.tag: kind for kind in kinds}
    tag_field = kinds[0].__struct_config__.tag_field

    def read(fields: object) -> Any:
        tag = fields.get(tag_field) if isinstance(fields, dict) else None
        kind = by_tag.get(tag, union) if isinstance(tag, str) else union
        return msgspec.convert(fields, kind, str_keys=str_keys)

    return read


def to_map(value: Any) -> Any:
    """Turn a value into plain data: seats as keys become text, tuples lists."""
    return msgspec.json.decode(msgspec.json.encode(value))
