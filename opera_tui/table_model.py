"""What the table screen shows and what keys do there, without any terminal.

Changes are played back one after the other; a decision's box lives from its opening to its answer, also while the
connection is lost; boxes that reveal something stand in front until they are put away.
"""

import time
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from opera_protocol.client import Changed, Stage, State
from opera_protocol.texts import sentence
from opera_tui.boxes import AskProposal, Box, Close, Effect, Open, Refuse
from opera_tui.faces.face import Face
from opera_tui.glyphs import Glyphs
from opera_tui.hint import Hint
from opera_tui.i18n import translations
from opera_tui.proposals import Proposal, read_proposal, wordings
from opera_tui.table_keys import TableKeys
from opera_tui.table_log import TableLog
from opera_tui.table_view import TableView

GUARD_SECONDS = 0.5
MOST_SECONDS_ON_THE_CLOCK = 3.0


class TableModel:
    """A table as one person watches or plays it."""

    def __init__(
        self,
        face: Face,
        glyphs: Glyphs,
        guard: float = GUARD_SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.face = face
        self.glyphs = glyphs
        self.guard = guard
        """How many seconds a decision that has just come to the screen ignores Enter."""
        self.keys = TableKeys()
        self.log = TableLog()
        self.view: TableView | None = None
        self.state = State(Stage.CONNECTING)
        self.notice = ""
        """A sentence about what was just refused or said."""
        self.hint = Hint()
        self.is_sending = False
        self._now = now
        self._coming: deque[Changed] = deque()
        self._reveals: deque[Box] = deque()
        self._boxes: list[Box] = []
        self._decision: int | None = None
        self._shown_since = 0.0
        self._since_decision: list[Mapping[str, Any]] = []
        self._last_reveal: Box | None = None
        self._moves: Box | None = None
        """What happened between the last decision and the one that is open."""
        self._reviewed: Box | None = None
        self._wishes: list[Effect] = []

    @property
    def box(self) -> Box | None:
        """The box in front."""
        if self._reveals:
            return self._reveals[0]
        return self.asking

    @property
    def asking(self) -> Box | None:
        """The box whose questions to the server are answered, also while a reveal stands in front of it."""
        return self._boxes[-1] if self._boxes else None

    @property
    def step(self) -> str:
        """What the open step of the decision is about, as the help calls it; empty where the decision begins."""
        return self._boxes[-1].help_topic if len(self._boxes) > 1 else ""

    @property
    def is_behind(self) -> bool:
        """Whether something that came has not been shown yet."""
        return bool(self._coming) or bool(self._reveals)

    @property
    def is_revealing(self) -> bool:
        """Whether something that was revealed stands in front."""
        return bool(self._reveals)

    @property
    def can_advance(self) -> bool:
        return bool(self._coming) and not self._reveals

    @property
    def is_deciding(self) -> bool:
        """Whether the own decision is open and on the screen."""
        return self._decision is not None and not self._reveals

    def take(self, change: Changed) -> None:
        """Something came from the server; a snapshot is the present and goes before all else.

        What was still to be shown is told in the log all the same: a snapshot brings only lines that are newer.
        """
        if change.is_entry:
            for missed in self._coming:
                self._note(missed, TableView(missed.view, self.glyphs))
            self._coming.clear()
            self._reveals.clear()
            self._show(change)
        else:
            self._coming.append(change)

    def advance(self) -> None:
        """Show the next step of what came."""
        if self.can_advance:
            self._show(self._coming.popleft())

    def pause(self, pace: float) -> float:
        """How long a step is shown; once a clock runs for the player, all that is left takes 3 seconds at most."""
        return min(pace, MOST_SECONDS_ON_THE_CLOCK / max(1, len(self._coming))) if self.is_hurried else pace

    @property
    def is_hurried(self) -> bool:
        """Whether a clock runs for the player at the present."""
        shown = self.view.view if self.view else None
        newest = self._coming[-1].view if self._coming else shown
        return newest is not None and str(newest.seat) in newest.public["table"]["deadlines"]

    def catch_up(self) -> None:
        """Go to the present at once."""
        self._reveals.clear()
        while self._coming:
            self._show(self._coming.popleft())
            self._reveals.clear()
        self._settle()

    def _show(self, change: Changed) -> None:
        before, self.view = self.view, TableView(change.view, self.glyphs)
        self._note(change, self.view)
        if before is not None and not change.is_entry and self.view.game:
            self._reveal(change.log.lines, before)
        self._settle()

    def _note(self, change: Changed, view: TableView) -> None:
        self._since_decision += self.log.take(change, view)

    def _reveal(self, events: Sequence[Mapping[str, Any]], before: TableView) -> None:
        assert self.view is not None
        for event in events:
            box = self.face.reveal(event, before, self.view)
            if box is not None:
                self._reveals.append(box)
                self._last_reveal = box

    def _settle(self) -> None:
        """The decision's box stands while it is open; a new one opens once all is shown, until then one waits."""
        if self.view is None or not self.view.game:
            return
        decision = self.view.decision
        if decision is not None and decision == self._decision:
            for box in self._boxes:
                box.take_view(self.view)
            return
        self.hint.put_away()
        if decision is None or self.is_behind:
            self._decision, self._moves = None, None
            self._boxes = [self.face.waiting_box(self.view, self._since_decision)]
        else:
            self._decision = decision
            self._boxes = []
            self._open(self.face.decision_box(self.view))
            self._moves = self.face.moves_box(self.view, self._since_decision)
            self._since_decision = []
            self._shown_since = self._now()
            self.is_sending = False

    def _open(self, box: Box) -> None:
        self._boxes.append(box)
        self._wishes += box.opened()

    def take_state(self, state: State) -> None:
        """The line went down or is back: whatever was asked meanwhile is asked again."""
        is_back = state.stage is Stage.LIVE and self.state.stage is not Stage.LIVE
        self.state = state
        if is_back and self.is_deciding and self._boxes:
            self._wishes += self._boxes[-1].opened()

    def wishes(self) -> list[Effect]:
        """What boxes that have just come to the screen want to ask for; each is told once."""
        wishes, self._wishes = self._wishes, []
        return wishes

    def press(self, key: str) -> list[Effect] | None:
        """What a key does to the box in front; None if nothing."""
        box = self.box
        if box is None:
            return None
        if self._reveals:
            return self._leave_reveal(key)
        if key == "enter" and self._is_too_early():
            return []
        effects = box.press(key)
        return None if effects is None else self._carry_out(effects)

    @property
    def may_propose(self) -> bool:
        """Whether a proposal can be asked for: the own decision is open, and the table allows hints."""
        return self.is_deciding and self.view is not None and bool(self.view.head.get("hints"))

    @property
    def is_thinking(self) -> bool:
        """Whether a proposal for the open decision is on its way."""
        return self.hint.is_awaited_for(self._decision)

    def propose(self) -> list[Effect]:
        """Ask for a proposal; one that is there already is prepared and told again."""
        if self._decision is None or not self.is_deciding or self.is_thinking:
            return []
        if not self.may_propose:
            self.notice = sentence("no_hints", {}, translations())
            return []
        known = self.hint.proposal_for(self._decision)
        if known:
            self._prepare(known)
            return []
        self.hint.ask(self._decision)
        return [AskProposal(self._decision)]

    def take_proposal(self, decision: int, answer: Mapping[str, Any]) -> None:
        """Prepare what was proposed, unless the player has gone on meanwhile: then it is only told."""
        if decision != self._decision:
            return
        proposal = read_proposal(decision, answer)
        if self.hint.take(proposal):
            self._prepare(proposal)
            self._shown_since = self._now()
        else:
            self._tell(proposal)

    def take_no_proposal(self, decision: int, why: str) -> None:
        if decision == self._decision:
            self.hint.give_up()
            self.notice = why

    def _prepare(self, proposal: Proposal) -> None:
        """Show it in the step that is open if that is where it can be sent, else where the decision begins."""
        target = self._boxes[0].prepare(proposal.action)
        while len(self._boxes) > 1 and self._boxes[-1] is not target:
            self._boxes.pop()
        self._wishes += self._boxes[-1].opened()
        self._tell(proposal)

    def _tell(self, proposal: Proposal) -> None:
        assert self.view is not None
        told = wordings(proposal, partial(self.face.deed, self.view))
        self.notice, self.hint.wordings = "", [self.glyphs.say(wording) for wording in told]

    def click(self, row: int, cell: int) -> list[Effect] | None:
        box = self.box
        if box is None or self._reveals:
            return self._leave_reveal("enter") if box else None
        if self._is_too_early():
            return []
        effects = box.click(row, cell)
        return None if effects is None else self._carry_out(effects)

    def _leave_reveal(self, key: str) -> list[Effect] | None:
        """Any key ends the markers' moving; Enter goes on, Space goes to the present, other keys have their meaning."""
        if self.is_moving:
            self.end_moving()
        elif key == "space":
            self.catch_up()
        elif key in ("enter", "escape"):
            self._reveals.popleft()
            self._shown_since = self._now()
            self._settle()
        else:
            return None
        return []

    @property
    def is_moving(self) -> bool:
        """Whether markers move on the screen, one after the other."""
        return self.box is not None and self.box.is_moving

    def move(self) -> None:
        """The next marker."""
        if self.box is not None:
            self.box.move()

    def end_moving(self) -> None:
        while self.is_moving:
            self.move()

    def _is_too_early(self) -> bool:
        """Typing ahead must not decide."""
        return self._decision is not None and self._now() - self._shown_since < self.guard

    def _carry_out(self, effects: list[Effect]) -> list[Effect]:
        """Do what concerns the boxes themselves, and hand on the rest."""
        self.notice = ""
        self.hint.put_away()
        rest: list[Effect] = []
        for effect in effects:
            if isinstance(effect, Open):
                self._open(effect.box)
            elif isinstance(effect, Close):
                if len(self._boxes) > 1:
                    self._boxes.pop()
            elif isinstance(effect, Refuse):
                self.notice = effect.sentence
            else:
                rest.append(effect)
        return rest

    def review(self) -> None:
        """Show the last reveal again, asked once more what the others did before the decision that is open."""
        if self._reveals and self._reveals[0] is not self._reviewed:
            return
        worth_a_look = [box for box in (self._last_reveal, self._moves) if box is not None]
        at = worth_a_look.index(self._reveals[0]) + 1 if self._reveals else 0
        self._reveals.clear()
        if at < len(worth_a_look):
            self._reviewed = worth_a_look[at]
            self._reviewed.start_again()
            self._reveals.append(self._reviewed)
        self._shown_since = self._now()

    @property
    def decision(self) -> int | None:
        """The decision that the boxes on the screen answer."""
        return self._decision
