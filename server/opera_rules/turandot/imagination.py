"""Imagining a full state behind what one seat sees."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import msgspec

from opera_rules.api import Event, Map, Seat
from opera_rules.chance import Chance
from opera_rules.turandot.actions import Offer
from opera_rules.turandot.cards import Card, Singer
from opera_rules.turandot.edition import Edition, read_edition
from opera_rules.turandot.offering import allowed
from opera_rules.turandot.state import Game, Hand, Player
from opera_rules.turandot.words import DIRECTOR_TURN, DIRECTORS, Director


def imagine(public: Map, private: Map, events: Sequence[Event], seed: bytes) -> Game:
    """A full state that the seat with these documents cannot tell from the real one.

    The public document tells all that was ever seen, so that the events are not needed. The deck's order is
    drawn first, then, by seat, each offer that lies face down, among those with as many cards.
    """
    game = _seen(public, seed)
    chance = Chance(seed)
    game.deck = tuple(chance.shuffled(_unseen(game)))
    game.offers = tuple(_offer(game, seat, public, private, chance) for seat in range(len(game.players)))
    game.draws = chance.draws
    return game


def _seen(public: Map, seed: bytes) -> Game:
    edition = _edition(msgspec.json.encode((public["edition"], public["cards"])))
    singers = edition.by_id
    return Game(
        edition=edition,
        seed=seed,
        draws=0,
        turn=public["turn"],
        phase=public["phase"],
        puccini=public["puccini"],
        players=tuple(_player(edition, row) for row in public["players"]),
        silent=public["silent"] and _hand(edition, public["silent"]),
        deck=(),
        discarded=tuple(singers[card] for card in public["discarded"]),
        directors=_directors(public, "left"),
        dismissed=_directors(public, "dismissed"),
        lineup=_lineup(edition, public),
        offers=(None,) * len(public["players"]),
        lacking=tuple(public["lacking"]),
        nominated=public["nominated"],
    )


def _lineup(edition: Edition, public: Map) -> dict[int, Card]:
    """In turn 4 directors, else singers."""
    holds_directors = public["turn"] == DIRECTOR_TURN
    return {int(number): card if holds_directors else edition.by_id[card] for number, card in public["lineup"].items()}


@lru_cache(maxsize=8)
def _edition(table: bytes) -> Edition:
    """The edition behind a table of cards; kept, because bots imagine thousands of states from the same one."""
    name, cards = msgspec.json.decode(table)
    rows = [_singer(card, *row) for card, row in cards.items()]
    return read_edition({"game": "turandot", "name": name, "singers": rows})


def _singer(*row: Any) -> Map:
    """A singer as a data file has it, which leaves out what is nothing."""
    return {key: entry for key, entry in zip(Singer.__struct_fields__, row, strict=True) if entry is not None}


def _hand(edition: Edition, row: Map) -> Hand:
    return Hand(tuple(edition.by_id[card] for card in row["singers"]), row["director"])


def _player(edition: Edition, row: Map) -> Player:
    hand = _hand(edition, row)
    return Player(hand.singers, hand.director, row["money"], row["scenery"])


def _directors(public: Map, state: str) -> tuple[Director, ...]:
    return tuple(director for director in DIRECTORS if public["directors"][director]["state"] == state)


def _unseen(game: Game) -> list[Singer]:
    """The singers that nobody has seen yet: those of the deck."""
    hands = (*game.players, *([game.silent] if game.silent else []))
    seen = {singer.id for hand in hands for singer in hand.singers}
    seen |= {singer.id for singer in game.discarded}
    seen |= {card.id for card in game.lineup.values() if isinstance(card, Singer)}
    return [singer for singer in game.edition.singers if singer.id not in seen]


def _offer(game: Game, seat: Seat, public: Map, private: Map, chance: Chance) -> Offer | None:
    down = public["players"][seat]["down"]
    if down is None:
        return None
    if seat == private.get("seat"):
        return Offer(**private["offer"])
    return chance.choice([offer for offer in allowed(game, seat) if offer.cards == down])
