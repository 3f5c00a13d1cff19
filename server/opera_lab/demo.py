"""A full game between bots as lines for the terminal (`opera-server demo`)."""

from collections.abc import Iterator, Sequence
from textwrap import wrap
from time import sleep
from typing import Any, NamedTuple

from rich.console import Console
from rich.text import Text

from opera_games.catalog import about
from opera_lab.games import GameModule, Heading, module_of
from opera_lab.results import final_ranking
from opera_lab.self_play import GameSetup, play, seed_of_game
from opera_lab.text_tables import table
from opera_protocol.texts.format import Teller
from opera_protocol.texts.sentences import log_line
from opera_rules.api import Map, to_map

WIDTH = 80
NAMES = ("Rossini", "Bellini", "Donizetti", "Bizet", "Gounod")
COLOURS = ("bright_blue", "bright_red", "bright_yellow", "bright_green", "bright_magenta")


class StyledLine(NamedTuple):
    """One line of the demo; `style` is rich's, and only seen in a terminal."""

    text: str
    style: str = ""


def demo_lines(setup: GameSetup, seed: str) -> Iterator[StyledLine]:
    """Play game 1 of this seed and describe it."""
    module = module_of(setup.game)
    names = NAMES[: len(setup.levels)]
    teller = Teller(names, module.edition_names(setup.edition))
    yield StyledLine(f"{about(setup.game).title.upper()}   {', '.join(names)}", "bold")
    yield StyledLine("Bots: {levels}. Seed: {seed}".format(levels=", ".join(setup.levels), seed=seed), "dim")
    is_first = True
    for move in play(setup, seed_of_game(seed, 1)):
        public = setup.rules.public(move.step.game)
        for event in map(to_map, move.step.events):
            if event["event"] == module.HEADING.event:
                if not is_first:
                    yield from _standings(module, public, names)
                yield from _heading(module.HEADING, event, public)
            if event["event"] not in module.SILENT_EVENTS:
                yield from (StyledLine(line) for line in wrapped(log_line(setup.game, event, teller)))
        is_first = False
    yield from _standings(module, public, names)
    outcome = setup.rules.outcome(move.step.game)
    assert outcome is not None
    yield StyledLine("")
    yield StyledLine(ruled("Final ranking"), "bold")
    ending = [*final_ranking(setup.game, outcome, names), *module.remarks(outcome)]
    yield from (StyledLine(f"  {line}") for line in ending)


def _heading(heading: Heading, event: Map, public: Any) -> Iterator[StyledLine]:
    number, last = event[heading.event], getattr(public, f"{heading.event}s")
    yield StyledLine("")
    yield StyledLine(ruled((heading.text).format(number=number, last=last)), "bold")


def _standings(module: GameModule, public: Any, names: Sequence[str]) -> Iterator[StyledLine]:
    yield StyledLine("")
    yield from (StyledLine(f"    {row}") for row in table(module.standings(public, names)))


def ruled(heading: str) -> str:
    """Draw a rule over the whole width behind a heading."""
    return f"── {heading} ".ljust(WIDTH, "─")


def wrapped(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="  ", subsequent_indent="      ", break_on_hyphens=False)


def print_lines(lines: Iterator[StyledLine], console: Console, pace: float) -> None:
    """Print line by line, with a pause of `pace` seconds after each."""
    for text, style in lines:
        shown = Text(text, style)
        for name, colour in zip(NAMES, COLOURS, strict=True):
            shown.highlight_words([name], colour)
        console.print(shown, soft_wrap=True)
        if pace:
            sleep(pace)
