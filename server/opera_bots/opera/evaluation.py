"""The points that a seat may expect at the end of Opera, estimated between two rounds.

The estimate is a weighted sum of a few features, with different weights for each episode. The weights were fitted to
games between bots (`opera-server tune`); the data file says to how many, and how good the fit is.
"""

from opera_bots.weights import stage_weights
from opera_games.opera.words import EPISODE_OF, EPISODES, INCOME
from opera_rules.api import Seat
from opera_rules.opera.search import Game, fame_on

FEATURES = (
    "points",
    "ducats",
    "ducats_by_rounds",
    "ducats_over_15",
    "level",
    "income_by_rounds",
    "doubled_income",
    "room_by_rounds",
    "houses_by_countings",
    "great_halls",
    "best_great_halls",
    "empty_halls",
    "staged_fame",
    "best_city",
    "stock_to_stage_by_rounds",
    "stock_fame",
    "halls_to_build",
    "houses_to_build_by_countings",
    "rounds_left",
    "three_players",
    "four_players",
)
"""Features `by_rounds` or `by_countings` are multiplied by how many of them are to come. `room` is what full houses
would add to the income, `best_great_halls` what the great halls would score with the best pieces owned, `best_city`
what the Esperto would bring in the best city."""

SPENDABLE_DUCATS = 15
"""Ducats beyond this are hard to spend."""
USEFUL_LEVEL = 6
"""Higher levels are hardly ever worth more."""
SALES = 2
"""How many pieces of the stock can be sold soon."""


def stage(game: Game) -> str | None:
    """Name the weights for this state; None in the middle of a round, where there are none."""
    return stage_name(game.episode) if game.phase == "bid" and not game.bids else None


def stage_name(episode: int) -> str:
    return f"episode {episode}"


STAGES = tuple(stage_name(episode) for episode in range(1, EPISODES + 1))


def rounds_left(rounds: int, now: int) -> int:
    """Count the rounds still to be played before the bids of a round."""
    return rounds - now + 1


def countings_left(rounds: int, now: int) -> int:
    return EPISODES + 1 - EPISODE_OF[rounds][now]


def features(game: Game, seat: Seat) -> tuple[float, ...]:
    """Compute the seat's figures; what all seats share, like the offer, makes no difference and is left out."""
    player = game.players[seat]
    fame = fame_on(game.ladder)
    episode = game.episode
    honoured = game.century[episode - 1]
    maestro = game.pawns["maestro"]
    income = doubled = full = great = empty = staged_fame = best_city = 0
    points = [fame[piece] + (episode if piece == honoured else 0) for piece in player.stock]
    for city, house in player.houses.items():
        halls = house.halls
        gaps = halls.count(None)
        ducats = INCOME[len(halls) - gaps]
        income += ducats
        full += INCOME[len(halls)]
        if city == maestro:
            doubled = ducats
        empty += gaps
        city_fame = 0
        for piece in halls:
            if piece is not None:
                city_fame += fame[piece]
                points.append(fame[piece] + (episode if piece == honoured else 0))
        staged_fame += city_fame
        best_city = max(best_city, city_fame)
        if halls[0] is not None:
            great += fame[halls[0]] + (episode if halls[0] == honoured else 0)
    points.sort(reverse=True)
    ducats = player.ducats
    rounds, countings = rounds_left(game.rounds, game.round), countings_left(game.rounds, game.round)
    halls_to_build, houses_to_build = left_to_build(game, seat)
    return (
        player.points,
        ducats,
        ducats * rounds,
        max(0, ducats - SPENDABLE_DUCATS),
        min(player.level, USEFUL_LEVEL),
        income * rounds,
        doubled,
        (full - income) * rounds,
        len(player.houses) * countings,
        great,
        sum(points[: len(player.houses)]),
        empty,
        staged_fame,
        best_city,
        min(empty, len(set(player.stock))) * rounds,
        sum(sorted([fame[piece] for piece in set(player.stock)])[-SALES:]),
        halls_to_build,
        houses_to_build * countings,
        rounds,
        int(len(game.players) == 3),
        int(len(game.players) == 4),
    )


def left_to_build(game: Game, seat: Seat) -> tuple[int, int]:
    """Count the halls and the houses in open cities that are left for this seat."""
    houses = game.players[seat].houses
    plans = game.edition.plans
    cities = game.open_cities()
    halls = mains = 0
    for part, left in game.parts.items():
        plan = plans[part]
        if not left or plan.city not in cities:
            continue
        house = houses.get(plan.city)
        if house is None:
            if plan.wing == "main":
                mains += 1
                halls += plan.halls
            elif game.parts[f"{plan.city}.main"]:
                halls += plan.halls
        elif part not in house.parts:
            halls += plan.halls
    return halls, mains


def value(game: Game, seat: Seat) -> float:
    """Estimate the points of a seat at the end of the game; between rounds, or once the game is over."""
    if game.phase == "done":
        return float(game.players[seat].points)
    return stage_weights("opera")[stage_name(game.episode)].value(features(game, seat))
