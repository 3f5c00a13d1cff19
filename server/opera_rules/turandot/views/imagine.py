"""Make a full state that fits what one seat sees, for bots that think ahead."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any, cast

import msgspec

from opera_games.turandot.actions import Offer
from opera_games.turandot.documents import Card, PrivateDocument, PublicDocument, PublicHand, PublicPlayer, Singer
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, Director, Whereabouts
from opera_rules.api import Event, Map, Seat
from opera_rules.chance import Chance
from opera_rules.turandot.edition import Edition, read_edition
from opera_rules.turandot.phases.offering import possible_offers
from opera_rules.turandot.state import Game, Hand, Player


def imagine(public: PublicDocument, private: PrivateDocument | None, events: Sequence[Event], seed: bytes) -> Game:
    """Make a full state that the seat with these documents cannot tell from the real one.

    The public document holds all that was ever seen, so the events are not needed. The deck's order is
    drawn first, then, by seat, each offer that lies face down, among those with as many cards.
    """
    game = _seen(public, seed)
    chance = Chance(seed)
    game.deck = tuple(chance.shuffled(_unseen(game)))
    game.offers = tuple(_offer(game, seat, public, private, chance) for seat in range(len(game.players)))
    game.draws = chance.draws
    return game


def _seen(public: PublicDocument, seed: bytes) -> Game:
    edition = _edition(msgspec.json.encode((public.edition, public.cards)))
    singers = edition.by_id
    return Game(
        edition=edition,
        seed=seed,
        draws=0,
        turn=public.turn,
        phase=public.phase,
        puccini=public.puccini,
        players=tuple(_player(edition, row) for row in public.players),
        silent=_hand(edition, public.silent) if public.silent else None,
        deck=(),
        discarded=tuple(singers[card] for card in public.discarded),
        directors=_directors(public, "left"),
        dismissed=_directors(public, "dismissed"),
        lineup=_lineup(edition, public),
        offers=(None,) * len(public.players),
        lacking=public.lacking,
        nominated=public.nominated,
    )


def _lineup(edition: Edition, public: PublicDocument) -> dict[int, Card]:
    """Return the line-up: directors in turn 4, else singers."""
    holds_directors = public.turn == DIRECTOR_TURN
    return {
        int(number): cast("Director", card) if holds_directors else edition.by_id[card]
        for number, card in public.lineup.items()
    }


@lru_cache(maxsize=8)
def _edition(table: bytes) -> Edition:
    """Return the edition behind a table of cards; cached, because bots imagine thousands of states."""
    name, cards = msgspec.json.decode(table)
    rows = [_singer(card, *row) for card, row in cards.items()]
    return read_edition({"game": "turandot", "name": name, "singers": rows})


def _singer(*row: Any) -> Map:
    """Write a singer as a data file has it, which leaves out fields that are None."""
    return {key: entry for key, entry in zip(Singer.__struct_fields__, row, strict=True) if entry is not None}


def _hand(edition: Edition, shown: PublicHand) -> Hand:
    return Hand(tuple([edition.by_id[card] for card in shown.singers]), shown.director)


def _player(edition: Edition, shown: PublicPlayer) -> Player:
    return Player(_hand(edition, shown).singers, shown.director, shown.money, shown.scenery)


def _directors(public: PublicDocument, state: Whereabouts) -> tuple[Director, ...]:
    return tuple(director for director in DIRECTORS if public.directors[director].state == state)


def _unseen(game: Game) -> list[Singer]:
    """Return the singers that nobody has seen yet: those of the deck."""
    hands = (*game.players, *([game.silent] if game.silent else []))
    seen = {singer.id for hand in hands for singer in hand.singers}
    seen |= {singer.id for singer in game.discarded}
    seen |= {card.id for card in game.lineup.values() if isinstance(card, Singer)}
    return [singer for singer in game.edition.singers if singer.id not in seen]


def _offer(
    game: Game, seat: Seat, public: PublicDocument, private: PrivateDocument | None, chance: Chance
) -> Offer | None:
    down = public.players[seat].down
    if down is None:
        return None
    if private and seat == private.seat:
        own = private.offer
        assert own is not None
        return Offer(own.number, own.money, own.bluff)
    return chance.choice([offer for offer in possible_offers(game, seat) if offer.cards == down])
