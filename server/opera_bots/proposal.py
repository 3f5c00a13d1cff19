"""What a bot that searches found out about a decision."""

from collections.abc import Mapping
from typing import NamedTuple

from opera_rules.api import Action


class Alternative(NamedTuple):
    """An action that was looked at, and the points this seat may expect at the end of the game with it."""

    action: Action
    points: float


class Proposal(NamedTuple):
    """The best action found, the next best one that differs in more than a detail, and what the best brings at once."""

    best: Alternative
    next_best: Alternative | None
    gains: Mapping[str, int]
    """Changes that the action itself makes for this seat, by name; only those that are not 0."""
    iterations: int
