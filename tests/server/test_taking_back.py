"""Taking back in the journal: nothing is deleted, numbers go on rising, and a replay leads to the same state."""

import json
from typing import Any

import msgspec
import pytest
from support.server.journaled_game import ADA, PROOF, entries_of_a_game

from opera_protocol.wire.shuffle import check_shuffle
from opera_rules.api import Event
from opera_rules.chance import Chance, derive
from opera_rules.refusals import Refused
from opera_rules.transcript import Amends, Origin, read, replay
from opera_server.history.moments import PositionCache
from opera_server.history.transcript import transcript_of
from opera_server.journal.entries import (
    Abandoned,
    Acted,
    Branched,
    Entry,
    HandedOver,
    Seated,
    TakenBack,
    read_entry,
    standing_actions,
    write_entry,
)
from opera_server.tables.branching import branch
from opera_server.tables.events import ActionsTakenBack
from opera_server.tables.rebuilding import DamagedTableError, rebuild
from opera_server.tables.table import Table, state_hash

GAMES = ("opera", "turandot")
BEN = b"b" * 32


class Played:
    """A table of one person and two bots whose every decision is drawn; now and then something is taken back."""

    def __init__(self, game: str, seed: bytes) -> None:
        opening = entries_of_a_game(game, stop_after=0)[:-1]
        self.entries: list[Entry] = opening
        self.table: Table = rebuild("t", opening)
        self.taken_back = 0
        self.times = 0
        self._seed = seed

    def go_on(self, steps: int = 10_000, chance_of: int = 2) -> None:
        """Play, and take back at every second or so opportunity."""
        for _ in range(steps):
            if self.table.state != "running":
                return
            draw = Chance(derive(self._seed, len(self.entries)))
            if self.table.decision_to_take_back(0) is not None and not draw.below(chance_of):
                self.take_back()
            else:
                self.act(draw)

    def act(self, chance: Chance) -> None:
        table = self.table
        seat = sorted(table.asked)[chance.below(len(table.asked))]
        action = table.rules.offers(table.game, seat).sample(chance)
        step = table.rules.apply(table.game, seat, action)
        by: Any = "player" if table.chairs[seat].key else "bot"
        self._absorb(
            Acted(at=6, seat=seat, action=table.rules.write_action(action), by=by, state=state_hash(step.game))
        )

    def take_back(self) -> None:
        count = self.table.last_own(0)
        assert count is not None
        state = state_hash(self.table.revocable[-count].game)
        self._absorb(TakenBack(at=7, seat=0, actions=count, state=state))
        self.taken_back += count
        self.times += 1

    def _absorb(self, entry: Entry) -> None:
        entry = read_entry(write_entry(entry))
        self.table.absorb(entry)
        self.entries.append(entry)


def played(game: str, steps: int = 10_000) -> Played:
    table = Played(game, b"take" * 8)
    table.go_on(steps)
    return table


@pytest.mark.parametrize("game", GAMES)
def test_what_was_taken_back_leaves_no_trace_in_the_game(game: str) -> None:
    """State, events for bots and the number of actions are those of the actions that stand alone."""
    made = played(game)
    standing = [entry for entry in made.entries if not isinstance(entry, Acted | TakenBack)]
    straight = rebuild("t", [*standing, *standing_actions(made.entries)])
    assert made.times > 1
    assert state_hash(made.table.game) == state_hash(straight.game)
    assert made.table.events == straight.events
    assert made.table.actions == straight.actions
    assert made.table.taken_back == made.taken_back


@pytest.mark.parametrize("game", GAMES)
def test_a_replay_of_the_journal_leads_to_the_same_table(game: str) -> None:
    """After every entry, a table rebuilt from what is in the journal has the same state, decisions and log."""
    made = Played(game, b"same" * 8)
    while made.table.state == "running":
        made.go_on(1)
        again = rebuild("t", made.entries)
        names = ("opened", "actions", "entries", "log", "log_after", "events", "taken_back", "revocable", "scores")
        for name in names:
            assert getattr(again, name) == getattr(made.table, name), name
        assert state_hash(again.game) == state_hash(made.table.game)


@pytest.mark.parametrize("game", GAMES)
def test_decisions_never_get_a_number_twice(game: str) -> None:
    """Every decision that opens has a number above all before it, also where it was open before."""
    made = Played(game, b"rise" * 8)
    open_before: dict[int, int] = dict(made.table.opened)
    highest = max(open_before.values())
    while made.table.state == "running":
        made.go_on(1)
        new = [n for seat, n in made.table.opened.items() if open_before.get(seat) != n]
        assert all(n > highest for n in new)
        highest = max([highest, *new])
        open_before = dict(made.table.opened)


@pytest.mark.parametrize("game", GAMES)
def test_nothing_is_taken_back_beyond_what_was_uncovered(game: str) -> None:
    """An action can be taken back exactly while no event since the one before it uncovered anything."""
    made = Played(game, b"wall" * 8)
    while made.table.state == "running":
        made.go_on(1, chance_of=12)
        since = []
        for event in reversed(made.table.events):
            if event.uncovers:
                break
            since.append(event)
        own_since = made.table.last_own(0)
        assert own_since is None or since
        assert len(made.table.revocable) <= len(since)


@pytest.mark.parametrize("game", GAMES)
def test_a_hash_that_is_not_the_restored_state_is_damage(game: str) -> None:
    """The journal's hash of what was restored is compared when a table is rebuilt."""
    made = played(game)
    n = next(n for n, entry in enumerate(made.entries) if isinstance(entry, TakenBack))
    wrong = msgspec.structs.replace(made.entries[n], state=b"wrong123")
    with pytest.raises(DamagedTableError) as damage:
        rebuild("t", [*made.entries[:n], wrong, *made.entries[n + 1 :]])
    assert damage.value.entry == n


@pytest.mark.parametrize("game", GAMES)
def test_more_cannot_be_taken_back_than_can_be(game: str) -> None:
    """An entry that takes back more than since the last reveal is damage, not another state."""
    made = Played(game, b"more" * 8)
    while made.table.last_own(0) is None:
        made.act(Chance(derive(b"more" * 8, len(made.entries))))
    many = TakenBack(at=7, seat=0, actions=len(made.table.revocable) + 1, state=b"12345678")
    with pytest.raises(DamagedTableError):
        rebuild("t", [*made.entries, many])


@pytest.mark.parametrize("game", GAMES)
def test_the_transcript_leaves_out_what_was_taken_back_and_says_how_much(game: str) -> None:
    """The file replays by the rules, has only the actions that stand, and its end line says `taken_back`."""
    made = played(game)
    lines = transcript_of(made.table, made.entries)
    assert json.loads(lines[0])["format"] == 2
    assert json.loads(lines[-1])["taken_back"] == made.taken_back
    summary = replay(lines)
    assert summary.actions == made.table.actions == len(standing_actions(made.entries))
    assert summary.amends == Amends(made.taken_back)


def test_a_game_without_taking_back_says_nothing_of_it() -> None:
    """The end line has no `taken_back` where there was none."""
    entries = entries_of_a_game("turandot")
    assert "taken_back" not in json.loads(transcript_of(rebuild("t", entries), entries)[-1])


@pytest.mark.parametrize("game", GAMES)
def test_moments_are_those_of_the_actions_that_stand(game: str) -> None:
    """A cache that was filled before something was taken back shows the game as it is now."""
    made, cache = Played(game, b"past" * 8), PositionCache()
    while made.table.state == "running":
        made.go_on(1)
        if not len(made.entries) % 7:
            cache.of(made.table, made.entries)
    states = cache.of(made.table, made.entries)
    fresh = PositionCache().of(made.table, made.entries)
    assert [state_hash(state) for state in states] == [state_hash(state) for state in fresh]
    assert len(states) == made.table.actions + 1 == len(made.table.log_after)


@pytest.mark.parametrize("game", GAMES)
def test_the_log_keeps_its_lines_and_says_which_stand_no_longer(game: str) -> None:
    """Without the game's lines from `since` on, for each line about taking back, the log is that of what stands."""
    made = played(game)
    standing: list[tuple[int, Event]] = []
    told = 0
    for number, line in enumerate(made.table.log):
        if isinstance(line, ActionsTakenBack):
            standing = [kept for kept in standing if kept[0] < line.since]
            told += line.actions
        else:
            standing.append((number, line))
    assert [line for _, line in standing] == made.table.events
    assert told == made.taken_back > 0


def test_nothing_is_taken_back_where_a_second_person_sits() -> None:
    """With two people at the table nobody's action can be taken back, by whom or when ever."""
    entries = entries_of_a_game("turandot", stop_after=0)[:-1]
    entries[2] = Seated(at=3, seat=1, key=BEN, name="Ben")
    table = rebuild("t", entries)
    offers = table.rules.offers(table.game, 0)
    action = offers.sample(Chance(b"o" * 32))
    step = table.rules.apply(table.game, 0, action)
    written = table.rules.write_action(action)
    table.absorb(Acted(at=6, seat=0, action=written, by="player", state=state_hash(step.game)))
    assert table.revocable
    assert (table.decision_to_take_back(0), table.decision_to_take_back(1)) == (None, None)


def test_who_takes_a_seat_over_takes_back_nothing_of_the_one_before() -> None:
    """After a seat was handed on, what its former holder did stands."""
    made = Played("turandot", b"heir" * 8)
    while made.table.decision_to_take_back(0) is None:
        made.act(Chance(derive(b"heir" * 8, len(made.entries))))
    made.table.absorb(HandedOver(at=8, seat=0, key=BEN, name="Ben"))
    assert made.table.decision_to_take_back(0) is None


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_has_the_seed_and_the_actions_up_to_its_moment(game: str) -> None:
    """From every moment: the new table's state is the old one's then, and it says where it comes from."""
    made = played(game)
    cache = PositionCache().of(made.table, made.entries)
    for kept in range(0, made.table.actions, 5):
        entries = branch(made.table, made.entries, ADA, kept, 99)
        other = rebuild("u", entries)
        assert other.state == "running"
        assert state_hash(other.game) == state_hash(cache[kept])
        assert (other.seed, other.actions, other.taken_back) == (made.table.seed, kept, 0)
        assert other.branched == Branched(at=99, table="t", actions=kept, dealt_at="t")
        assert [chair.name for chair in other.chairs] == [chair.name for chair in made.table.chairs]


@pytest.mark.parametrize("game", GAMES)
def test_a_branch_without_a_moment_begins_before_the_last_own_action(game: str) -> None:
    """So taking back after the end leads to the decision that was made last."""
    made = played(game)
    other = rebuild("u", branch(made.table, made.entries, ADA, None, 99))
    last = max(n for n, acted in enumerate(standing_actions(made.entries)) if acted.seat == 0)
    assert other.actions == last
    assert 0 in other.opened


def test_a_branch_of_a_branch_knows_where_its_shuffle_was_made() -> None:
    """`dealt_at` stays the first table, whose start the player's notes are about."""
    made = played("turandot")
    middle = branch(made.table, made.entries, ADA, 5, 99)
    middle.append(Abandoned(at=99, cause="closed"))
    last = rebuild("w", branch(rebuild("u", middle), middle, ADA, 3, 100))
    assert last.branched == Branched(at=100, table="u", actions=3, dealt_at="t")


def test_the_transcript_of_a_branch_says_where_it_comes_from_and_has_the_proof_of_the_first_shuffle() -> None:
    """It is whole: it replays from the first action, and its shuffle is checked with the first table's notes."""
    made = played("turandot")
    entries = [*branch(made.table, made.entries, ADA, 5, 99), Abandoned(at=99, cause="closed")]
    lines = transcript_of(rebuild("u", entries), entries)
    assert replay(lines).amends == Amends(0, Origin("t", 5, "t"))
    assert check_shuffle(read(lines).shuffle, None).code == "consistent"
    assert read(lines).shuffle == PROOF


def refused(table: Table, entries: list[Entry], key: bytes = ADA, kept: int | None = 0) -> str:
    with pytest.raises(Refused) as caught:
        branch(table, entries, key, kept, 99)
    return caught.value.code


def test_who_may_not_go_on_from_an_earlier_moment() -> None:
    """Strangers, running games, moments that never were, and tables where anybody else ever played."""
    over = entries_of_a_game("turandot")
    table = rebuild("t", over)
    assert refused(table, over, BEN) == "not_seated"
    assert refused(table, over, kept=table.actions) == "no_such_moment"
    running = over[:20]
    assert refused(rebuild("t", running), running) == "not_finished"
    two = list(over)
    two[2] = Seated(at=3, seat=1, key=BEN, name="Ben")
    assert refused(rebuild("t", two), two) == "others_seated"
    handed = [*over[:20], HandedOver(at=8, seat=0, key=BEN, name="Ben"), Abandoned(at=9, cause="closed")]
    assert refused(rebuild("t", handed), handed, BEN) == "others_seated"
