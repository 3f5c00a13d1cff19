"""Tell an action with all that follows from it one thing after the other: each state on the way, and what led to it."""

from collections.abc import Callable
from typing import Generic

from opera_rules.api import GameT, Log, Step


class Unfolding(Generic[GameT]):
    """Keeps the states between two things that happen; `order_of_play` shows it the game before each of its steps."""

    def __init__(self, copy: Callable[[GameT], GameT]) -> None:
        self._copy = copy
        self._steps: list[Step[GameT]] = []
        self._told = 0
        """How many events the steps so far tell."""
        self._known: GameT | None = None
        self._logged = 0

    def look(self, game: GameT, log: Log) -> None:
        """Look at the game: if something more has happened since the last look, what it was then is a step."""
        if self._known is not None and len(log) > self._logged > self._told:
            self._steps.append(Step(self._known, tuple(log[self._told : self._logged])))
            self._told = self._logged
        self._known, self._logged = self._copy(game), len(log)

    def end(self, game: GameT, log: Log) -> list[Step[GameT]]:
        """Return all steps; the last one leads to the game as it is now."""
        self.look(game, log)
        return [*self._steps, Step(game, tuple(log[self._told :]))]
