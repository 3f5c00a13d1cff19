"""Look back at a game: the documents after each of its actions or rounds, for those who may see them."""

from collections import OrderedDict
from collections.abc import Iterable
from itertools import takewhile
from typing import Any, NamedTuple

from opera_protocol.wire.messages import AfterRound, Moment, TableSettings
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.history.earlier_rules import EarlierGame
from opera_server.journal.entries import Acted, Entry, Key, standing_actions
from opera_server.journal.journal import Journal
from opera_server.lobby.lobby import Lobby
from opera_server.tables.background_tasks import in_thread
from opera_server.tables.table import Table

MOST_KEPT = 8


class Positions(NamedTuple):
    """The actions of a game that stand, and its states: one more, since the first is that before them."""

    actions: list[Acted]
    states: list[Any]


class PositionCache:
    """Caches the states of the games asked for last: at the beginning and after each action."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Positions] = OrderedDict()

    def of(self, table: Table, entries: Iterable[Entry]) -> list[Any]:
        """Return the states of a game up to the present one, replayed from its journal."""
        rules = table.rules
        kept = self._kept.pop(table.id) if table.id in self._kept else Positions([], [_first_state(table)])
        standing = standing_actions(entries)
        # What was taken back since they were kept is replaced.
        common = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(kept.actions, standing, strict=False)))
        states = kept.states[: common + 1]
        for entry in standing[common:]:
            states.append(rules.apply(states[-1], entry.seat, rules.read_action(entry.action)).game)
        self._kept[table.id] = Positions(standing, states)
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return states


def _first_state(table: Table) -> Any:
    if not table.seed:
        raise Refused("not_running")
    return table.beginning().game


async def table_to_look_back_at(lobby: Lobby, table_id: str, key: Key) -> Table:
    """Return the table for its players, and for others who may watch; with a code word only for those in its room."""
    table = await lobby.stored_table(table_id)
    if table.seat_of(key) is None:
        room = lobby.tables.get(table.id)
        _check_watching(table.settings, is_there=room is not None and room.has_member(key))
    return table


def check_earlier_game(game: EarlierGame, key: Key) -> None:
    """Refuse the transcript of a game of earlier rules to those who could not look at a game of today's."""
    if key not in game.holders:
        _check_watching(game.created.settings, is_there=False)


def _check_watching(settings: TableSettings, *, is_there: bool) -> None:
    if not settings.spectators:
        raise Refused("no_spectators")
    if settings.code and not is_there:
        raise Refused("wrong_code_word")


async def moment(journal: Journal, cache: PositionCache, table: Table, key: Key, request: Moment) -> Map:
    """Return the documents after an action, as far as this key may see them."""
    n, seat = request.n, request.seat
    if seat is not None:
        _check_seat(table, key, seat)
    states = await _states(journal, cache, table)
    # A running game may have gone on while this waited, or something may have been taken back.
    last = min(table.actions, len(states) - 1)
    if n > last:
        raise Refused("no_such_moment", last=last)
    return {
        "n": n,
        "last": last,
        "log": table.log_after[n],
        "scores": scores_then(table, states[n]),
        "public": table.rules.public(states[n]),
        "private": None if seat is None else table.rules.private(states[n], seat),
    }


async def after_round(journal: Journal, cache: PositionCache, table: Table, request: AfterRound) -> Map:
    """Return the documents of all seats after a round: as much as the transcript, which the same people may have."""
    if table.state != "finished":
        raise Refused("not_finished")
    rules, states = table.rules, await _states(journal, cache, table)
    n = next((n for n, state in enumerate(states) if rules.finished(state) >= request.round), None)
    if n is None:
        raise Refused("no_such_round", last=rules.finished(states[-1]))
    return {
        "n": n,
        "scores": scores_then(table, states[n]),
        "public": rules.public(states[n]),
        "private": [rules.private(states[n], seat) for seat in range(len(table.chairs))],
    }


async def _states(journal: Journal, cache: PositionCache, table: Table) -> list[Any]:
    stored = await journal.entries(table.id)
    return await in_thread(cache.of, table, stored.entries)


def scores_then(table: Table, state: Any) -> list[tuple[int, ...]]:
    """Return the points after the rounds or turns that were over in an earlier state of the game."""
    return table.scores[: table.rules.finished(state)]


def _check_seat(table: Table, key: Key, seat: Seat) -> None:
    """Refuse a seat's private document before the end, and to all but its holder unless the game is an open book."""
    if table.state not in ("finished", "abandoned"):
        raise Refused("not_finished")
    if table.seat_of(key) != seat and not table.created.open_book:
        raise Refused("not_your_seat")
    if seat >= len(table.chairs):
        raise Refused("no_such_seat", seat=seat, highest=len(table.chairs) - 1)
