"""How the screen looks: the colours of roles, the colour mode of this terminal, its theme and its signs."""

import locale
import os
from collections.abc import Mapping, MutableMapping
from functools import lru_cache
from typing import Final, Literal

from msgspec import Struct
from rich.style import Style
from textual.theme import BUILTIN_THEMES, Theme

from opera_tui.config.commands import key_of
from opera_tui.config.settings import Settings
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs

Mode = Literal["full", "16", "none"]


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

    def __init__(self, styles: Mapping[str, str]) -> None:
        self._styles = styles
        self.style = lru_cache(maxsize=256)(self._style)

    def _style(self, role: str) -> Style:
        """Add up the styles of roles, but no quiet one under the cursor: reversed, it would have another background."""
        style = Style.parse(self._styles[""])
        words = role.split()
        for word in words:
            if word != "quiet" or "cursor" not in words:
                style += Style.parse(self._styles[word])
        return style


class Looks(Struct, frozen=True):
    """How things are shown to this player."""

    settings: Settings
    palette: Palette
    glyphs: Glyphs

    def key_of(self, command_id: str) -> str:
        """Return the first key of a command."""
        return key_of(command_id, self.settings.keys)


LIGHT: Final[Mapping[str, str]] = {
    **FULL,
    "": "#2a2820 on #faf7ee",
    "quiet": "#7a7568",
    "your_turn": "bold #faf7ee on #3a3428",
    "line_down": "bold #faf7ee on #a8540f",
    "bar": "#2a2820 on #e6e0d0",
    "warning": "#a8540f",
    "player0": "#1158a8",
    "player1": "#b3261e",
    "player2": "#7d6200",
    "player3": "#1d6b2c",
    "player4": "#7a2fae",
}
"""The same roles on a light background."""

_NATIVE: Final = "ansi_default"
_OWN_16: Final = {
    "border": "ansi_bright_black",
    "input-cursor-background": "ansi_white",
    "input-cursor-foreground": "ansi_black",
}

THEMES: Final = {
    "dark": Theme(
        name="opera-dark",
        primary=BRIGHT,
        accent=BRIGHT,
        warning=WARNING,
        error=WARNING,
        foreground=TEXT,
        background=INK,
        surface=INK,
        panel="#26241d",
        variables={"border": BORDER},
    ),
    "light": Theme(
        name="opera-light",
        primary="#3a3428",
        accent="#3a3428",
        warning="#a8540f",
        error="#a8540f",
        foreground="#2a2820",
        background="#faf7ee",
        surface="#faf7ee",
        panel="#e6e0d0",
        dark=False,
        variables={"border": "#b5ae9c"},
    ),
    "16": Theme(
        name="opera-16",
        ansi=True,
        primary="ansi_white",
        accent="ansi_white",
        warning="ansi_yellow",
        error="ansi_yellow",
        foreground=_NATIVE,
        background=_NATIVE,
        surface=_NATIVE,
        panel=_NATIVE,
        boost=_NATIVE,
        variables={**BUILTIN_THEMES["ansi-dark"].variables, **_OWN_16},
    ),
}


def colour_mode(wanted: str, environ: Mapping[str, str] = os.environ) -> Mode:
    """Return the colours that this terminal gets: as set, else as its environment says."""
    if wanted != "auto":
        return "full" if wanted == "full" else "16" if wanted == "16" else "none"
    if environ.get("NO_COLOR"):
        return "none"
    has_many = environ.get("COLORTERM", "").lower() in ("truecolor", "24bit")
    return "full" if has_many or environ.get("TERM", "").endswith(("256color", "kitty", "direct")) else "16"


def shows_utf8(environ: Mapping[str, str] = os.environ, encoding: str = "") -> bool:
    """Say whether the terminal is one for UTF-8: as the locale in the environment names it, else as the system does."""
    chosen = environ.get("LC_ALL") or _own_ctype(environ) or environ.get("LANG") or ""
    named = chosen.partition(".")[2].partition("@")[0]
    found = named or encoding or locale.getencoding()
    return found.lower().replace("-", "") == "utf8"


def _own_ctype(environ: Mapping[str, str]) -> str:
    """Return LC_CTYPE unless Python has set it by itself, which it does where the locale is missing."""
    ctype = environ.get("LC_CTYPE", "")
    return "" if ctype in ("C.UTF-8", "C.utf8", "UTF-8") else ctype


def prepare_environment(mode: Mode, environ: MutableMapping[str, str] = os.environ) -> None:
    """Set the variables from which Textual learns the colour mode when the application is made."""
    if mode == "none":
        environ["NO_COLOR"] = "1"
        return
    environ.pop("NO_COLOR", None)
    if mode == "full" and not environ.get("TERM", "").endswith("256color"):
        environ["COLORTERM"] = "truecolor"


def theme_of(settings: Settings, mode: Mode) -> Theme:
    return THEMES[settings.theme if mode == "full" else "16"]


def looks_of(settings: Settings, mode: Mode) -> Looks:
    """Return palette and signs for these settings."""
    dark = {**FULL, "": f"{FULL['']} on {INK}"}
    roles = {"full": LIGHT if settings.theme == "light" else dark, "16": SIXTEEN, "none": PLAIN}[mode]
    return Looks(settings, Palette(roles), ASCII if settings.ascii else UNICODE)
