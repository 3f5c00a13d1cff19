"""The hands of a game in the order of the ranking, and how a booklet names them."""

from opera_games.turandot.words import SILENT
from opera_tui.booklet.players import Player
from opera_tui.games.turandot.labels import Hand, hand_name
from opera_tui.games.turandot.view import TurandotView


def ranked(view: TurandotView) -> list[Hand]:
    """Return the hands from first to last; the silent hand is behind the players."""
    order: list[Hand] = [seat for seat, _points in view.game.end.ranking] if view.game.end else list(view.seats)
    return order if view.game.silent is None else [*order, SILENT]


def hand_player(view: TurandotView, seat: Hand) -> Player:
    """Return a hand as a booklet shows it."""
    if isinstance(seat, str):
        return Player(None, "", hand_name(view, seat))
    return Player(seat, view.sign(seat).text, view.name(seat))
