"""The names of keys as they stand on the reader's keyboard."""

from collections.abc import Mapping
from typing import Final

from opera_tui.look.i18n import NP_, _

NAMES: Final[Mapping[str, str]] = {
    # Translators: keys, as keyboards of your language call them.
    "enter": NP_("key, 6 cells", "enter"),
    "esc": NP_("key, 6 cells", "esc"),
    "space": NP_("key, 6 cells", "space"),
    "tab": NP_("key, 6 cells", "tab"),
    "bksp": NP_("key, 6 cells", "bksp"),
    "pgup": NP_("key, 6 cells", "pgup"),
    "pgdn": NP_("key, 6 cells", "pgdn"),
}


def key_name(keys: str) -> str:
    """Return one or more keys by name; letters and arrows are the same everywhere."""
    return " ".join(_(NAMES[key]) if key in NAMES else key for key in keys.split(" "))


def key_does(key: str, deed: str) -> str:
    """Return a key and what it does now, as a border says it; nothing if it does nothing."""
    return f"{key_name(key)} {deed}" if deed else ""
