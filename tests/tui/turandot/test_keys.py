"""By keys alone every decision can be made, whichever way the rules allow, and nothing else is ever sent."""

import random
from collections.abc import Iterable, Iterator
from copy import copy
from typing import Any

import pytest
from support.soaking import some
from support.tui.turandot_views import moments, view_of, widest

from opera_games.turandot.choices import AssignChoices
from opera_rules import turandot
from opera_rules.api import Seat, to_map
from opera_rules.turandot.state import Game
from opera_tui.games.box import Box, Effect, Send
from opera_tui.games.list_box import ListBox
from opera_tui.games.turandot.face import TurandotFace

FACE = TurandotFace()
KEYS = ("up", "down", "left", "right", "h", "j", "k", "l", "m", "b", "backspace", "space", "escape", *"0123456789")
MOST_ASSIGNMENTS = 30


def _sent(effects: Iterable[Effect] | None) -> list[dict[str, Any]]:
    return [to_map(effect.action) for effect in effects or [] if isinstance(effect, Send)]


def _state(box: Any) -> tuple[Any, ...]:
    return tuple(str(value) for name, value in sorted(vars(box).items()) if name not in ("view", "glyphs", "choices"))


def _reachable(box: Box) -> Iterator[Box]:
    """The box in every state that keys lead to; no key but Enter sends anything on the way."""
    seen = {_state(box)}
    waiting = [box]
    while waiting:
        found = waiting.pop()
        yield found
        for key in KEYS:
            following = copy(found)
            assert _sent(following.press(key)) == [], key
            if _state(following) not in seen:
                seen.add(_state(following))
                waiting.append(following)


def _check_sending(box: Box, game: Game, seat: Seat) -> dict[str, Any] | None:
    """What Enter sends here, which is what the border says and the rules allow."""
    does = box.does
    assert not isinstance(box, ListBox) or box.refusal == box.lines()[box.cursor].refusal
    sent = _sent(copy(box).press("enter"))
    assert bool(sent) == bool(does)
    if not sent:
        return None
    assert turandot.read_action(sent[0]) in turandot.offers(game, seat)
    return sent[0]


@pytest.mark.parametrize("players", some([2, 3, 5, 4], 2))
def test_every_legal_action_can_be_sent_and_nothing_else(players: int) -> None:
    for moment in moments(players, 21):
        view = view_of(moment.game, moment.seat)
        if not view.choices or isinstance(view.choices, AssignChoices):
            continue
        said: dict[str, Any] = {}
        for box in _reachable(FACE.decision_box(view)):
            action = _check_sending(box, moment.game, moment.seat)
            if action is not None:
                assert said.setdefault(box.does, action) == action
        legal = [turandot.write_action(action) for action in turandot.offers(moment.game, moment.seat)]
        assert sorted(map(str, said.values())) == sorted(map(str, legal))


@pytest.mark.parametrize("players", some([3, 2, 4, 5], 2))
def test_every_assignment_can_be_sent(players: int) -> None:
    chance = random.Random(players)
    found = 0
    for moment in (moment for seed in range(31, 37) for moment in moments(players, seed)):
        view = view_of(moment.game, moment.seat)
        if not isinstance(view.choices, AssignChoices):
            continue
        legal = [turandot.write_action(action) for action in turandot.offers(moment.game, moment.seat)]
        for wanted in chance.sample(legal, min(len(legal), MOST_ASSIGNMENTS)):
            box = FACE.decision_box(view)
            _scramble(box, chance)
            _hand_out(box, wanted)
            assert _check_sending(box, moment.game, moment.seat) == wanted
            found += 1
    assert found


def _scramble(box: Box, chance: random.Random) -> None:
    for key in chance.choices(("up", "down", "left", "right"), k=8):
        assert _sent(box.press(key)) == []


def _hand_out(box: Any, wanted: dict[str, Any]) -> None:
    """Row by row, from nobody right to the receiver; cards for nobody first, for a single receiver takes any."""
    receivers = {number: int(seat) for seat, number in wanted["cards"].items()}
    for line, card in sorted(enumerate(box.cards), key=lambda entry: entry[1].number in receivers):
        box.press(str(card.number))
        for _ in box.seats:
            box.press("left")
        for _ in box.seats:
            if box.given[line] == receivers.get(card.number):
                break
            box.press("right")


@pytest.mark.parametrize("players", [2, 5])
def test_whatever_is_typed_only_what_the_border_says_is_sent(players: int) -> None:
    chance = random.Random(players)
    for moment in moments(players, 41):
        view = view_of(moment.game, moment.seat)
        if not view.choices:
            continue
        box = FACE.decision_box(view)
        for key in chance.choices(KEYS, k=40):
            assert _sent(box.press(key)) == []
            assert widest(box.rows()) <= 78
            assert box.does or box.note
        _check_sending(box, moment.game, moment.seat)


def test_a_click_moves_and_a_click_on_the_cursor_is_enter() -> None:
    for moment in moments(5, 51):
        view = view_of(moment.game, moment.seat)
        if not view.choices:
            continue
        for line in range(8):
            for cell in range(0, 78, 3):
                box = FACE.decision_box(view)
                before = _state(box)
                sent = _sent(box.click(line, cell))
                assert not sent or (_state(box) == before and sent == _sent(box.press("enter")))
