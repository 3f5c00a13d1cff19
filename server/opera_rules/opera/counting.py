"""The counting: great halls score their composers' fame, empty halls cost."""

from functools import lru_cache
from typing import NamedTuple

from opera_rules.api import Seat
from opera_rules.opera.events import CitiesOpened, Counted, Log, PalazzoEmptied
from opera_rules.opera.purse import score
from opera_rules.opera.state import Game, House
from opera_rules.opera.words import PIECES, Composer, Piece


class Count(NamedTuple):
    """A counting's parts for one seat; empty halls are 0 or less."""

    great: int
    century: int
    empty: int

    @property
    def total(self) -> int:
        return self.great + self.century + self.empty


def count(game: Game, seat: Seat) -> Count:
    """What the coming counting would bring if it were now."""
    # The same as adding up `count_house`, which costs twice the time; previews live on this.
    great = century = empty = 0
    fame = fame_on(game.ladder)
    honoured = game.century[game.episode - 1]
    for house in game.players[seat].houses.values():
        piece = house.halls[0]
        great += fame[piece]
        if piece == honoured:
            century += game.episode
        empty -= house.halls.count(None)
    return Count(great, century, empty)


@lru_cache(maxsize=720)
def fame_on(ladder: tuple[Composer, ...]) -> dict[Piece | None, int]:
    """What stands in a great hall by its fame; a house piece and an empty hall have none."""
    return {None: 0, "house": 0} | {composer: fame for fame, composer in enumerate(ladder, 1)}


def count_house(game: Game, house: House) -> Count:
    """The piece in the great hall scores its fame and perhaps the bonus; every empty hall costs 1."""
    piece = house.halls[0]
    empty = -house.halls.count(None)
    return Count(0, 0, empty) if piece is None else Count(game.fame(piece), century_bonus(game, piece), empty)


def century_bonus(game: Game, piece: Piece) -> int:
    """1, 2 or 3 points in the first, second or third episode for its composer of the century."""
    return game.episode if piece == game.century[game.episode - 1] else 0


def great_hall_points(game: Game) -> dict[str, int]:
    """What each piece would score in a great hall at the coming counting."""
    return {piece: game.fame(piece) + century_bonus(game, piece) for piece in PIECES}


def count_if_due(game: Game, log: Log) -> None:
    """After a counting round: score, empty the Palazzo, open the next episode's cities."""
    if game.round not in game.countings:
        return
    counts = {seat: count(game, seat) for seat in range(len(game.players))}
    for seat, parts in counts.items():
        score(game, seat, parts.total)
    log.append(
        Counted(
            counting=game.episode,
            great={seat: parts.great for seat, parts in counts.items()},
            century={seat: parts.century for seat, parts in counts.items()},
            empty={seat: parts.empty for seat, parts in counts.items()},
            points={seat: player.points for seat, player in enumerate(game.players)},
        )
    )
    if game.palazzo:
        log.append(PalazzoEmptied(game.empty_palazzo()))
    opened = tuple(city for city, episode in game.edition.episodes.items() if episode == game.episode + 1)
    if opened:
        log.append(CitiesOpened(opened))
