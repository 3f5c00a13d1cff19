"""What houses bring (ducats at the income, points at a counting), and the final ranking."""

from functools import lru_cache

from opera_games.opera.documents import Counting, House
from opera_games.opera.events import CitiesOpened, Counted, IncomePaid, PalazzoEmptied
from opera_games.opera.words import INCOME, PIECES, City, Composer, Piece
from opera_rules.api import Log, Map, Seat
from opera_rules.opera.state import Game


def income(game: Game, seat: Seat) -> dict[City, int]:
    """Return what each house with pieces would bring now."""
    return income_with_maestro_in(game.pawns["maestro"], game, seat)


def income_with_maestro_in(maestro: City | None, game: Game, seat: Seat) -> dict[City, int]:
    """Return what each house with pieces would bring if the Maestro were in this city."""
    ducats = {}
    for city, house in game.players[seat].houses.items():
        pieces = len(house.halls) - house.halls.count(None)
        if pieces:
            ducats[city] = INCOME[pieces] * (2 if city == maestro else 1)
    return ducats


def pay_income(game: Game, log: Log) -> None:
    incomes = {seat: income(game, seat) for seat in range(len(game.players))}
    for seat, ducats in incomes.items():
        game.earn(seat, sum(ducats.values()))
    log.append(IncomePaid(incomes))


def count(game: Game, seat: Seat) -> Counting:
    """Return what the coming counting would bring if it were now."""
    # The same as the sum of `count_house`, but twice as fast: previews call it all the time.
    great = century = empty = 0
    fame = fame_on(game.ladder)
    honoured = game.century[game.episode - 1]
    for house in game.players[seat].houses.values():
        piece = house.halls[0]
        great += fame[piece]
        if piece == honoured:
            century += game.episode
        empty -= house.halls.count(None)
    return Counting(great, century, empty)


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
