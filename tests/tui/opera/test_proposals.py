"""Proposals in Opera: every action can be prepared in its box, Enter alone sends it, and a sentence tells it."""

from collections.abc import Mapping
from functools import partial
from itertools import islice
from typing import Any

import pytest
from support.tui.opera_driver import FACE, Driver
from support.tui.opera_views import Moment, played_well, view_of

from opera_games.opera.actions import Bid, Join, read_action, write_action
from opera_rules import opera
from opera_rules.chance import Chance, derive
from opera_tui.look.rows import wrapped
from opera_tui.table.model.proposals import Proposal, wordings

MOST_ENTERS = 3
APPRAISED = {2: (), 4: ("appraise",)}
"""Only at the larger table somebody has an answer to the Esperto."""


def one_of_each(moment: Moment, chance: Chance) -> list[dict[str, Any]]:
    """An action of every kind and role that the rules allow here."""
    offers = opera.offers(moment.game, moment.seat)
    drawn = chance.shuffled([*offers, *(offers.sample(chance) for _draw in range(3))])
    kinds = {(type(action), type(getattr(action, "play", None))): action for action in drawn}
    return [write_action(action) for action in kinds.values() if not is_idle(moment, action)]


def is_idle(moment: Moment, action: Any) -> bool:
    """Joining in without changing anything, which only costs levels."""
    if not isinstance(action, Join):
        return False
    before = moment.game.players[moment.seat]
    after = opera.apply(moment.game, moment.seat, action).game.players[moment.seat]
    return (before.houses, before.stock) == (after.houses, after.stock)


def sent_by_enter(moment: Moment, action: Mapping[str, Any]) -> Mapping[str, Any]:
    """What Enter sends once the action is prepared."""
    driver = Driver(moment.game, moment.seat)
    driver.box.prepare(read_action(dict(action)))
    driver.answer(driver.box.opened())
    for _enter in range(MOST_ENTERS):
        driver.press("enter")
        if driver.sent is not None:
            return driver.sent
    raise AssertionError(f"Enter never sent {action}: {driver.box.note}")


def leads_to(moment: Moment, action: Mapping[str, Any]) -> Any:
    return opera.write_state(opera.apply(moment.game, moment.seat, opera.read_action(dict(action))).game)


@pytest.mark.parametrize("players", [2, 4])
def test_enter_alone_sends_what_was_prepared(players: int) -> None:
    """In every box, also through a role's step, the question before closing and the review of a layout."""
    chance = Chance(derive(b"", "proposals", players))
    seen = set()
    for moment in islice(played_well(players, 0), 0, None, players - 1):
        for action in one_of_each(moment, chance):
            sent = sent_by_enter(moment, action)
            assert leads_to(moment, sent) == leads_to(moment, action), (sent, action)
            seen.add((action["do"], action.get("role", "")))
    assert {do for do, _role in seen} == {"bid", "close", "hire", "join", "intermezzo", *APPRAISED[players]}
    assert len([role for do, role in seen if do == "hire"]) == 6


def test_every_action_is_told_in_words_for_which_there_is_room() -> None:
    """In two lines of 80 columns with a reason, in two of 60 at least the action; the longest gives all reasons."""
    chance = Chance(derive(b"", "wordings"))
    told = set()
    for moment in islice(played_well(4, 1), 0, None, 3):
        view = view_of(moment.game, moment.seat)
        first, *others = one_of_each(moment, chance)
        for other in others or [first]:
            gains = {"ducats": -12, "level": -2, "income": 11}
            proposal = Proposal(1, read_action(other), 1124, read_action(first), 1097, gains)
            words = wordings(proposal, partial(FACE.action_text, view))
            assert any("112 points" in wording and len(wrapped(wording, 72)) <= 2 for wording in words), words
            assert len(wrapped(words[-1], 52)) <= 2
            assert (
                "(ducats -12, budget -2, income +11). It expects 112 points for you at the end, 2.7 more than with “"
                in words[0]
            )
            told.add(other["do"])
    assert told == {"bid", "close", "hire", "join", "intermezzo", "appraise"}


@pytest.mark.parametrize(
    ("points", "next_points", "reason"),
    [
        (1124, 1123, "It expects 112 points for you at the end, 0.1 more than with “bid 3”."),
        (1124, 1124, "It expects 112 points for you at the end, as many as with “bid 3”."),
        (
            1124,
            1134,
            "It expects 112 points for you at the end. With “bid 3” you get 1 more, but your rivals gain even more.",
        ),
        (-10, -20, "It expects -1 points for you at the end, 1 more than with “bid 3”."),
    ],
)
def test_the_reason_compares_with_the_next_best(points: int, next_points: int, reason: str) -> None:
    """More, as much, or less where it is wanted for what it keeps from the others."""
    bids = [Bid(amount) for amount in (5, 3)]
    view = view_of(next(played_well(2, 0)).game, 0)
    words = wordings(Proposal(1, bids[0], points, bids[1], next_points, {}), partial(FACE.action_text, view))
    assert words[0] == f"Proposal: bid 5. {reason}"
