"""Proposals in Turandot: every action can be prepared in its box, Enter sends it, and a sentence tells it."""

from functools import partial

import pytest
from support.tui.turandot_views import moments, view_of

from opera_games.api import tag_of
from opera_games.turandot.actions import Assign
from opera_rules import turandot
from opera_rules.chance import Chance, derive
from opera_tui.games.box import Send
from opera_tui.games.turandot.face import TurandotFace
from opera_tui.look.rows import wrapped
from opera_tui.table.model.proposals import Proposal, wordings

FACE = TurandotFace()
DRAWS = 12
KINDS = {"offer", "assign", "nominate", "dismiss"}


@pytest.mark.parametrize("players", [3, 5])
def test_enter_sends_what_was_prepared(players: int) -> None:
    """Whatever the box held before."""
    chance = Chance(derive(b"", "proposals", players))
    seen = set()
    for moment in moments(players, 5):
        if not turandot.waiting(moment.game):
            break
        box = FACE.decision_box(view_of(moment.game, moment.seat))
        for _draw in range(DRAWS):
            action = turandot.offers(moment.game, moment.seat).sample(chance)
            assert box.prepare(action) is box
            assert box.does
            assert box.press("enter") == [Send(action)]
            seen.add(tag_of(action))
    assert seen == KINDS


def test_every_action_is_told_in_words_for_which_there_is_room() -> None:
    """Also with five players and long names."""
    chance = Chance(derive(b"", "wordings"))
    for moment in moments(5, 6):
        if not turandot.waiting(moment.game):
            break
        offers = turandot.offers(moment.game, moment.seat)
        one, other = (offers.sample(chance) for _draw in range(2))
        describe = partial(FACE.action_text, view_of(moment.game, moment.seat))
        words = wordings(Proposal(1, one, 184, other, 179, {"cast": 3, "money": -2}), describe)
        assert any("18 points" in wording and len(wrapped(wording, 72)) <= 2 for wording in words), words
        assert len(wrapped(words[-1], 52)) <= 2
        assert words[0].startswith("Proposal: ")
        assert "(cast +3, money -2). It expects 18 points for you at the end, 0.5 more than with “" in words[0]


def test_handing_out_says_who_gets_what() -> None:
    moment = next(moments(3, 5))
    text = FACE.action_text(view_of(moment.game, moment.seat), Assign({0: 4, 2: 1}))
    assert text == "hand out 4 to ◆A, 1 to ●B"
