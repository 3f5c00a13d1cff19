"""Names of keys, and keys that cannot be set because something else needs them."""

from collections.abc import Collection, Iterable, Mapping
from string import ascii_letters, digits, punctuation
from typing import Final, NamedTuple

from textual.keys import Keys

from opera_tui.terminal.textual_private import key_name

MOVING: Final = frozenset({*"hjkl", *digits, "up", "down", "left", "right", "enter", "escape", "tab", "space"})
"""Keys that move the cursor, choose or go back on every screen."""

_MODIFIERS: Final = ("ctrl+", "shift+", "alt+")
KEY_NAMES: Final = frozenset(
    {
        *ascii_letters,
        *digits,
        *map(key_name, punctuation),
        *(key.value for key in Keys if "<" not in key.value),
    }
)


class Clash(NamedTuple):
    """Why a key cannot be set: another command has it, or, if that is empty, the cursor or a box needs it."""

    name: str
    key: str
    other: str


def keys_of(text: str) -> list[str]:
    """Return the keys that a text such as `n,ctrl+n` names, in the terminal's words."""
    parts = [part.strip() for part in text.split(",")]
    return [key_name(part) if len(part) == 1 else part for part in parts]


def is_key(name: str) -> bool:
    """Return whether there is such a key."""
    bare = name
    while bare.startswith(_MODIFIERS):
        bare = bare.partition("+")[2]
    return bare in KEY_NAMES or (len(bare) == 1 and bare.isalnum())


def first_clash(keys: Mapping[str, str], chosen: Collection[str], needed: Iterable[str] = ()) -> Clash | None:
    """Return the first key that means two things among commands of one screen.

    `keys` are theirs by id, `chosen` are the ids that the player has set, `needed` the keys that boxes need.
    """
    taken = dict.fromkeys((*MOVING, *needed), "")
    # Keys of the player's own come last, so that a clash names the one that was set.
    for command_id in sorted(keys, key=lambda command_id: command_id in chosen):
        for key in keys_of(keys[command_id]):
            if key in taken:
                return Clash(command_id, key, taken[key])
            taken[key] = command_id
    return None
