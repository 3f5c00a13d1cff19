"""Views of Opera for tests of its face: what the server would show of a state."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec
from support.rules.decisions import Table, decisions
from support.rules.opera_builder import a_game
from support.tui.documents import head_of, scores_so_far, seat_document

from opera_protocol.client import View
from opera_rules import opera
from opera_rules.api import Event
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera.state import Game
from opera_tui.games.opera.view import OperaView
from opera_tui.games.reading import read_view
from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.rows import Row, plain

NAMES = ("Alessandro12", "Massimiliano", "Bartholomeus", "Wilhelmina-K")
WIDE_NAMES = ("歌劇院的女高", "오페라극장장", "プッチーニ氏", "[bold]◆M[/]x")
"""Names of twelve cells, some in six characters, one that looks like markup and like another player."""


def view_of(game: Game, seat: int | None, glyphs: Glyphs = UNICODE, names: Sequence[str] = NAMES) -> OperaView:
    """The table as this seat or a spectator sees it, after a trip over the wire."""
    head = head_of("opera", names[: len(game.players)], scores=scores_so_far(opera, game))
    public = {"table": head, "game": opera.public(game)}
    private = None if seat is None else _private(game, seat)
    view = read_view(OperaView, View("t", _wired(public), 1, _wired(private)), glyphs)
    assert isinstance(view, OperaView)
    return view


def _private(game: Game, seat: int) -> dict[str, Any]:
    decision = 1 if seat in game.waiting else None
    return seat_document(seat, decision, opera.private(game, seat), opera.choices(game, seat))


def _wired(document: Any) -> Any:
    return msgspec.msgpack.decode(msgspec.msgpack.encode(document))


def shown(rows: Sequence[Row]) -> str:
    """The rows as text, one below the other."""
    return "\n".join(plain(row) for row in rows)


class Moment(NamedTuple):
    """A state, who decides there, and what was heard so far."""

    game: Game
    seat: int
    events: tuple[Event, ...]


def moments(players: int, number: int, options: Mapping[str, Any] | None = None) -> Iterator[Moment]:
    """Every decision of a whole game played at random, then the end as the decision of nobody (-1)."""
    seed = derive(b"", "faces", players, number)
    game, events = opera.new_game(players, options or {}, built_in("opera"), seed)
    chance = Chance(derive(seed, "play"))
    while waiting := opera.waiting(game):
        seat = min(waiting)
        yield Moment(game, seat, events)
        game, more = opera.apply(game, seat, opera.offers(game, seat).sample(chance))
        events += more
    yield Moment(game, -1, events)


def played_well(players: int, number: int, options: Mapping[str, Any] | None = None) -> Iterator[Moment]:
    """The same between bots that build and stage, so that houses fill up."""
    table = Table("opera", players, dict(options or {}))
    for decision in decisions(table, ("chorus",) * players, derive(b"", "bots", players, number)):
        yield Moment(decision.game, decision.view.seat, tuple(decision.view.events))


def drawn_state() -> Game:
    """A table like the one on the drawings, with the Signora about to be played by the second seat."""
    game = (
        a_game(4)
        .in_round(8)
        .with_points(112, 98, 121, -14)
        .with_ducats(14, 6, 3, 9)
        .with_levels(6, 7, 7, 0)
        .with_order(2, 1, 0, 3)
        .with_hired(1, 1, 1, 0)
        .with_ladder("verdi", "wagner", "mozart", "handel", "beethoven", "monteverdi")
        .with_century("mozart", "handel", "wagner")
        .with_palazzo("wagner", "verdi")
        .with_offer(verdi=1, wagner=2, handel=1, beethoven=2, monteverdi=1)
        .with_discard(mozart=3, verdi=2)
        .with_pawn("maestro", "wien")
        .with_pawn("critico", "milano")
        .with_stock(0, "mozart", "verdi")
        .with_stock(1, "beethoven")
        .with_stock(2, "mozart", "mozart", "handel")
        .with_stock(3, "mozart", "mozart", "verdi", "verdi", "handel")
        .staged(0, "venezia", "monteverdi", "handel", "house")
        .staged(0, "wien", "wagner", "beethoven", "verdi", "mozart")
        .staged(0, "paris", "verdi", "wagner", "handel", "mozart", None)
        .staged(0, "milano", "wagner", "mozart", "beethoven", "verdi", "handel", "monteverdi")
        .staged(1, "venezia", "monteverdi", "house", None)
        .staged(1, "wien", "monteverdi", "verdi", "wagner", "handel")
        .staged(1, "berlin", "monteverdi", "handel", "beethoven")
        .staged(1, "london", "beethoven", "verdi", "monteverdi", "handel")
        .staged(2, "venezia", "wagner")
        .staged(2, "berlin", "beethoven", None)
        .staged(2, "london", "wagner", "handel", "beethoven", "monteverdi")
        .staged(2, "paris", "wagner", "mozart", "beethoven", None, None)
        .staged(2, "milano", "handel", "wagner", "mozart")
        .staged(3, "venezia", "house", "monteverdi", "beethoven")
        .staged(3, "wien", None, None)
        .staged(3, "paris", "handel", None)
        .with_roles("signora", "critico", "esperto")
        .acting()
    )
    game.takers = {"impresario": 1, "architetto": 0, "maestro": 2}
    return game
