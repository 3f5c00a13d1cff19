"""The list of all tables that have not ended, awake or asleep: for the lobby, for limits, and to find them."""

from collections.abc import Callable, Iterator, Mapping
from heapq import merge
from itertools import islice
from typing import Any, Final, Literal, NamedTuple

from opera_rules.api import Map
from opera_server.config.settings import Limits
from opera_server.journal.entries import Key, ListedTable
from opera_server.lobby.holdings import Holdings
from opera_server.lobby.word_index import WordIndex, add_number, drop_number, newest_first, words_of

MOST_SHOWN: Final = 50
"""Rows in the lobby: of open tables, of running ones, and of one's own."""
MOST_SCANNED: Final = 1000
"""Tables that are looked at for one answer; the next request goes on from there."""
MOST_BEGINNINGS: Final = 8
"""Words of a search that count."""
MOST_FOUND: Final = 100
"""Rows in one answer, so that it fits into a frame whatever the names are."""

State = Literal["open", "running"]


class _Record(NamedTuple):
    number: int
    listed: ListedTable
    row: Map
    words: frozenset[str]

    @property
    def state(self) -> Any:
        return self.row["state"]

    @property
    def is_hidden(self) -> bool:
        """Say whether only the people who sit there see it; earlier versions wrote this for lessons alone."""
        return self.listed.is_hidden or bool(self.row.get("lesson"))


class Found(NamedTuple):
    """Rows of the lobby with their tables' ids, and the number before which a search goes on, None at its end."""

    rows: list[tuple[str, Map]]
    before: int | None


class Listing:
    """Tables that have not ended, numbered in the order in which they were opened."""

    def __init__(self, address_of: Callable[[Key], str | None], limits: Limits) -> None:
        self.tables_held = Holdings(
            address_of,
            per_key=limits.tables_per_key,
            per_address=limits.tables_per_address,
            total=limits.tables,
        )
        self.seats_held = Holdings(
            address_of,
            per_key=limits.seats_per_key,
            per_address=limits.seats_per_address,
            total=limits.seats,
        )
        self._records: dict[str, _Record] = {}
        self._ids: dict[int, str] = {}
        self._last = 0
        self._by_state: Mapping[State, list[int]] = {"open": [], "running": []}
        self._by_key: dict[Key, list[int]] = {}
        self._by_word = WordIndex()

    def __contains__(self, table: str) -> bool:
        return table in self._records

    def __iter__(self) -> Iterator[tuple[str, ListedTable]]:
        return ((table, record.listed) for table, record in self._records.items())

    def count(self, state: State) -> int:
        return len(self._by_state[state])

    def hold(self, table: str, host: Key) -> None:
        """Count a table that is being opened for its host."""
        self.tables_held.set(table, [host])
        self.seats_held.set(table, [host])

    def release(self, table: str) -> None:
        """Count a table for nobody any more."""
        self.tables_held.set(table, ())
        self.seats_held.set(table, ())

    def put(self, table: str, listed: ListedTable) -> set[Key]:
        """List a table, or how it is now; return the keys of the people who sit there, or did until now."""
        before = self._records.get(table)
        if before is None:
            self._last += 1
        number = self._last if before is None else before.number
        row = {"number": number, **listed.row}
        if before is not None and before.row == row and before.listed.keys == listed.keys:
            self._records[table] = before._replace(listed=listed)
            return set()
        record = _Record(number, listed, row, _words(listed.row))
        if before is not None:
            self._drop(before)
        self._records[table], self._ids[number] = record, table
        if not record.is_hidden:
            add_number(self._by_state[record.state], number)
            self._by_word.add(number, record.words)
        for key in listed.keys:
            add_number(self._by_key.setdefault(key, []), number)
        self.tables_held.set(table, [listed.host])
        self.seats_held.set(table, listed.keys)
        return {*listed.keys, *(before.listed.keys if before else ())}

    def remove(self, table: str) -> set[Key]:
        """List a table no longer; return the keys of the people who sat there."""
        record = self._records.pop(table, None)
        if record is None:
            return set()
        self._drop(record)
        del self._ids[record.number]
        self.release(table)
        return set(record.listed.keys)

    def _drop(self, record: _Record) -> None:
        if not record.is_hidden:
            drop_number(self._by_state[record.state], record.number)
            self._by_word.remove(record.number, record.words)
        for key in record.listed.keys:
            drop_number(self._by_key[key], record.number)
            if not self._by_key[key]:
                del self._by_key[key]

    def document(self) -> Map:
        """Write what everybody in the lobby sees: the newest tables, and how many there are."""
        shown = {state: self._newest(numbers) for state, numbers in self._by_state.items()}
        return {
            "tables": shown["open"] | shown["running"],
            "open": self.count("open"),
            "running": self.count("running"),
        }

    def own_document(self, key: Key) -> Map:
        """Write what a person sees in the lobby besides: the newest tables where that person sits."""
        return {"tables": self._newest(self._by_key.get(key, []))}

    def _newest(self, numbers: list[int]) -> dict[str, Map]:
        ids = (self._ids[number] for number in islice(newest_first(numbers, None), MOST_SHOWN))
        return {table: self._records[table].row for table in ids}

    def lessons_of(self, key: Key) -> dict[str, str]:
        """Return the tables where a person has a lesson that is no game yet, the oldest first, and its id."""
        rows = {table: self._records[table].row for table in (self._ids[n] for n in sorted(self._by_key.get(key, [])))}
        return {table: row["lesson"] for table, row in rows.items() if row.get("lesson")}

    def names_of(self, key: Key) -> list[str]:
        """Return the names that a person uses at tables, the newest first; not those of a lesson's characters."""
        names: list[str] = []
        for number in newest_first(self._by_key.get(key, []), None):
            record = self._records[self._ids[number]]
            people, keys = _people(record.row), record.listed.keys
            if len(people) == len(keys):
                names.append(people[keys.index(key)])
        return list(dict.fromkeys(names))

    def find(self, text: str, state: State | None, before: int | None, count: int) -> Found:
        """Find tables that have words with all these beginnings, the newest first."""
        beginnings = sorted(words_of(text), key=self._by_word.size)[:MOST_BEGINNINGS]
        rows: list[tuple[str, Map]] = []
        if text and not beginnings:
            return Found(rows, None)
        for scanned, number in enumerate(self._candidates(beginnings, state, before), start=1):
            table = self._ids[number]
            record = self._records[table]
            if state in (None, record.state) and all(_has_word(record.words, each) for each in beginnings[1:]):
                rows.append((table, record.row))
            if len(rows) == min(count, MOST_FOUND) or scanned == MOST_SCANNED:
                return Found(rows, number)
        return Found(rows, None)

    def _candidates(self, beginnings: list[str], state: State | None, before: int | None) -> Iterator[int]:
        """Return tables with the rarest of the beginnings; without any, all of the state."""
        if beginnings:
            return self._by_word.find(beginnings[0], before)
        if state is not None:
            return newest_first(self._by_state[state], before)
        return merge(*(newest_first(numbers, before) for numbers in self._by_state.values()), reverse=True)


def _words(row: Map) -> frozenset[str]:
    """Return the words by which a table is found: those of its name, its game and the people who sit there."""
    return words_of(" ".join([row["name"], row["game"], *_people(row)]))


def _people(row: Map) -> list[str]:
    """Return the names of the people who sit at a table."""
    return [name for name, level, _ in row["players"] if not level]


def _has_word(words: frozenset[str], beginning: str) -> bool:
    return any(word.startswith(beginning) for word in words)
