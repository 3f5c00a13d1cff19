"""What a bot sees: exactly what its seat may know, never the state."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from opera_rules.api import Event, Map, Rules, Seat
from opera_rules.games import rules_of


class View(NamedTuple):
    """A seat's documents when it has to decide; `private` holds the rows of its decision box under `choices`."""

    seat: Seat
    game: str
    public: Map
    private: Map
    events: Sequence[Event]
    """All that the seat heard of since the game began."""
    edition: Any

    @property
    def rules(self) -> Rules[Any, Any, Any]:
        return rules_of(self.game)

    def imagine(self, seed: bytes) -> Any:
        """A full state that this seat cannot tell from the real one."""
        return self.rules.imagine(self.public, self.private, self.events, seed)


def view_of(rules: Rules[Any, Any, Any], game: Any, seat: Seat, events: Sequence[Event], edition: Any) -> View:
    """The view of a seat that has to decide; `events` are those that it may hear of."""
    private = {**rules.private(game, seat), "choices": rules.choices(game, seat)}
    return View(seat, rules.NAME, rules.public(game), private, events, edition)
