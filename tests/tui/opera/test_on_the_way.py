"""What Opera shows on the way from one decision to the next: nothing is ahead of the box, and reasons are true."""

from collections.abc import Sequence

import pytest
from support.rules.opera_builder import a_game, act
from support.tui.opera_driver import FACE
from support.tui.opera_views import shown, view_of
from support.tui.table_parts import NotedRequests, panel_rows

from opera_games.opera.actions import Bid, Close
from opera_games.opera.events import BidsRevealed, ComposersRose, Counted, IncomePaid, RoundEnded
from opera_games.opera.words import Composer
from opera_protocol.client import Stage, State
from opera_rules import opera
from opera_rules.api import Event, Step
from opera_rules.opera.state import Game
from opera_tui.games.opera.face import HOUSES
from opera_tui.games.opera.view import OperaView
from opera_tui.games.reveal_box import RevealBox
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain
from opera_tui.table.frame import header
from opera_tui.table.model import TableModel


def _revealed(before: Game, steps: Sequence[Step[Game]], kind: type[Event], seat: int = 0) -> RevealBox:
    """The box of an event, made as the screen makes it from one step and the one before."""
    games = [before, *(step.game for step in steps)]
    at = next(at for at, step in enumerate(steps) if any(isinstance(event, kind) for event in step.events))
    event = next(event for event in steps[at].events if isinstance(event, kind))
    box = FACE.reveal(event, view_of(games[at], seat), view_of(games[at + 1], seat))
    assert box is not None
    return box


def _frames(box: RevealBox, present: OperaView) -> list[OperaView]:
    """What panels and strip show at each frame."""
    frames: list[OperaView] = []
    for _ in range(box.frames + 1):
        board = box.board or present
        assert isinstance(board, OperaView)
        frames.append(board)
        box.move()
    return frames


def _strip(view: OperaView) -> str:
    return plain(FACE.own_line(view, wide=False))


def _last_to_close(round_: int, *levels: int) -> Game:
    """Everybody but seat 0 has closed."""
    return (
        a_game(3)
        .in_round(round_)
        .with_levels(*levels)
        .with_closed(1, 2)
        .staged(0, "wien", "mozart", "verdi")
        .with_ladder("wagner", "verdi", "handel", "mozart", "beethoven", "monteverdi")
        .acting()
    )


def test_the_strip_pays_a_bid_when_the_cards_are_turned() -> None:
    """Not before; then all markers go up, a level a frame."""
    game = act(
        act(a_game(3).with_levels(0, 0, 0).with_ducats(9, 9, 9).bidding(), 1, "bid", amount=3).game, 2, "bid", amount=1
    ).game
    ducats = game.players[0].ducats
    steps = opera.unfold(game, 0, Bid(2))
    box = _revealed(game, steps, BidsRevealed)
    frames = _frames(box, view_of(steps[-1].game, 0))
    seen = [(view.my_player.level, view.own.ducats) for view in frames if view.own]
    assert seen == [(0, ducats), *((level, ducats - 2) for level in (0, 1, 2, 2))]
    assert [view.game.players[1].level for view in frames] == [0, 0, 1, 2, 3]


def test_bids_are_face_down_until_they_are_turned() -> None:
    """In the first frame nobody's bid can be read, and no marker has moved."""
    game = act(a_game(2).with_levels(0, 0).with_ducats(9, 9).bidding(), 1, "bid", amount=4).game
    box = _revealed(game, opera.unfold(game, 0, Bid(0)), BidsRevealed)
    first = shown(box.rows())
    box.move()
    assert "▐▌" in first
    assert "4" not in first
    assert "▐▌" not in shown(box.rows())
    assert "4" in shown(box.rows())


def test_a_long_way_takes_two_levels_a_frame() -> None:
    """No reveal of bids takes more than seven frames."""
    game = act(a_game(2).with_levels(0, 0).with_ducats(9, 19).bidding(), 1, "bid", amount=10).game
    assert _revealed(game, opera.unfold(game, 0, Bid(0)), BidsRevealed).frames == 6


def test_the_strip_counts_by_the_ladder_that_is_shown() -> None:
    """What a counting would bring now changes when the composers have risen, not when the box comes."""
    game = _last_to_close(2, 3, 0, 0)
    steps = opera.unfold(game, 0, Close())
    box = _revealed(game, steps, ComposersRose)
    first, *_, last = _frames(box, box.view)  # type: ignore[arg-type]
    assert _strip(first).endswith(_strip(view_of(game, 0))[-2:])
    assert first.game.ladder != last.game.ladder
    assert first.my_player.counting != last.my_player.counting


@pytest.mark.parametrize(("round_", "still"), [(3, (IncomePaid, ComposersRose)), (9, ())])
def test_the_strip_counts_until_the_points_are_counted(round_: int, still: Sequence[type[Event]]) -> None:
    """Beside income and fame the figure is that of the ladder which is shown; once the round has ended it goes."""
    game = _last_to_close(round_, 3, 1, 1)
    assert "counting now" in _strip(view_of(game, 0))
    steps = opera.unfold(game, 0, Close())
    seen = {type(event): _strip(view_of(step.game, 0)) for step in steps for event in step.events}
    for event in still:
        assert "counting now" in seen[event]
        assert "after the rise" not in seen[event]
    assert "counting now" not in seen[Counted]


def test_a_counting_shows_no_sum_on_its_way() -> None:
    """Points are those before or those after, in the box as on the panels; the bars alone grow."""
    game = _last_to_close(3, 3, 1, 1)
    steps = opera.unfold(game, 0, Close())
    box = _revealed(game, steps, Counted)
    before, after = game.players[0].points, steps[-1].game.players[0].points
    seen = []
    while box.is_moving:
        assert isinstance(box.board, OperaView)
        (points,) = (line for line in shown(box.rows()).splitlines() if line.startswith(" points"))
        assert str(box.board.my_player.points) in points
        seen.append(box.board.my_player.points)
        box.move()
    assert list(dict.fromkeys(seen)) == [before, after]


def test_fame_says_who_cannot_rise_and_because_of_whom() -> None:
    """Only one is at the top; others staged as often stand below one who stays."""
    game = (
        a_game(3)
        .in_round(2)
        .with_levels(3, 0, 0)
        .with_closed(1, 2)
        .staged(0, "wien", "mozart", "verdi")
        .with_ladder("mozart", "verdi", "wagner", "beethoven", "handel", "monteverdi")
        .acting()
    )
    steps = opera.unfold(game, 0, Close())
    told = shown(_revealed(game, steps, ComposersRose).rows())
    assert "Mozart  – at the top already" in told
    assert "Verdi  – cannot pass Mozart" in told
    assert told.count("at the top already") == 1


def test_cities_of_which_a_counting_tells_are_open_in_the_houses() -> None:
    """In its last frame; while points still move they are closed, and the box does not yet say that they open."""
    game = _last_to_close(3, 3, 1, 1)
    steps = opera.unfold(game, 0, Close())
    box = _revealed(game, steps, Counted)
    for _ in range(box.frames + 1):
        told, board = shown(box.rows()), box.board
        assert isinstance(board, OperaView)
        closed = shown(panel_rows(HOUSES, board)).count("opens after 3")
        assert (closed, "Now open: London, Paris" in told) == ((2, False) if box.is_moving else (0, True))
        box.move()


def test_a_counting_tells_of_the_palazzo_only_if_there_is_something_to_clear() -> None:
    """A full one was emptied when the round ended, and told of then."""
    game = _last_to_close(3, 3, 1, 1)
    full: tuple[Composer, ...] = ("verdi", "mozart", "wagner")
    for palazzo, is_told in ((full[:1], True), (full, False)):
        game.palazzo = palazzo
        box = _revealed(game, opera.unfold(game, 0, Close()), Counted)
        box.frame = box.frames
        assert ("The Palazzo is emptied" in shown(box.rows())) is is_told


def test_a_counting_that_is_shown_again_leaves_the_present_on_the_panels() -> None:
    game = _last_to_close(3, 3, 1, 1)
    box = _revealed(game, opera.unfold(game, 0, Close()), Counted)
    box.start_again()
    while box.is_moving:
        box.move()
    assert box.board is None


def test_the_end_of_a_round_is_named_while_the_table_is_made_ready() -> None:
    """The offer is filled and the roles return before the counting: nothing is said about hiring there."""
    game = _last_to_close(3, 3, 0, 1)
    steps = opera.unfold(game, 0, Close())
    ended = next(step for step in steps if any(isinstance(event, RoundEnded) for event in step.events))
    box = FACE.waiting_box(view_of(ended.game, 0), ended.events)
    assert box.question == "END OF ROUND 3  new offer, all roles are back; a counting follows"
    assert box.question in shown(box.rows())
    assert "pays for" not in shown(box.rows())


def test_a_reader_who_decides_next_is_not_told_to_wait() -> None:
    """What others did is still shown before the decision opens."""
    game = a_game(3).with_levels(5, 3, 3).acting()
    box = FACE.waiting_box(view_of(game, 0), [])
    assert box.title == "Last moves"
    assert shown(box.rows()) == " You decide next: hire or close"
    assert "▲M" not in shown(FACE.waiting_box(view_of(game, 1), []).rows())


def test_who_has_hired_all_roles_allowed_is_told_so() -> None:
    """Not that the level pays for nothing."""
    game = a_game(3).with_levels(5, 5, 1).with_hired(0, 0, 3).acting()
    rows = shown(FACE.waiting_box(view_of(game, 2), []).rows())
    assert "You have hired 3 roles, the most in a round." in rows


def test_a_level_pays_for_no_architetto_of_whom_no_part_is_left() -> None:
    """He would only cost his fee, and the list of roles says so a moment later; other roles are named."""
    game = a_game(2).with_levels(5, 3).acting()
    whole = shown(FACE.waiting_box(view_of(game, 1), []).rows())
    assert "Level 3 pays for one of Impresario, Architetto, Signora" in whole
    game.parts = dict.fromkeys(game.parts, 0)
    assert "Level 3 pays for one of Impresario, Signora" in shown(FACE.waiting_box(view_of(game, 1), []).rows())


@pytest.mark.parametrize("taken", [True, False])
def test_the_income_says_why_nobody_hired_any_more(taken: bool) -> None:
    """The first in the order has not closed, but can pay for no role that is left, also if none was hired at all."""
    game = a_game(3).with_levels(1, 1, 1).with_roles("critico", "esperto", "signora").acting()
    game.takers = {"maestro": 1} if taken else {}
    steps = opera.unfold(game, 0, Close())
    box = _revealed(game, steps, IncomePaid)
    assert "▲M is next on level 1 and can pay for no role left: the round ends" in shown(box.rows())


def test_the_reader_is_not_spoken_of_as_somebody_else() -> None:
    """Neither where hiring ends with the reader, nor in the row of those who still have to bid."""
    over = a_game(3).with_levels(1, 1, 1).with_roles("critico", "esperto").acting()
    over.waiting = {}
    assert plain(FACE.waiting_line(view_of(over, 0))).startswith("You are next on level 1")
    assert plain(FACE.waiting_line(view_of(over, 1))).startswith("◆A is next on level 1")
    bids = shown(
        FACE.decision_box(view_of(act(a_game(3).with_levels(0, 0, 0).bidding(), 1, "bid", amount=1).game, 0)).rows()
    )
    assert "bid made: ▲M  thinking ●B" in bids
    assert "◆A" not in bids.splitlines()[6]


def test_the_last_income_need_not_be_confirmed() -> None:
    """It buys nothing any more; the log has it."""
    for round_, is_shown in ((8, True), (9, False)):
        game = _last_to_close(round_, 3, 1, 1)
        steps = opera.unfold(game, 0, Close())
        income = next(event for step in steps for event in step.events if isinstance(event, IncomePaid))
        assert (FACE.reveal(income, view_of(game, 0), view_of(steps[0].game, 0)) is not None) is is_shown


def test_who_is_passed_over_is_told_why() -> None:
    """On level 0 nothing can be paid, so others are asked about the employee and the reader is not."""
    game = a_game(3).with_levels(5, 3, 0).with_ducats(9, 9, 9).acting()
    after = act(game, 0, "hire", role="architetto", build=[]).game
    assert "You are not asked about the Architetto" in shown(FACE.waiting_box(view_of(after, 2), []).rows())
    assert "not asked" not in shown(FACE.waiting_box(view_of(after, 0), []).rows())


def _asked_next(game: Game) -> str:
    return shown(FACE.waiting_box(view_of(game, 2), []).rows())


def test_who_is_next_is_not_promised_a_question_that_may_not_come() -> None:
    """Whoever answers before may fill the Palazzo, or build the last copies."""
    sold = a_game(3).with_levels(5, 5, 5).with_stock(0, "verdi").with_stock(1, "wagner")
    sale = {"role": "signora", "piece": "verdi", "source": "stock", "reward": "points"}
    assert "You are asked next." in _asked_next(act(sold.acting(), 0, "hire", **sale).game)
    full = act(sold.with_palazzo("handel").acting(), 0, "hire", **sale).game
    assert "You are asked next, if the Palazzo still has room." in _asked_next(full)
    built = act(a_game(3).with_levels(5, 5, 5).acting(), 0, "hire", role="architetto", build=[]).game
    assert "You are asked next." in _asked_next(built)
    built.parts = {part: min(copies, 1) for part, copies in built.parts.items()}
    assert "You are asked next, if a part is left for you." in _asked_next(built)


def test_the_bid_says_that_the_order_decides_about_the_last_copies() -> None:
    """Only where fewer are left than players who may build them."""
    game = a_game(3).bidding()
    assert FACE.decision_box(view_of(game, 0)).title.endswith("who acts first gets the last building parts")
    game.parts = dict.fromkeys(game.parts, 3)
    assert FACE.decision_box(view_of(game, 0)).title == "Budget: your secret bid"


@pytest.mark.parametrize("stage", [Stage.LIVE, Stage.LOST, Stage.SYNCING])
@pytest.mark.parametrize(("is_short", "rounds"), [(False, 9), (True, 7)])
def test_the_header_and_the_own_sign_never_stick_together(stage: Stage, is_short: bool, rounds: int) -> None:
    """In any round, and whole as long as the table is live."""
    model = TableModel(FACE, UNICODE, NotedRequests())
    model.state = State(stage)
    for round_ in range(1, rounds + 1):
        builder = a_game(4).in_round(round_)
        view = view_of((builder.short() if is_short else builder).acting(), 0)
        text = plain(header(model, 80, wide=False, past=view))
        assert " ◆A  " in text
        assert len(text) == 80
        assert stage is not Stage.LIVE or "…" not in text
