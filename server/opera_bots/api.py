"""The view that a bot is given (what its seat may know, never the state), and the proposal that a search returns."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from opera_games.api import tag_of
from opera_rules.api import Action, AnyRules, Event, Seat, rules_of


class View(NamedTuple):
    """A seat's documents when it has to decide, as the game's package of `opera_games` types them."""

    seat: Seat
    game: str
    public: Any
    private: Any
    choices: Any
    """The rows of its decision box."""
    events: Sequence[Event]
    """All events that this seat may know of since the game began."""
    edition: Any

    @property
    def kind(self) -> Any:
        """Return the kind of decision that the seat is asked for, one of the game's words."""
        return tag_of(self.choices)

    @property
    def rules(self) -> AnyRules:
        return rules_of(self.game)

    def imagine(self, seed: bytes) -> Any:
        """Draw a full state that this seat cannot tell from the real one."""
        return self.rules.imagine(self.public, self.private, self.events, seed)


def view_of(rules: AnyRules, game: Any, seat: Seat, events: Sequence[Event], edition: Any) -> View:
    """Build the view of a seat that has to decide; `events` are those that it may know of."""
    choices = rules.choices(game, seat)
    return View(seat, rules.NAME, rules.public(game), rules.private(game, seat), choices, events, edition)


class Alternative(NamedTuple):
    """An action, and the points that this seat may expect at the end of the game with it."""

    action: Action
    points: float


class Reason(NamedTuple):
    """A fact of the position that speaks for an action: its code among the game's `HINTS`, and its parameters."""

    code: str
    parameters: Mapping[str, Any]


class Proposal(NamedTuple):
    """The best action found, the next best one that differs in more than a detail, and the immediate gains."""

    best: Alternative
    next_best: Alternative | None
    gains: Mapping[str, int]
    """Changes that the best action itself makes for this seat, by name; zeros are left out."""
    iterations: int
    reasons: tuple[Reason, ...] = ()
    """What speaks for the best action, the weightiest first."""
