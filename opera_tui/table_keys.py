"""The keys of a table as the player has set them: what a key means there, and which key is shown for it."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from textual.keys import format_key

from opera_tui.keys import DEFAULT_KEYS, keys_of, names_at

TABLE: Final = "table."
"""What the names of keys that both games have begin with."""


class TableKeys:
    """Everything behind works with the keys as they are when nobody changes them."""

    def __init__(self, game: str = "opera", chosen: Mapping[str, str] = MappingProxyType({})) -> None:
        own = {name: keys_of(chosen[name]) for name in names_at(game) if name in chosen}
        usual = {name: keys_of(DEFAULT_KEYS[name]) for name in own}
        self._means = {key: "" for keys in usual.values() for key in keys}
        self._means |= {key: usual[name][0] for name, keys in own.items() for key in keys}
        self._shown = {_shown(usual[name][0]): _shown(keys[0]) for name, keys in own.items()}

    def meaning(self, key: str) -> str:
        """What a key that was pressed means; empty for one that was given away."""
        return self._means.get(key, key)

    def shown(self, key: str) -> str:
        """What the player has to press for it."""
        return self._shown.get(key, key)


def key_words(chosen: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """The keys of every table, as texts name them: `{talk}` stands for the key of `table.talk`."""
    keys = {name: chosen.get(name, key) for name, key in DEFAULT_KEYS.items() if name.startswith(TABLE)}
    return {name.removeprefix(TABLE): _shown(keys_of(key)[0]) for name, key in keys.items()}


def _shown(key: str) -> str:
    return key if key.isalnum() else format_key(key)
