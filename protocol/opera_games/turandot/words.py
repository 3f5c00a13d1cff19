"""The words of Turandot: what players, files, the wire and the screen call things."""

from typing import Literal, get_args

Part = Literal["turandot", "calaf", "liu", "ping", "pong", "pang"]
Sex = Literal["m", "f", "x"]
Category = Literal["professional", "amateur", "alternative", "classic", "comic", "dark"]
Director = Literal[
    "gothic",
    "farce",
    "avant_garde",
    "traditional",
    "purist",
    "decorator",
    "eclectic",
    "androgynous",
    "plain",
]
Helper = Literal["costumier", "carpenter"]
Phase = Literal["offer", "assign", "nominate", "dismiss", "between", "done"]
"""What is to be decided; `between` two decisions nobody is asked, while something is revealed or dealt."""
Silent = Literal["silent"]
Effect = Literal[Category, "preferred", "undefined_sex", "scenery", "six_categories"]
"""What a director brings points for."""
Whereabouts = Literal["left", "lineup", "dismissed", "out", "taken"]
"""Where a director is."""
LedTo = Literal["alone", "most", "tied", "beaten", "costumier", "carpenter", "no_helper"]
"""What an offer led to: the card, being alone on it or with the most money; nothing; or one of the helpers."""

PARTS: tuple[Part, ...] = get_args(Part)
SEX_OF_PART: dict[Part, Sex] = {
    "turandot": "f",
    "calaf": "m",
    "liu": "f",
    "ping": "m",
    "pong": "m",
    "pang": "m",
}
SEXES: tuple[Sex, ...] = get_args(Sex)
CATEGORIES: tuple[Category, ...] = get_args(Category)
DIRECTORS: tuple[Director, ...] = get_args(Director)
HELPERS: tuple[Helper, ...] = get_args(Helper)
SILENT: Silent = "silent"

EFFECTS: dict[Director, dict[Effect, int]] = {
    "gothic": {"dark": 1, "comic": -1},
    "farce": {"comic": 1, "dark": -1},
    "avant_garde": {"alternative": 1, "classic": -1},
    "traditional": {"classic": 1, "alternative": -1},
    "purist": {"preferred": 1},
    "decorator": {"scenery": 1},
    "eclectic": {"six_categories": 3},
    "androgynous": {"undefined_sex": 1},
    "plain": {},
}
"""Points a director brings: per singer of a category, in the preferred part or of undefined sex, per scenery card,
or once if all six categories are in the cast."""

SEATS = range(2, 6)
TURNS = 7
DIRECTOR_TURN = 4
LAST_DISMISSAL = 3
MONEY_CARDS = 3
MOST_STARS = 3
FEWEST_FOR_CARPENTER = 4


def helpers_with(players: int) -> tuple[Helper, ...]:
    """Return the helpers: always the costumier, the carpenter only with 4 or 5 players."""
    return HELPERS if players >= FEWEST_FOR_CARPENTER else HELPERS[:1]
