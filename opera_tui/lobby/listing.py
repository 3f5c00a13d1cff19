"""The lobby's list of tables: what the server's documents show, what was found beyond them, and the search.

The documents have one's own tables and the newest others. The rest is asked for page by page: the open ones before the
oldest open one that is shown, and the same for the running ones. What was found stays as it was when it came; it is
forgotten when the cursor is far away from it, and asked for again when the cursor comes back.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final, Literal, NamedTuple

from opera_protocol.wire.answers import Found
from opera_protocol.wire.documents import LobbyDocument, LobbyTable

State = Literal["open", "running"]
Rows = Mapping[str, LobbyTable]
STATES: Final[tuple[State, ...]] = ("open", "running")
PAGE: Final = 100
NEAR: Final = 20
"""So many lines before the end of what is known the next page is asked for."""
FAR: Final = 40
"""So many lines before the first line of them, pages are forgotten."""
MOST_UNASKED: Final = 10
"""Pages that may follow one key: answers may be empty and still go on."""
MOST_FOUND: Final = 20_000
NOTHING: Final = LobbyDocument({}, 0, 0)


class Listed(NamedTuple):
    """A line of the list."""

    id: str
    table: LobbyTable
    is_own: bool


class Page(NamedTuple):
    """What to ask the server for."""

    text: str
    state: State | None
    before: int | None


@dataclass
class Finding:
    """Tables that were found, the newest first, and from where to go on."""

    text: str = ""
    state: State | None = None
    before: int | None = None
    tables: dict[str, LobbyTable] = field(default_factory=dict)
    is_begun: bool = False
    """Whether the first page was asked for."""
    is_answered: bool = False
    is_whole: bool = False

    @property
    def page(self) -> Page:
        return Page(self.text, self.state, self.before)

    def take(self, asked: Page, found: Found) -> None:
        """Add a page; whatever a server says, it leads on to older tables only, and to its end."""
        for table_id, table in found.tables:
            is_asked_for = self.state in (None, table.state) and (asked.before is None or table.number < asked.before)
            if is_asked_for and len(self.tables) < MOST_FOUND:
                self.tables.setdefault(table_id, table)
        goes_on = found.before is not None and (asked.before is None or found.before < asked.before)
        self.before = found.before if goes_on else asked.before
        self.is_answered = True
        self.is_whole = not goes_on or len(self.tables) >= MOST_FOUND


class Listing:
    """Everything that the list of tables can show."""

    def __init__(self) -> None:
        self.document = NOTHING
        self.own: Rows = {}
        self.search: Finding | None = None
        """What the player looks for; None while the whole list is shown."""
        self._results: Finding | None = None
        """What is shown of a search: of the text before, until the first answer to the new one has come."""
        self._beyond: dict[State, Finding] = {state: Finding(state=state) for state in STATES}
        self._left_to_ask = MOST_UNASKED
        self._lines: list[Listed] | None = None
        self._ends: dict[State, int] = dict.fromkeys(STATES, 0)
        """After which line the tables of a state end in the whole list."""
        self._starts: dict[State, int] = dict.fromkeys(STATES, 0)
        """Before which line those of them begin that the document does not have."""

    def table(self, table_id: str) -> LobbyTable | None:
        """Return a table as it was last seen; None if it was not."""
        for rows in (self.own, self.document.tables, *(found.tables for found in self._findings())):
            if table_id in rows:
                return rows[table_id]
        return None

    def _findings(self) -> Iterable[Finding]:
        return [*([self._results] if self._results else []), *self._beyond.values()]

    @property
    def known(self) -> Rows:
        """Return the tables of the documents."""
        return {**self.document.tables, **self.own}

    @property
    def is_whole(self) -> bool:
        """Return whether the documents have every table of the server."""
        return all(self._has_all(state) for state in STATES)

    @property
    def shown_text(self) -> str:
        """Return for what words the lines were found; empty if they are the whole list."""
        return self._results.text if self._results else ""

    @property
    def has_more(self) -> bool:
        """Return whether the server has tables that are not in what is shown."""
        if self.search is not None:
            return self._results is not None and not self._results.is_whole
        return any(not self._has_all(state) and not self._beyond[state].is_whole for state in STATES)

    @property
    def is_searching(self) -> bool:
        """Return whether what is shown is not yet what the player looks for."""
        return self.search is not None and not self.search.is_answered

    @property
    def has_stopped(self) -> bool:
        """Return whether nothing more is asked for before the next key."""
        return not self._left_to_ask

    def _has_all(self, state: State) -> bool:
        return len(self._newest(state)) >= (self.document.open if state == "open" else self.document.running)

    def _newest(self, state: State) -> Rows:
        return {table_id: table for table_id, table in self.document.tables.items() if table.state == state}

    def show(self, document: LobbyDocument, own: Rows) -> None:
        """Take the documents as they are now."""
        if document is self.document and own is self.own:
            return
        before, self.document, self.own = self.document, document, own
        for state in STATES:
            self._follow_document(state, before)
        self._lines = None

    def _follow_document(self, state: State, before: LobbyDocument) -> None:
        """Keep what has fallen out of the document, so that there is no gap; drop what it would have if it existed."""
        beyond = self._beyond[state]
        if self._has_all(state):
            self._beyond[state] = Finding(state=state)
        elif beyond.is_begun:
            oldest = _oldest(self._newest(state))
            fallen = {key: table for key, table in before.tables.items() if table.state == state}
            known = {**fallen, **beyond.tables}
            beyond.tables = {
                key: table
                for key, table in known.items()
                if key not in self.document.tables and (oldest is None or table.number < oldest)
            }

    @property
    def lines(self) -> Sequence[Listed]:
        """Return the lines in their order; it is worked out again only when something has changed."""
        if self._lines is None:
            self._lines = self._found_lines() if self.search is not None else self._all_lines()
        return self._lines

    def _found_lines(self) -> list[Listed]:
        found = self._results.tables if self._results else {}
        return [
            Listed(table_id, self.table(table_id) or table, table_id in self.own) for table_id, table in found.items()
        ]

    def _all_lines(self) -> list[Listed]:
        lines = [Listed(table_id, table, True) for table_id, table in newest_first(self.own)]
        for state in STATES:
            lines += _others(self._newest(state), self.own)
            self._starts[state] = len(lines)
            lines += _others(self._beyond[state].tables, self.known)
            self._ends[state] = len(lines)
        return lines

    def allow(self) -> None:
        """Let further pages be asked for: the player has pressed a key."""
        self._left_to_ask = MOST_UNASKED

    def stop(self) -> None:
        """Ask for nothing until the next key: the server has refused, or cannot be understood."""
        self._left_to_ask = 0

    def wants_page(self, cursor: int) -> bool:
        """Return whether there is something to ask for while the cursor is there."""
        return bool(self._left_to_ask) and self._wanted(cursor) is not None

    def next_page(self, cursor: int) -> Page | None:
        """Return what to ask for while the cursor is there; None if nothing, or nothing before the next key."""
        finding = self._wanted(cursor)
        if finding is None or not self._left_to_ask:
            return None
        self._left_to_ask -= 1
        if finding.state is not None and not finding.is_begun:
            finding.before = _oldest(self._newest(finding.state))
        finding.is_begun = True
        return finding.page

    def _wanted(self, cursor: int) -> Finding | None:
        """Return what has to go on."""
        if self.search is not None:
            is_near = cursor >= len(self.lines) - NEAR
            return self.search if self.is_searching or (is_near and not self.search.is_whole) else None
        start = 0
        for state in STATES:
            is_near = max(start, self._end(state) - NEAR) <= cursor <= self._end(state)
            if is_near and not self._has_all(state) and not self._beyond[state].is_whole:
                return self._beyond[state]
            start = self._end(state)
        return None

    def _end(self, state: State) -> int:
        return self._ends[state] if self.lines else 0

    def is_wanted(self, page: Page) -> bool:
        """Return whether the answer to what was asked for is still waited for."""
        finding = self._finding(page)
        return finding is not None and finding.page == page

    def _finding(self, page: Page) -> Finding | None:
        return self.search if page.state is None else self._beyond[page.state]

    def take(self, page: Page, found: Found) -> None:
        """Take an answer; one that nobody waits for any more is dropped."""
        finding = self._finding(page)
        if finding is None or not self.is_wanted(page):
            return
        finding.take(page, found)
        if page.state is None:
            self._results = finding
        self._lines = None

    def look_at(self, cursor: int) -> bool:
        """Forget pages that the cursor has left behind, and say whether there were any."""
        left = [state for state in STATES if self._beyond[state].is_begun and cursor < self._starts[state] - FAR]
        return self.search is None and self._forget(left)

    def look_again(self, cursor: int) -> None:
        """Ask anew for what was found some time ago, except where the cursor is."""
        if self.search is not None:
            self.look_for(self.search.text)
        else:
            self._forget([state for state in STATES if not self._starts[state] <= cursor < self._ends[state]])

    def _forget(self, states: Sequence[State]) -> bool:
        self._beyond |= {state: Finding(state=state) for state in states}
        if states:
            self._lines = None
        return bool(states)

    def look_for(self, text: str) -> None:
        """Search for tables, or for the same ones again."""
        self.search = Finding(text)
        self.allow()
        self._lines = None

    def end_search(self) -> None:
        """Show the whole list again."""
        self.search = self._results = None
        self._lines = None

    def drop(self, table_id: str) -> None:
        """Forget a table that is not there any more."""
        for finding in self._findings():
            if finding.tables.pop(table_id, None):
                self._lines = None


def newest_first(rows: Rows) -> list[tuple[str, LobbyTable]]:
    return sorted(rows.items(), key=lambda item: -item[1].number)


def _others(rows: Rows, listed: Rows) -> list[Listed]:
    """Return the lines of other people's tables that are not listed yet."""
    return [Listed(table_id, table, False) for table_id, table in newest_first(rows) if table_id not in listed]


def _oldest(rows: Rows) -> int | None:
    """Return the lowest number; None if there is no table."""
    return min((table.number for table in rows.values()), default=None)
