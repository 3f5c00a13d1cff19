"""Tables of Turandot as the client sees them, made by the real rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from support.rules.turandot_builder import edition, seed_of
from support.tui.documents import head_of, scores_so_far, seat_document

from opera_protocol.client import View
from opera_rules import turandot
from opera_rules.api import Event, Seat, to_map
from opera_rules.chance import Chance
from opera_rules.turandot.state import Game
from opera_tui.games.reading import read_view
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.rows import Row, plain, width

NAMES = ("Alessandro12", "Massimiliano", "Bartholomeus", "Wilhelmina-K", "Maria-Teresa")
WIDE_NAMES = ("歌劇場歌劇場", "圖蘭朵公主啊", "プッチーニ作", "카라프왕자님", "茉莉花茉莉花")
"""Six characters, twelve cells each."""


def view_of(game: Game, seat: Seat | None, glyphs: Glyphs = UNICODE, names: Sequence[str] = NAMES) -> TurandotView:
    """The table as this seat, or a spectator, sees it."""
    state = "running" if turandot.waiting(game) else "finished"
    head = head_of("turandot", names[: len(game.players)], state=state, scores=scores_so_far(turandot, game))
    public = to_map({"table": head, "game": turandot.public(game)})
    view = read_view(TurandotView, View("table", public, 1, _private(game, seat), 1), glyphs)
    assert isinstance(view, TurandotView)
    return view


def _private(game: Game, seat: Seat | None) -> Mapping[str, Any] | None:
    if seat is None:
        return None
    choices = turandot.choices(game, seat)
    document = seat_document(seat, 7 if choices else None, turandot.private(game, seat), choices)
    private: Mapping[str, Any] = to_map(document)
    return private


class Moment(NamedTuple):
    """A game when a seat is to decide, and what happened on the way from the moment before."""

    game: Game
    seat: Seat
    events: Sequence[Event]
    before: Game


def moments(players: int, seed: int) -> Iterator[Moment]:
    """Every decision of a whole game of random actions; the last moment is the end, with seat 0."""
    chance = Chance(seed_of(seed))
    game, happened = turandot.new_game(players, {}, edition(), seed_of(seed))
    before = game
    while waiting := turandot.waiting(game):
        seat = next(iter(waiting))
        yield Moment(game, seat, happened, before)
        before = game
        game, happened = turandot.apply(game, seat, turandot.offers(game, seat).sample(chance))
    yield Moment(game, 0, happened, before)


def texts(rows: Sequence[Row]) -> list[str]:
    return [plain(content).rstrip() for content in rows]


def widest(rows: Sequence[Row]) -> int:
    return max((width(content) for content in rows), default=0)
