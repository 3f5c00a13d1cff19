"""Turandot's screens as scenes: every box, every reveal, waiting, watching and the end."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache, partial
from itertools import accumulate
from typing import Any, Final

from support.rules.turandot_builder import a_game, act, all_offer, offer
from support.tui.gallery import Hall, Scene
from support.tui.recorded_table import RecordedClient, RecordedTable, changed
from support.tui.turandot_views import Moment, moments, view_of

from opera_games.api import Event, tag_of
from opera_games.turandot.actions import Assign
from opera_protocol.texts.sentences import VERDICTS
from opera_rules import turandot
from opera_rules.api import Step
from opera_rules.turandot.state import Game
from opera_tui.games.turandot.face import TurandotFace
from opera_tui.look.i18n import _
from opera_tui.look.rows import plain
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.screen import TableScreen

LINEUP: Final = ("corelli", "strozzapreti", "balestrieri", "orsakova", "grubbiacci", "ferravilla")
HANDS: Final = {
    0: ("castelvecchi", "brandimarte", "villemorin", "altomare", "tenebrini"),
    1: ("cantastorie", "tarallucci", "piripicchi", "strapazzoni", "gualdi"),
    2: ("notturni", "falconeri", "passerotti", "perdifiato", "wolkenrad"),
    3: ("vetrobianco", "aubelune", "cocoritti", "malombra", "sartorelli"),
    4: ("bonbonelli", "montefiore", "vendramin", "trombadori", "crepuscoli"),
}
States = Callable[[], Game]


def last_turn() -> Game:
    """Five players in turn 7, four offers made."""
    game = a_game(
        5,
        turn=7,
        puccini=1,
        lineup=LINEUP,
        hands=HANDS,
        directed={0: "gothic", 1: "traditional", 2: "androgynous", 3: "avant_garde", 4: "purist"},
        money={0: 2, 1: 0, 2: 3, 3: 1, 4: 2},
        scenery={0: 1, 1: 2, 4: 1},
    )
    offers = {1: "2b", 2: "1", 3: "2b", 4: "4+2b"}
    return act(game, *((seat, offer(text)) for seat, text in offers.items())).game


def directors_turn() -> Game:
    hands = {seat: cards[:3] for seat, cards in HANDS.items()}
    return a_game(5, turn=4, lineup=("gothic", "purist", "plain", "eclectic", "farce", "androgynous"), hands=hands)


def assigning() -> Game:
    hands = {seat: cards[:4] for seat, cards in HANDS.items()}
    lineup = ("corelli", "grubbiacci", "ferravilla")
    return a_game(5, turn=5, phase="assign", puccini=1, lineup=lineup, lacking=(1, 3), hands=hands)


def naming() -> Game:
    hands = {seat: cards[:2] for seat, cards in HANDS.items()}
    return a_game(5, turn=2, phase="nominate", puccini=1, hands=hands)


def dismissing() -> Game:
    hands = {seat: cards[:2] for seat, cards in HANDS.items()}
    game = a_game(
        5,
        turn=2,
        phase="dismiss",
        nominated=0,
        hands=hands,
        directors=("gothic", "avant_garde", "purist", "decorator", "eclectic", "androgynous", "plain"),
    )
    game.dismissed = ("farce", "traditional")
    return game


def offered() -> Game:
    return act(last_turn(), (0, offer("4+1b"))).game


BOXES: Final[Mapping[str, tuple[States, int, tuple[str, ...]]]] = {
    "offer": (last_turn, 0, ("4", "m", "m", "b")),
    "offer-alone": (last_turn, 0, ("0", "o")),
    "offer-director": (directors_turn, 0, ("2",)),
    "assign": (assigning, 1, ("right", "down", "right")),
    "nominate": (naming, 1, ()),
    "dismiss": (dismissing, 0, ("3",)),
    "refused": (naming, 1, ("down", "enter")),
    "casts": (last_turn, 0, ("o",)),
    "directors": (last_turn, 0, ("d",)),
    "log": (last_turn, 0, ("g",)),
}


@cache
def game_played() -> Sequence[Moment]:
    return list(moments(5, 61))


@cache
def states_and_logs() -> list[tuple[Game, Sequence[Event]]]:
    """Every state of the game, and all that had happened by then."""
    told = accumulate(tuple(moment.events) for moment in game_played())
    return [(moment.game, events) for moment, events in zip(game_played(), told, strict=True)]


def some_log(last: int = 12) -> list[Event]:
    return [event for moment in game_played()[:40] for event in moment.events][-last:]


async def show(hall: Hall, game: Game, seat: int | None, *keys: str, **head: Any) -> TableScreen:
    client = RecordedClient(turandot, game, seat, states_and_logs())
    change = changed(view_of(game, seat, hall.app.looks.glyphs), some_log(), is_entry=True, **head)
    table = RecordedTable(hall.app, client, "turandot", [change])
    await hall.show(table)
    await hall.press(*keys)
    return table


async def _decision(hall: Hall, state: States, seat: int | None, keys: Sequence[str]) -> None:
    await show(hall, state(), seat, *keys)


async def _revealed(hall: Hall, before: Game, step: Step[Game], kind: str, seat: int = 0) -> None:
    glyphs = hall.app.looks.glyphs
    changes = [
        changed(view_of(before, seat, glyphs), some_log(), is_entry=True),
        changed(view_of(step.game, seat, glyphs), [event for event in step.events if tag_of(event) == kind], start=12),
    ]
    await hall.show(RecordedTable(hall.app, RecordedClient(turandot, step.game, seat), "turandot", changes))


async def _offers(hall: Hall) -> None:
    hands = {seat: cards[:4] for seat, cards in HANDS.items()}
    game = a_game(5, turn=5, puccini=1, lineup=LINEUP, hands=hands)
    await _revealed(hall, game, all_offer(game, "4+2b", "4+1", "2", "2", "alone"), "offers_revealed")


async def _assigned(hall: Hall) -> None:
    game = assigning()
    await _revealed(hall, game, act(game, (1, Assign({1: 1, 3: 2}))), "cards_assigned", seat=3)


async def _counting(hall: Hall) -> None:
    last = game_played()[-1]
    glyphs = hall.app.looks.glyphs
    ended = [event for event in last.events if tag_of(event) == "game_ended"]
    changes = [
        changed(view_of(last.before, 0, glyphs), some_log(), is_entry=True),
        changed(view_of(last.game, 0, glyphs), ended, start=12, state="running"),
    ]
    await hall.show(RecordedTable(hall.app, RecordedClient(turandot, last.game, 0), "turandot", changes))


async def _over(hall: Hall) -> None:
    glyphs, face = hall.app.looks.glyphs, TurandotFace()
    view = view_of(game_played()[-1].game, 0, glyphs)
    title, draw = plain(face.waiting_line(view)), partial(face.final_rows, view, [])
    await hall.show(GameOverScreen(title, draw, [_(VERDICTS["proved"])], export=lambda: None, booklet=lambda: None))


async def _score(hall: Hall) -> None:
    ends = [view_of(moment.game, None).game.players for moment in _turns_played()]
    scores = tuple(tuple(player.points.total for player in players) for players in ends)
    await show(hall, last_turn(), 0, "n", scores=scores)


def _turns_played() -> list[Moment]:
    """The game at the beginning of each turn but the first."""
    begun = {moment.game.turn: moment for moment in reversed(game_played())}
    return [begun[turn] for turn in range(2, 8)]


SCENES: Final[Mapping[str, Scene]] = {
    **{
        f"turandot-{name}": partial(_decision, state=state, seat=seat, keys=keys)
        for name, (state, seat, keys) in BOXES.items()
    },
    "turandot-offers": _offers,
    "turandot-assigned": _assigned,
    "turandot-waiting": partial(_decision, state=offered, seat=0, keys=()),
    "turandot-watching": partial(_decision, state=last_turn, seat=None, keys=()),
    "turandot-counting": _counting,
    "turandot-over": _over,
    "turandot-score": _score,
}
