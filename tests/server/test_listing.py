"""The list of tables: what the lobby shows of it, how tables are found, and who holds too many of them."""

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from opera_rules.refusals import Refused
from opera_server.config.settings import Limits
from opera_server.journal.entries import Key, ListedTable
from opera_server.lobby import listing as module
from opera_server.lobby.holdings import Holdings
from opera_server.lobby.listing import MOST_SHOWN, Listing, State
from opera_server.lobby.word_index import words_of

ADA, BEN, EVE = b"a" * 32, b"b" * 32, b"e" * 32
NAMES: Mapping[Key, str] = {ADA: "Ada", BEN: "Bén", EVE: "Eve Ade"}


def listed(name: str = "Scala", state: State = "open", keys: tuple[Key, ...] = (ADA,), **chosen: Any) -> ListedTable:
    players = [[NAMES[key], "", "K7QF"] for key in keys] + [["Rossini", "soloist", ""]]
    row = {"name": name, "game": "opera", "state": state, "players": players, **chosen}
    return ListedTable(entries=1, row=row, keys=keys, host=keys[0] if keys else ADA, rules=2, last=0, is_due=False)


def a_listing() -> Listing:
    return Listing(lambda _key: None, Limits())


def found(tables: Listing, text: str = "", state: State | None = None) -> list[str]:
    """All tables that are found, page by page."""
    ids: list[str] = []
    before = None
    while True:
        page = tables.find(text, state, before, 2)
        assert len(page.rows) <= 2
        ids += [table for table, _row in page.rows]
        if page.before is None:
            return ids
        assert before is None or page.before < before, "a search comes to an end"
        before = page.before


def test_the_newest_tables_are_shown_and_all_are_counted() -> None:
    """At most so many of each state, the newest first; one's own are not crowded out by others'."""
    tables = a_listing()
    tables.put("mine", listed(keys=(EVE,)))
    for number in range(MOST_SHOWN + 5):
        tables.put(f"open{number}", listed())
        tables.put(f"running{number}", listed(state="running"))
    document = tables.document()
    assert (document["open"], document["running"]) == (MOST_SHOWN + 6, MOST_SHOWN + 5)
    newest = range(MOST_SHOWN + 4, 4, -1)
    assert list(document["tables"]) == [f"{state}{number}" for state in ("open", "running") for number in newest]
    assert list(tables.own_document(EVE)["tables"]) == ["mine"]


def test_a_row_that_stays_the_same_stays_the_same_object() -> None:
    """So that comparing two documents costs nothing for it."""
    tables = a_listing()
    tables.put("a", listed())
    before = tables.document()["tables"]["a"]
    assert tables.put("a", listed()) == set()
    assert tables.document()["tables"]["a"] is before
    assert tables.put("a", listed(keys=(ADA, BEN))) == {ADA, BEN}
    assert tables.document()["tables"]["a"]["number"] == before["number"]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("scala", ["b", "a"]),
        ("SCA", ["b", "a"]),
        ("ben", ["b"]),
        ("ade", ["c"]),
        ("la fenice", ["c"]),
        ("opera sca ben", ["b"]),
        ("rossini", []),
        ("cala", []),
        ("scala nowhere", []),
        ("!?", []),
    ],
)
def test_tables_are_found_by_the_beginnings_of_words(text: str, expected: list[str]) -> None:
    """Of their names, games and people, whatever the case and the accents; bots are not looked for by name."""
    tables = a_listing()
    tables.put("a", listed("Scala"))
    tables.put("b", listed("La Scala", keys=(BEN,)))
    tables.put("c", listed("La Fenice", "running", keys=(EVE,)))
    assert found(tables, text) == expected
    assert found(tables, text, "running") == [table for table in expected if table == "c"]


def test_a_search_that_finds_little_goes_on_in_parts(monkeypatch: pytest.MonkeyPatch) -> None:
    """One request looks at a bounded number of tables; the whole search finds all the same."""
    monkeypatch.setattr(module, "MOST_SCANNED", 3)
    tables = a_listing()
    for number in range(20):
        tables.put(str(number), listed("Scala", "running" if number % 7 == 0 else "open"))
    assert tables.find("scala", "running", None, 50).before == 18
    assert found(tables, "scala", "running") == ["14", "7", "0"]


STATES: tuple[State, ...] = ("open", "running")
CHANGES = st.lists(
    st.tuples(
        st.sampled_from("abcdef"),
        st.sampled_from(["Scala", "La Scala", "Fenice", "Ada's"]),
        st.sampled_from(["open", "running", "gone"]),
        st.sets(st.sampled_from([ADA, BEN, EVE]), max_size=3),
    ),
    max_size=30,
)


@given(changes=CHANGES, text=st.sampled_from(["", "a", "la", "scala ada", "fen", "be"]))
def test_what_is_listed_is_always_what_there_is(changes: list[Any], text: str) -> None:
    """Whatever comes, changes and goes: found, shown and counted are exactly the tables that are there."""
    tables = a_listing()
    there: dict[str, ListedTable] = {}
    numbers: dict[str, int] = {}
    for table, name, state, people in changes:
        if state == "gone":
            there.pop(table, None)
            tables.remove(table)
        else:
            if table not in there:
                numbers[table] = max(numbers.values(), default=0) + 1
            there[table] = listed(name, state, tuple(sorted(people)))
            tables.put(table, there[table])
    newest = sorted(there, key=lambda table: -numbers[table])

    def has_all(table: str) -> bool:
        people = [NAMES[key] for key in there[table].keys]
        words = words_of(" ".join([there[table].row["name"], "opera", *people]))
        return all(any(word.startswith(beginning) for word in words) for beginning in words_of(text))

    assert found(tables, text) == [table for table in newest if has_all(table)]
    for state in STATES:
        of_state = [table for table in newest if there[table].row["state"] == state]
        assert found(tables, text, state) == [table for table in of_state if has_all(table)]
        assert tables.count(state) == len(of_state)
    for key in NAMES:
        assert list(tables.own_document(key)["tables"]) == [table for table in newest if key in there[table].keys]
    assert tables.tables_held.held == len(there)
    assert tables.seats_held.held == sum(len(each.keys) for each in there.values())


def held(per_key: int = 2, per_address: int = 3, total: int = 5) -> Holdings:
    addresses = {ADA: "192.0.2.1", BEN: "192.0.2.1"}
    return Holdings(addresses.get, per_key=per_key, per_address=per_address, total=total)


def test_a_key_and_its_address_hold_only_so_much() -> None:
    """What is given back can be taken again; keys of this machine count only for the total."""
    seats = held()
    seats.set("a", [ADA, EVE])
    seats.set("b", [ADA])
    assert seats.limit_reached(ADA) == 2
    assert seats.limit_reached(BEN) is None
    seats.set("c", [BEN])
    assert seats.limit_reached(BEN) == 3
    assert seats.limit_reached(EVE) is None
    seats.set("b", [EVE])
    assert seats.limit_reached(ADA) is None
    seats.set("d", [EVE])
    with pytest.raises(Refused, match="server_full"):
        seats.limit_reached(EVE)
    for table in "abcd":
        seats.set(table, ())
    assert seats.held == 0
    assert seats.limit_reached(ADA) is None


def test_an_address_that_is_known_later_counts_from_then_on() -> None:
    """After a start nobody's address is known until they come."""
    addresses: dict[Key, str] = {}
    seats = Holdings(addresses.get, per_key=5, per_address=1, total=9)
    seats.set("a", [ADA])
    addresses[ADA] = addresses[BEN] = "192.0.2.1"
    assert seats.limit_reached(BEN) is None
    seats.set("a", [ADA])
    assert seats.limit_reached(BEN) == 1
    seats.set("a", [])
    assert seats.limit_reached(BEN) is None
