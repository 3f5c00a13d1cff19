"""The style sheet of a booklet: the colours of both themes, on the screen and on paper."""

from importlib.resources import files
from typing import Final

from opera_tui.look.palette import CATEGORIES, COMPOSERS, GALA, MATINEE, PLAYERS, SOURCES, Colours

PLAIN: Final = (
    "night",
    "text",
    "quiet",
    "gold",
    "line",
    "behind",
    "wall",
    "curtain",
    "fold",
    "card",
    "piece",
    "window",
)
"""Colours that are used under their own names."""

RULES_FILE: Final = "booklet.css"


def style_sheet() -> str:
    """Return the rules, with the light colours, and the dark ones where a screen asks for them."""
    dark = f"@media screen and (prefers-color-scheme:dark){{:root{{{_variables(GALA)}}}}}"
    on_paper = "@media print{:root{--night:#fff;--behind:#f6f1e6}}"
    rules = files("opera_tui.booklet").joinpath(RULES_FILE).read_text("utf-8")
    return f":root{{{_variables(MATINEE)}}}{dark}{on_paper}\n{rules}{_classes()}"


def _variables(colours: Colours) -> str:
    named = {name: colours[name] for name in (*PLAIN, *COMPOSERS, *PLAYERS)}
    for place, source in enumerate(SOURCES):
        named[f"ink{place}"], named[f"ground{place}"] = colours[source].split(" on ")
    named["house-ink"], named["house"] = colours["house"].split(" on ")
    return "".join(f"--{name}:{colour};" for name, colour in named.items())


def _classes() -> str:
    """Return the classes of players, composers and sources: as text, ground, line and filling."""
    rules = [f".{name}{{color:var(--{name})}}svg .{name}{{stroke:var(--{name})}}" for name in PLAYERS]
    rules += [
        f"svg .shape.{name},svg .filled.{name},svg text.{name}{{fill:var(--{name});stroke:none}}" for name in PLAYERS
    ]
    rules += [
        f".piece.{name},.g-{name}{{background:var(--{name});fill:var(--{name})}}" for name in (*COMPOSERS, "house")
    ]
    rules += [f".s-{name}{{stroke:var(--{name})}}" for name in COMPOSERS]
    rules += [f".piece.{name}{{background:var(--{composer})}}" for name, composer in CATEGORIES.items()]
    rules += [
        f".ground{place}{{background:var(--ground{place});fill:var(--ground{place})}}"
        f".ink{place},svg text.ink{place}{{color:var(--ink{place});fill:var(--ink{place})}}"
        for place in range(len(SOURCES))
    ]
    return "".join([*rules, ".piece.house,.house text.of-house{color:var(--house-ink);fill:var(--house-ink)}"])
