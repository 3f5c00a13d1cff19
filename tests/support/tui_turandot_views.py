"""Tables of Turandot as the client sees them, made by the real rules."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from support.turandot_builder import edition, seed_of

from opera_protocol.client import View
from opera_rules import turandot
from opera_rules.api import Seat, to_map
from opera_rules.chance import Chance
from opera_rules.turandot.state import Game
from opera_tui.glyphs import UNICODE, Glyphs
from opera_tui.rows import Row, plain, width
from opera_tui.table_view import TableView

NAMES = ("Alessandro12", "Massimiliano", "Bartholomeus", "Wilhelmina-K", "Maria-Teresa")
WIDE_NAMES = ("歌劇場歌劇場", "圖蘭朵公主啊", "プッチーニ作", "카라프왕자님", "茉莉花茉莉花")
"""Six characters, twelve cells each."""


def view_of(game: Game, seat: Seat | None, glyphs: Glyphs = UNICODE, names: Sequence[str] = NAMES) -> TableView:
    """The table as this seat, or a spectator, sees it."""
    players = len(game.players)
    seats = [
        {"kind": "human", "name": name, "present": True, "ready": True, "stand_in": None} for name in names[:players]
    ]
    state = "running" if turandot.waiting(game) else "finished"
    head = {"name": "Fenice", "game": "turandot", "seats": seats, "state": state, "deadlines": {}}
    public = to_map({"table": head, "game": turandot.public(game)})
    return TableView(View("table", public, 1, _private(game, seat), 1), glyphs)


def _private(game: Game, seat: Seat | None) -> Mapping[str, Any] | None:
    if seat is None:
        return None
    choices = turandot.choices(game, seat)
    decision = 7 if choices else None
    private: Mapping[str, Any] = to_map(
        {"seat": seat, "decision": decision, "game": turandot.private(game, seat), "choices": choices}
    )
    return private


class Moment(NamedTuple):
    """A game when a seat is to decide, and what happened on the way from the moment before."""

    game: Game
    seat: Seat
    events: list[Mapping[str, Any]]
    before: Game


def moments(players: int, seed: int) -> Iterator[Moment]:
    """Every decision of a whole game of random actions; the last moment is the end, with seat 0."""
    chance = Chance(seed_of(seed))
    game, happened = turandot.new_game(players, {}, edition(), seed_of(seed))
    before = game
    while waiting := turandot.waiting(game):
        seat = next(iter(waiting))
        yield Moment(game, seat, to_map(happened), before)
        before = game
        game, happened = turandot.apply(game, seat, turandot.offers(game, seat).sample(chance))
    yield Moment(game, 0, to_map(happened), before)


def texts(rows: Sequence[Row]) -> list[str]:
    return [plain(content).rstrip() for content in rows]


def widest(rows: Sequence[Row]) -> int:
    return max((width(content) for content in rows), default=0)
