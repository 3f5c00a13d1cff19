"""What both games build on: seats, plain maps, and the base classes of actions and events."""

from typing import Any, ClassVar

import msgspec

Seat = int
Map = dict[str, Any]
"""Plain data with text keys, ready for JSON and msgpack."""
Refusal = dict[str, Any]
"""A refusal in a document: its code under `code`, its parameters beside it."""
Change = tuple[int, int]
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


def to_map(value: Any) -> Any:
    """Turn a value into plain data: seats as keys become text, tuples lists."""
    return msgspec.json.decode(msgspec.json.encode(value))
