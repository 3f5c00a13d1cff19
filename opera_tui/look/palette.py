"""What roles look like: in full colour, in 16 colours, and without any."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from rich.style import Style

INK: Final = "#14130f"
TEXT: Final = "#d7d3c8"
QUIET: Final = "#8b877c"
BORDER: Final = "#5a564b"
BRIGHT: Final = "#f2e9cf"
WARNING: Final = "#f0a35e"
PLAYERS: Final = ("#79b8ff", "#ff8a80", "#f5d76e", "#7ee08a", "#d9a8ff")
PLAYERS_16: Final = ("bright_blue", "bright_red", "bright_yellow", "bright_green", "bright_magenta")

_COMMON: Final[Mapping[str, str]] = {"own": "bold", "strong": "bold", "moved": "underline", "cursor": "reverse bold"}

FULL: Final[Mapping[str, str]] = {
    **_COMMON,
    "": TEXT,
    "quiet": QUIET,
    "your_turn": f"bold {INK} on {BRIGHT}",
    "line_down": f"bold {INK} on {WARNING}",
    "bar": f"{TEXT} on #26241d",
    "warning": WARNING,
    **{f"player{seat}": colour for seat, colour in enumerate(PLAYERS)},
}
SIXTEEN: Final[Mapping[str, str]] = {
    **_COMMON,
    "": "default",
    "quiet": "bright_black",
    "your_turn": "reverse bold",
    "line_down": "reverse bold yellow",
    "bar": "bold",
    "warning": "yellow",
    **{f"player{seat}": colour for seat, colour in enumerate(PLAYERS_16)},
}
PLAIN: Final[Mapping[str, str]] = {
    **_COMMON,
    "": "",
    "quiet": "",
    "your_turn": "reverse bold",
    "line_down": "reverse bold",
    "bar": "bold",
    "warning": "bold",
    **{f"player{seat}": "" for seat in range(len(PLAYERS))},
}
"""Without colour, what must stand out is reversed; rows are padded so that this shows over their full width."""


class Palette:
    """Turn roles into styles."""

    def __init__(self, looks: Mapping[str, str]) -> None:
        self._looks = looks
        self.style = lru_cache(maxsize=256)(self._style)

    def _style(self, role: str) -> Style:
        """Add up the styles of roles, but no quiet one under the cursor: reversed, it would have another background."""
        style = Style.parse(self._looks[""])
        words = role.split()
        for word in words:
            if word != "quiet" or "cursor" not in words:
                style += Style.parse(self._looks[word])
        return style
