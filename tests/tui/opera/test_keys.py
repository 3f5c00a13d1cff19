"""Whole games by keys alone: every legal action can be reached, and nothing else is ever sent."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import pytest
from support.tui.opera_driver import TABLE_KEYS, Driver, reach
from support.tui.opera_views import Moment, moments, played_well, view_of

from opera_games.opera.actions import Hire, Join, write_action
from opera_rules import opera
from opera_rules.chance import Chance, derive
from opera_tui.games.opera.labels import name, part_name
from opera_tui.games.opera.view import OperaView

GAMES = [
    (moments, 2),
    pytest.param(moments, 3, marks=pytest.mark.soak),
    pytest.param(moments, 4, marks=pytest.mark.soak),
    (played_well, 4),
]
Play = Callable[[int, int], Iterator[Moment]]
ARROWS = ("up", "down", "left", "right", "h", "j", "k", "l")
KEYS = (*ARROWS, *"0123456789", *"iasmcexyn", "space", "backspace", "plus", "minus", "enter", "enter", "escape", "a")


def legal_actions(moment: Moment, chance: Chance, most: int) -> list[dict[str, Any]]:
    """Some of the actions that the rules allow, always with one of each kind and role."""
    offers = opera.offers(moment.game, moment.seat)
    drawn = chance.shuffled([*offers, *(offers.sample(chance) for _draw in range(3))])
    kinds = {_kind(action): action for action in drawn}
    chosen = [*kinds.values(), *drawn[:most]]
    return [write_action(action) for action in chosen]


def _kind(action: Any) -> Any:
    return (type(action), type(action.play)) if isinstance(action, Hire | Join) else type(action)


def words_for(view: OperaView, action: Mapping[str, Any]) -> list[str]:
    """What the lower border must say before Enter sends this."""
    words = {"close": ["close"], "intermezzo": ["intermezzo"]}.get(action["do"], [])
    if action["do"] == "bid":
        words = [f"bid {action['amount']}"]
    if action["do"] == "appraise":
        words = ["score"] if action["accept"] else ["keep"]
    words += [name(view, action[field]) for field in ("city", "piece", "composer") if action.get(field)]
    words += [name(view, composer) for composer in action.get("buy", ())]
    words += [part_name(view, part) for part in action.get("build", ())]
    return [
        *words,
        *([action["reward"][:-1]] if "reward" in action else []),
        *(["arrange"] if action.get("layout") else []),
    ]


def check_sent(driver: Driver) -> None:
    assert driver.sent is not None
    action = opera.read_action(dict(driver.sent))
    assert action in opera.offers(driver.game, driver.seat), driver.sent
    for word in words_for(driver.view, driver.sent):
        assert word in driver.promised, (driver.sent, driver.promised)


def same(sent: Mapping[str, Any] | None, wanted: Mapping[str, Any], game: Any, seat: int) -> bool:
    """Equal, but for a layout that leaves all as it is."""
    assert sent is not None
    if "layout" not in wanted or sent["layout"] == wanted["layout"]:
        return dict(sent) == dict(wanted)
    after = [opera.apply(game, seat, opera.read_action(dict(action))).game for action in (sent, wanted)]
    return after[0].players[seat] == after[1].players[seat]


@pytest.mark.parametrize(("play", "players"), GAMES)
def test_every_kind_of_legal_action_is_reached_by_keys(play: Play, players: int) -> None:
    chance = Chance(derive(b"", "keys", players))
    for place, moment in enumerate(play(players, 0)):
        if moment.seat < 0 or (place % 4 and play is played_well):
            continue
        view = view_of(moment.game, moment.seat)
        for wanted in legal_actions(moment, chance, 2):
            if wanted["do"] == "join" and _changes_nothing(moment, wanted):
                continue
            driver = reach(Driver(moment.game, moment.seat, view), wanted)
            assert same(driver.sent, wanted, moment.game, moment.seat), (driver.sent, wanted)
            check_sent(driver)


def _changes_nothing(moment: Moment, action: Mapping[str, Any]) -> bool:
    """Joining in with the Impresario to leave all as it is: the box calls that an intermezzo."""
    houses = moment.game.players[moment.seat].houses
    staged = {city: list(house.halls) for city, house in houses.items()}
    return action.get("buy") == [] and action["layout"] == staged


@pytest.mark.parametrize(("play", "players"), GAMES)
def test_whatever_keys_are_pressed_only_legal_actions_are_sent_and_esc_leads_back(play: Play, players: int) -> None:
    chance = Chance(derive(b"", "walk", players))
    for place, moment in enumerate(play(players, 1)):
        if moment.seat < 0 or place % 4:
            continue
        driver = Driver(moment.game, moment.seat)
        for _press in range(40):
            driver.press(chance.choice(KEYS))
            if driver.sent:
                check_sent(driver)
                break
        else:
            driver.press(*["escape"] * 4)
            assert len(driver.boxes) == 1
            assert driver.sent is None


def test_boxes_leave_the_keys_of_the_table_alone() -> None:
    for place, moment in enumerate(moments(4, 3)):
        if moment.seat < 0 or place % 20:
            continue
        driver = Driver(moment.game, moment.seat)
        assert all(driver.box.press(key) is None for key in TABLE_KEYS)
