"""The words of Opera: composers, cities, roles, and the numbers printed on the board."""

from typing import Literal, get_args

Composer = Literal["monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner"]
Piece = Literal["monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner", "house"]
City = Literal["venezia", "wien", "berlin", "london", "paris", "milano"]
Employee = Literal["impresario", "architetto", "signora"]
Character = Literal["maestro", "critico", "esperto"]
Role = Literal["impresario", "architetto", "signora", "maestro", "critico", "esperto"]
Kind = Literal["bid", "act", "join", "appraise"]
Phase = Literal["bid", "act", "done"]
Answer = Literal["joined", "intermezzo", "appraised", "declined"]
"""What a seat did with a role that another one hired."""
Reward = Literal["ducats", "points"]
Source = Literal["stock", "venezia", "wien", "berlin", "london", "paris", "milano"]
Wing = Literal["main", "wing_a", "wing_b", "wing_c"]
"""The parts that a house can have; the built-in edition has no `wing_c`."""
Part = str
"""A building part, written in full: `paris.wing_a`."""

COMPOSERS: tuple[Composer, ...] = get_args(Composer)
PIECES: tuple[Piece, ...] = get_args(Piece)
CITIES: tuple[City, ...] = get_args(City)
EMPLOYEES: tuple[Employee, ...] = get_args(Employee)
CHARACTERS: tuple[Character, ...] = get_args(Character)
ROLES: tuple[Role, ...] = get_args(Role)
WINGS: tuple[Wing, ...] = get_args(Wing)

FEES: dict[Role, int] = {
    "impresario": 3,
    "architetto": 2,
    "signora": 2,
    "maestro": 2,
    "critico": 3,
    "esperto": 4,
}
WORTH: dict[Role, int] = {
    "impresario": 5,
    "architetto": 4,
    "signora": 2,
    "maestro": 3,
    "critico": 2,
    "esperto": 5,
}
"""How much a role that helps counts when a bid is shown to pay for some of them."""

SEATS = range(2, 5)
PIECES_PER_COMPOSER = 14
STARTING_DUCATS = 20
TOP_LEVEL = 10
EPISODES = 3
TOP_FAME = len(COMPOSERS)
INCOME = (0, 1, 3, 5, 8, 11, 15)
"""Ducats of a house by the pieces staged in it."""
DUCATS_PER_HALL = 2
DUCATS_PER_FAME = 2
POINTS_PER_HALL = 2
MOST_THINGS = 2
"""Pieces bought or parts built in one go, hiring or joining in."""

ROLE_LIMIT = {2: 4, 3: 3, 4: 3}
OFFER_SIZE = {2: 5, 3: 7, 4: 9}
OFFERED_PER_COMPOSER = {2: 2, 3: 3, 4: 3}
PALAZZO_PLACES = {2: 3, 3: 3, 4: 4}
COUNTING_ROUNDS = {9: (3, 6, 9), 7: (3, 5, 7)}
EPISODE_OF = {
    rounds: {now: 1 + sum(counting < now for counting in countings) for now in range(1, rounds + 1)}
    for rounds, countings in COUNTING_ROUNDS.items()
}
"""The episode that each round belongs to, for the long and the short game."""

PLACE_OF = {piece: place for place, piece in enumerate(PIECES)}
"""The place of a piece in every sorted list: composers as above, the house piece last."""
