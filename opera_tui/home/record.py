"""The player's own record in lines: `opera record` prints them, the list of replays shows them."""

from collections.abc import Iterator
from itertools import groupby
from typing import Final

from opera_games.catalog import GAMES, about
from opera_protocol.texts.format import plain
from opera_tui.local.record import Opponents, Record, Tally
from opera_tui.local.results import MIXED, PEOPLE
from opera_tui.look.i18n import N_, _, ngettext
from opera_tui.look.levels import level_name

AGAINST: Final = {PEOPLE: N_("with people"), MIXED: N_("against bots of several levels"), "": N_("against bots")}


def record_told(record: Record) -> Iterator[str]:
    """Tell how many games were won, in all and by game, number of players and opponents."""
    if not record.games:
        yield _("No finished game of yours is known here.")
        return
    yield _games(record.games, record.won)
    yield _("Won in a row: {now} now, {longest} at most").format(now=record.streak, longest=record.longest)
    for game, kinds in groupby(record.tallies, key=lambda kind: kind.game):
        yield ""
        yield about(game).title if game in GAMES else plain(game).capitalize()
        yield from (f"  {_kind(kind, record.tallies[kind])}" for kind in kinds)


def _games(games: int, won: int) -> str:
    return ngettext("{n} game, {won} won", "{n} games, {won} won", games).format(n=games, won=won)


def _kind(kind: Opponents, tally: Tally) -> str:
    against = _(AGAINST[kind.against]) if kind.against in AGAINST else ""
    return _("{players} players, {against}: {games}, best {points}").format(
        players=kind.players,
        against=against or _("against {level}").format(level=level_name(kind.against)),
        games=_games(tally.games, tally.won),
        points=tally.best,
    )
