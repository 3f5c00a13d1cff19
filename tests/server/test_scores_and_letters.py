"""What a table's head says besides the game: points after each round that is over, and the seats' letters."""

from collections.abc import Sequence
from typing import Any

import pytest
from support.server.journaled_game import ADA, entries_of_a_game

from opera_protocol.wire.documents import TableHead
from opera_protocol.wire.messages import TableSettings
from opera_rules.api import to_map
from opera_server.history.moments import PositionCache, scores_then
from opera_server.journal.entries import (
    BotSeated,
    Created,
    Entry,
    HandedOver,
    Seated,
    SeatLeft,
    Started,
    TakenBack,
)
from opera_server.tables.branching import branch
from opera_server.tables.documents import public_document
from opera_server.tables.rebuilding import rebuild
from opera_server.tables.room import Presence
from opera_server.tables.table import Revocable, Table, state_hash

ROUNDS = {"opera": 9, "turandot": 7}
BEN = b"b" * 32
Scores = list[tuple[int, ...]]


def head_of(table: Table) -> TableHead:
    return public_document(table, Presence({}, lambda: 0)).table


def shown_points(table: Table) -> tuple[int, ...]:
    """Everybody's points, from the document that all see."""
    players: list[Any] = to_map(table.rules.public(table.game))["players"]
    return tuple(p["points"] if isinstance(p["points"], int) else p["points"]["total"] for p in players)


def number_of_round(table: Table) -> int:
    return next(iter(table.rules.progress(table.game).values()))


def scores_after_each_action(entries: Sequence[Entry]) -> list[Scores]:
    """What everybody could write down: the points whenever a new round begins, and those at the end."""
    start = next(n for n, entry in enumerate(entries) if isinstance(entry, Started))
    table = rebuild("t", entries[: start + 1])
    noted: list[Scores] = [[]]
    for entry in entries[start + 1 :]:
        before = number_of_round(table)
        table.absorb(entry)
        is_over = number_of_round(table) > before or table.state == "finished"
        noted.append([*noted[-1], shown_points(table)] if is_over else noted[-1])
        assert table.scores == noted[-1]
        assert head_of(table).scores == tuple(noted[-1])
    return noted


@pytest.mark.parametrize("game", ROUNDS)
def test_scores_are_the_points_that_everybody_saw_when_a_round_was_over(game: str) -> None:
    """After each action of a whole game, its rebuilt table, and looking back at any moment of it."""
    entries = entries_of_a_game(game)
    noted = scores_after_each_action(entries)
    assert len(noted[-1]) == ROUNDS[game]
    assert len(set(noted[-1])) > ROUNDS[game] // 2, "points change"
    table = rebuild("t", entries)
    assert table.scores == noted[-1]
    states = PositionCache().of(table, entries)
    assert [scores_then(table, state) for state in states] == noted


@pytest.mark.parametrize("game", ROUNDS)
def test_a_branch_has_the_scores_of_its_moment(game: str) -> None:
    entries = entries_of_a_game(game)
    noted, table = scores_after_each_action(entries), rebuild("t", entries)
    for kept in range(0, table.actions, 7):
        other = rebuild("u", branch(table, entries, ADA, kept, 99))
        assert other.scores == noted[kept]
        assert other.letters == table.letters


def test_what_is_taken_back_takes_its_scores_with_it() -> None:
    """No action that ends a turn can be taken back, for cards are dealt then; the table does not rely on that."""
    entries = entries_of_a_game("turandot")
    table = rebuild("t", entries[:5])
    actions = iter(entries[5:])
    while not table.scores:
        before = Revocable(0, 1, table.game, len(table.events), len(table.log))
        table.absorb(next(actions))
    table.revocable.append(before)
    table.absorb(TakenBack(at=9, seat=0, actions=1, state=state_hash(before.game)))
    assert table.scores == []


def opened(*names: str) -> Table:
    """A table of three with people and, from the second seat on, bots."""
    settings = TableSettings(game="opera", name="Scala", seats=3)
    table = Table.create("t", Created(at=1, settings=settings, rules=2, key=ADA))
    for seat, name in enumerate(names):
        person, bot = Seated(at=2, seat=seat, key=ADA, name=name), BotSeated(at=2, seat=seat, level="chorus", name=name)
        table.absorb(bot if seat else person)
    return table


def letters_shown(table: Table) -> list[str]:
    return [seat.letter for seat in head_of(table).seats]


def test_letters_follow_the_names_until_the_start() -> None:
    """A free seat has none; when somebody goes, the letter is free for others."""
    table = opened()
    assert letters_shown(table) == ["", "", ""]
    table = opened("Bea", "Bellini")
    assert letters_shown(table) == ["B", "E", ""]
    table.absorb(SeatLeft(at=3, seat=0))
    assert letters_shown(table) == ["", "B", ""]
    table.absorb(Seated(at=4, seat=2, key=BEN, name="Bellmann"))
    assert letters_shown(table) == ["", "B", "E"]


def test_a_letter_stays_with_its_seat_from_the_start_on() -> None:
    """Also if the seat is handed on, to somebody of another name."""
    table = opened("Ada", "Rossini", "Bellini")
    table.absorb(Started(at=5, seed=b"s" * 32, shuffle={}, rules=2))
    table.absorb(HandedOver(at=6, seat=0, key=BEN, name="Rita"))
    assert [seat.name for seat in head_of(table).seats] == ["Rita", "Rossini", "Bellini"]
    assert letters_shown(table) == ["A", "R", "B"]
