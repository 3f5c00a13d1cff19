"""What cannot be taken back: steps that showed something hidden, or what chance brought."""

from typing import Any

import pytest
from support.rules.decisions import TABLES, Table

from opera_games.api import Event
from opera_games.opera.events import EVENTS as OPERA_EVENTS
from opera_games.turandot.events import EVENTS as TURANDOT_EVENTS
from opera_rules.api import rules_of
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in

SEEDS = (b"barrier" * 4 + b"0123", b"barrier" * 4 + b"4567", b"barrier" * 4 + b"89ab")


def hidden(game: str, state: Any) -> tuple[int, int]:
    """How many draws of chance were made, and how many cards or pieces lie face down."""
    return state.draws, len(state.supply if game == "opera" else state.deck)


def sealed(game: str, state: Any) -> set[int]:
    """The seats whose bid or offer nobody else has seen."""
    return {int(seat) for seat in rules_of(game).write_state(state)["bids" if game == "opera" else "offers"]}


@pytest.mark.parametrize("table", TABLES, ids=str)
@pytest.mark.parametrize("seed", SEEDS)
def test_a_step_uncovers_something_exactly_if_something_was_drawn_revealed_or_the_game_ended(
    table: Table, seed: bytes
) -> None:
    """In random games: a draw, a piece or card that left its pile, bids or offers turned over, or the end."""
    rules = rules_of(table.game)
    step = rules.new_game(table.players, table.options, built_in(table.game), seed)
    assert any(event.uncovers for event in step.events)
    made = 0
    while waiting := rules.waiting(step.game):
        before, seat = step.game, sorted(waiting)[made % len(waiting)]
        step = rules.apply(before, seat, rules.offers(before, seat).sample(Chance(derive(seed, made))))
        made += 1
        is_drawn = hidden(table.game, before) != hidden(table.game, step.game)
        is_revealed = not sealed(table.game, before) <= sealed(table.game, step.game) or (
            waiting[seat] in ("bid", "offer") and seat not in sealed(table.game, step.game)
        )
        expected = is_drawn or is_revealed or not rules.waiting(step.game)
        assert any(event.uncovers for event in step.events) == expected, step.events
    assert made >= 14


@pytest.mark.parametrize("kind", [*OPERA_EVENTS, *TURANDOT_EVENTS], ids=lambda kind: kind.__name__)
def test_whether_an_event_uncovers_is_no_field_of_it(kind: type[Event]) -> None:
    """The property belongs to the kind of event; nothing of it goes over the wire."""
    assert "uncovers" not in kind.__struct_fields__
