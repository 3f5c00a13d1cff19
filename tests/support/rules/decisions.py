"""Games between bots for tests: every decision with the true state and what its seat sees."""

from collections.abc import Iterator
from typing import Any, NamedTuple

from opera_bots.api import View, view_of
from opera_bots.levels import bot_of, never
from opera_rules.api import Action, Event, Map, rules_of, to_map
from opera_rules.chance import derive
from opera_rules.editions import built_in


class Table(NamedTuple):
    """A game for so many players under some options."""

    game: str
    players: int
    options: Map

    def __str__(self) -> str:
        return " ".join(
            [self.game, str(self.players), *(f"{option}={self.options[option]}" for option in self.options)]
        )


class Decision(NamedTuple):
    """A true state, the view of the seat that decides there, the seed it gets, and what it does."""

    game: Any
    view: View
    seed: bytes
    action: Action


TABLES = (
    *(
        Table("opera", players, {"rounds": rounds, "open_screens": is_open})
        for players in rules_of("opera").SEATS
        for rounds in (9, 7)
        for is_open in (False, True)
    ),
    *(Table("turandot", players, {}) for players in rules_of("turandot").SEATS),
)
"""Every player count with every option."""


def decisions(table: Table, levels: tuple[str, ...], seed: bytes, edition: Any | None = None) -> Iterator[Decision]:
    """The whole game, levels in seat order; of several who must decide at once the lowest seat comes first."""
    rules, edition = rules_of(table.game), edition or built_in(table.game)
    step = rules.new_game(table.players, table.options, edition, seed)
    events: list[Event] = list(step.events)
    made = 0
    while waiting := rules.waiting(step.game):
        seat = min(waiting)
        view = view_of(rules, step.game, seat, rules.visible(events, seat), edition)
        decided = derive(seed, "bot", seat, made)
        action = bot_of(levels[seat])(view, decided, never)
        yield Decision(step.game, view, decided, action)
        step = rules.apply(step.game, seat, action)
        events.extend(step.events)
        made += 1


def view_in(game: Any, like: View) -> View:
    """What the same seat would see in another state, having heard the same."""
    return view_of(rules_of(like.game), game, like.seat, like.events, like.edition)


def winner_levels(table: Table, levels: tuple[str, ...], seed: bytes) -> set[str]:
    """The levels of the seats that win; the first in the ranking where the game knows no shared wins."""
    rules = rules_of(table.game)
    *_, last = decisions(table, levels, seed)
    outcome: Map = to_map(rules.outcome(rules.apply(last.game, last.view.seat, last.action).game))
    seats = outcome.get("winners", [outcome["ranking"][0][0]])
    return {levels[seat] for seat in seats}
