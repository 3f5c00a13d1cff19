"""What Turandot shows on the way from one decision to the next, when nobody is asked anything."""

from collections.abc import Iterator, Sequence

import pytest
from support.rules.turandot_builder import a_game, edition, seed_of
from support.tui.table_parts import panel_rows, tab_rows
from support.tui.turandot_views import texts, view_of

from opera_games.turandot.actions import Assign, Dismiss, Offer
from opera_games.turandot.events import DirectorDismissed
from opera_rules import turandot
from opera_rules.api import Step
from opera_rules.chance import Chance
from opera_rules.turandot.state import Game
from opera_tui.games.turandot.face import DIRECTORS, LINEUP, TurandotFace
from opera_tui.look.rows import plain

FACE = TurandotFace()


def _ways(players: int, seed: int) -> Iterator[Sequence[Step[Game]]]:
    """The states that each action of a random game leads through."""
    chance = Chance(seed_of(seed))
    game = turandot.new_game(players, {}, edition(), seed_of(seed)).game
    while waiting := turandot.waiting(game):
        seat = next(iter(waiting))
        steps = turandot.unfold(game, seat, turandot.offers(game, seat).sample(chance))
        yield steps
        game = steps[-1].game


@pytest.mark.parametrize("players", [2, 3, 5])
def test_no_list_of_players_is_announced_and_left_empty(players: int) -> None:
    """In every state of a game the prompt and the box say what is going on."""
    for step in (step for steps in _ways(players, 5) for step in steps):
        view = view_of(step.game, 0)
        said = [plain(FACE.waiting_line(view)), *texts(FACE.waiting_box(view, step.events).rows())[:1]]
        assert all(said)
        assert not [text for text in said if text.endswith(":")]


def test_after_the_last_turn_no_further_line_up_is_announced() -> None:
    last = [*_ways(3, 5)][-1][-2].game
    assert last.turn == 7
    shown = texts([*panel_rows(LINEUP, view_of(last, 0)), FACE.waiting_line(view_of(last, 0))])
    assert not any("next turn" in text for text in shown)
    assert "The last turn is over: the casts are counted" in shown


@pytest.mark.parametrize(("players", "goes"), [(3, "it leaves the game"), (2, "it goes to the silent hand")])
def test_the_card_that_nobody_gets_is_not_to_be_handed_out(players: int, goes: str) -> None:
    """When the others have been handed out, it leaves the game, or between two players goes to the silent hand."""
    game = a_game(players, turn=5, phase="assign", puccini=1, lineup=("corelli", "gualdi"), lacking=(0,))
    before = texts(tab_rows(LINEUP, view_of(game, 0)))
    after = texts(tab_rows(LINEUP, view_of(turandot.unfold(game, 1, Assign({0: 1}))[0].game, 0)))
    assert "    left over, to be handed out by ▲M Massimiliano" in before
    assert f"    left over: {goes}" in after


def test_no_card_is_left_over_before_the_offers_are_turned_over() -> None:
    """The step of the last offer still shows the whole line-up: who gets what comes with the next one."""
    game = a_game(3, turn=5, lineup=("corelli", "gualdi", "aubelune", "balestrieri"))
    for seat in (0, 1):
        game = turandot.unfold(game, seat, Offer(seat + 1, 0, bluff=False))[-1].game
    made = turandot.unfold(game, 2, Offer(3, 0, bluff=False))[0].game
    shown = texts(tab_rows(LINEUP, view_of(made, 0)))
    assert "    all have made their offers" in shown
    assert not any("left over" in text for text in shown)


def test_the_directors_stay_in_front_and_the_one_who_leaves_is_marked() -> None:
    """The step in which a director is dismissed shows him leave."""
    game = a_game(3, phase="dismiss", nominated=2)
    step = turandot.unfold(game, 2, Dismiss("gothic"))[0]
    assert any(isinstance(event, DirectorDismissed) for event in step.events)
    view = view_of(step.game, 0)
    box = FACE.waiting_box(view, step.events)
    assert box.panel == DIRECTORS.id
    for rows in (panel_rows(DIRECTORS, view, box), tab_rows(DIRECTORS, view, box)):
        marked = [plain(line) for line in rows if any("moved" in span.role for span in line)]
        assert len(marked) == 1
        assert "gothic" in marked[0]
    assert FACE.waiting_box(view_of(a_game(3, turn=2), 0), ()).panel == ""
