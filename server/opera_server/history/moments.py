"""Look back at a game: the documents after each of its actions, for those who may see them."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from opera_protocol.wire.messages import Moment
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.journal.entries import Acted, Entry, Key
from opera_server.journal.journal import Journal
from opera_server.tables.background_tasks import in_thread
from opera_server.tables.lobby import Lobby
from opera_server.tables.table import Table

MOST_KEPT = 8


class PositionCache:
    """Caches the states of the games asked for last: at the beginning and after each action."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, list[Any]] = OrderedDict()

    def of(self, table: Table, entries: Iterable[Entry]) -> list[Any]:
        """Return the states of a game up to the present one, replayed from its journal."""
        rules = table.rules
        states = self._kept.pop(table.id, None) or [_first_state(table)]
        acted = [entry for entry in entries if isinstance(entry, Acted)]
        for entry in acted[len(states) - 1 :]:
            states.append(rules.apply(states[-1], entry.seat, rules.read_action(entry.action)).game)
        self._kept[table.id] = states
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return states


def _first_state(table: Table) -> Any:
    if not table.seed:
        raise Refused("not_running")
    return table.rules.new_game(len(table.chairs), table.settings.options, table.edition, table.seed).game


async def table_to_look_back_at(lobby: Lobby, table_id: str, key: Key) -> Table:
    """Return the table for its players, and for others who may watch; with a code word only for those in its room."""
    table = await lobby.stored_table(table_id)
    if table.seat_of(key) is not None:
        return table
    if not table.settings.spectators:
        raise Refused("no_spectators")
    room = lobby.tables.get(table.id)
    if table.settings.code and not (room and room.has_member(key)):
        raise Refused("wrong_code_word")
    return table


async def moment(journal: Journal, cache: PositionCache, table: Table, key: Key, request: Moment) -> Map:
    """Return the documents after an action, as far as this key may see them."""
    n, seat = request.n, request.seat
    if seat is not None:
        _check_seat(table, key, seat)
    # A running game may go on while this waits; all that has happened until now is in the journal.
    last = table.actions
    stored = await journal.entries(table.id)
    states = await in_thread(cache.of, table, stored.entries)
    if n > last:
        raise Refused("no_such_moment", last=last)
    return {
        "n": n,
        "last": last,
        "log": table.log_after[n],
        "public": table.rules.public(states[n]),
        "private": None if seat is None else table.rules.private(states[n], seat),
    }


def _check_seat(table: Table, key: Key, seat: Seat) -> None:
    """Refuse a seat's private document before the end, and to all but its holder unless the game is an open book."""
    if table.state not in ("finished", "abandoned"):
        raise Refused("not_finished")
    if table.seat_of(key) != seat and not table.created.open_book:
        raise Refused("not_your_seat")
    if seat >= len(table.chairs):
        raise Refused("no_such_seat", seat=seat, highest=len(table.chairs) - 1)
