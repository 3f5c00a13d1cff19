"""The result of a tournament, for people and as JSON."""

import json
from collections.abc import Iterator, Sequence
from importlib.metadata import version
from math import isfinite
from typing import Any

from opera_protocol.i18n import N_, _
from opera_protocol.telling import plain
from opera_protocol.words import WORDS
from opera_server.arena import Played, Tournament
from opera_server.arena_standings import Estimate, Standing, habits, standings, tables, winning_totals
from opera_server.standings import table

TITLES = {
    "points_by_round": N_("Points gained in each round"),
    "points_by_turn": N_("Points gained in each turn"),
    "hired": N_("Roles hired in a game"),
    "joined": N_("Roles joined in with in a game"),
    "directors": N_("Directors at the end, in % of a seat's games"),
    "at_the_end": N_("At the end of a game"),
}
NAMES = {
    **WORDS,
    "ducats": N_("ducats"),
    "level": N_("level"),
    "stock": N_("stock"),
    "halls": N_("halls"),
    "staged": N_("staged"),
    "money": N_("money"),
    "scenery": N_("scenery"),
    "singers": N_("singers"),
    "stars": N_("stars"),
}
SHARES = ("directors",)


def as_text(tournament: Tournament, played: Sequence[Played], details: bool) -> str:
    """A line about the tournament, the standings, and on request what levels do."""
    return "\n".join([*_summary(tournament, played), *(_details(played) if details else ())])


def _summary(tournament: Tournament, played: Sequence[Played]) -> Iterator[str]:
    told = _("{game}, players: {players}, games: {games}, seed “{seed}”")
    yield told.format(
        game=WORDS[tournament.setting.game],
        players=len(tournament.setting.levels),
        games=len(played),
        seed=plain(tournament.seed),
    )
    headings = [_("level"), _("seats"), _("wins"), "%", _("95 %"), _("% per seat"), _("points"), _("margin")]
    yield from table([headings, *map(_row, standings(played))])
    nobody = sum(not game.winners for game in played)
    if nobody:
        yield _("Games without a winner: {games}").format(games=nobody)


def _row(standing: Standing) -> list[str]:
    return [
        standing.level,
        str(standing.seats),
        f"{standing.wins:.1f}",
        _percent(standing.win_rate.value),
        f"{_percent(standing.win_rate.low)}–{_percent(standing.win_rate.high)}",
        _percent(standing.win_rate_per_seat.value),
        _with_reach(standing.points, ""),
        _with_reach(standing.margin, "+"),
    ]


def _percent(share: float) -> str:
    return f"{100 * share:.1f}"


def _with_reach(estimate: Estimate, sign: str) -> str:
    """A mean and how far its interval reaches to either side; one deal says nothing about that."""
    reach = f"{estimate.high - estimate.value:.1f}" if isfinite(estimate.high) else "?"
    return f"{estimate.value:{sign}.1f} ± {reach}"


def _details(played: Sequence[Played]) -> Iterator[str]:
    by_level = habits(played)
    levels = list(by_level)
    for group, names in by_level[levels[0]].items():
        factor = 100 if group in SHARES else 1
        yield from ("", _(TITLES[group]))
        rows = [[_word(name), *(f"{factor * by_level[level][group][name]:.2f}" for level in levels)] for name in names]
        yield from table([["", *levels], *rows])
    yield from _table_details(played)
    yield from ("", _("Points that won, and in how many games"))
    yield ", ".join(f"{points}: {games}" for points, games in winning_totals(played).items())


def _table_details(played: Sequence[Played]) -> Iterator[str]:
    """Building parts in Opera, directors in Turandot."""
    figures = tables(played)
    if "parts_left" in figures:
        left, never = figures["parts_left"], figures["parts_never_built"]
        yield from ("", _("Building parts at the end of a game"))
        rows = [[part, f"{left[part]:.2f}", _percent(never[part])] for part in left]
        yield from table([["", _("copies left"), _("% never built")], *rows])
    else:
        yield from ("", _("Directors in play with anybody, in % of games"))
        in_play = figures["directors_in_play"]
        yield from table([[_word(director), _percent(share)] for director, share in in_play.items()])


def _word(name: str) -> str:
    """Rounds and turns are their own names."""
    return _(NAMES.get(name, name))


def as_json(tournament: Tournament, played: Sequence[Played]) -> str:
    """Everything, with each game; nothing in it depends on where or how fast the games were played."""
    setting = tournament.setting
    report: dict[str, Any] = {
        "version": version("opera-tui"),
        "game": setting.game,
        "edition": setting.edition.source["name"],
        "players": len(setting.levels),
        "bots": setting.levels,
        "options": setting.options,
        "seed": tournament.seed,
        "games_asked": tournament.games,
        "games_played": len(played),
        "levels": [_standing_map(standing) for standing in standings(played)],
        "habits": habits(played),
        "tables": tables(played),
        "winning_totals": winning_totals(played),
        "games": [{**game._asdict(), "seen": game.seen._asdict()} for game in played],
    }
    return json.dumps(report, ensure_ascii=False)


def _standing_map(standing: Standing) -> dict[str, Any]:
    return {
        name: _finite(value) if isinstance(value, Estimate) else value for name, value in standing._asdict().items()
    }


def _finite(estimate: Estimate) -> dict[str, float | None]:
    return {name: value if isfinite(value) else None for name, value in estimate._asdict().items()}
