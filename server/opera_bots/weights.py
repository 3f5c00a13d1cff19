"""The fitted weights of the evaluations: from each game's data file, or as this process was given them."""

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from typing import NamedTuple

import msgspec

from opera_rules.api import Map

_given: dict[str, Map] = {}


class Weights(NamedTuple):
    """A weight for each feature, and the constant that is added to their sum."""

    by_feature: tuple[float, ...]
    intercept: float

    def value(self, features: Sequence[float]) -> float:
        """Return the weighted sum, added in the order of the features: another order would round differently."""
        points = self.intercept
        for weight, feature in zip(self.by_feature, features, strict=True):
            points += weight * feature
        return points


@cache
def stage_weights(game: str) -> dict[str, Weights]:
    """Load the weights of every stage of a game."""
    stages: dict[str, Map] = weights_content(game)["stages"]
    return {stage: Weights(tuple(row["weights"]), row["intercept"]) for stage, row in stages.items()}


def weights_content(game: str) -> Map:
    """Read a game's data file, or the weights that this process was given instead."""
    content: Map = _given[game] if game in _given else msgspec.json.decode(weights_file(game).read_bytes())
    return content


def weights_file(game: str) -> Traversable:
    """Locate the built-in data file."""
    return files(f"opera_bots.{game}") / "evaluation.json"


def use_weights(game: str, content: Map) -> None:
    """Let bots in this process play by other weights, as fitting does; only before its first game: they are cached."""
    _given[game] = content
