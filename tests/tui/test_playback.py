"""What others did is seen before the player is asked again, step by step at the chosen pace; tests move the clock."""

from itertools import count
from typing import Any, cast

from msgspec.structs import replace
from support.tui.documents import head_of, seat_document
from support.tui.table_parts import NotedRequests

from opera_games.opera.actions import Bid
from opera_protocol.client import Changed, View
from opera_protocol.wire.messages import Lines
from opera_rules import opera
from opera_rules.api import to_map
from opera_rules.editions import built_in
from opera_tui.games.opera.face import OperaFace
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain
from opera_tui.table.model import TableModel
from opera_tui.table.model.decision import EnterGuard

GAME = opera.new_game(3, {}, built_in("opera"), bytes(32)).game
NAMES = ("Anna", "Bert", "Cleo")
CLOSES = [{"event": "closed", "seat": seat, "automatic": False} for seat in (1, 2)]
SEALED = {"event": "bid", "seat": 1}
REVEALED = {"event": "bids", "bids": {"0": 1, "1": 2, "2": 3}, "order": [2, 1, 0], "levels": {"0": 1, "1": 2, "2": 3}}


class Table:
    """A table's model for seat 0, its time, and changes that come to it."""

    def __init__(self, guard: float = 0.5) -> None:
        self.now = 100.0
        self.requests = NotedRequests()
        self.model = TableModel(OperaFace(), UNICODE, self.requests, guard, now=lambda: self.now, asks=False)
        self._lines = 0
        self.take(decision=1, is_entry=True)

    def take(self, *events: dict[str, Any], decision: int | None = None, is_entry: bool = False, **head: Any) -> None:
        """Let a change come: what happened, and the decision that is open after it."""
        choices = opera.choices(GAME, 0) if decision else None
        private = seat_document(0, decision, opera.private(GAME, 0), choices)
        public = {"table": head_of("opera", NAMES, **head), "game": opera.public(GAME)}
        view = View("t", to_map(public), 1, to_map(private), 1)
        log = Lines(start=self._lines, lines=events)
        self._lines += len(events)
        self.model.take(Changed(view, log, is_entry=is_entry))

    def step(self) -> None:
        """Let the time of what is shown be over, and show what comes next."""
        self.model.end_rest()
        self.model.advance()

    def press(self, key: str) -> None:
        assert self.model.press(key)

    def bid(self) -> None:
        """Bid what the box begins with, after a look at another bid."""
        for key in ("right", "left", "enter"):
            self.press(key)

    @property
    def box(self) -> list[str]:
        assert self.model.box is not None
        return [plain(row) for row in self.model.box.rows()]

    def is_at_reveal(self) -> bool:
        return self.model.playback.revealed is not None

    def has_told(self, text: str) -> bool:
        return any(text in row for row in self.box)


def after_own_bid() -> Table:
    """Two others closed after the player's bid, and the next decision of the player is open."""
    table = Table()
    table.now += 1
    table.bid()
    table.take({"event": "bid", "seat": 0})
    table.model.advance()
    for event in CLOSES[:1]:
        table.take(event)
    table.take(CLOSES[1], decision=9)
    return table


def test_each_action_of_others_is_seen_before_the_next_and_before_the_own_decision() -> None:
    """The bots acted at once; the player sees one after the other, and is asked after the last."""
    table = after_own_bid()
    table.step()
    assert table.has_told("▲B closes")
    assert not table.has_told("●C closes")
    assert table.model.playback.is_resting
    table.step()
    assert table.has_told("●C closes")
    assert not table.model.is_deciding
    table.step()
    assert table.model.is_deciding


def test_a_step_stands_for_the_pace_also_if_nothing_has_come_after_it_yet() -> None:
    """Else actions that come one by one would pass as quickly as they come."""
    table = after_own_bid()
    table.step()
    table.step()
    assert not table.model.playback.can_advance
    assert table.model.playback.pause(0.6) == 0.6
    table.take({"event": "closed", "seat": 0, "automatic": True})
    assert not table.model.playback.can_advance, "it waits for what is shown"


def test_a_reveal_goes_away_when_the_player_has_decided_in_another_window() -> None:
    """What led to that decision was seen there; others' actions, and those of a bot in one's place, move nothing."""
    table = Table()
    table.take({"event": "bid", "seat": 0})
    table.take(REVEALED, decision=9)
    table.step()
    table.step()
    assert table.is_at_reveal()
    table.take(CLOSES[0])
    table.take({"event": "closed", "seat": 0, "automatic": True})
    assert table.is_at_reveal()
    table.take({"event": "closed", "seat": 0, "automatic": False})
    assert not table.is_at_reveal()
    table.step()
    assert table.has_told("closes")


def test_the_end_of_a_round_can_be_read() -> None:
    """It stands longer than a turn, also where nothing of note came with it; the next step has the usual time."""
    table = Table()
    table.take({"event": "round_ended", "round": 1})
    table.take(CLOSES[0])
    table.model.advance()
    assert table.model.playback.is_resting
    assert table.model.playback.pause(0.6) > 1.5
    table.step()
    assert table.model.playback.pause(0.6) == 0.6


def test_any_key_shows_the_rest_at_once() -> None:
    table = after_own_bid()
    table.step()
    table.now += 1
    table.press("z")
    assert table.model.is_deciding
    assert [plain(turn.whole) for turn in table.model.playback.before_decision][-2:] == ["▲B closes", "●C closes"]


def test_any_key_stops_at_a_reveal() -> None:
    """What is to be read is not lost by a key that was meant for the bots' moves."""
    table = Table()
    table.take(CLOSES[0])
    table.take(REVEALED)
    table.take(CLOSES[1], decision=9)
    table.model.advance()
    table.press("z")
    assert table.model.playback.revealed is not None
    table.model.playback.end_moving()
    table.press("enter")
    assert not table.model.is_deciding
    assert table.model.playback.can_advance


def test_a_sealed_bid_takes_no_time() -> None:
    """It tells nothing that the board does not show for long."""
    table = Table()
    table.take(SEALED, decision=1)
    table.model.advance()
    assert not table.model.playback.is_resting
    assert table.model.is_deciding


def test_enter_that_is_held_down_decides_once() -> None:
    """It sends the bid, and answers no decision that comes meanwhile."""
    table = Table()
    table.now += 1
    table.bid()
    table.take({"event": "bid", "seat": 0})
    table.take(CLOSES[0], decision=9)
    table.model.advance()
    table.model.advance()
    for pressed in range(200):
        table.now += 0.04
        table.model.press("enter")
        if pressed == 30:
            table.model.end_rest()
    assert table.model.decision.number == 9
    assert table.requests.taken() == [Bid(0)]
    table.now += 1
    table.bid()
    assert table.requests.taken() == [Bid(0)]


def test_enter_that_is_tapped_is_soon_taken() -> None:
    """Whoever taps too early, again and again, is not kept out for as long as the tapping lasts."""
    taps = count(0, 0.2)
    guard = EnterGuard(0.5, lambda: next(taps))
    guard.shut()
    assert [guard.swallows("enter") for _ in range(3)] == [True, True, False]


def test_enter_of_a_decision_does_not_dismiss_the_reveal_that_follows() -> None:
    table = Table()
    table.now += 1
    table.bid()
    table.take({"event": "bid", "seat": 0})
    table.take(REVEALED)
    while table.model.playback.can_advance:
        table.model.advance()
    table.model.playback.end_moving()
    table.now += 0.1
    table.press("enter")
    assert table.model.playback.revealed is not None
    table.now += 1
    table.press("enter")
    assert table.model.playback.revealed is None


def before_a_bid(guard: float = 0.5) -> Table:
    """A reveal is put away with Enter, and a bid follows at once."""
    table = Table(guard)
    table.take({"event": "bid", "seat": 0})
    table.take(REVEALED, decision=9)
    table.step()
    table.step()
    table.press("enter")
    assert table.model.is_deciding
    table.now += 2
    return table


def test_enter_that_goes_on_once_more_after_a_reveal_decides_nothing() -> None:
    """However late it comes: whoever expects another reveal has chosen nothing. Pressed again, it is meant."""
    table = before_a_bid()
    table.press("enter")
    assert table.requests.taken() == []
    assert table.model.notices == ["You have chosen nothing yet. Enter once more: bid 0."]
    table.press("enter")
    assert table.requests.taken() == []
    table.now += 1
    table.press("enter")
    assert table.requests.taken() == [Bid(0)]


def test_enter_at_a_decision_that_follows_another_one_decides_nothing_at_first() -> None:
    """Nothing was revealed between the two, and whoever answers in rhythm has not seen the new one."""
    table = before_a_bid()
    table.press("right")
    table.press("enter")
    table.take(decision=10)
    table.step()
    assert len(table.requests.taken()) == 1
    assert table.model.is_deciding
    table.now += 2
    table.press("enter")
    assert table.requests.taken() == []
    assert table.model.notices == ["You have chosen nothing yet. Enter once more: bid 0."]


def test_enter_after_a_reveal_is_taken_at_once_if_something_was_chosen() -> None:
    table = before_a_bid()
    table.press("right")
    table.press("enter")
    assert len(table.requests.taken()) == 1


def test_enter_after_a_reveal_is_taken_at_once_by_players_who_want_no_guard() -> None:
    table = before_a_bid(guard=0)
    table.press("enter")
    assert table.requests.taken() == [Bid(0)]


def test_enter_that_shows_the_rest_at_once_decides_nothing_either() -> None:
    table = after_own_bid()
    table.requests.taken()
    table.now += 1
    table.step()
    table.press("enter")
    assert table.model.is_deciding
    table.now += 2
    table.press("enter")
    assert table.requests.taken() == []


def test_while_the_answer_is_on_its_way_enter_sends_nothing_more() -> None:
    table = Table()
    table.now += 1
    table.bid()
    table.model.decision.is_sending = True
    table.now += 1
    table.press("enter")
    assert len(table.requests.taken()) == 1


def test_with_a_running_clock_everything_is_shown_within_three_seconds() -> None:
    """However many steps there are and however long they would take: each of them is shown."""
    table = after_own_bid()
    for _ in range(20):
        table.take(CLOSES[0], deadlines={"0": 10_000})
    table.take(CLOSES[1], decision=10, deadlines={"0": 10_000})
    begun, steps = table.now, 0
    while not table.model.is_deciding:
        steps += table.model.playback.can_advance
        table.model.advance()
        table.now += table.model.playback.pause(0.6)
        table.model.end_rest()
    assert table.model.decision.number == 10
    assert steps == 23
    assert table.now - begun <= 3.001


def test_what_is_shown_is_never_more_than_half_a_minute_behind() -> None:
    """A spectator of quick bots sees every action, but not minutes later."""
    table = Table()
    for _ in range(100):
        table.take(CLOSES[0])
    assert table.model.playback.pause(0.6) * 101 <= 30.001


def test_talk_waits_for_no_step() -> None:
    table = after_own_bid()
    talk = Lines(start=0, lines=({"name": "Bert", "seat": 1, "text": "hello", "at": 0},))
    change = cast("Any", table.model.playback)._coming[-1].change
    table.model.take(replace(change, log=Lines(start=99, lines=()), talk=talk))
    assert plain(table.model.playback.log.newest()) == "▲B “hello”"
    assert table.model.playback.log.newest()[-1].role == "soft"


def test_v_shows_the_whole_that_has_no_room_in_the_box() -> None:
    """More lines than a box has make it tall."""
    table = Table()
    for _ in range(12):
        table.take(CLOSES[0])
    table.take(CLOSES[1], decision=9)
    table.model.hurry()
    assert table.model.is_deciding
    table.model.review()
    assert table.model.box is not None
    assert table.model.box.is_tall
    assert len([row for row in table.box if "closes" in row]) == 13


def test_after_a_snapshot_only_what_came_after_the_own_last_action_is_told() -> None:
    table = Table()
    own = {"event": "closed", "seat": 0, "automatic": False}
    table.take(CLOSES[0], own, CLOSES[1], decision=11, is_entry=True)
    assert [plain(turn.whole) for turn in table.model.playback.before_decision] == ["◆A closes", "●C closes"]


def test_after_a_snapshot_the_own_last_action_is_told_whole() -> None:
    """It begins with the role, and the action before it is another one, also with nothing in between."""
    table = Table()
    own = (
        {"event": "hired", "seat": 0, "role": "maestro", "before": 8, "level": 6},
        {"event": "pawn", "seat": 0, "role": "maestro", "city": "wien"},
        {"event": "hired", "seat": 0, "role": "architetto", "before": 6, "level": 4},
        {"event": "built", "seat": 0, "part": "wien.main", "ducats": 4, "points": 4},
        {"event": "built", "seat": 0, "part": "wien.wing_a", "ducats": 2, "points": 2},
    )
    table.take(*own, CLOSES[1], decision=11, is_entry=True)
    told = [plain(turn.whole) for turn in table.model.playback.before_decision]
    assert told == ["◆A Architetto: Wien main, wing a, +6", "●C closes"]


def test_what_a_bot_did_in_the_players_place_is_told_after_a_snapshot() -> None:
    """And what was decided for the player by the rules: neither is the player's own last decision."""
    table = Table()
    own = {"event": "closed", "seat": 0, "automatic": False}
    absent = {"event": "table_stand_in", "seat": 0, "cause": "absent"}
    table.take(own, absent, CLOSES[0], own, CLOSES[1], decision=11, is_entry=True)
    told = [plain(turn.whole) for turn in table.model.playback.before_decision]
    assert told[0] == "◆A closes"
    assert len(told) == 5
    table = Table()
    table.take(own, CLOSES[0], {**own, "automatic": True}, CLOSES[1], decision=11, is_entry=True)
    assert len(table.model.playback.before_decision) == 4
