"""Whole games of random actions: what must hold after every single one."""

import os
import subprocess
import sys
from collections import Counter
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)
from support.contract.raised_codes import parameters_by_code
from support.rules.turandot_builder import edition, seed_of
from support.soaking import soak_seed, soak_size

from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer
from opera_games.turandot.documents import Singer
from opera_games.turandot.events import CardTaken, OffersRevealed
from opera_games.turandot.words import DIRECTORS
from opera_rules import turandot
from opera_rules.api import Event, Seat, to_map
from opera_rules.chance import Chance, derive
from opera_rules.refusals import Refused
from opera_rules.turandot.state import Game

OTHER_SEED = b"another seed"
REFUSING = ("server/opera_rules/turandot/", "server/opera_rules/decisions.py", "protocol/opera_games")


def all_of(game: Game) -> dict[str, Any]:
    """Everything in a state, for comparing."""
    hidden = {"deck": [singer.id for singer in game.deck], "draws": game.draws, "dismissed": game.dismissed}
    return {**turandot.write_state(game), **hidden, "discarded": [singer.id for singer in game.discarded]}


def seen_by(game: Game, seat: Seat | None) -> tuple[Any, ...]:
    """Everything a seat, or a spectator, is ever shown or allowed."""
    if seat is None:
        return (turandot.public(game),)
    allowed = list(turandot.offers(game, seat))
    previews = [turandot.preview(game, seat, action) for action in allowed[:60]]
    return (
        turandot.public(game),
        turandot.private(game, seat),
        turandot.choices(game, seat),
        allowed,
        previews,
    )


def singers_of(game: Game) -> list[str]:
    hands = [*game.players, *([game.silent] if game.silent else [])]
    held = [singer.id for hand in hands for singer in hand.singers]
    dealt = [card.id for card in game.lineup.values() if isinstance(card, Singer)]
    return held + dealt + [singer.id for singer in (*game.deck, *game.discarded)]


seats = st.integers(0, 4)
numbers = st.integers(1, 6)
any_action: st.SearchStrategy[AnyAction] = st.one_of(
    st.builds(Offer, st.none() | numbers, st.integers(0, 3), st.booleans()),
    st.builds(Assign, st.dictionaries(seats, numbers, max_size=5)),
    st.builds(Nominate, seats),
    st.builds(Dismiss, st.sampled_from(DIRECTORS)),
)


class Play(RuleBasedStateMachine):
    """A game in which anybody who is asked does anything that is allowed."""

    game: Game
    paid: Counter[Seat]

    @initialize(players=st.sampled_from(turandot.SEATS), seed=st.integers(0, 10**9))
    def begin(self, players: int, seed: int) -> None:
        self.game, _ = turandot.new_game(players, {}, edition(), seed_of(seed))
        self.paid = Counter()

    def is_going_on(self) -> bool:
        return bool(turandot.waiting(self.game))

    def asked(self, data: st.DataObject) -> Seat:
        return data.draw(st.sampled_from(list(turandot.waiting(self.game))))

    @precondition(is_going_on)
    @rule(data=st.data(), attempt=any_action)
    def act(self, data: st.DataObject, attempt: AnyAction) -> None:
        """Any action allowed applies, changes nothing in the state before it, and keeps what was foreseen."""
        self.try_anything(data.draw(st.sampled_from(range(5))), attempt)
        seat = self.asked(data)
        action = data.draw(st.sampled_from(list(turandot.offers(self.game, seat))))
        self.do(seat, action)

    def do(self, seat: Seat, action: AnyAction) -> None:
        """Carry out an action that is allowed, looking at what it does and what others see of it."""
        assert action in turandot.offers(self.game, seat)
        self.check_secrecy(seat, action)
        before, shown = all_of(self.game), to_map(turandot.public(self.game))
        after, events = turandot.apply(self.game, seat, action)
        assert all_of(self.game) == before
        self.check_foresight(seat, action, after, events, shown)
        self.paid.update({e.seat: e.money for e in events if isinstance(e, CardTaken)})
        self.game = after

    @precondition(lambda self: not self.is_going_on())
    @rule(seat=seats, attempt=any_action)
    def come_too_late(self, seat: Seat, attempt: AnyAction) -> None:
        """When the game is over everything is refused."""
        assert attempt not in turandot.offers(self.game, seat)
        self.try_anything(seat, attempt)

    def try_anything(self, seat: Seat, action: AnyAction) -> None:
        """What is offered is what is accepted; what is refused changes nothing."""
        listed = list(turandot.offers(self.game, seat))
        assert (action in turandot.offers(self.game, seat)) == (action in listed)
        if action in listed:
            return
        before = all_of(self.game)
        with pytest.raises(Refused) as refused:
            turandot.apply(self.game, seat, action)
        assert set(refused.value.parameters) == parameters_by_code(*REFUSING)[refused.value.code]
        assert to_map(turandot.preview(self.game, seat, action)) == {"refusal": refused.value.to_map()}
        assert all_of(self.game) == before

    def check_secrecy(self, seat: Seat, action: AnyAction) -> None:
        """Another offer with as many cards looks the same to all others, until the reveal."""
        if not isinstance(action, Offer) or len(turandot.waiting(self.game)) == 1:
            return
        alike = [other for other in turandot.offers(self.game, seat) if isinstance(other, Offer)]
        other = [other for other in alike if other.cards == action.cards][-1]
        real, events = turandot.apply(self.game, seat, action)
        changed, other_events = turandot.apply(self.game, seat, other)
        for watcher in (None, *range(len(real.players))):
            if watcher != seat:
                assert seen_by(real, watcher) == seen_by(changed, watcher)
                assert turandot.visible(events, watcher) == turandot.visible(other_events, watcher)

    def check_foresight(
        self, seat: Seat, action: AnyAction, after: Game, events: tuple[Event, ...], shown: dict[str, Any]
    ) -> None:
        """The preview agrees with what then happens, where nothing hidden is involved."""
        foreseen = to_map(turandot.preview(self.game, seat, action))
        assert foreseen["refusal"] is None
        shown_after = to_map(turandot.public(after))
        casts = [row["points"]["total"] - row["points"]["puccini"] for row in shown_after["players"]]
        if isinstance(action, Offer):
            self.check_offer(seat, foreseen, casts, shown_after, events)
        elif isinstance(action, Assign):
            assert [row["cast"][1] for row in foreseen["given"]] == [casts[row["seat"]] for row in foreseen["given"]]
            before = [shown["players"][row["seat"]]["points"]["total"] for row in foreseen["given"]]
            assert [row["cast"][0] for row in foreseen["given"]] == before
            for row in foreseen["given"]:
                casting = shown_after["players"][row["seat"]]["casting"]
                assert "part" not in row or casting[list(shown["parts"]).index(row["part"])] == row["card"]
            if "silent" in foreseen["left_over"]:
                assert foreseen["left_over"]["silent"][1] == shown_after["silent"]["points"]["total"]
        elif isinstance(action, Nominate):
            assert foreseen["nominated"] == after.nominated
        elif self.game.turn < 3:
            assert foreseen["directors"] == list(after.directors)

    def check_offer(
        self,
        seat: Seat,
        foreseen: dict[str, Any],
        casts: list[int],
        shown: dict[str, Any],
        events: tuple[Event, ...],
    ) -> None:
        revealed = [event for event in events if isinstance(event, OffersRevealed)]
        if not revealed:
            assert foreseen["down"] == shown["players"][seat]["down"]
            return
        led_to = revealed[0].offers[seat].led_to
        branch = foreseen["otherwise" if led_to in ("tied", "beaten", "no_helper") else "won"]
        assert branch["money"][1] == shown["players"][seat]["money"]
        if "cast" in branch:
            assert branch["cast"][1] == casts[seat]

    @invariant()
    def cards_and_money_are_conserved(self) -> None:
        """36 singers, 9 directors, and three money cards for each player: in hand, paid, or turned into scenery."""
        if not hasattr(self, "game"):
            return
        assert sorted(singers_of(self.game)) == sorted(edition().by_id)
        states = Counter(card.state for card in turandot.public(self.game).directors.values())
        assert states["left"] == len(self.game.directors)
        assert states["dismissed"] == len(self.game.dismissed)
        for seat, player in enumerate(self.game.players):
            assert player.money + player.scenery + self.paid[seat] == 3
            assert player.money >= 0

    @invariant()
    def imagined_states_look_the_same(self) -> None:
        """A seat cannot tell an imagined state from the real one, nor can a spectator."""
        if not hasattr(self, "game"):
            return
        public = turandot.public(self.game)
        for seat in range(len(self.game.players)):
            private = turandot.private(self.game, seat)
            imagined = turandot.imagine(public, private, (), OTHER_SEED)
            assert turandot.public(imagined) == public
            assert turandot.private(imagined, seat) == private
            assert turandot.choices(imagined, seat) == turandot.choices(self.game, seat)
            assert len(imagined.deck) == len(self.game.deck)
            assert sorted(singers_of(imagined)) == sorted(edition().by_id)
        assert turandot.public(turandot.imagine(public, None, (), OTHER_SEED)) == public


Play.TestCase.settings = settings(max_examples=10, stateful_step_count=60, deadline=None)
TestPlay = Play.TestCase


@pytest.mark.soak
def test_any_order_of_actions_keeps_the_rules_in_many_more_games() -> None:
    run_state_machine_as_test(Play, settings=settings(Play.TestCase.settings, max_examples=soak_size(200)))


def check_game(players: int, seed: int) -> None:
    """Play one random game, looking at everything after every action."""
    play = Play()
    play.begin(players, seed)
    chance = Chance(derive(seed_of(seed), "play"))
    while play.is_going_on():
        seat = chance.choice(list(turandot.waiting(play.game)))
        action = turandot.offers(play.game, seat).sample(chance)
        play.try_anything(chance.below(5), turandot.offers(play.game, seat).sample(chance))
        play.do(seat, action)
        play.cards_and_money_are_conserved()
        if not chance.below(3):
            play.imagined_states_look_the_same()
    outcome = turandot.outcome(play.game)
    assert outcome
    assert sorted(seat for seat, _ in outcome["ranking"]) == list(range(players))
    assert outcome["winners"] or players == 2


@pytest.mark.parametrize("players", turandot.SEATS)
def test_random_games_follow_the_rules(players: int) -> None:
    """Nobody is ever stuck, nothing is lost or leaks, and every game has a result."""
    for number in range(12):
        check_game(players, number)


@pytest.mark.soak
@pytest.mark.parametrize("players", turandot.SEATS)
def test_many_more_random_games_follow_the_rules(players: int) -> None:
    """Two thousand games for each number of players, with the seed printed; SOAK_SEED repeats them."""
    first = int.from_bytes(derive(soak_seed().encode(), "soak", players)[:4], "big")
    games = soak_size(2_000)
    for number in range(games):
        check_game(players, first + number)
    print(f"{games} games")


def test_an_imagined_game_can_be_played_to_its_end() -> None:
    """Bots go on with the same functions as everyone; another seed imagines other hidden cards."""
    game, _ = turandot.new_game(4, {}, edition(), seed_of(1))
    for seat in (0, 2):
        game, _ = turandot.apply(game, seat, turandot.offers(game, seat).sample(Chance(OTHER_SEED)))
    public, private = turandot.public(game), turandot.private(game, 0)
    decks = [turandot.imagine(public, private, (), seed_of(seed)).deck for seed in range(3)]
    assert len(dict.fromkeys(decks)) == 3
    imagined = turandot.imagine(public, private, (), OTHER_SEED)
    while waiting := turandot.waiting(imagined):
        seat = next(iter(waiting))
        imagined, _ = turandot.apply(imagined, seat, next(iter(turandot.offers(imagined, seat))))
    assert turandot.outcome(imagined)


SAME_GAME = """
import hashlib, msgspec
from opera_rules import turandot
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
game, _ = turandot.new_game(5, {}, built_in("turandot"), bytes(32))
chance, states = Chance(b"players"), []
while waiting := turandot.waiting(game):
    seat = next(iter(waiting))
    game, _ = turandot.apply(game, seat, turandot.offers(game, seat).sample(chance))
    states.append([turandot.write_state(game), turandot.public(game), turandot.choices(game, seat)])
imagined = turandot.imagine(turandot.public(game), None, (), b"seed")
states.append([singer.id for singer in imagined.deck])
print(hashlib.sha256(msgspec.json.encode(states)).hexdigest())
"""


def test_the_same_seed_gives_the_same_game_in_every_process() -> None:
    """Nothing depends on the order of a set."""
    prints = {
        subprocess.run(
            [sys.executable, "-c", SAME_GAME],
            env={**os.environ, "PYTHONHASHSEED": hash_seed},
            capture_output=True,
            check=True,
            text=True,
        ).stdout
        for hash_seed in ("1", "2", "3")
    }
    assert len(prints) == 1
