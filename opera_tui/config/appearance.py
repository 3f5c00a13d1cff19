"""How the screen looks: the colour mode of this terminal, its palette and theme, and its signs."""

import os
from collections.abc import Mapping, MutableMapping
from dataclasses import dataclass
from typing import Final, Literal

from textual.theme import BUILTIN_THEMES, Theme

from opera_tui.config.commands import key_of
from opera_tui.config.settings import Settings
from opera_tui.look import palette
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.palette import FULL, PLAIN, SIXTEEN, Palette

Mode = Literal["full", "16", "none"]


@dataclass(frozen=True)
class Looks:
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
"""The same roles on paper instead of ink."""

_NATIVE: Final = "ansi_default"
_OWN_16: Final = {
    "border": "ansi_bright_black",
    "input-cursor-background": "ansi_white",
    "input-cursor-foreground": "ansi_black",
}

THEMES: Final = {
    "dark": Theme(
        name="opera-dark",
        primary=palette.BRIGHT,
        accent=palette.BRIGHT,
        warning=palette.WARNING,
        error=palette.WARNING,
        foreground=palette.TEXT,
        background=palette.INK,
        surface=palette.INK,
        panel="#26241d",
        variables={"border": palette.BORDER},
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


def prepare_environment(mode: Mode, environ: MutableMapping[str, str] = os.environ) -> None:
    """Say in the environment what was chosen: Textual reads it when the application is made."""
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
    dark = {**FULL, "": f"{FULL['']} on {palette.INK}"}
    roles = {"full": LIGHT if settings.theme == "light" else dark, "16": SIXTEEN, "none": PLAIN}[mode]
    return Looks(settings, Palette(roles), ASCII if settings.ascii else UNICODE)
