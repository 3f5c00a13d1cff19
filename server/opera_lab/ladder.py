"""The table of README that says how strong levels are (`opera-server arena --ladder`): a row for each line-up."""

from collections.abc import Sequence

from opera_games.catalog import about
from opera_lab.arena import Estimate, Played, Tournament, level_results
from opera_lab.games import Rung, module_of
from opera_lab.self_play import GameSetup, chosen_levels, last_fills
from opera_lab.text_tables import percent

SEED = "strength"
"""The games that README reports."""


def tournaments(game: str, seed: str | None, games: int | None) -> list[Tournament]:
    """List what is played, each row with as many games as it needs, or as the caller wants."""
    return [
        Tournament(_setup(game, rung), SEED if seed is None else seed, rung.games if games is None else games)
        for rung in module_of(game).LADDER
    ]


def _setup(game: str, rung: Rung) -> GameSetup:
    return GameSetup(game, last_fills(chosen_levels(game, rung.bots), rung.players), {})


def headings() -> list[str]:
    """Return the first two lines of the table."""
    names = [
        "game, players",
        "line-up",
        "wins",
        "points",
        "margin to the best other seat",
        "games",
    ]
    return [_line(names), _line(["---"] * len(names))]


def row(tournament: Tournament, played: Sequence[Played]) -> str:
    """Write the figures of the level that is named first."""
    setup, result = tournament.setup, level_results(played)[0]
    wins = f"{percent(result.win_rate.value)} % ({percent(result.win_rate.low)} – {percent(result.win_rate.high)})"
    cells = [
        f"{about(setup.game).title}, {len(setup.levels)}",
        _line_up(setup.levels),
        wins,
        _figure(result.points, ""),
        _figure(result.margin, "+"),
        str(len(played)),
    ]
    return _line(cells)


def _line_up(levels: tuple[str, ...]) -> str:
    template = "`{level}` against `{other}`" if len(levels) == 2 else "`{level}` against {others} `{other}`"
    return template.format(level=levels[0], other=levels[-1], others=len(levels) - 1)


def _figure(estimate: Estimate, sign: str) -> str:
    return f"{estimate.value:{sign}.1f} ± {estimate.high - estimate.value:.1f}"


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"
