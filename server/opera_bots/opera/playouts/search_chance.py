"""Random numbers for searches: quick ones, which are the same with every version of Python."""

from random import Random


def numbers_from(seed: int) -> Random:
    """Begin a stream of random numbers; they decide no game, so quick ones will do."""
    return Random(seed)  # noqa: S311


class RandomShuffles:
    """Shuffles by a stream of random numbers; pieces go to any place of a pile that is in no order."""

    def __init__(self, random: Random) -> None:
        self.random = random.random

    def mixed(self, pile: list[int], aside: list[int]) -> list[int]:
        for composer in aside:
            pile.insert(int(self.random() * (len(pile) + 1)), composer)
        return pile

    def refilled(self, discard: list[int]) -> list[int]:
        return self.shuffled([composer for composer, copies in enumerate(discard) for _ in range(copies)])

    def shuffled(self, pile: list[int]) -> list[int]:
        # Not `Random.shuffle`, of which only the numbers of `random` are the same in all versions of Python.
        for place in range(len(pile) - 1, 0, -1):
            other = int(self.random() * (place + 1))
            pile[place], pile[other] = pile[other], pile[place]
        return pile
