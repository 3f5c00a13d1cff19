"""What houses bring (ducats at the income, points at a counting), and the final ranking."""

from functools import lru_cache
from typing import NamedTuple

from opera_games.opera.documents import Counting, House
from opera_games.opera.events import CitiesOpened, Counted, IncomePaid, PalazzoEmptied
from opera_games.opera.words import INCOME, PIECES, City, Composer, Piece
from opera_rules.api import Log, Map, Seat
from opera_rules.opera.state import Game, Player

Houses = tuple[tuple[City, House], ...]
"""A player's houses as a value, which caches can keep."""


class HouseFigures(NamedTuple):
    """What is to be known of a player's houses to tell what they bring."""

    income: dict[City, int]
    """The ducats of each house with pieces, without the Maestro."""
    ducats: int
    """The sum of `income`."""
    great: tuple[Piece | None, ...]
    """The pieces in the great halls."""
    empty: int
    composers: tuple[Composer, ...]
    """All staged pieces but the house piece."""

    def income_with(self, maestro: City | None) -> dict[City, int]:
        """Return what each house with pieces would bring if the Maestro were in this city."""
        if maestro not in self.income:
            return self.income
        return {city: ducats * (2 if city == maestro else 1) for city, ducats in self.income.items()}

    def ducats_with(self, maestro: City | None) -> int:
        """Return the whole income if the Maestro were in this city."""
        return self.ducats + self.income.get(maestro, 0) if maestro else self.ducats

    def counting(self, ladder: tuple[Composer, ...], honoured: Composer, bonus: int) -> Counting:
        """Return what a counting would bring; great halls with the composer of the century bring a bonus."""
        fame = sum(map(fame_on(ladder).__getitem__, self.great))
        return Counting(fame, bonus * self.great.count(honoured), -self.empty)


def houses_of(player: Player) -> Houses:
    return tuple(player.houses.items())


def everybodys_houses(game: Game) -> tuple[Houses, ...]:
    return tuple([houses_of(player) for player in game.players])


@lru_cache(maxsize=1 << 12)
def figures_of(houses: Houses) -> HouseFigures:
    """Count what is in the houses; they change rarely, and documents and choices ask for it all the time."""
    income: dict[City, int] = {}
    great: list[Piece | None] = []
    composers: list[Composer] = []
    empty = 0
    for city, house in houses:
        halls = house.halls
        bare = halls.count(None)
        if bare < len(halls):
            income[city] = INCOME[len(halls) - bare]
            composers += house.composers()
        great.append(halls[0])
        empty += bare
    return HouseFigures(income, sum(income.values()), tuple(great), empty, tuple(composers))


def income(game: Game, seat: Seat) -> dict[City, int]:
    """Return what each house with pieces would bring now."""
    return figures_of(houses_of(game.players[seat])).income_with(game.pawns["maestro"])


def pay_income(game: Game, log: Log) -> None:
    incomes = {seat: income(game, seat) for seat in range(len(game.players))}
    for seat, ducats in incomes.items():
        game.earn(seat, sum(ducats.values()))
    log.append(IncomePaid(incomes))


def count(game: Game, seat: Seat) -> Counting:
    """Return what the coming counting would bring if it were now."""
    honoured = game.century[game.episode - 1]
    return figures_of(houses_of(game.players[seat])).counting(game.ladder, honoured, game.episode)


@lru_cache(maxsize=720)
def fame_on(ladder: tuple[Composer, ...]) -> dict[Piece | None, int]:
    """Return the fame of each piece in a great hall; the house piece and an empty hall have none."""
    return {None: 0, "house": 0} | {composer: fame for fame, composer in enumerate(ladder, 1)}


def count_house(game: Game, house: House) -> Counting:
    """Count a house: the piece in the great hall scores fame and perhaps the bonus; every empty hall costs 1."""
    piece = house.halls[0]
    empty = -house.halls.count(None)
    return Counting(0, 0, empty) if piece is None else Counting(game.fame(piece), century_bonus(game, piece), empty)


def century_bonus(game: Game, piece: Piece) -> int:
    """Return the bonus for the episode's composer of the century: 1, 2 or 3 points in episode 1, 2 or 3."""
    return game.episode if piece == game.century[game.episode - 1] else 0


def great_hall_points(game: Game) -> dict[str, int]:
    """Return what each piece would score in a great hall at the coming counting."""
    return {piece: game.fame(piece) + century_bonus(game, piece) for piece in PIECES}


def count_if_due(game: Game, log: Log) -> None:
    """Score after a counting round, empty the Palazzo, open the next episode's cities."""
    if game.round not in game.countings:
        return
    counts = {seat: count(game, seat) for seat in range(len(game.players))}
    for seat, parts in counts.items():
        game.score(seat, parts.total)
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


def ranking(game: Game) -> tuple[tuple[Seat, int], ...]:
    """Return pairs of seat and points, the best first; a tie goes to the better place in budget order."""
    best_first = sorted(game.order, key=lambda seat: -game.players[seat].points)
    return tuple((seat, game.players[seat].points) for seat in best_first)


def outcome(game: Game) -> Map | None:
    """Return the full ranking as in the transcript's last line; None while the game goes on."""
    return {"ranking": [list(place) for place in ranking(game)]} if game.phase == "done" else None
