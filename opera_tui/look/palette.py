"""The colours of everything: what each role looks like in both themes and in every colour mode.

A colour is never alone: letters or a shape beside it say the same. Gold is for what is now or chosen, wine for where
the cursor is; composers are filled, players are drawn.
"""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal

from rich.style import Style

Mode = Literal["full", "256", "16", "none"]
ThemeName = Literal["gala", "matinee"]
Colours = Mapping[str, str]

COMPOSERS: Final = ("monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner")
CATEGORIES: Final = {
    "professional": "mozart",
    "dark": "beethoven",
    "amateur": "handel",
    "classic": "monteverdi",
    "comic": "wagner",
    "alternative": "verdi",
}
"""Turandot's categories have the colours of Opera's composers."""
PLAYERS: Final = ("player0", "player1", "player2", "player3", "player4")
PAWNS: Final = ("maestro", "critico", "esperto")
SOURCES: Final = ("source0", "source1", "source2", "source3", "source4", "source5")
"""Where points come from, in the order in which a bar shows them."""

GALA: Final[Colours] = {
    "night": "#180e14",
    "text": "#ffffd7",
    "quiet": "#af8787",
    "gold": "#d7af5f",
    "gain": "#ffd75f",
    "soft": "#d7af87",
    "warning": "#ff8700",
    "line": "#875f5f",
    "turn": "#180e14 on #d7af5f",
    "value": "#180e14 on #d7af5f",
    "down": "#180e14 on #ff8700",
    "bar": "#5c1428",
    "cursor": "#7d1b36",
    "behind": "#2a131c",
    "wall": "#5f0000",
    "curtain": "#7d1430",
    "fold": "#4a0a1c",
    "card": "#af5f5f",
    "piece": "#121212",
    "monteverdi": "#ffaf00",
    "handel": "#afd7ff",
    "mozart": "#ffd7d7",
    "beethoven": "#af87ff",
    "verdi": "#5faf87",
    "wagner": "#d75f00",
    "house": "#fbf6e9 on #875f5f",
    "window": "#262626",
    "player0": "#87afff",
    "player1": "#ff5f87",
    "player2": "#d7d75f",
    "player3": "#87ffd7",
    "player4": "#af5fff",
    "maestro": "#87d787",
    "critico": "#d7d7d7",
    "esperto": "#d787ff",
    "source0": "#121212 on #d7d7af",
    "source1": "#ffffd7 on #005f87",
    "source2": "#121212 on #af87ff",
    "source3": "#ffffd7 on #870000",
    "source4": "#121212 on #d75f5f",
    "source5": "#121212 on #ffafd7",
}
"""The dark theme. All that is written often is exact in the 256 colours; only wide surfaces are not."""

GALA_256: Final[Colours] = {
    **GALA,
    "night": "#121212",
    "turn": "#121212 on #d7af5f",
    "value": "#121212 on #d7af5f",
    "down": "#121212 on #ff8700",
    "bar": "#5f0000",
    "cursor": "#870000",
    "behind": "#262626",
    "curtain": "#870000",
    "fold": "#5f0000",
    "house": "#ffffd7 on #875f5f",
}
"""The dark theme where there is no other colour than the 256: left to the terminal, night would become black."""

MATINEE: Final[Colours] = {
    "night": "#fbf6e9",
    "text": "#2b1820",
    "quiet": "#6d5c60",
    "gold": "#855500",
    "gain": "#855500",
    "soft": "#7a5a2c",
    "warning": "#a8430a",
    "line": "#a08a84",
    "turn": "#fbf6e9 on #7a1730",
    "value": "#fbf6e9 on #855500",
    "down": "#fbf6e9 on #a8430a",
    "bar": "#ecdac3",
    "cursor": "#f3d488",
    "behind": "#f1e5d0",
    "wall": "#dccab2",
    "curtain": "#8c1a36",
    "fold": "#6b0f28",
    "card": "#8c1a36",
    "piece": "#fbf6e9",
    "monteverdi": "#7a7000",
    "handel": "#2a69d9",
    "mozart": "#a05876",
    "beethoven": "#430687",
    "verdi": "#0c443f",
    "wagner": "#742104",
    "house": "#fbf6e9 on #7d6a6f",
    "window": "#efe3cf",
    "player0": "#3a63c0",
    "player1": "#c0063f",
    "player2": "#544e00",
    "player3": "#007a62",
    "player4": "#35108f",
    "maestro": "#1f6b38",
    "critico": "#3a3236",
    "esperto": "#6a2c9c",
    "source0": "#fbf6e9 on #8a6a28",
    "source1": "#fbf6e9 on #0f7a8a",
    "source2": "#fbf6e9 on #5a22a6",
    "source3": "#fbf6e9 on #3d0f1d",
    "source4": "#fbf6e9 on #96304f",
    "source5": "#2b1820 on #e08a98",
}
"""The light theme: burgundy is now, pale gold is here."""

PART_ROLES: Final = ("part0", "part1")
"""Neighbours in a bar, in turn: they look different where the colours of their sources are missing."""

_EVERYWHERE: Final[Mapping[str, str]] = {"own": "bold", "strong": "bold", "moved": "underline", "at_cursor": ""}
"""What is `at_cursor` looks as it is: signs around it say where the cursor is, and narrow screens keep it in sight."""

_COLOURED: Final[Mapping[str, str]] = {
    **_EVERYWHERE,
    "": "{text} on {night}",
    "quiet": "{quiet}",
    "gold": "{gold}",
    "title": "bold {gold}",
    "key": "bold {gold}",
    "gain": "bold {gain}",
    "soft": "{soft}",
    "warning": "bold {warning}",
    "line": "{line}",
    "your_turn": "bold {turn}",
    "value": "bold {value}",
    "line_down": "bold {down}",
    "bar": "{text} on {bar}",
    "cursor": "bold {text} on {cursor}",
    "behind": "on {behind}",
    "wall": "on {wall}",
    "roof": "{wall}",
    "fold": "{curtain} on {fold}",
    "rod": "{gold} on {curtain}",
    "swag": "{night} on {curtain}",
    "audience": "{bar}",
    "card": "{card}",
    "window": "{quiet} on {window}",
    "house": "{house}",
    **{composer: f"{{piece}} on {{{composer}}}" for composer in COMPOSERS},
    **{f"ink_{composer}": f"{{{composer}}}" for composer in COMPOSERS},
    **{pawn: f"{{piece}} on {{{pawn}}}" for pawn in PAWNS},
    **{player: f"{{{player}}}" for player in PLAYERS},
    **{source: f"bold {{{source}}}" for source in SOURCES},
    **dict.fromkeys(PART_ROLES, ""),
}
"""Each role as a style of the colours that a theme has."""

_SIXTEEN: Final[Mapping[str, str]] = {
    **_EVERYWHERE,
    "": "white on black",
    "quiet": "bright_black",
    "gold": "yellow",
    "title": "bold bright_yellow",
    "key": "bold bright_yellow",
    "gain": "bold bright_yellow",
    "soft": "",
    "warning": "bold bright_yellow",
    "line": "bright_black",
    "your_turn": "black on yellow",
    "value": "black on yellow",
    "line_down": "black on bright_yellow",
    "bar": "bold",
    "cursor": "black on white",
    "behind": "",
    "wall": "on bright_black",
    "roof": "bright_black",
    "fold": "red on black",
    "rod": "bright_yellow on red",
    "swag": "reverse red",
    "audience": "bright_black",
    "card": "red",
    "window": "white on black",
    "house": "bold bright_white on bright_black",
    "monteverdi": "black on yellow",
    "handel": "black on cyan",
    "mozart": "black on white",
    "beethoven": "bold bright_white on magenta",
    "verdi": "black on green",
    "wagner": "bold bright_white on red",
    "ink_monteverdi": "yellow",
    "ink_handel": "cyan",
    "ink_mozart": "white",
    "ink_beethoven": "magenta",
    "ink_verdi": "green",
    "ink_wagner": "red",
    "maestro": "black on bright_green",
    "critico": "black on bright_white",
    "esperto": "black on bright_magenta",
    "player0": "bright_blue",
    "player1": "bright_red",
    "player2": "bright_yellow",
    "player3": "bright_green",
    "player4": "bright_magenta",
    "source0": "black on yellow",
    "source1": "black on cyan",
    "source2": "bold bright_white on magenta",
    "source3": "bold bright_white on bright_black",
    "source4": "bold bright_white on red",
    "source5": "black on white",
    **dict.fromkeys(PART_ROLES, ""),
}
"""The dark theme in 16 colours. It has a ground of its own: on a white one, nobody could read yellow.

Black is never bold: many terminals show bold black as grey.
"""

_SIXTEEN_LIGHT: Final[Mapping[str, str]] = {
    **_SIXTEEN,
    "": "black on bright_white",
    "gold": "red",
    "title": "red",
    "key": "red",
    "gain": "magenta",
    "warning": "red",
    "your_turn": "bold bright_white on red",
    "value": "bold bright_white on magenta",
    "line_down": "bold bright_white on blue",
    "bar": "underline",
    "cursor": "black on yellow",
    "wall": "on white",
    "fold": "red on bright_white",
    "roof": "white",
    "window": "black on white",
    "mozart": "black on white",
    "ink_monteverdi": "black",
    "ink_handel": "blue",
    "ink_mozart": "bright_black",
    "ink_verdi": "black",
    "player0": "blue",
    "player1": "red",
    "player2": "black",
    "player3": "bright_black",
    "player4": "magenta",
}
"""The light theme in 16 colours: few of them can be read on white, so shapes and letters say the rest."""

_PLAIN: Final[Mapping[str, str]] = {
    **dict.fromkeys(_COLOURED, ""),
    **_EVERYWHERE,
    **dict.fromkeys(("title", "key", "gain", "warning", "bar", "house", *COMPOSERS, *PAWNS), "bold"),
    **dict.fromkeys(("your_turn", "value", "line_down", "cursor"), "reverse bold"),
    **dict(zip(PART_ROLES, ("reverse", "underline"), strict=True)),
}
"""Without colour, what must stand out is reversed; rows are padded so that this shows over their full width."""


def colours_of(theme: ThemeName, mode: Mode) -> Colours:
    """Return the colours of a theme; the light one is the same where there are only 256, to the nearest of them."""
    if theme == "matinee":
        return MATINEE
    return GALA_256 if mode == "256" else GALA


class Palette:
    """Turn roles into styles; whatever is painted after a change of theme or mode is painted with the new ones."""

    def __init__(self, theme: ThemeName, mode: Mode) -> None:
        self.style = lru_cache(maxsize=1024)(self._style)
        self.use(theme, mode)

    def use(self, theme: ThemeName, mode: Mode) -> None:
        """Use the colours of a theme, as far as a mode has them."""
        self.mode = mode
        self._styles = styles_of(theme, mode)
        self.style.cache_clear()

    def _style(self, role: str) -> Style:
        """Add up the styles of roles; under the cursor all is of one colour, but for what is underlined."""
        words = role.split()
        if "cursor" in words:
            words = [word for word in words if word in ("cursor", "moved")]
        return Style.combine([Style.parse(self._styles[word]) for word in ("", *words)])


def styles_of(theme: ThemeName, mode: Mode) -> Mapping[str, str]:
    """Return each role's style as Rich writes it."""
    sixteen = _SIXTEEN_LIGHT if theme == "matinee" else _SIXTEEN
    roles = {"none": _PLAIN, "16": sixteen}.get(mode, _COLOURED)
    colours = colours_of(theme, mode)
    styles = {role: words.format_map(colours) for role, words in roles.items()}
    return styles | {category: styles[composer] for category, composer in CATEGORIES.items()}
