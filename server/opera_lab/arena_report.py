"""The result of a tournament, as text and as JSON."""

import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from math import isfinite
from typing import Any

from opera_lab.arena import (
    Estimate,
    LevelResult,
    Played,
    Tournament,
    figures_by_level,
    figures_of_tables,
    level_results,
    winning_totals,
)
from opera_lab.games import GameModule, module_of
from opera_lab.results import series_heading
from opera_lab.text_tables import percent, table
from opera_protocol.texts.vocabulary import WORDS


def as_text(tournament: Tournament, played: Sequence[Played], details: bool) -> str:
    """Write what was played and how the levels did, with `details` also what they do in a game."""
    lines = [*_summary(tournament, played)]
    if details:
        lines += _details(module_of(tournament.setup.game), played)
    return "\n".join(lines)


def _summary(tournament: Tournament, played: Sequence[Played]) -> Iterator[str]:
    yield series_heading(tournament.setup, len(played), tournament.seed)
    headings = ["level", "seats", "wins", "%", "95 %", "% per seat", "points", "margin"]
    yield from table([headings, *map(_row, level_results(played))])
    nobody = sum(not game.winners for game in played)
    if nobody:
        yield f"Games without a winner: {nobody}"


def _row(result: LevelResult) -> list[str]:
    return [
        result.level,
        str(result.seats),
        f"{result.wins:.1f}",
        percent(result.win_rate.value),
        f"{percent(result.win_rate.low)}–{percent(result.win_rate.high)}",
        percent(result.win_rate_per_seat.value),
        _with_reach(result.points, ""),
        _with_reach(result.margin, "+"),
    ]


def _with_reach(estimate: Estimate, sign: str) -> str:
    """Write a mean and how far its interval reaches to either side; too few deals say nothing about that."""
    reach = f"{estimate.high - estimate.value:.1f}" if isfinite(estimate.high) else "?"
    return f"{estimate.value:{sign}.1f} ± {reach}"


def _details(module: GameModule, played: Sequence[Played]) -> Iterator[str]:
    by_level = figures_by_level(played)
    levels = list(by_level)
    labels = {**WORDS, **module.LABELS}
    for group, names in by_level[levels[0]].items():
        factor = 100 if group in module.PERCENTAGES else 1
        yield from ("", (module.TITLES[group]))
        # Rounds and turns are their own labels.
        yield from table(
            [
                ["", *levels],
                *(
                    [(labels.get(name, name)), *(f"{factor * by_level[level][group][name]:.2f}" for level in levels)]
                    for name in names
                ),
            ]
        )
    section = module.table_section(figures_of_tables(played))
    yield from ("", section.title, *table(section.rows))
    yield from ("", "Points that won, and in how many games")
    yield ", ".join(f"{points}: {games}" for points, games in winning_totals(played).items())


def as_json(tournament: Tournament, played: Sequence[Played]) -> str:
    """Write everything, with each game; the same tournament gives the same text wherever it was played."""
    setup = tournament.setup
    report: dict[str, Any] = {
        "version": version("opera-tui"),
        "game": setup.game,
        "edition": setup.edition.source["name"],
        "players": len(setup.levels),
        "bots": setup.levels,
        "options": setup.options,
        "seed": tournament.seed,
        "games_asked": tournament.games,
        "games_played": len(played),
        "levels": [_level_map(result) for result in level_results(played)],
        "habits": figures_by_level(played),
        "tables": figures_of_tables(played),
        "winning_totals": winning_totals(played),
        "games": [{**game._asdict(), "seen": game.seen._asdict()} for game in played],
    }
    return json.dumps(report, ensure_ascii=False)


def _level_map(result: LevelResult) -> dict[str, Any]:
    return {name: _finite(value) if isinstance(value, Estimate) else value for name, value in result._asdict().items()}


def _finite(estimate: Estimate) -> dict[str, float | None]:
    return {name: value if isfinite(value) else None for name, value in estimate._asdict().items()}
