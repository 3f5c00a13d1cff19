"""A game as it goes on: its state, what was done, and what each seat has heard."""

from typing import Any

from opera_bots.api import View, view_of
from opera_bots.levels import bot_of, never
from opera_lab.self_play import GameSetup
from opera_rules.api import Action, Event, Seat, Step
from opera_rules.chance import derive


class Course:
    """A game that can be copied, to go on in several ways."""

    def __init__(self, setup: GameSetup, seed: bytes) -> None:
        self.setup = setup
        self.seed = seed
        self.game: Any = None
        self.actions: list[tuple[Seat, Action]] = []
        self.heard: list[list[Event]] = [[] for _ in setup.levels]

    def copy(self) -> "Course":
        other = Course(self.setup, self.seed)
        other.game = self.game
        other.actions = list(self.actions)
        other.heard = [list(heard) for heard in self.heard]
        return other

    def add(self, seat: Seat | None, action: Action | None, step: Step[Any]) -> None:
        """Add a step; the deal is nobody's."""
        self.game = step.game
        if seat is not None and action is not None:
            self.actions.append((seat, action))
        for listener, heard in enumerate(self.heard):
            heard.extend(self.setup.rules.visible(step.events, listener))

    def do(self, seat: Seat, action: Action) -> None:
        self.add(seat, action, self.setup.rules.apply(self.game, seat, action))

    def view(self, seat: Seat) -> View:
        return view_of(self.setup.rules, self.game, seat, self.heard[seat], self.setup.edition)

    def decide(self, seat: Seat, level: str | None = None, seed: bytes | None = None) -> None:
        """Let a bot decide, of the seat's own level if no other is given."""
        bot = bot_of(level or self.setup.levels[seat])
        self.do(seat, bot(self.view(seat), seed or derive(self.seed, "last", seat), never))
