"""Read documents, events and actions of a game from maps, as the wire and files have them.

A game's package makes its readers here, from the types in its package of `opera_games`.
"""

import re
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from opera_games.api import Event, Map, tagged_reader
from opera_rules.api import ActionT
from opera_rules.refusals import Refused

FIELD_IN_MESSAGE = re.compile(r"`\$\.(\w+)|field `(\w+)`")
LONGEST_NAME = 20


def document_reader(kind: Any) -> Callable[[object], Any]:
    """Make the reader of a type of documents, which raises `msgspec.ValidationError` if one does not fit."""
    return partial(msgspec.convert, type=kind)


def event_reader(kinds: Any) -> Callable[[object], Event]:
    """Make the reader of a union of events, which refuses with `malformed_event`."""

    read_fields = tagged_reader(kinds, str_keys=True)

    def read_event(event: object) -> Event:
        try:
            read: Event = read_fields(event)
        except (msgspec.ValidationError, RecursionError):
            raise Refused("malformed_event") from None
        return read

    return read_event


def action_reader(read: Callable[[Map], ActionT]) -> Callable[[object], ActionT]:
    """Make the reader of a game's actions, which refuses with `malformed_action` and the field that is wrong."""

    def read_action(action: object) -> ActionT:
        if not isinstance(action, dict):
            raise Refused("malformed_action", field="do")
        try:
            return read(action)
        except (msgspec.ValidationError, RecursionError) as error:
            raise Refused("malformed_action", field=_field_named_in(str(error))) from None

    return read_action


def _field_named_in(message: str) -> str:
    """Find the field in the text of msgspec's error, which names it nowhere else."""
    found = FIELD_IN_MESSAGE.search(message)
    return (found[1] or found[2])[:LONGEST_NAME] if found else "do"
