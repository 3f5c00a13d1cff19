"""How the screen looks here: the colour mode of this terminal, its theme and its signs."""

import locale
import os
from collections.abc import Mapping, MutableMapping
from typing import NamedTuple

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

    @property
    def moves(self) -> bool:
        """Whether something may move on the screen: if the player wants it, and colours and signs can show it."""
        return self.settings.motion and self.palette.mode != "none" and not self.glyphs.is_ascii

    def key_of(self, command_id: str) -> str:
        """Return the first key of a command."""
        return key_of(command_id, self.settings.keys)


def _few_colours(name: str, text: str, ground: str, gold: str) -> Theme:
    """Return what Textual paints with where there are 16 colours, or none."""
    own = {
        "border": "ansi_bright_black",
        "soft": text,
        "input-cursor-background": text,
        "input-cursor-foreground": ground,
    }
    return Theme(
        name=name,
        ansi=True,
        primary=gold,
        secondary="ansi_bright_black",
        accent=gold,
        warning=gold,
        error=gold,
        foreground=text,
        background=ground,
        surface=ground,
        panel=ground,
        boost=ground,
        variables={**BUILTIN_THEMES["ansi-dark"].variables, **own},
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
    if mode == "none":
        return _few_colours("none", "ansi_default", "ansi_default", "ansi_default")
    if mode == "16" and settings.theme == "matinee":
        return _few_colours("matinee-16", "ansi_black", "ansi_bright_white", "ansi_red")
    if mode == "16":
        return _few_colours("gala-16", "ansi_white", "ansi_black", "ansi_bright_yellow")
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
        variables={
            "border": colours["line"],
            "soft": colours["soft"],
            # Textual rounds what it computes itself: one bit beside a colour that has a number.
            "accent": colours["gold"],
            "panel": colours["bar"],
        },
    )


def looks_of(settings: Settings, terminal: Terminal, palette: Palette) -> Looks:
    """Return palette and signs for these settings."""
    is_plain = terminal.is_plain if settings.ascii == "auto" else settings.ascii == "yes"
    return Looks(settings, palette, ASCII if is_plain else UNICODE)
