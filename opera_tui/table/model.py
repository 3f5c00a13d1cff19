"""The table screen without a terminal: playback, the open decision and the hint, and how they act together."""

import time
from collections.abc import Callable
from functools import partial
from typing import Any

from opera_protocol.client import Changed, Stage, State
from opera_tui.games.box import Box
from opera_tui.games.face import Face
from opera_tui.games.view import GameView, TableView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import sentence_for
from opera_tui.table.decision import Decision, Requests
from opera_tui.table.playback import Playback
from opera_tui.table.proposals import Hint, Proposal, wordings

GUARD_SECONDS = 0.5


class TableModel:
    """A table as one person watches or plays it."""

    def __init__(
        self,
        face: Face[Any],
        glyphs: Glyphs,
        requests: Requests,
        guard: float = GUARD_SECONDS,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        self.face = face
        self.state = State(Stage.CONNECTING)
        self.playback = Playback(face, glyphs)
        self.hint = Hint()
        self.decision = Decision(requests, self.hint, guard, now)
        self._glyphs = glyphs
        self._requests = requests

    @property
    def view(self) -> TableView | None:
        """The table as it is shown."""
        return self.playback.view

    @property
    def box(self) -> Box | None:
        """The box in front."""
        return self.playback.revealed or self.decision.box

    @property
    def is_deciding(self) -> bool:
        """Whether the player's decision is open and on the screen."""
        return self.decision.number is not None and self.playback.revealed is None

    def take(self, change: Changed) -> None:
        """Take a change from the server."""
        if self.playback.take(change):
            self._settle()

    def advance(self) -> None:
        """Show the next change that is waiting."""
        if self.playback.advance():
            self._settle()

    def catch_up(self) -> None:
        """Show the present at once."""
        self.playback.catch_up()
        self._settle()

    def _settle(self) -> None:
        """Keep the boxes of a decision that is still open; open a new one once all is shown, and wait until then."""
        view = self.view
        if not isinstance(view, GameView):
            return
        number = view.decision
        if number is not None and number == self.decision.number:
            self.decision.take_view(view)
            return
        self.hint.put_away()
        if number is None or self.playback.is_behind:
            self.playback.end_decision()
            self.decision.wait(self.face.waiting_box(view, self.playback.since_decision))
        else:
            self.decision.begin(number, self.face.decision_box(view))
            self.playback.begin_decision(view)

    def take_state(self, state: State) -> None:
        """Take the state of the connection; once it is back, ask again for what the open box needs."""
        is_back = state.stage is Stage.LIVE and self.state.stage is not Stage.LIVE
        self.state = state
        if is_back and self.is_deciding:
            self.decision.ask_again()

    def press(self, key: str) -> bool:
        """Hand a key to the box in front; return False if it means nothing there."""
        return self._leave_reveal(key) if self.playback.revealed else self.decision.press(key)

    def click(self, row: int, cell: int) -> bool:
        """Hand a click to the box in front; return False if it means nothing there."""
        return self._leave_reveal("enter") if self.playback.revealed else self.decision.click(row, cell)

    def _leave_reveal(self, key: str) -> bool:
        """End the markers' moving with any key, dismiss the reveal with Enter, or show the present with Space."""
        if self.playback.is_moving:
            self.playback.end_moving()
        elif key == "space":
            self.catch_up()
        elif key in ("enter", "escape"):
            self.playback.dismiss()
            self.decision.guard()
            self._settle()
        else:
            return False
        return True

    def review(self) -> None:
        """Show again what was revealed, or what the others did."""
        self.playback.review()
        self.decision.guard()

    @property
    def may_propose(self) -> bool:
        """Whether a proposal can be asked for: the player's decision is open, and the table allows hints."""
        return self.is_deciding and self.view is not None and self.view.head.hints

    @property
    def is_thinking(self) -> bool:
        """Whether a proposal for the open decision is on its way."""
        return self.hint.is_awaited_for(self.decision.number)

    def propose(self) -> None:
        """Ask for a proposal; one that is there already is prepared and shown again."""
        number = self.decision.number
        if number is None or not self.is_deciding or self.is_thinking:
            return
        known = self.hint.proposal_for(number)
        if not self.may_propose:
            self.decision.notice = sentence_for("no_hints", {})
        elif known:
            self._prepare(known)
        else:
            self.hint.ask(number)
            self._requests.propose(number)

    def take_proposal(self, proposal: Proposal) -> None:
        """Prepare what was proposed; only show it if the player has gone on meanwhile."""
        if proposal.decision != self.decision.number:
            return
        if self.hint.take(proposal):
            self._prepare(proposal)
            self.decision.guard()
        else:
            self._show(proposal)

    def take_no_proposal(self, number: int, why: str) -> None:
        """Say why no proposal comes."""
        if number == self.decision.number:
            self.hint.give_up()
            self.decision.notice = why

    def _prepare(self, proposal: Proposal) -> None:
        self.decision.prepare(proposal.action)
        self._show(proposal)

    def _show(self, proposal: Proposal) -> None:
        assert self.view is not None
        shown = wordings(proposal, partial(self.face.action_text, self.view))
        self.decision.notice, self.hint.wordings = "", [self._glyphs.say(wording) for wording in shown]
