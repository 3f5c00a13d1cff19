"""The table's model without a terminal: playback, and decisions that nobody makes by typing ahead."""

from typing import Any, cast

import pytest
from msgspec.structs import replace
from support.tui.documents import head_of, seat_document
from support.tui.table_parts import NotedRequests, panel_rows, tab_rows

from opera_games.opera.actions import Bid
from opera_games.opera.events import RoundStarted
from opera_protocol.client import Changed, Stage, State, View
from opera_protocol.wire.messages import Lines
from opera_rules import opera
from opera_rules.api import to_map
from opera_rules.editions import built_in
from opera_tui.games.guess_box import GuessBox
from opera_tui.games.opera.face import BOARD, OperaFace
from opera_tui.games.reveal_box import MovesBox, RevealBox
from opera_tui.games.solved_box import SolvedBox
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain
from opera_tui.table.frame import header, prompt
from opera_tui.table.model import TableModel
from opera_tui.table.model.proposals import Proposal


def a_change(deadlines: dict[str, int], *, entry: bool = False, hints: bool = True, decision: int = 1) -> Changed:
    """A view of a new game for seat 0, whose bid is asked for."""
    game = opera.new_game(2, {}, built_in("opera"), bytes(32)).game
    head = head_of("opera", ("Anna", "Bert"), deadlines=deadlines, actions=0, hints=hints)
    private = seat_document(0, decision, opera.private(game, 0), opera.choices(game, 0))
    view = View("t", to_map({"table": head, "game": opera.public(game)}), 1, to_map(private), 1)
    return Changed(view, is_entry=entry)


def a_model(now: list[float]) -> TableModel:
    model = TableModel(OperaFace(), UNICODE, NotedRequests(), guard=0.5, now=lambda: now[0], asks=False)
    model.present.now_ms = lambda: 0
    return model


def asked_of(model: TableModel) -> NotedRequests:
    return cast("NotedRequests", model._requests)


def test_steps_keep_their_pace_while_no_clock_runs() -> None:
    """Without a clock nobody hurries, however many steps came."""
    model = a_model([0.0])
    for _ in range(20):
        model.take(a_change({}))
    assert model.playback.pause(0.6) == 0.6


def test_a_running_clock_leaves_three_seconds_for_all_that_came() -> None:
    """The player's time must not go by while others' moves are shown."""
    model = a_model([0.0])
    for _ in range(20):
        model.take(a_change({"0": 10_000}))
    assert model.playback.pause(0.6) * 20 <= 3.0


def test_another_players_clock_hurries_nobody() -> None:
    """Only the own deadline counts."""
    model = a_model([0.0])
    for _ in range(20):
        model.take(a_change({"1": 10_000}))
    assert model.playback.pause(0.6) == 0.6


def test_the_log_goes_on_after_a_snapshot() -> None:
    """What was there stays, what comes again is not shown twice, and what is new is added."""
    model = a_model([0.0])
    rounds = tuple({"event": "round", "round": number} for number in (1, 2, 3))
    for start, end in ((0, 2), (1, 3), (3, 3)):
        change = a_change({}, entry=True)
        model.take(replace(change, log=Lines(start=start, lines=rounds[start:end])))
    assert model.playback.log.events == [RoundStarted(1), RoundStarted(2), RoundStarted(3)]


def test_a_snapshot_loses_no_line_that_was_still_to_be_shown() -> None:
    """The line may drop while a reveal stands; what came before that is in the log, in its order, and only once."""
    model = a_model([0.0])
    model.take(a_change({}, entry=True))
    events = tuple({"event": "round", "round": number} for number in (1, 2, 3))
    for number in (0, 1):
        model.take(replace(a_change({}), log=Lines(start=number, lines=events[number : number + 1])))
    model.advance()
    model.take(replace(a_change({}, entry=True), log=Lines(start=2, lines=events[2:])))
    assert model.playback.log.events == [RoundStarted(1), RoundStarted(2), RoundStarted(3)]


def said(text: str, seat: int | None) -> dict[str, Any]:
    return {"name": "", "seat": seat, "text": text, "at": 0}


def test_a_snapshot_does_not_claim_that_talk_came_last() -> None:
    """Its lines tell no common order, so what was said and what happened stand apart."""
    model = a_model([0.0])
    happened = Lines(start=0, lines=({"event": "round", "round": 1},))
    talk = Lines(start=0, lines=(said("a", 1),))
    model.take(replace(a_change({}, entry=True), log=happened, talk=talk))
    told = [plain(line) for line in model.playback.log.lines]
    assert told[:3] == ["Said so far:", "▲B “a”", "What happened so far:"]
    assert len(told) == 4


def test_only_what_others_say_is_unread() -> None:
    """The player's own line has been read."""
    model = a_model([0.0])
    model.take(a_change({}, entry=True))
    model.take(replace(a_change({}), talk=Lines(start=0, lines=(said("a", 0), said("b", 1), said("c", None)))))
    model.advance()
    assert model.playback.log.unread == 2


def test_enter_is_ignored_just_after_a_decision_came() -> None:
    """Typing ahead must not decide, whatever was chosen; half a second later the same key does."""
    now = [10.0]
    model = a_model(now)
    model.take(a_change({}, entry=True))
    model.press("right")
    model.press("enter")
    assert asked_of(model).taken() == []
    now[0] += 0.6
    model.press("enter")
    assert asked_of(model).taken()


def test_a_click_on_a_revealed_box_does_what_enter_does_there() -> None:
    """It leads to the next puzzle, and takes the guess that was typed, instead of putting the box away."""
    model = a_model([0.0])
    model.take(a_change({}, entry=True))
    assert model.view is not None
    said: list[str] = []
    coming = RevealBox(model.view, model.view)
    model.playback.put_in_front(MovesBox(OperaFace().waiting_box(cast("Any", model.view), ())))
    model.playback.put_in_front(SolvedBox(model.view, lambda: said.append("next puzzle")))
    model.playback.put_in_front(GuessBox(coming, 7, said.append))
    model.press("7")
    for _ in range(2):
        assert model.click(0, 0)
    assert said == ["Right, it is 7.", "next puzzle"]
    assert isinstance(model.playback.revealed, SolvedBox)
    model.press("escape")
    assert model.click(0, 0)
    assert model.playback.revealed is None


BID = Bid(4)
PROPOSAL = Proposal(1, BID, 402, Bid(6), 390, {})
TOLD = "Proposal: bid 4. It expects 40 points for you at the end, 1.2 more than with “bid 6”."


def a_deciding_model(now: list[float], **chosen: Any) -> TableModel:
    model = a_model(now)
    model.take(a_change({}, entry=True, **chosen))
    now[0] += 1
    return model


def test_a_proposal_is_prepared_and_told_and_enter_sends_it() -> None:
    """Not before half a second has passed: what was under the finger a moment ago was something else."""
    now = [0.0]
    model = a_deciding_model(now)
    model.propose()
    assert asked_of(model).proposals == [1]
    assert model.is_thinking
    model.take_proposal(PROPOSAL)
    assert (model.is_thinking, model.hint.wordings[0]) == (False, TOLD)
    model.press("enter")
    assert asked_of(model).taken() == []
    now[0] += 1
    model.press("enter")
    assert asked_of(model).taken() == [BID]


def test_the_prompt_line_has_room_for_the_proposal_and_the_clock() -> None:
    """First that it is thought about, then the whole sentence, which begins in the line above where it is too long."""
    model = a_model([0.0])
    model.take(a_change({"0": 42_000}, entry=True))
    model.take_state(State(Stage.LIVE))
    model.propose()
    assert shown(model, 80) == " YOUR DECISION  Bid for budget: all at once, in secret   the diva thinks … 0:42"
    assert shown(model, 72) == " YOUR DECISION  Bid for budget: all at once, in secret    thinks … 0:42"
    model.take_proposal(PROPOSAL._replace(gains={"ducats": -4, "level": 4}))
    full = (
        "Proposal: bid 4 (ducats -4, budget +4). It expects 40 points for you at the end, 1.2 more than with “bid 6”."
    )
    assert above(model, 120).startswith(" OPERA")
    assert shown(model, 120) == f" {full:<114}0:42"
    assert (above(model, 80), shown(model, 80)) == (
        " Proposal: bid 4 (ducats -4, budget +4). It expects 40 points for you at",
        " the end, 1.2 more than with “bid 6”.                                      0:42",
    )
    assert " ".join((above(model, 70) + shown(model, 70)).split()) == f"{full} 0:42"


def test_an_enter_that_is_not_taken_says_so() -> None:
    """In one line of 80 columns, until the next key."""
    now = [0.0]
    model = a_model(now)
    model.take(a_change({"0": 42_000}, entry=True))
    model.take_state(State(Stage.LIVE))
    assert "Enter" not in shown(model, 80)
    model.press("enter")
    assert shown(model, 80).startswith(" This decision has only just come, so Enter did nothing: press it again.")
    now[0] = 1.0
    model.press("up")
    assert shown(model, 80).startswith(" YOUR DECISION")


def test_the_prompt_line_says_why_nothing_goes_on() -> None:
    """While the server cannot write, whatever is asked of the player; it fits into 80 columns."""
    model = a_model([0.0])
    change = a_change({"0": 42_000}, entry=True)
    change.view.public["table"]["fault"] = "disk_failed"
    model.take(change)
    model.take_state(State(Stage.LIVE))
    assert shown(model, 80) == " The server cannot write the game down; nothing goes on until it can."


@pytest.mark.parametrize(
    ("chair", "narrow", "wide"),
    [
        ({}, "", "bids"),
        ({"present": False}, " away", "away"),
        ({"present": False, "stand_in": "absent"}, " bot", "a bot acts"),
    ],
)
def test_the_table_says_who_is_away_and_for_whom_a_bot_acts(chair: dict[str, Any], narrow: str, wide: str) -> None:
    """In the player's row, and behind who is waited for."""
    model = a_model([0.0])
    change = a_change({}, entry=True)
    change.view.public["table"]["seats"][1].update(name="Bertram", **chair)
    model.take(replace(change, view=replace(change.view, private=None)))
    model.take_state(State(Stage.LIVE))
    assert model.view
    tab, panel = ("\n".join(map(plain, draw(BOARD, model.view))) for draw in (tab_rows, panel_rows))
    assert f"▲B {'Bertram':<{12 - len(narrow)}}{narrow} " in tab
    assert f" {wide} " in panel
    assert shown(model, 80).endswith(f"▲B{narrow}")


def shown(model: TableModel, cells: int) -> str:
    return plain(prompt(model, cells)).rstrip()


def above(model: TableModel, cells: int) -> str:
    return plain(header(model, cells, wide=cells >= 120)).rstrip()


def test_a_proposal_is_asked_for_once_and_told_again() -> None:
    """Also after the player has tried something else."""
    now = [0.0]
    model = a_deciding_model(now)
    model.propose()
    model.propose()
    assert asked_of(model).proposals == [1]
    model.take_proposal(PROPOSAL)
    now[0] += 1
    model.press("right")
    assert not model.hint.wordings
    model.propose()
    assert asked_of(model).proposals == [1]
    assert model.hint.wordings[0] == TOLD
    model.press("enter")
    assert asked_of(model).taken() == [BID]


def test_a_proposal_changes_nothing_that_the_player_has_gone_on_with() -> None:
    """It is told; asked for again, it is prepared."""
    now = [0.0]
    model = a_deciding_model(now)
    model.propose()
    model.press("2")
    model.take_proposal(PROPOSAL)
    assert model.hint.wordings[0] == TOLD
    model.press("enter")
    assert asked_of(model).taken() == [Bid(2)]
    model.propose()
    model.press("enter")
    assert asked_of(model).taken() == [BID]


def test_a_proposal_for_a_decision_that_has_gone_is_dropped() -> None:
    """And so is the reason why there is none."""
    model = a_deciding_model([0.0])
    model.propose()
    model.take(a_change({}, entry=True, decision=7))
    model.take_proposal(PROPOSAL)
    model.take_no_proposal(1, "None was found.")
    assert (list(model.hint.wordings), model.decision.notice, model.is_thinking) == ([], "", False)
    model.propose()
    assert asked_of(model).proposals == [1, 7]


def test_a_proposal_goes_with_its_decision() -> None:
    """However the decision was made: by another device of the player, or by a stand-in."""
    model = a_deciding_model([0.0])
    model.propose()
    model.take_proposal(PROPOSAL)
    model.take(a_change({}, entry=True, decision=7))
    assert not model.hint.wordings


def test_without_an_answer_the_reason_is_told_and_one_may_ask_again() -> None:
    model = a_deciding_model([0.0])
    model.propose()
    model.take_no_proposal(1, "None was found.")
    assert model.decision.notice == "None was found."
    model.propose()
    assert asked_of(model).proposals == [1, 1]


def test_a_table_without_hints_says_so() -> None:
    model = a_deciding_model([0.0], hints=False)
    assert not model.may_propose
    model.propose()
    assert asked_of(model).proposals == []
    assert model.decision.notice == "This table plays without hints."


def test_v_shows_what_the_others_did_before_the_decision_that_is_open() -> None:
    """Then the last reveal, if there was one; after that the decision is there again, and ignores Enter at first."""
    now = [0.0]
    model = a_model(now)
    closed = {"event": "closed", "seat": 1, "level": 3, "automatic": False}
    model.take(replace(a_change({}, entry=True), log=Lines(start=0, lines=(closed,))))
    now[0] += 1
    model.review()
    assert model.box
    assert "▲B closes" in plain(model.box.rows()[0])
    model.review()
    assert model.is_deciding
    model.press("enter")
    assert asked_of(model).taken() == []


def test_who_lost_the_seat_is_told_who_plays_it_now() -> None:
    """At coming in, and not again with every change; a seat that there is not tells nothing wrong."""
    change = a_change({}, entry=True)
    watched = replace(change, view=replace(change.view, private=None, private_revision=0, lost_seat=1))
    model = a_model([0.0])
    model.take(watched)
    assert model.decision.notice == "Your seat was handed on: Bert plays it now."
    model.decision.notice = ""
    model.take(replace(watched, is_entry=False))
    assert model.decision.notice == ""
    model.take(replace(watched, view=replace(watched.view, lost_seat=9)))
