"""Every key that can be set, by the name of what it does: one place, so that settings can be checked."""

from collections.abc import Iterator, Mapping
from string import ascii_letters, digits, punctuation
from typing import Final, NamedTuple

from textual.keys import Keys, _character_to_key

DEFAULT_KEYS: Final[Mapping[str, str]] = {
    "everywhere.help": "question_mark,f1",
    "everywhere.quit": "q",
    "home.continue": "c",
    "home.others": "o",
    "home.play": "p",
    "home.turandot": "t",
    "home.host": "n",
    "home.find": "f",
    "home.watch": "w",
    "home.replays": "y",
    "home.rules": "r",
    "home.settings": "s",
    "lobby.new": "n",
    "lobby.watch": "w",
    "lobby.talk": "t",
    "lobby.copy": "y",
    "lobby.ready": "x",
    "lobby.bots": "b",
    "lobby.start": "s",
    "lobby.stand_up": "u",
    "find.address": "a",
    "find.forget": "d",
    "table.talk": "t",
    "table.propose": "p",
    "table.review": "v",
    "table.rules": "r",
    "table.leave": "q",
    "table.follow": "f",
    "table.log": "g",
    "table.host": "w",
    "opera.board": "b",
    "opera.houses": "o",
    "turandot.lineup": "u",
    "turandot.casts": "o",
    "turandot.directors": "d",
}

TOGETHER: Final[Mapping[str, tuple[str, ...]]] = {
    "home": ("everywhere.", "home."),
    "lobby": ("everywhere.", "lobby."),
    "find": ("everywhere.", "find."),
    "opera": ("everywhere.help", "table.", "opera."),
    "turandot": ("everywhere.help", "table.", "turandot."),
}
"""What can be pressed at the same place, by the beginnings of its names: there each key means one thing."""

MOVING: Final = frozenset({*"hjkl", *digits, "up", "down", "left", "right", "enter", "escape", "tab", "space"})
"""Keys that move the cursor, choose or go back wherever one is."""
IN_BOXES: Final[Mapping[str, frozenset[str]]] = {
    "opera": frozenset({*"acimsex", "plus", "minus", "backspace"}),
    "turandot": frozenset({*"mb", "backspace"}),
}
"""Keys that decisions need."""

_MODIFIERS: Final = ("ctrl+", "shift+", "alt+")
KEY_NAMES: Final = frozenset(
    {
        *ascii_letters,
        *digits,
        *map(_character_to_key, punctuation),
        *(key.value for key in Keys if "<" not in key.value),
    }
)


class Clash(NamedTuple):
    """Why a key cannot be had: something else has it, or an empty name for the cursor and the boxes."""

    name: str
    key: str
    other: str


def keys_of(text: str) -> list[str]:
    """The keys that a text such as `n,ctrl+n` names, in the terminal's words."""
    parts = [part.strip() for part in text.split(",")]
    return [_character_to_key(part) if len(part) == 1 else part for part in parts]


def is_key(name: str) -> bool:
    """Whether there is such a key."""
    bare = name
    while bare.startswith(_MODIFIERS):
        bare = bare.partition("+")[2]
    return bare in KEY_NAMES or (len(bare) == 1 and bare.isalnum())


def clash_in(chosen: Mapping[str, str]) -> Clash | None:
    """The first key of the player's own that cannot be had."""
    for place, beginnings in TOGETHER.items():
        taken = dict.fromkeys(MOVING | IN_BOXES.get(place, frozenset()), "")
        # Keys of the player's own come last, so that a clash is told of the one that was set.
        for name in sorted(DEFAULT_KEYS, key=lambda name: name in chosen):
            if not name.startswith(beginnings):
                continue
            for key in keys_of(chosen.get(name, DEFAULT_KEYS[name])):
                if key in taken:
                    return Clash(name, key, taken[key])
                taken[key] = name
    return None


def names_at(place: str) -> Iterator[str]:
    """What can be pressed at a place."""
    return (name for name in DEFAULT_KEYS if name.startswith(TOGETHER[place]))
