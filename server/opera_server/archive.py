"""Games that can be looked at from any moment: their states, one after each action."""

from collections import OrderedDict
from collections.abc import Iterable
from typing import Any

from opera_rules.api import Map, Rules, Seat
from opera_rules.refusals import Refused
from opera_server.entries import Acted, Entry
from opera_server.table import Table

MOST_KEPT = 8


class Archive:
    """The states of a game so far; it grows with the game."""

    def __init__(self, rules: Rules[Any, Any, Any], first: Any) -> None:
        self.rules = rules
        self._states = [first]

    @property
    def last(self) -> int:
        return len(self._states) - 1

    def add(self, seat: Seat, action: Map) -> None:
        step = self.rules.apply(self._states[-1], seat, self.rules.read_action(action))
        self._states.append(step.game)

    def moment(self, n: int, seat: Seat | None) -> Map:
        """The documents after action n; 0 is the beginning."""
        game = self._states[n]
        return {
            "public": self.rules.public(game),
            "private": None if seat is None else self.rules.private(game, seat),
        }


class Archives:
    """The archives asked for last."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, Archive] = OrderedDict()

    def of(self, table: Table, entries: Iterable[Entry]) -> Archive:
        """The table's archive, brought up to its present state from its journal."""
        archive = self._kept.pop(table.id, None) or begin(table)
        acted = [entry for entry in entries if isinstance(entry, Acted)]
        for entry in acted[archive.last :]:
            archive.add(entry.seat, entry.action)
        self._kept[table.id] = archive
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)
        return archive


def begin(table: Table) -> Archive:
    """An archive that knows only how the game began."""
    if not table.seed:
        raise Refused("not_running")
    step = table.rules.new_game(len(table.chairs), table.settings.options, table.edition, table.seed)
    return Archive(table.rules, step.game)
