"""The decision that is open for the player: its boxes, and what keys do in them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from opera_games.api import Action
from opera_tui.games.box import Box, Effect, Layout, Previews
from opera_tui.games.view import TableView
from opera_tui.table.proposals import Hint


class Requests(Protocol):
    """What a table asks of the server; the answers come later."""

    def send(self, decision: int, action: Action) -> None: ...
    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None: ...
    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None: ...
    def propose(self, decision: int) -> None: ...


class Decision:
    """A stack of boxes, one for each step; while nothing is asked of the player, only the waiting box.

    It lives from the opening of the decision to its answer, also while the connection is lost.
    """

    def __init__(self, requests: Requests, hint: Hint, guard: float, now: Callable[[], float]) -> None:
        self.number: int | None = None
        """The server's number of the decision; None while nothing is asked."""
        self.notice = ""
        """A sentence about what was just refused, until the next key."""
        self.is_sending = False
        self._requests = requests
        self._hint = hint
        self._guard = guard
        """How many seconds a decision that has just come to the screen ignores Enter."""
        self._now = now
        self._shown_since = 0.0
        self._boxes: list[Box] = []

    @property
    def box(self) -> Box | None:
        """The box of the open step."""
        return self._boxes[-1] if self._boxes else None

    @property
    def step(self) -> str:
        """The help topic of the open step; empty where the decision begins."""
        return self._boxes[-1].help_topic if len(self._boxes) > 1 else ""

    def wait(self, box: Box) -> None:
        """Show a box while nothing is asked of the player."""
        self.number, self._boxes = None, [box]

    def begin(self, number: int, box: Box) -> None:
        """Ask the player for a decision."""
        self.number, self._boxes, self.is_sending = number, [], False
        self.open(box)
        self.guard()

    def guard(self) -> None:
        """Ignore Enter for a moment from now on: typing ahead must not decide."""
        self._shown_since = self._now()

    @property
    def _is_too_early(self) -> bool:
        return self.number is not None and self._now() - self._shown_since < self._guard

    def take_view(self, view: TableView) -> None:
        """Use a newer view in all boxes."""
        for box in self._boxes:
            box.take_view(view)

    def ask_again(self) -> None:
        """Ask the server again what the open box needs: answers may have been lost, or something else is prepared."""
        if self._boxes:
            self.run(self._boxes[-1].opened())

    def prepare(self, action: Action) -> None:
        """Prepare an action in the open step if that is where it can be sent, else where the decision begins."""
        target = self._boxes[0].prepare(action)
        while len(self._boxes) > 1 and self._boxes[-1] is not target:
            self._boxes.pop()
        self.ask_again()

    def press(self, key: str) -> bool:
        """Hand a key to the box; return False if it means nothing there."""
        if self.box is None:
            return False
        return (key == "enter" and self._is_too_early) or self._took(self.box.press(key))

    def click(self, row: int, cell: int) -> bool:
        """Hand a click to the box; return False if it means nothing there."""
        if self.box is None:
            return False
        return self._is_too_early or self._took(self.box.click(row, cell))

    def _took(self, effects: Sequence[Effect] | None) -> bool:
        """Run the effects of a key or a click, if it meant something."""
        if effects is None:
            return False
        self.notice = ""
        self._hint.put_away()
        self.run(effects)
        return True

    def run(self, effects: Sequence[Effect]) -> None:
        """Run what a box wants to happen."""
        for effect in effects:
            effect.run(self)

    def open(self, box: Box) -> None:
        self._boxes.append(box)
        self.run(box.opened())

    def close(self) -> None:
        if len(self._boxes) > 1:
            self._boxes.pop()

    def refuse(self, sentence: str) -> None:
        self.notice = sentence

    def send(self, action: Action) -> None:
        if self.number is not None:
            self._requests.send(self.number, action)

    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        self._requests.preview(actions, take)

    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], list[Effect]]) -> None:
        self._requests.arrange(buy, goal, lambda layout: self.run(take(layout)))
