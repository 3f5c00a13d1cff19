"""Singers and directors: what lies in the line-up."""

import msgspec

from opera_games.turandot.words import Category, Director, Effect, Part, Sex


class Singer(msgspec.Struct, frozen=True, cache_hash=True):
    """One card of the deck."""

    id: str
    name: str
    stars: int
    category: Category
    sex: Sex
    prefers: Part | None = None


Card = Singer | Director
"""Directors lie in the line-up of turn 4, singers in all others."""

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


def card_id(card: Card) -> str:
    """How documents and events name a card."""
    return card.id if isinstance(card, Singer) else card
