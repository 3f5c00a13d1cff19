"""States of Turandot in one readable line, and offers in one word."""

import re
from collections.abc import Mapping, Sequence

from opera_games.turandot.actions import AnyAction, Offer
from opera_games.turandot.documents import Card, Singer
from opera_games.turandot.words import DIRECTOR_TURN, DIRECTORS, Director, Phase
from opera_rules import turandot
from opera_rules.api import Event, Seat, Step
from opera_rules.chance import Chance
from opera_rules.editions import built_in
from opera_rules.turandot.edition import Edition
from opera_rules.turandot.state import Game, Hand, Player

SEED = bytes(32)
OFFER_FORM = re.compile(r"(alone|[1-6])(?:\+([1-3]))?(b?)")


def edition() -> Edition:
    found: Edition = built_in("turandot")
    return found


def singer(name: str) -> Singer:
    return edition().by_id[name]


def singers(*names: str) -> tuple[Singer, ...]:
    return tuple(singer(name) for name in names)


def a_game(
    players: int,
    *,
    turn: int = 1,
    phase: Phase = "offer",
    puccini: Seat = 0,
    lineup: Sequence[str] | None = None,
    hands: Mapping[Seat, Sequence[str]] | None = None,
    directed: Mapping[Seat, Director] | None = None,
    money: Mapping[Seat, int] | None = None,
    scenery: Mapping[Seat, int] | None = None,
    silent: Sequence[str] = (),
    silent_director: Director | None = None,
    directors: Sequence[Director] | None = None,
    lacking: Sequence[Seat] = (),
    nominated: Seat | None = None,
) -> Game:
    """A game at the moment described; what is not said is as at the beginning, the deck what is not elsewhere."""
    hands, directed, money, scenery = hands or {}, directed or {}, money or {}, scenery or {}
    seats = [
        Player(singers(*hands.get(seat, ())), directed.get(seat), money.get(seat, 3), scenery.get(seat, 0))
        for seat in range(players)
    ]
    used = {name for hand in hands.values() for name in hand} | set(silent) | set(lineup or ())
    deck = [card for card in edition().singers if card.id not in used]
    dealt: dict[int, Card] = _lineup(turn, lineup, deck, players if phase == "offer" else len(lacking))
    left = DIRECTORS if turn < DIRECTOR_TURN else ()
    return Game(
        edition=edition(),
        seed=SEED,
        draws=100,
        turn=turn,
        phase=phase,
        puccini=puccini,
        players=tuple(seats),
        silent=Hand(singers(*silent), silent_director) if players == 2 else None,
        deck=tuple(deck),
        discarded=(),
        directors=left if directors is None else tuple(directors),
        dismissed=(),
        lineup=dealt,
        offers=(None,) * players,
        lacking=tuple(lacking),
        nominated=nominated,
    )


def _lineup(turn: int, names: Sequence[str] | None, deck: list[Singer], players: int) -> dict[int, Card]:
    if names is None:
        return {number: deck.pop() for number in range(1, players + 2)} if players else {}
    cards: list[Card] = [director for name in names for director in DIRECTORS if director == name]
    return dict(enumerate(cards if turn == DIRECTOR_TURN else singers(*names), start=1))


def offer(text: str) -> Offer:
    """`4`, `4+2` with money, `4+2b` with the bluff, `alone` for one money card and no number."""
    found = OFFER_FORM.fullmatch(text)
    assert found, text
    number, money, bluff = found.groups()
    if number == "alone":
        return Offer(None, int(money or 1), bool(bluff))
    return Offer(int(number), int(money or 0), bool(bluff))


def all_offer(game: Game, *texts: str) -> Step[Game]:
    """Every seat in turn makes the offer in the text; all events together."""
    return act(game, *((seat, offer(text)) for seat, text in enumerate(texts)))


def act(game: Game, *actions: tuple[Seat, AnyAction]) -> Step[Game]:
    """The actions one after the other; all events together."""
    events: tuple[Event, ...] = ()
    for seat, action in actions:
        game, happened = turandot.apply(game, seat, action)
        events += happened
    return Step(game, events)


def ids(hand: Hand | None) -> list[str]:
    """The singers of a hand, as their ids."""
    assert hand is not None
    return [card.id for card in hand.singers]


def seed_of(number: int) -> bytes:
    return number.to_bytes(32, "big")


def played_out(players: int, seed: bytes, chance: Chance) -> tuple[Game, list[Event]]:
    """A whole game of random actions."""
    game, happened = turandot.new_game(players, {}, edition(), seed)
    events = list(happened)
    while waiting := turandot.waiting(game):
        seat = next(iter(waiting))
        game, happened = turandot.apply(game, seat, turandot.offers(game, seat).sample(chance))
        events += happened
    return game, events
