"""The typed documents of both games hold exactly what the rules show, to the last byte on the wire."""

import pickle
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import msgspec
import pytest
from support.rules.decisions import TABLES, Table
from support.soaking import some

from opera_games.errors import Coded
from opera_games.opera import choices as opera_choices
from opera_games.opera import documents as opera_documents
from opera_games.opera import events as opera_events
from opera_games.opera.actions import Layout
from opera_games.turandot import choices as turandot_choices
from opera_games.turandot import documents as turandot_documents
from opera_games.turandot import events as turandot_events
from opera_rules.api import Event, Seat, rules_of
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.refusals import Refused

PREVIEWS = 3
WITH_FIGURES = opera_choices.PreviewWithFigures
Read = Callable[[Any], object]


class Shapes(NamedTuple):
    """How each document of a game is read from its map."""

    public: Read
    private: Read
    choices: Read
    preview: Read
    event: Read


def reader(kind: Any) -> Read:
    return lambda document: msgspec.convert(document, kind, str_keys=True)


SHAPES = {
    "opera": Shapes(
        reader(opera_documents.PublicDocument),
        reader(opera_documents.PrivateDocument),
        reader(opera_choices.Choices),
        opera_choices.read_preview,
        reader(opera_events.AnyEvent),
    ),
    "turandot": Shapes(
        reader(turandot_documents.PublicDocument),
        reader(turandot_documents.PrivateDocument),
        reader(turandot_choices.Choices),
        turandot_choices.read_preview,
        reader(turandot_events.AnyEvent),
    ),
}


class Moment(NamedTuple):
    """A state of a random game, and what happened on the way to it."""

    game: Any
    events: tuple[Event, ...]


def moments(table: Table) -> Iterator[Moment]:
    """Every state of a random game; whoever must decide does so in any order."""
    rules, seed = rules_of(table.game), derive(b"documents", str(table))
    chance = Chance(seed)
    step = rules.new_game(table.players, table.options, built_in(table.game), seed)
    yield Moment(*step)
    while waiting := rules.waiting(step.game):
        seat = chance.choice(sorted(waiting))
        step = rules.apply(step.game, seat, rules.offers(step.game, seat).sample(chance))
        yield Moment(*step)


def assert_fits(document: Any, read: Read) -> None:
    """The typed document and the plain one are the same bytes, so the same keys in the same order."""
    plain = msgspec.json.decode(msgspec.json.encode(document))
    typed = read(plain)
    assert msgspec.json.encode(msgspec.to_builtins(typed, str_keys=True)) == msgspec.json.encode(plain)
    assert msgspec.json.encode(typed) == msgspec.json.encode(document)
    assert msgspec.msgpack.encode(msgspec.to_builtins(typed, str_keys=True)) == msgspec.msgpack.encode(plain)


def check_seat(table: Table, game: Any, seat: Seat, chance: Chance) -> None:
    """The choices of a seat that must decide, and previews of what it and others may or may not do."""
    rules, shapes = rules_of(table.game), SHAPES[table.game]
    assert_fits(rules.choices(game, seat), shapes.choices)
    for _ in range(PREVIEWS):
        action = rules.offers(game, seat).sample(chance)
        for asker in (seat, (seat + 1) % table.players):
            assert_fits(rules.preview(game, asker, action), shapes.preview)
    if table.game == "opera":
        for goal in ("income", "counting"):
            assert_fits(rules.arrange(game, seat, (), goal), reader(Layout))


@pytest.mark.parametrize("table", some(TABLES, 3), ids=str)
def test_every_document_of_a_random_game_fits_its_type(table: Table) -> None:
    rules, shapes = rules_of(table.game), SHAPES[table.game]
    chance = Chance(b"previews")
    for moment in moments(table):
        assert_fits(rules.public(moment.game), shapes.public)
        for seat in range(table.players):
            assert_fits(rules.private(moment.game, seat), shapes.private)
        for event in moment.events:
            assert_fits(event, shapes.event)
        for seat in rules.waiting(moment.game):
            check_seat(table, moment.game, seat, chance)


def test_a_figure_that_can_be_pictured_stays_in_a_refused_preview() -> None:
    rules = rules_of("opera")
    game = rules.new_game(2, {}, built_in("opera"), b"seed").game
    figures = rules.preview(game, 0, rules.read_action({"do": "bid", "amount": 0}))
    assert isinstance(opera_choices.read_preview({**plain(figures), "refusal": {"code": "ducats_short"}}), WITH_FIGURES)
    assert not isinstance(opera_choices.read_preview({"refusal": {"code": "ducats_short"}}), WITH_FIGURES)


def plain(document: Any) -> Any:
    return msgspec.json.decode(msgspec.json.encode(document))


@pytest.mark.parametrize(("key", "value"), [("phase", "encore"), ("ladder", ["rossini"]), ("round", "three")])
def test_a_document_of_another_version_is_refused_in_one_place(key: str, value: Any) -> None:
    shown = plain(rules_of("opera").public(rules_of("opera").new_game(2, {}, built_in("opera"), b"seed").game))
    with pytest.raises(msgspec.ValidationError):
        SHAPES["opera"].public({**shown, key: value})


def test_a_refusal_is_an_error_with_a_code_that_survives_pickling() -> None:
    refused = pickle.loads(pickle.dumps(Refused("fee_too_high", role="esperto", fee=4, level=3)))
    assert isinstance(refused, Coded)
    assert (refused.code, dict(refused.parameters)) == ("fee_too_high", {"role": "esperto", "fee": 4, "level": 3})
    assert refused.to_map() == {"code": "fee_too_high", "role": "esperto", "fee": 4, "level": 3}
    with pytest.raises(TypeError):
        refused.parameters["fee"] = 0  # type: ignore[index]
