"""How the screen looks here: the colour mode of this terminal, its theme and its signs."""

import locale
import os
from collections.abc import Mapping, MutableMapping
from dataclasses import replace
from typing import Final, NamedTuple

from msgspec import Struct
from textual.theme import BUILTIN_THEMES, Theme

from opera_tui.config.commands import key_of
from opera_tui.config.settings import Settings
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.palette import Mode, Palette, colours_of


class Terminal(NamedTuple):
    """What the terminal can show."""

    mode: Mode = "full"
    is_plain: bool = False
    """Whether it shows nothing but ASCII for certain."""


class Looks(Struct, frozen=True):
    """How things are shown to this player."""

    settings: Settings
    palette: Palette
    glyphs: Glyphs

    def key_of(self, command_id: str) -> str:
        """Return the first key of a command."""
        return key_of(command_id, self.settings.keys)


_NATIVE: Final = "ansi_default"
_OWN_16: Final = {
    "border": "ansi_bright_black",
    "input-cursor-background": "ansi_white",
    "input-cursor-foreground": "ansi_black",
}
SIXTEEN: Final = Theme(
    name="opera-16",
    ansi=True,
    primary="ansi_bright_yellow",
    secondary="ansi_bright_black",
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


def this_terminal(environ: Mapping[str, str] = os.environ) -> Terminal:
    """Return what this terminal can show, as its environment says; the Linux console has few signs in its fonts."""
    is_console = environ.get("TERM") == "linux"
    return Terminal(_colours(environ), is_plain=is_console or not shows_utf8(environ))


def _colours(environ: Mapping[str, str]) -> Mode:
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


def prepare_environment(environ: MutableMapping[str, str] = os.environ) -> None:
    """Let Textual send every colour as it is: which ones there are is a matter of our palette, theme and driver."""
    environ.pop("NO_COLOR", None)
    environ["COLORTERM"] = "truecolor"


def mode_of(settings: Settings, terminal: Terminal) -> Mode:
    """Return the colours that are used: as set, else those of the terminal."""
    return terminal.mode if settings.colours == "auto" else settings.colours


def theme_of(settings: Settings, mode: Mode) -> Theme:
    """Return what Textual itself paints with: frames, titles, scroll bars."""
    if mode in ("16", "none"):
        return replace(SIXTEEN, name=f"opera-{mode}")
    colours = colours_of(settings.theme, mode)
    return Theme(
        name=f"{settings.theme}-{mode}",
        primary=colours["gold"],
        secondary=colours["quiet"],
        accent=colours["gold"],
        warning=colours["warning"],
        error=colours["warning"],
        foreground=colours["text"],
        background=colours["night"],
        surface=colours["night"],
        panel=colours["bar"],
        dark=settings.theme == "gala",
        variables={"border": colours["line"]},
    )


def looks_of(settings: Settings, terminal: Terminal, palette: Palette) -> Looks:
    """Return palette and signs for these settings."""
    is_plain = terminal.is_plain if settings.ascii == "auto" else settings.ascii == "yes"
    return Looks(settings, palette, ASCII if is_plain else UNICODE)
