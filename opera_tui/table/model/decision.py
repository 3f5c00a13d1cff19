"""The decision that is open for the player: its boxes, and what keys do in them."""

from collections.abc import Callable, Sequence
from typing import Protocol

from opera_games.api import Action, Map
from opera_tui.games.box import Box, Effect, Layout, Previews
from opera_tui.games.doubt_box import DoubtBox
from opera_tui.games.view import TableView
from opera_tui.look.i18n import _
from opera_tui.table.model.proposals import Hint


class Requests(Protocol):
    """What a table asks of the server; the answers come later."""

    def send(self, decision: int, action: Action) -> None: ...
    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None: ...
    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None: ...
    def propose(self, decision: int) -> None: ...
    def take_back(self, decision: int) -> None: ...


HELD_SECONDS = 0.15
"""The longest time between two keys of one that is held down; whoever taps is slower."""


class EnterGuard:
    """Swallows Enter for a moment; a key that is held down keeps it shut, so one press never does two things."""

    def __init__(self, seconds: float, now: Callable[[], float]) -> None:
        self._seconds = seconds
        self._now = now
        self._opens_at = float("-inf")

    def shut(self) -> None:
        """Ignore Enter from now on."""
        self._opens_at = self._now() + self._seconds

    def swallows(self, key: str) -> bool:
        """Say whether a key is ignored."""
        now = self._now()
        is_swallowed = key == "enter" and now < self._opens_at
        if is_swallowed:
            self._opens_at = max(self._opens_at, now + HELD_SECONDS)
        return is_swallowed


class Decision:
    """A stack of boxes, one for each step; while nothing is asked of the player, only the waiting box.

    It lives from the opening of the decision to its answer, also while the connection is lost.
    """

    def __init__(
        self, requests: Requests, hint: Hint, guard: float, now: Callable[[], float], *, asks: bool = True
    ) -> None:
        self.number: int | None = None
        """The server's number of the decision; None while nothing is asked."""
        self.notice = ""
        """A sentence about what was just refused, until the next key."""
        self.is_sending = False
        """Whether an answer is on its way, from Enter until it is refused or the decision is another one."""
        self.is_fresh = False
        """Whether no key has come since the decision did."""
        self._requests = requests
        self._hint = hint
        self.opening = EnterGuard(guard, now)
        """Shut when the decision has just come to the screen: typing ahead must not decide."""
        self.sending = EnterGuard(guard, now)
        """Shut when an answer was just sent: its Enter must not do anything else."""
        self._is_guarded = guard > 0
        self._is_untouched = False
        """Whether nothing but Enter has come since the decision did: whoever reads on with Enter may mean just that."""
        self.is_judged: Callable[[], bool] = lambda: False
        """Says whether a lesson judges the answer, so that nothing is asked about it."""
        self.objects: Callable[[Map], bool] = lambda _begun: False
        """Says whether a lesson takes no action that begins so, and shows why."""
        self._asks = asks
        """Whether an answer that is rarely wise is asked about."""
        self._boxes: list[Box] = []

    @property
    def box(self) -> Box | None:
        """The box of the open step."""
        return self._boxes[-1] if self._boxes else None

    @property
    def is_at_first_step(self) -> bool:
        """Whether the box in front is the one that the decision began with."""
        return len(self._boxes) == 1

    def wait(self, box: Box) -> None:
        """Show a box while nothing is asked of the player."""
        self.number, self._boxes, self.is_sending = None, [box], False

    def begin(self, number: int, box: Box) -> None:
        """Ask the player for a decision."""
        self.number, self._boxes, self.is_sending = number, [], False
        self.is_fresh = True
        self._is_untouched = self._is_guarded
        self.open(box)
        self.opening.shut()

    def _swallows(self, key: str) -> bool:
        """Say whether a key is ignored: while the answer is on its way, and just after the decision has come."""
        if self.number is None or key != "enter":
            return False
        if self.opening.swallows(key):
            self.notice = self.notice or _("This decision has only just come, so Enter did nothing: press it again.")
            return True
        return self.is_sending

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
        self._is_untouched = False
        target = self._boxes[0].prepare(action)
        while len(self._boxes) > 1 and self._boxes[-1] is not target:
            self._boxes.pop()
        self.ask_again()

    def bring(self, action: Action) -> None:
        """Prepare an action, and bring the step in front where it can be sent."""
        target = self._boxes[0].prepare(action)
        self._boxes = self._boxes[:1] if target is self._boxes[0] else [self._boxes[0], target]
        self.ask_again()

    def press(self, key: str) -> bool:
        """Hand a key to the box; return False if it means nothing there."""
        if self.box is None:
            return False
        self.is_fresh = False
        self._is_untouched = self._is_untouched and key == "enter"
        return self._swallows(key) or self._took(self.box.press(key))

    def click(self, row: int, cell: int) -> bool:
        """Hand a click to the box; return False if it means nothing there."""
        if self.box is None:
            return False
        self.is_fresh = False
        if self._swallows("enter"):
            return True
        is_taken = self._took(self.box.click(row, cell))
        self._is_untouched = False
        return is_taken

    def choose(self, thing: str) -> bool:
        """Hand a thing that was clicked in a panel to the box; return False if it is nothing there."""
        self._is_untouched = False
        return self.box is not None and self._took(self.box.choose(thing))

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

    def open(self, box: Box, begun: Map | None = None) -> None:
        if begun is None or not self.objects(begun):
            self._boxes.append(box)
            self.run(box.opened())

    def close(self) -> None:
        if len(self._boxes) > 1:
            self._boxes.pop()
            self._boxes[-1].come_back()

    def refuse(self, sentence: str) -> None:
        self.notice = sentence

    def send(self, action: Action) -> None:
        if self.number is None:
            return
        doubts, box = self.doubts(action), self.box
        if box is not None and doubts:
            self.open(DoubtBox(box.view, doubts, box.does, action, box.help_topic))
        elif box is not None and self._is_untouched and not self.is_judged():
            # Whoever wants to read on does not see at once that a decision has come, or another one.
            self.notice = _("You have chosen nothing yet. Enter once more: {does}.").format(does=box.does)
            self.opening.shut()
        else:
            self._requests.send(self.number, action)
            self.sending.shut()
        self._is_untouched = False

    def doubts(self, action: Action) -> Sequence[str]:
        """Return what speaks against an action that is rarely wise; nothing against one that was proposed."""
        if self.box is None or self.number is None or not self._asks or self.is_judged():
            return ()
        proposal = self._hint.proposal_for(self.number)
        return () if proposal and proposal.action == action else self.box.doubts(action)

    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        self._requests.preview(actions, take)

    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], list[Effect]]) -> None:
        self._requests.arrange(buy, goal, lambda layout: self.run(take(layout)))
