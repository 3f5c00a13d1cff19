"""The fame ladder: how composers rise at the end of a round."""

from functools import lru_cache

from opera_games.opera.words import Composer


@lru_cache(maxsize=1 << 12)
def risen(ladder: tuple[Composer, ...], movers: tuple[Composer, ...]) -> tuple[Composer, ...]:
    """Raise all movers at once, from the highest down: each changes places with the composer above,
    unless that one is a mover that could not rise."""
    places = list(ladder)
    for at in range(len(places) - 1, -1, -1):
        above = at + 1
        if places[at] in movers and above < len(places) and places[above] not in movers:
            places[at], places[above] = places[above], places[at]
    return tuple(places)
