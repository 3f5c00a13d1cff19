"""Opera's screens as scenes: every box, every reveal, waiting, a lost line, watching, looking back and the end."""

from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache, partial
from itertools import pairwise
from typing import Any, Final, cast

from support.rules.opera_builder import act, hire
from support.tui.gallery import Hall, Scene
from support.tui.opera_views import Moment, drawn_state, played_well, view_of
from support.tui.recorded_table import RecordedClient, RecordedTable, changed

from opera_games.api import Event, tag_of
from opera_games.lessons import lessons
from opera_protocol.client import Client, Stage, State
from opera_protocol.texts.sentences import VERDICTS
from opera_rules import opera
from opera_rules.opera.state import Game
from opera_tui.games.opera.face import OperaFace
from opera_tui.look.i18n import _
from opera_tui.look.rows import plain
from opera_tui.session.after_round import all_open
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen

States = Callable[[], Game]


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


def bid_sealed() -> Game:
    return act(bidding(), 0, "bid", amount=3).game


def with_open_screens() -> Game:
    """An early round in which everybody sees everything, with three pawns in one city."""
    game = deepcopy(bidding())
    game.open_screens, game.round = True, 2
    for player in game.players:
        player.houses = {city: house for city, house in player.houses.items() if city in ("venezia", "wien", "berlin")}
    game.pawns = {"maestro": "wien", "critico": "wien", "esperto": "wien"}
    return game


BOXES: Final[Mapping[str, tuple[States, tuple[str, ...]]]] = {
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
    "refused": (all_roles_left, ("s", "enter")),
    "houses": (signora_in_play, ("o",)),
    "log": (signora_in_play, ("g",)),
    "open-screens": (with_open_screens, ()),
    "open-screens-houses": (with_open_screens, ("o",)),
}
"""A state, and the keys that lead to what is to be seen."""


@cache
def game_played() -> Sequence[Moment]:
    """A whole game between bots that build and stage."""
    return list(played_well(4, 5))


@cache
def moments_played() -> Sequence[tuple[Game, Sequence[Event]]]:
    """Every state of that game, with what had been told by then."""
    return [(moment.game, moment.events) for moment in game_played()]


def some_log(last: int = 14) -> Sequence[Event]:
    return moments_played()[90][1][-last:]


async def show(
    hall: Hall, game: Game, seat: int | None, *keys: str, log: Sequence[Any] = (), **head: Any
) -> RecordedTable:
    """A table at this state, and then some keys."""
    client = RecordedClient(opera, game, seat, moments_played())
    change = changed(view_of(game, seat, hall.app.looks.glyphs), log or some_log(), is_entry=True, **head)
    table = RecordedTable(hall.app, client, "opera", [change])
    await hall.show(table)
    await hall.press(*keys)
    return table


async def _decision(hall: Hall, state: States, keys: Sequence[str]) -> None:
    game = state()
    await show(hall, game, min(game.waiting), *keys)


async def revealed(
    hall: Hall, kind: str, nth: int = 1, pace: float = 0.0, seat: int | None = 0, **head: Any
) -> TableScreen:
    """The state after an event that is shown as a table, as its first player or a spectator sees it come."""
    played = game_played()
    found = 0
    for before, after in pairwise(played):
        news = after.events[len(before.events) :]
        found += any(tag_of(event) == kind for event in news)
        if found == nth:
            break
    glyphs = hall.app.looks.glyphs
    changes = [
        changed(view_of(before.game, seat, glyphs), some_log(), is_entry=True),
        changed(view_of(after.game, seat, glyphs), [one for one in news if tag_of(one) == kind], start=14, **head),
    ]
    table = RecordedTable(hall.app, RecordedClient(opera, after.game, seat), "opera", changes, pace)
    await hall.show(table)
    return table


async def _revealed(hall: Hall, kind: str, nth: int) -> None:
    await revealed(hall, kind, nth)


async def _round(hall: Hall, number: int) -> None:
    """The beginning of a round, after all that the end of the one before has told; nobody sees it without pauses."""
    *_others, (before, after) = (pair for pair in pairwise(game_played()) if pair[0].game.round < number)
    *told, begun = after.events[len(before.events) :]
    glyphs = hall.app.looks.glyphs
    changes = [
        changed(view_of(before.game, 0, glyphs), [*some_log(), *told], is_entry=True),
        changed(view_of(after.game, 0, glyphs), [begun], start=14 + len(told)),
    ]
    await hall.show(RecordedTable(hall.app, RecordedClient(opera, after.game, 0), "opera", changes, pace=0.6))


async def _waiting(hall: Hall, seat: int | None, state: States) -> None:
    await show(hall, state(), seat)


async def _line_down(hall: Hall) -> None:
    table = await show(hall, all_roles_left(), 0, "m")
    table.model.take_state(State(Stage.LOST, "connection_lost", tries=1))
    table.paint()
    await hall.pilot.pause()


async def _lesson(hall: Hall, state: States, step: int, keys: Sequence[str] = ()) -> None:
    """What a lesson says, above the decision of a step."""
    lesson = {"id": "opera", "edition": lessons()["opera"].edition, "step": step, "judged": True}
    await show(hall, state(), 0, *keys, lesson=lesson)


async def _clock(hall: Hall) -> None:
    """The time is up: the only moment of a clock that stands still."""
    await show(hall, signora_in_play(), 0, deadlines={"0": 1})


async def _looking_back(hall: Hall) -> None:
    await show(hall, game_ended().game, None, "left", "left", state="finished", actions=len(game_played()))


@cache
def game_ended() -> Moment:
    """The same game after its last decisions."""
    game, _seat, events = game_played()[-1]
    while waiting := opera.waiting(game):
        seat = min(waiting)
        game, more = opera.apply(game, seat, next(iter(opera.offers(game, seat))))
        events = (*events, *more)
    return Moment(game, -1, events)


async def _over(hall: Hall, log: int = 0) -> None:
    """The end; the log may reach back only so many lines."""
    ended = game_ended()
    view, face = view_of(ended.game, 0, hall.app.looks.glyphs), OperaFace()
    opened = await all_open(cast("Client", RecordedClient(opera, ended.game, 0)), view)
    title, draw = plain(face.waiting_line(view)), partial(face.final_rows, opened, ended.events[-log:])
    await hall.show(GameOverScreen(title, draw, [_(VERDICTS["consistent"])], export=lambda: None, booklet=lambda: None))


async def _score(hall: Hall) -> None:
    """The points of the first seven rounds."""
    scores = (
        (6, 4, 6, 0),
        (8, 4, 8, -2),
        (22, 10, 23, 4),
        (26, 18, 27, 4),
        (30, 22, 27, 1),
        (53, 59, 49, -9),
        (64, 65, 72, -14),
    )
    await show(hall, all_roles_left(), 0, "n", scores=scores)


SCENES: Final[Mapping[str, Scene]] = {
    **{f"opera-{name}": partial(_decision, state=state, keys=keys) for name, (state, keys) in BOXES.items()},
    "opera-lesson": partial(_lesson, state=bidding, step=0),
    "opera-lesson-arranging": partial(_lesson, state=all_roles_left, step=2, keys=("i", "enter")),
    "opera-bids": partial(_revealed, kind="bids", nth=3),
    "opera-income": partial(_revealed, kind="income", nth=5),
    "opera-fame": partial(_revealed, kind="rose", nth=2),
    "opera-counting": partial(_revealed, kind="counted", nth=2),
    "opera-round": partial(_round, number=7),
    "opera-round-later": partial(_round, number=8),
    "opera-waiting": partial(_waiting, seat=1, state=impresario_in_play),
    "opera-bid-sealed": partial(_waiting, seat=0, state=bid_sealed),
    "opera-watching": partial(_waiting, seat=None, state=signora_in_play),
    "opera-line-down": _line_down,
    "opera-clock": _clock,
    "opera-looking-back": _looking_back,
    "opera-over": _over,
    "opera-score": _score,
    "opera-over-late": partial(_over, log=120),
}
