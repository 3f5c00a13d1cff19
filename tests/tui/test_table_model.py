"""The table's model without a terminal: playback, and decisions that nobody makes by typing ahead."""

from dataclasses import replace
from typing import Any

from opera_protocol.client import Changed, View
from opera_protocol.messages import Lines
from opera_rules import opera
from opera_rules.editions import built_in
from opera_tui.faces.opera import OperaFace
from opera_tui.glyphs import UNICODE
from opera_tui.table_model import TableModel


def a_change(deadlines: dict[str, int], *, entry: bool = False) -> Changed:
    """A view of a new game for seat 0, whose bid is asked for."""
    game = opera.new_game(2, {}, built_in("opera"), bytes(32)).game
    seats: list[dict[str, Any]] = [{"kind": "human", "name": name} for name in ("Anna", "Bert")]
    head = {"game": "opera", "name": "Fenice", "state": "running", "seats": seats, "deadlines": deadlines, "actions": 0}
    private = {"seat": 0, "decision": 1, "game": opera.private(game, 0), "choices": opera.choices(game, 0)}
    view = View("t", {"table": head, "game": opera.public(game)}, 1, private, 1)
    return Changed(view, is_entry=entry)


def a_model(now: list[float]) -> TableModel:
    return TableModel(OperaFace(), UNICODE, guard=0.5, now=lambda: now[0])


def test_steps_keep_their_pace_while_no_clock_runs() -> None:
    """Without a clock nobody hurries, however many steps came."""
    model = a_model([0.0])
    for _ in range(20):
        model.take(a_change({}))
    assert model.pause(0.6) == 0.6


def test_a_running_clock_leaves_three_seconds_for_all_that_came() -> None:
    """The player's time must not go by while others' moves are shown."""
    model = a_model([0.0])
    for _ in range(20):
        model.take(a_change({"0": 10_000}))
    assert model.pause(0.6) * 20 <= 3.0


def test_another_players_clock_hurries_nobody() -> None:
    """Only the own deadline counts."""
    model = a_model([0.0])
    for _ in range(20):
        model.take(a_change({"1": 10_000}))
    assert model.pause(0.6) == 0.6


def test_the_log_goes_on_after_a_snapshot() -> None:
    """What was there stays, what comes again is not shown twice, and what is new is added."""
    model = a_model([0.0])
    rounds = tuple({"event": "round", "round": number} for number in (1, 2, 3))
    for start, end in ((0, 2), (1, 3), (3, 3)):
        change = a_change({}, entry=True)
        model.take(replace(change, log=Lines(start=start, lines=rounds[start:end])))
    assert [event["round"] for event in model.log.events] == [1, 2, 3]


def test_enter_is_ignored_just_after_a_decision_came() -> None:
    """Typing ahead must not decide; half a second later the same key does."""
    now = [10.0]
    model = a_model(now)
    model.take(a_change({}, entry=True))
    assert model.press("enter") == []
    now[0] += 0.6
    assert model.press("enter")
