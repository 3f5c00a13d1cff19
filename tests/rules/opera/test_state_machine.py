"""Opera as a state machine that hypothesis drives, looking for the shortest way to break a rule."""

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from rules.opera import ledger, universe
from rules.opera.referee import Referee
from rules.opera.wire import new_offer, plain, shown

from opera_games.opera.actions import Close, Intermezzo
from opera_rules.api import Action
from opera_rules.chance import Chance
from opera_rules.editions import built_in
from opera_rules.opera import read_action
from opera_rules.opera.decisions import offers
from opera_rules.opera.order_of_play import apply
from opera_rules.opera.setup import new_game
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused


class OperaMachine(RuleBasedStateMachine):
    """Seats act, sensibly or not; the referee and the ledger watch."""

    game: Game
    referee: Referee

    @initialize(
        players=st.integers(2, 4),
        rounds=st.sampled_from([7, 9]),
        open_screens=st.booleans(),
        seed=st.binary(min_size=32, max_size=32),
    )
    def begin(self, players: int, rounds: int, open_screens: bool, seed: bytes) -> None:
        options = {"rounds": rounds, "open_screens": open_screens}
        self.game = new_game(players, options, built_in("opera"), seed).game
        self.referee = Referee(shown(self.game), rounds)

    def is_asked(self, kind: str) -> bool:
        return kind in self.game.waiting.values()

    def seat(self, at: int) -> int:
        return list(self.game.waiting)[at % len(self.game.waiting)]

    def play(self, seat: int, action: Action) -> None:
        before = self.game
        self.game, events = apply(before, seat, action)
        ledger.check_step(before, self.game, events)
        assert self.referee.allows(seat, plain(action))
        self.referee.play(seat, plain(action), new_offer(events))

    @precondition(lambda self: self.is_asked("bid"))
    @rule(at=st.integers(0, 3), share=st.integers(0, 10))
    def bid(self, at: int, share: int) -> None:
        seat = self.seat(at)
        bids = list(offers(self.game, seat))
        self.play(seat, bids[share % len(bids)])

    @precondition(lambda self: self.is_asked("act"))
    @rule(number=st.integers(0, 10_000))
    def hire(self, number: int) -> None:
        seat = self.seat(0)
        hires = [action for action in offers(self.game, seat) if not isinstance(action, Close)]
        self.play(seat, hires[number % len(hires)] if hires else Close())

    @precondition(lambda self: self.is_asked("join") or self.is_asked("appraise"))
    @rule(number=st.integers(0, 10_000))
    def answer(self, number: int) -> None:
        seat = self.seat(0)
        answers = list(offers(self.game, seat))
        self.play(seat, answers[number % len(answers)])

    @precondition(lambda self: self.game.waiting)
    @rule(at=st.integers(0, 3), draw=st.binary(min_size=4, max_size=4))
    def do_anything(self, at: int, draw: bytes) -> None:
        """With layouts, too."""
        seat = self.seat(at)
        self.play(seat, offers(self.game, seat).sample(Chance(draw)))

    @precondition(lambda self: not self.is_asked("bid") and self.game.waiting)
    @rule()
    def hold_back(self) -> None:
        seat = self.seat(0)
        for action in (Close(), Intermezzo()):
            if action in offers(self.game, seat):
                self.play(seat, action)
                return

    @precondition(lambda self: self.game.waiting)
    @rule(seat=st.integers(-1, 4), draw=st.binary(min_size=4, max_size=4))
    def try_something_strange(self, seat: int, draw: bytes) -> None:
        """Accepted exactly if offered; a refusal changes nothing."""
        chance = Chance(draw)
        asked = self.seat(0)
        strange = universe.mutated(plain(offers(self.game, asked).sample(chance)), chance)
        before = shown(self.game)
        for trying in (seat, asked):
            action = read_action(strange)
            is_offered = action in offers(self.game, trying)
            try:
                apply(self.game, trying, action)
            except Refused:
                assert not is_offered
            else:
                assert is_offered
            if 0 <= trying < len(self.game.players):
                assert is_offered == self.referee.allows(trying, strange)
        assert shown(self.game) == before

    @precondition(lambda self: self.game.phase == "done")
    @rule(seat=st.integers(0, 3), number=st.integers(0, 10_000))
    def act_after_the_end(self, seat: int, number: int) -> None:
        action = read_action(universe.all_actions()[number % len(universe.all_actions())])
        assert action not in offers(self.game, seat)
        assert list(offers(self.game, seat)) == []

    @invariant()
    def the_referee_sees_the_same_state(self) -> None:
        assert shown(self.game) == self.referee.state


TestOpera = OperaMachine.TestCase
TestOpera.settings = settings(
    max_examples=50,
    stateful_step_count=60,
    deadline=None,
    suppress_health_check=[HealthCheck.filter_too_much, HealthCheck.too_slow],
)
