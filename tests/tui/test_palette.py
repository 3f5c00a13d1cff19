"""The colours of both themes: what is written can be read, and what is told apart by colour is told apart by all."""

from collections.abc import Iterable
from itertools import combinations
from math import atan2, cos, degrees, exp, hypot, radians, sin, sqrt

import pytest
from rich.color import Color

from opera_tui.config.appearance import theme_of
from opera_tui.config.settings import Settings
from opera_tui.look.palette import (
    CATEGORIES,
    COMPOSERS,
    GALA,
    GALA_256,
    MATINEE,
    PAWNS,
    PLAYERS,
    SOURCES,
    Colours,
    Mode,
    Palette,
    ThemeName,
    colours_of,
    styles_of,
)
from opera_tui.terminal.xterm_colours import NUMBERS, shorter

Three = tuple[float, float, float]

THEMES = {"gala": GALA, "gala in 256 colours": GALA_256, "matinee": MATINEE}
WRITTEN = ("text", "quiet", "gold", "gain", "soft", "warning", *PLAYERS)
"""What letters are written in on the ground of everything."""
TOKENS = (*COMPOSERS, *PAWNS)
SETS = {"composers": COMPOSERS, "players": PLAYERS, "pawns": PAWNS, "sources": SOURCES}
SIGHTS: dict[str, tuple[Three, Three, Three]] = {
    "all colours": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
    "protan": ((0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)),
    "deutan": ((0.367322, 0.860646, -0.227968), (0.280085, 0.672501, 0.047413), (-0.011820, 0.042940, 0.968881)),
    "tritan": ((1.255528, -0.076749, -0.178779), (-0.078411, 0.930809, 0.147602), (0.004733, 0.691367, 0.303900)),
}
"""How light is seen by eyes that lack a kind of cones: Machado and others, 2009, at full strength."""
XTERM = (
    *("#000000", "#cd0000", "#00cd00", "#cdcd00", "#0000ee", "#cd00cd", "#00cdcd", "#e5e5e5"),
    *("#7f7f7f", "#ff0000", "#00ff00", "#ffff00", "#5c5cff", "#ff00ff", "#00ffff", "#ffffff"),
)
"""The 16 colours as xterm shows them."""
MODES: tuple[Mode, ...] = ("full", "256", "16", "none")


def rgb(colour: str) -> tuple[int, int, int]:
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def linear(colour: str) -> Three:
    red, green, blue = (part / 255 for part in rgb(colour))
    return _light(red), _light(green), _light(blue)


def _light(part: float) -> float:
    return part / 12.92 if part <= 0.04045 else float(((part + 0.055) / 1.055) ** 2.4)


def contrast(front: str, back: str) -> float:
    """The ratio of WCAG 2, from 1 to 21."""
    bright, dark = sorted((_luminance(front), _luminance(back)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    red, green, blue = linear(colour)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def seen(colour: str, sight: str) -> Three:
    """A colour in CIELAB as eyes of this kind see it."""
    light = linear(colour)
    red, green, blue = (
        min(1, max(0, sum(weight * part for weight, part in zip(row, light, strict=True)))) for row in SIGHTS[sight]
    )
    x = _cube_root((0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047)
    y = _cube_root(0.2126729 * red + 0.7151522 * green + 0.0721750 * blue)
    z = _cube_root((0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def _cube_root(part: float) -> float:
    return part ** (1 / 3) if part > 216 / 24389 else (24389 / 27 * part + 16) / 116


def difference(one: Three, other: Three) -> float:
    """CIEDE2000: 1 is just visible, above 10 is told apart at a glance."""
    mean = (hypot(*one[1:]) + hypot(*other[1:])) / 2
    stretch = 1 + 0.5 * (1 - sqrt(mean**7 / (mean**7 + 25**7)))
    (light1, chroma1, hue1), (light2, chroma2, hue2) = (_polar(lab, stretch) for lab in (one, other))
    turn = 0.0 if chroma1 * chroma2 == 0 else (hue2 - hue1 + 180) % 360 - 180
    step = 2 * sqrt(chroma1 * chroma2) * sin(radians(turn / 2))
    light, chroma = (light1 + light2) / 2, (chroma1 + chroma2) / 2
    hue = hue1 + hue2 if chroma1 * chroma2 == 0 else (hue1 + turn / 2) % 360
    weight = (
        1
        - 0.17 * cos(radians(hue - 30))
        + 0.24 * cos(radians(2 * hue))
        + 0.32 * cos(radians(3 * hue + 6))
        - 0.20 * cos(radians(4 * hue - 63))
    )
    by_light = (light2 - light1) / (1 + 0.015 * (light - 50) ** 2 / sqrt(20 + (light - 50) ** 2))
    by_chroma = (chroma2 - chroma1) / (1 + 0.045 * chroma)
    by_hue = step / (1 + 0.015 * chroma * weight)
    bend = -2 * sqrt(chroma**7 / (chroma**7 + 25**7)) * sin(radians(60 * exp(-(((hue - 275) / 25) ** 2))))
    return sqrt(by_light**2 + by_chroma**2 + by_hue**2 + bend * by_chroma * by_hue)


def _polar(lab: Three, stretch: float) -> Three:
    light, a, b = lab[0], lab[1] * stretch, lab[2]
    return light, hypot(a, b), degrees(atan2(b, a)) % 360


def on_ground(words: str, ground: str) -> tuple[str, str]:
    """What is written in, and on what."""
    front, _on, back = words.partition(" on ")
    return front, back or ground


def closest(colours: Iterable[str], sight: str) -> float:
    return min(difference(seen(one, sight), seen(other, sight)) for one, other in combinations(colours, 2))


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [((50, 2.6772, -79.7751), (50, 0, -82.7485), 2.0425), ((50, 2.5, 0), (73, 25, -18), 27.1492)],
)
def test_the_difference_is_that_of_the_published_examples(one: Three, other: Three, expected: float) -> None:
    """Pairs from Sharma, Wu and Dalal's test data."""
    assert difference(one, other) == pytest.approx(expected, abs=1e-4)


@pytest.mark.parametrize("theme", THEMES)
def test_all_that_is_written_can_be_read(theme: str) -> None:
    """At least 4.5 to 1, wherever it stands."""
    colours = THEMES[theme]
    pairs = {name: (colours[name], colours["night"]) for name in WRITTEN}
    pairs |= {name: on_ground(colours[name], colours["night"]) for name in ("turn", "value", "down", "house", *SOURCES)}
    pairs |= {name: (colours["piece"], colours[name]) for name in TOKENS}
    pairs |= {name: (colours["text"], colours[name]) for name in ("bar", "cursor", "behind")}
    pairs |= {f"{name} behind": (colours[name], colours["behind"]) for name in ("gold", "gain", "quiet", "soft")}
    pairs["window"] = colours["quiet"], colours["window"]
    assert {name: contrast(*pair) for name, pair in pairs.items() if contrast(*pair) < 4.5} == {}


@pytest.mark.parametrize("theme", THEMES)
def test_signs_and_frames_can_be_seen(theme: str) -> None:
    """At least 3 to 1 to their ground; pieces to the wall of their house, too."""
    colours = THEMES[theme]
    pairs = {name: (colours[name], colours["night"]) for name in ("line", "card", *PLAYERS, *COMPOSERS)}
    pairs |= {f"{name} on the wall": (colours[name], colours["wall"]) for name in COMPOSERS}
    assert {name: contrast(*pair) for name, pair in pairs.items() if contrast(*pair) < 3.0} == {}


@pytest.mark.parametrize("theme", ["gala", "matinee"])
@pytest.mark.parametrize("group", SETS)
@pytest.mark.parametrize("sight", SIGHTS)
def test_a_set_of_colours_is_told_apart(theme: str, group: str, sight: str) -> None:
    """By all eyes, at a glance; letters and shapes stand there in any case."""
    colours = [on_ground(THEMES[theme][name], "")[1] or THEMES[theme][name] for name in SETS[group]]
    assert closest(colours, sight) >= 9.95


def test_what_is_written_often_is_short_to_send() -> None:
    """In gala only wide surfaces are not among the 256 colours."""
    surfaces = {"night", "turn", "value", "down", "bar", "cursor", "behind", "curtain", "fold", "house"}
    parts = {name: words.split(" on ") for name, words in GALA.items()}
    assert {name for name, words in parts.items() if not all(rgb(word) in NUMBERS for word in words)} == surfaces


def test_the_256_colours_are_all_that_such_a_terminal_needs() -> None:
    assert [word for words in GALA_256.values() for word in words.split(" on ") if rgb(word) not in NUMBERS] == []


@pytest.mark.parametrize("colours", [GALA, MATINEE], ids=["gala", "matinee"])
def test_themes_have_a_colour_for_everything(colours: Colours) -> None:
    assert colours.keys() == GALA.keys()


@pytest.mark.parametrize("theme", ["gala", "matinee"])
@pytest.mark.parametrize("mode", MODES)
def test_every_role_has_a_style_in_every_mode(theme: ThemeName, mode: Mode) -> None:
    palette = Palette(theme, mode)
    roles = styles_of(theme, mode).keys()
    assert roles == styles_of("gala", "full").keys()
    assert CATEGORIES.keys() < roles
    for role in roles:
        palette.style(role)


@pytest.mark.parametrize("theme", ["gala", "matinee"])
def test_sixteen_colours_can_be_read_on_their_own_ground(theme: ThemeName) -> None:
    """Whatever ground the terminal has by itself; by xterm's colours, at least 2.9 to 1 (its greys have no more)."""
    palette = Palette(theme, "16")
    styles = {role: palette.style(role) for role in styles_of(theme, "16") if role not in ("wall", "roof")}
    found = {role: contrast(_in_xterm(style.color), _in_xterm(style.bgcolor)) for role, style in styles.items()}
    assert {role: ratio for role, ratio in found.items() if ratio < 2.9} == {}


def _in_xterm(colour: Color | None) -> str:
    assert colour is not None
    assert colour.number is not None
    return XTERM[colour.number]


@pytest.mark.parametrize("theme", ["gala", "matinee"])
def test_black_is_never_bold(theme: ThemeName) -> None:
    """Many terminals show bold black as grey."""
    assert [role for role, words in styles_of(theme, "16").items() if words.startswith("bold black")] == []


@pytest.mark.parametrize("mode", ["16", "none"])
def test_what_is_now_and_where_the_cursor_is_stand_out_without_many_colours(mode: Mode) -> None:
    styles = styles_of("gala", mode)
    assert all("on" in styles[role].split() or "reverse" in styles[role] for role in ("your_turn", "value", "cursor"))


@pytest.mark.parametrize("mode", MODES)
def test_a_row_under_the_cursor_is_one_run(mode: Mode) -> None:
    """Signs and tokens lose their colours there; what moved stays underlined."""
    palette = Palette("gala", mode)
    rows = ["cursor", "quiet cursor", "wagner cursor", "own player0 cursor"]
    assert len({palette.style(role) for role in rows}) == 1
    assert palette.style("moved cursor").underline


def test_colours_are_sent_by_number() -> None:
    """As they are where they have none, or as the nearest where the terminal knows no others."""
    assert shorter("38;2;175;135;135") == "38;5;138"
    assert shorter("48;2;24;14;20") == "48;2;24;14;20"
    assert shorter("48;2;24;14;20", or_nearest=True) == "48;5;233"
    assert shorter("38;5;7") == "38;5;7"


@pytest.mark.parametrize("mode", ["full", "256"])
@pytest.mark.parametrize("theme", ["gala", "matinee"])
def test_frames_and_titles_have_the_very_colours_of_the_palette(theme: ThemeName, mode: Mode) -> None:
    """One bit beside it, gold has no number, and each change of it takes twice the bytes."""
    made = theme_of(Settings(theme=theme), mode)
    used = {**made.to_color_system().generate(), **made.variables}
    colours = colours_of(theme, mode)
    names = {"accent": "gold", "border": "line", "secondary": "quiet", "foreground": "text", "background": "night"}
    assert {name: used[name].lower() for name in names} == {name: colours[role] for name, role in names.items()}
