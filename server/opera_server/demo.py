"""`opera-server demo`: a full game between bots, told in the terminal."""

from collections.abc import Iterator, Mapping
from textwrap import wrap
from time import sleep
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from opera_protocol.i18n import _
from opera_protocol.telling import Teller
from opera_protocol.texts import log_line
from opera_protocol.words import WORDS
from opera_rules.api import Map, to_map
from opera_server.bot_game import Setting, play, seed_of_game
from opera_server.standings import STANDINGS, final_ranking, silent_points

WIDTH = 80
NAMES = ("Rossini", "Bellini", "Donizetti", "Bizet", "Gounod")
COLOURS = ("bright_blue", "bright_red", "bright_yellow", "bright_green", "bright_magenta")
HEADINGS = {"round": ("round", _("Round {number} of {last}")), "turn": ("turn", _("Turn {number} of {last}"))}
UNTOLD = frozenset({"round", "bid", "round_ended", "offer_made", "ended", "game_ended"})
"""Events that need no line: a heading or a table says it, or nothing can be seen."""


class Line(NamedTuple):
    """One line of the tale; `style` is rich's, and only seen in a terminal."""

    text: str
    style: str = ""


def tell(setting: Setting, seed: str) -> Iterator[Line]:
    """The tale of game 1 of this seed."""
    names = NAMES[: len(setting.levels)]
    teller = Teller(names, singers_of(setting))
    yield Line(f"{WORDS[setting.game].upper()}   {', '.join(names)}", "bold")
    yield Line(_("Bots: {levels}. Seed: {seed}").format(levels=", ".join(setting.levels), seed=seed), "dim")
    before: Map | None = None
    for turn in play(setting, seed_of_game(seed, 1)):
        public = setting.rules.public(turn.step.game)
        for event in map(to_map, turn.step.events):
            yield from _told(setting.game, event, teller, public, is_first=before is None)
        before = public
    outcome = setting.rules.outcome(turn.step.game) or {}
    yield from _end(setting.game, public, outcome, names)


def singers_of(setting: Setting) -> Mapping[str, str]:
    """The names of the singers by id; Opera has none."""
    return {singer.id: singer.name for singer in getattr(setting.edition, "singers", ())}


def _told(game: str, event: Map, teller: Teller, public: Map, *, is_first: bool) -> Iterator[Line]:
    tag = event["event"]
    if tag in HEADINGS:
        if not is_first:
            yield from _standings(game, public, teller.names)
        yield from _heading(event, public)
    if tag not in UNTOLD:
        yield from (Line(line) for line in wrapped(log_line(game, event, teller)))


def _heading(event: Map, public: Map) -> Iterator[Line]:
    field, heading = HEADINGS[event["event"]]
    last = public[f"{field}s"]
    yield Line("")
    yield Line(ruled(heading.format(number=event[field], last=last)), "bold")


def _standings(game: str, public: Map, names: Any) -> Iterator[Line]:
    yield Line("")
    yield from (Line(f"    {row}") for row in STANDINGS[game](public, names))


def _end(game: str, public: Map, outcome: Map, names: Any) -> Iterator[Line]:
    yield from _standings(game, public, names)
    yield Line("")
    yield Line(ruled(_("Final ranking")), "bold")
    yield from (Line(f"  {row}") for row in final_ranking(outcome, names))
    silent = silent_points(outcome)
    if silent is not None:
        yield Line("  " + _("Points of the silent hand: {points}").format(points=silent))


def ruled(heading: str) -> str:
    """A heading in a rule over the whole width."""
    return f"── {heading} ".ljust(WIDTH, "─")


def wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def show(lines: Iterator[Line], console: Console, pace: float) -> None:
    """Print the tale line by line, with so many seconds after each."""
    for text, style in lines:
        shown = Text(text, style)
        for name, colour in zip(NAMES, COLOURS, strict=True):
            shown.highlight_words([name], colour)
        console.print(shown, soft_wrap=True)
        if pace:
            sleep(pace)
