"""Carry out an action of the rules on a board of numbers, and go on to the next decision."""

from collections.abc import Callable, Mapping
from typing import Any

from opera_bots.opera.playouts.board import Board
from opera_bots.opera.playouts.numbers import (
    ARCHITETTO,
    CRITICO,
    ESPERTO,
    HOUSES,
    IMPRESARIO,
    MAESTRO,
    NOTHING,
    SIGNORA,
)
from opera_games.opera.actions import (
    Appraise,
    Architetto,
    Close,
    Critico,
    Esperto,
    Hire,
    Impresario,
    Join,
    Layout,
    Maestro,
    Play,
    Signora,
)
from opera_games.opera.words import CITIES, COMPOSERS, PLACE_OF
from opera_rules.api import Action


def play_action(board: Board, action: Action) -> None:
    """Let the seat that is asked do this; bids are revealed all at once, see `Board.reveal_bids`."""
    seat = board.seat
    match action:
        case Hire(play=play):
            role, carry_out = ROLES_BY_PLAY[type(play)]
            board.pay_hire(seat, role)
            carry_out(board, seat, play)
            if role not in (MAESTRO, CRITICO):
                board.ask_others(seat, role)
        case Join(play=play):
            board.pay_join(seat, _things(play))
            ROLES_BY_PLAY[type(play)][1](board, seat, play)
        case Close():
            board.closed[seat] = True
        case Appraise(accept=True):
            board.appraise(seat, board.pawns[ESPERTO - MAESTRO])
    board.go_on()


def _things(play: Play) -> int:
    """Count the things that joining in pays for."""
    if isinstance(play, Architetto):
        return len(play.build)
    return max(1, len(play.buy)) if isinstance(play, Impresario) else 1


def _impresario(board: Board, seat: int, play: Impresario) -> None:
    for composer in play.buy:
        board.buy(seat, COMPOSERS.index(composer))
    if play.layout is not None:
        board.arrange(seat, *numbered(play.layout))


def numbered(layout: Layout) -> tuple[list[int], list[int]]:
    """Turn a layout into the sets of pieces and the great halls of all cities."""
    staged, great = [0] * HOUSES, [NOTHING] * HOUSES
    for city, halls in layout.items():
        at = CITIES.index(city)
        staged[at] = sum(1 << PLACE_OF[piece] for piece in halls if piece is not None)
        great[at] = NOTHING if halls[0] is None else PLACE_OF[halls[0]]
    return staged, great


def _architetto(board: Board, seat: int, play: Architetto) -> None:
    for part in play.build:
        board.build(seat, board.plans.names.index(part))


def _signora(board: Board, seat: int, play: Signora) -> None:
    source = NOTHING if play.source == "stock" else CITIES.index(play.source)
    board.sell(seat, PLACE_OF[play.piece], source, play.reward == "points")


def _maestro(board: Board, seat: int, play: Maestro) -> None:
    board.pawns[0] = CITIES.index(play.city)


def _critico(board: Board, seat: int, play: Critico) -> None:
    board.pawns[CRITICO - MAESTRO] = CITIES.index(play.city)
    if play.composer is not None:
        board.review(COMPOSERS.index(play.composer), play.steps)


def _esperto(board: Board, seat: int, play: Esperto) -> None:
    board.visit_as_esperto(seat, CITIES.index(play.city))


ROLES_BY_PLAY: Mapping[type[Play], tuple[int, Callable[[Board, int, Any], None]]] = {
    Impresario: (IMPRESARIO, _impresario),
    Architetto: (ARCHITETTO, _architetto),
    Signora: (SIGNORA, _signora),
    Maestro: (MAESTRO, _maestro),
    Critico: (CRITICO, _critico),
    Esperto: (ESPERTO, _esperto),
}
