"""Look back at a game: the documents after each of its actions, for those who may see them."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from opera_protocol.wire.messages import Moment
from opera_rules.api import Map, Rules, Seat
from opera_rules.refusals import Refused
from opera_server.journal.entries import Acted, Entry, Key
from opera_server.journal.journal import Journal
from opera_server.tables.background_tasks import in_thread
from opera_server.tables.lobby import Lobby
from opera_server.tables.table import Table

MOST_KEPT = 8


class Positions:
    """The states of one game so far; it grows with the game."""

    def __init__(self, rules: Rules[Any, Any, Any], first: Any) -> None:
        self._rules = rules
        self._states = [first]

    @property
    def last(self) -> int:
        return len(self._states) - 1

    def add(self, seat: Seat, action: Map) -> None:
        step = self._rules.apply(self._states[-1], seat, self._rules.read_action(action))
        self._states.append(step.game)

    def documents(self, n: int, seat: Seat | None) -> Map:
        """Return the documents after action n; 0 is the beginning."""
        game = self._states[n]
        return {
            "public": self._rules.public(game),
            "private": None if seat is None else self._rules.private(game, seat),
        }


class PositionCache:
    """The positions of the games asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Positions] = OrderedDict()

    def of(self, table: Table, entries: Iterable[Entry]) -> Positions:
        """Return the table's positions up to its present state, worked out from its journal."""
        positions = self._kept.pop(table.id, None) or _first_position(table)
        acted = [entry for entry in entries if isinstance(entry, Acted)]
        for entry in acted[positions.last :]:
            positions.add(entry.seat, entry.action)
        self._kept[table.id] = positions
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return positions


def _first_position(table: Table) -> Positions:
    if not table.seed:
        raise Refused("not_running")
    step = table.rules.new_game(len(table.chairs), table.settings.options, table.edition, table.seed)
    return Positions(table.rules, step.game)


async def table_to_look_back_at(lobby: Lobby, table_id: str, key: Key) -> Table:
    """Return the table: for its players always, for others if they could watch, with a code word only from inside."""
    table = await lobby.stored_table(table_id)
    if table.seat_of(key) is not None:
        return table
    if not table.settings.spectators:
        raise Refused("no_spectators")
    room = lobby.tables.get(table.id)
    if table.settings.code and not (room and room.has_inside(key)):
        raise Refused("wrong_code_word")
    return table


async def moment(journal: Journal, cache: PositionCache, table: Table, key: Key, request: Moment) -> Map:
    """Return the documents after an action, as far as this key may see them."""
    n, seat = request.n, request.seat
    if seat is not None:
        _check_seat(table, key, seat)
    # A game that goes on may do so while this waits; all that has happened by now is in the journal.
    last = table.actions
    stored = await journal.entries(table.id)
    positions = await in_thread(cache.of, table, stored.entries)
    if n > last:
        raise Refused("no_such_moment", last=last)
    return {"n": n, "last": last, "log": table.log_after[n], **positions.documents(n, seat)}


def _check_seat(table: Table, key: Key, seat: Seat) -> None:
    """Refuse a seat's private document before the end, and to all but its holder unless the game is an open book."""
    if table.state not in ("finished", "abandoned"):
        raise Refused("not_finished")
    if table.seat_of(key) != seat and not table.created.open_book:
        raise Refused("not_your_seat")
    if seat >= len(table.chairs):
        raise Refused("no_such_seat", seat=seat, highest=len(table.chairs) - 1)
