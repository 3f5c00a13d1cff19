"""How the screen looks here: the colour mode of this terminal, its theme and its signs."""

import locale
import os
from collections.abc import Mapping, MutableMapping
from typing import Final, Literal

from msgspec import Struct
from textual.theme import BUILTIN_THEMES, Theme

from opera_tui.config.commands import key_of
from opera_tui.config.settings import Settings
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.palette import Mode, Palette, colours_of


class Looks(Struct, frozen=True):
    """How things are shown to this player."""

    settings: Settings
    palette: Palette
    glyphs: Glyphs

    def key_of(self, command_id: str) -> str:
        """Return the first key of a command."""
        return key_of(command_id, self.settings.keys)


_NATIVE: Final = "ansi_default"
VARIABLES: Final = {"border": "line", "quiet": "quiet", "soft": "soft"}
"""What the style sheets call colours of the palette."""
_OWN_16: Final = {
    "border": "ansi_bright_black",
    "quiet": "ansi_bright_black",
    "soft": _NATIVE,
    "input-cursor-background": "ansi_white",
    "input-cursor-foreground": "ansi_black",
}
SIXTEEN: Final = Theme(
    name="opera-16",
    ansi=True,
    primary="ansi_bright_yellow",
    accent="ansi_bright_yellow",
    warning="ansi_bright_yellow",
    error="ansi_bright_yellow",
    foreground=_NATIVE,
    background=_NATIVE,
    surface=_NATIVE,
    panel=_NATIVE,
    boost=_NATIVE,
    variables={**BUILTIN_THEMES["ansi-dark"].variables, **_OWN_16},
)


def colour_mode(wanted: Mode | Literal["auto"], environ: Mapping[str, str] = os.environ) -> Mode:
    """Return the colours that this terminal gets: as set, else as its environment says."""
    if wanted != "auto":
        return wanted
    if environ.get("NO_COLOR"):
        return "none"
    term = environ.get("TERM", "")
    if environ.get("COLORTERM", "").lower() in ("truecolor", "24bit") or term.endswith(("kitty", "direct")):
        return "full"
    return "256" if term.endswith("256color") else "16"


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
    if mode in ("full", "256"):
        # In the 256 colours it is the driver that sends no others.
        environ["COLORTERM"] = "truecolor"


def theme_of(settings: Settings, mode: Mode) -> Theme:
    """Return what Textual itself paints with: frames, titles, scroll bars."""
    if mode in ("16", "none"):
        return SIXTEEN
    colours = colours_of(settings.theme, mode)
    return Theme(
        name=f"{settings.theme}-{mode}",
        primary=colours["gold"],
        accent=colours["gold"],
        warning=colours["warning"],
        error=colours["warning"],
        foreground=colours["text"],
        background=colours["night"],
        surface=colours["night"],
        panel=colours["bar"],
        dark=settings.theme == "gala",
        variables={name: colours[role] for name, role in VARIABLES.items()},
    )


def looks_of(settings: Settings, mode: Mode) -> Looks:
    """Return palette and signs for these settings."""
    return Looks(settings, Palette(settings.theme, mode), ASCII if settings.ascii else UNICODE)
