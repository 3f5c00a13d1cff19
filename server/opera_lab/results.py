"""Results of games: points and winners by seat, and how reports show them."""

from collections.abc import Sequence
from typing import NamedTuple

from opera_games.catalog import about
from opera_lab.games import module_of
from opera_lab.self_play import GameSetup
from opera_lab.text_tables import Rows, table
from opera_protocol.texts.format import plain
from opera_rules.api import Map


class Result(NamedTuple):
    """Points by seat, and the seats that won."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


def result_of(outcome: Map | None) -> Result:
    """Read the result from the outcome of a game that is over."""
    assert outcome is not None
    points = dict(outcome["ranking"])
    return Result(tuple(points[seat] for seat in sorted(points)), tuple(winners(outcome)))


def winners(outcome: Map) -> list[int]:
    """List the winning seats; without a list of winners a ranking has no ties, and its first seat wins."""
    return list(outcome.get("winners", [outcome["ranking"][0][0]]))


def series_heading(setup: GameSetup, games: int, seed: str) -> str:
    """Say what was played, as the first line of a report."""
    template = "{game}, players: {players}, games: {games}, seed “{seed}”"
    return template.format(game=about(setup.game).title, players=len(setup.levels), games=games, seed=plain(seed))


def final_ranking(game: str, outcome: Map, names: Sequence[str]) -> list[str]:
    """List the players from first to last, and say who wins."""
    width = max(len(plain(name)) for name in names)
    rows: Rows = [["".ljust(width + 3), "points"]]
    for place, (seat, points) in zip(module_of(game).places(outcome), outcome["ranking"], strict=True):
        rows.append([f"{place}. {plain(names[seat]).ljust(width)}", str(points)])
    return [*table(rows), _winning(game, outcome, names)]


def _winning(game: str, outcome: Map, names: Sequence[str]) -> str:
    winning = [plain(names[seat]) for seat in winners(outcome)]
    if not winning:
        return module_of(game).NOBODY_WINS
    if len(winning) == 1:
        return f"{winning[0]} wins."
    return "{names} share the win.".format(names=", ".join(winning))
