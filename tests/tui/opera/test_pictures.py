"""Pictures of the screens as they were drawn, and of every box."""

from collections.abc import Callable
from copy import deepcopy

import pytest
from support.opera_builder import act, hire
from support.tui_opera_driver import FACE, Driver
from support.tui_opera_pictures import box_picture, check_picture, narrow_picture, wide_picture
from support.tui_opera_views import drawn_state, maps, moments, shown, view_of

from opera_rules.opera.state import Game
from opera_tui.boxes import Box
from opera_tui.glyphs import ASCII, UNICODE


def signora_in_play() -> Game:
    """As drawn: the second seat has just sold Beethoven, and the first is asked."""
    game, _events = act(drawn_state(), 2, "close")
    return hire(game, 1, "signora", piece="beethoven", source="stock", reward="points").game


def all_roles_left() -> Game:
    """The first seat holds the initiative on level 9 and can hire everybody but the Signora."""
    game = deepcopy(drawn_state())
    game.roles = ("impresario", "architetto", "maestro", "critico", "esperto")
    game.takers = {"signora": 1}
    game.players[0].level, game.order, game.waiting = 9, (0, 2, 1, 3), {0: "act"}
    game.parts["berlin.wing_a"] = 1
    return game


def bidding() -> Game:
    game = deepcopy(drawn_state())
    game.phase, game.bids, game.waiting = "bid", {1: 2, 2: 3}, {0: "bid", 3: "bid"}
    game.players[0].level = 4
    game.order = (1, 2, 0, 3)
    return game


def architetto_in_play() -> Game:
    game, _events = hire(all_roles_left(), 0, "architetto", build=[])
    while game.waiting != {2: "join"}:
        (seat,) = game.waiting
        game, _events = act(game, seat, "intermezzo")
    return game


def impresario_in_play() -> Game:
    return hire(all_roles_left(), 0, "impresario", buy=[], layout=None).game


def esperto_in_play() -> Game:
    return hire(all_roles_left(), 0, "esperto", city="paris").game


def box(game: Game, *keys: str) -> Box:
    seat = min(game.waiting)
    driver = Driver(game, seat).press(*keys)
    opened: Box = driver.box
    return opened


BOXES: dict[str, tuple[Callable[[], Game], tuple[str, ...]]] = {
    "bid": (bidding, ("5",)),
    "act": (all_roles_left, ()),
    "close": (all_roles_left, ("x", "enter")),
    "impresario": (all_roles_left, ("i", "enter")),
    "impresario-in-hand": (all_roles_left, ("i", "enter", "5")),
    "impresario-twice": (all_roles_left, ("i", "enter", "5", *["down"] * 4, "right", "space")),
    "impresario-arranged": (all_roles_left, ("i", "enter", "5", "2", "a")),
    "impresario-review": (all_roles_left, ("i", "enter", "5", "2", "a", "enter")),
    "architetto": (all_roles_left, ("a", "enter", "space", "right", "space")),
    "maestro": (all_roles_left, ("m", "enter")),
    "critico": (all_roles_left, ("c", "enter", "3", "right")),
    "esperto": (all_roles_left, ("e", "enter", "2")),
    "join-signora": (signora_in_play, ("2", "right", "space")),
    "join-architetto": (architetto_in_play, ("0",)),
    "join-impresario": (impresario_in_play, ()),
    "join-impresario-arranging": (impresario_in_play, ("enter", "2")),
    "appraise": (esperto_in_play, ()),
}


@pytest.mark.parametrize("name", BOXES)
def test_boxes_look_as_they_did(name: str) -> None:
    state, keys = BOXES[name]
    check_picture(f"box-{name}", box_picture(box(state(), *keys)))


def test_the_wide_table_looks_as_drawn() -> None:
    game = signora_in_play()
    check_picture("wide", wide_picture(view_of(game, 0), box(game)))


@pytest.mark.parametrize("tab", ["b", "o"])
def test_the_narrow_table_looks_as_drawn(tab: str) -> None:
    game = signora_in_play()
    check_picture(f"narrow-{tab}", narrow_picture(view_of(game, 0), box(game), tab))


def test_ascii_looks_as_it_did() -> None:
    game = signora_in_play()
    view = view_of(game, 0, ASCII)
    check_picture("ascii", wide_picture(view, FACE.decision_box(view)))


def test_early_rounds_with_open_screens_and_three_pawns() -> None:
    game = deepcopy(drawn_state())
    game.open_screens, game.round = True, 2
    for player in game.players:
        player.houses = {city: house for city, house in player.houses.items() if city in ("venezia", "wien", "berlin")}
    game.pawns = {"maestro": "wien", "critico": "wien", "esperto": "wien"}
    view = view_of(game, 0)
    check_picture("open-screens", "\n".join([shown(FACE.panel("b", view, None)), *_houses(view)]))


def _houses(view: object) -> list[str]:
    assert isinstance(view, type(view_of(drawn_state(), 0)))
    return [shown(FACE.panel("o", view, None)), shown(FACE.tab("o", view, None))]


def test_reveals_and_the_end_look_as_they_did() -> None:
    *_before, last = moments(4, 1)
    events, view = maps(last.events), view_of(last.game, 0)
    kinds = {(event["event"], event.get("counting")): event for event in events}
    boxes = [FACE.reveal(event, view, view) for event in kinds.values()]
    pictures = [box_picture(revealed) for revealed in boxes if revealed]
    check_picture("reveals", "\n".join(pictures))
    check_picture("final", shown(FACE.final_rows(view, events)))
    check_picture("final-late", shown(FACE.final_rows(view, events[-120:])))


def test_who_waits_sees_what_was_sealed_what_comes_and_what_happened() -> None:
    game, events = hire(all_roles_left(), 0, "esperto", city="paris")
    pictures = [box_picture(FACE.waiting_box(view_of(game, seat, UNICODE), maps(events))) for seat in (0, 1, None)]
    sealed, _events = act(bidding(), 0, "bid", amount=3)
    pictures.append(box_picture(FACE.waiting_box(view_of(sealed, 0), [])))
    check_picture("waiting", "\n".join(pictures))
