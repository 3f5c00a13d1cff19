"""The table screen without a terminal: playback, the open decision and the hint, and how they act together."""

import time
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from opera_games.api import tag_of
from opera_games.puzzles import Puzzle
from opera_protocol.client import Changed, RefusedByServer, Stage, State, View
from opera_protocol.texts.sentences import hint_text
from opera_tui.games.box import Box
from opera_tui.games.face import Face
from opera_tui.games.guess_box import GuessBox
from opera_tui.games.solved_box import SolvedBox
from opera_tui.games.view import GameView, TableView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _, sentence_for, sentence_of
from opera_tui.table.model.decision import Decision, Requests
from opera_tui.table.model.lesson import TableLesson, why_told
from opera_tui.table.model.playback import Playback
from opera_tui.table.model.present import Present
from opera_tui.table.model.proposals import Hint, Proposal, wordings

GUARD_SECONDS = 0.5
OF_A_LESSON = "lesson"
"""The reason of a proposal that is the lesson's, not a bot's."""


class TableModel:
    """A table as one person watches or plays it."""

    def __init__(
        self,
        face: Face[Any],
        glyphs: Glyphs,
        requests: Requests,
        guard: float = GUARD_SECONDS,
        now: Callable[[], float] = time.monotonic,
        *,
        asks: bool = True,
    ) -> None:
        self.face = face
        self.state = State(Stage.CONNECTING)
        self.present = Present()
        self.playback = Playback(face, glyphs, now)
        self.lesson = TableLesson(self.present, self.playback, self._why, self._who)
        self.playback.preface = self.lesson.guess_before
        self.hint = Hint()
        self.decision = Decision(requests, self.hint, guard, now, asks=asks)
        self.decision.is_judged = lambda: self.lesson.is_judging
        self.decision.objects = self.lesson.objects
        self.glyphs = glyphs
        self._requests = requests
        self._is_solved = False
        """Whether it was said that a puzzle is solved."""

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

    @property
    def asked_kind(self) -> str:
        """The kind of decision that is open and on the screen; empty if there is none."""
        choices = self.view.choices if self.is_deciding and isinstance(self.view, GameView) else None
        return tag_of(choices) if choices is not None else ""

    @property
    def is_behind(self) -> bool:
        """Whether something is still to be shown."""
        return self.playback.is_behind

    @property
    def is_stepping(self) -> bool:
        """Whether what others did is shown step by step, and nothing is asked of the player."""
        return self.playback.is_stepping and self.playback.revealed is None and self.decision.number is None

    @property
    def notices(self) -> Sequence[str]:
        """The refusal, else the proposal in its wordings, the longest first."""
        return [self.decision.notice] if self.decision.notice else self.hint.wordings

    def take(self, change: Changed) -> None:
        """Take a change from the server."""
        before = self.present.me
        self.present.take(change.view)
        if before is not None and self.present.me not in (None, before):
            # The reader decides for another seat now.
            self.decision.number = None
        if change.is_rewound:
            # The number of the decision that is open may mean another one now.
            self.decision.number = None
            self.decision.notice = _("The server went back to an earlier state of this game.")
        if change.is_entry:
            self._is_solved = self.lesson.is_solved
        if self.playback.take(change):
            self._settle()
        if change.is_entry and change.view.lost_seat is not None:
            self._tell_of_lost_seat(change.view, change.view.lost_seat)

    def _tell_of_lost_seat(self, view: View, lost: int) -> None:
        """Tell a player whose seat was handed on who plays it now."""
        seats = view.head.seats
        name = getattr(seats[lost], "name", "") if lost < len(seats) else ""
        self.decision.notice = sentence_of(RefusedByServer("seat_handed_on", seat=lost, name=name))

    def advance(self) -> None:
        """Show the next change that is waiting."""
        if self.playback.advance():
            self._notice_solution()
            self._settle()

    def _notice_solution(self) -> None:
        """Put in front that a puzzle is solved, behind the first step that shows so, and once."""
        is_news, self._is_solved = self.lesson.is_solved and not self._is_solved, self.lesson.is_solved
        if is_news and self.lesson.next_puzzle is not None and self.view is not None:
            self.playback.put_in_front(SolvedBox(self.view, self.lesson.next_puzzle))

    def end_rest(self) -> None:
        """Go on from the step that is shown: to the next one, or to the player's decision."""
        self.playback.end_rest()
        self._settle()

    def hurry(self) -> None:
        """Show the rest at once, up to the next reveal."""
        self.playback.hurry()
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
            # Nobody waits for what others do while the same is still to be decided.
            self.playback.end_rest()
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
        self.lesson.reason = ""
        if self.playback.revealed:
            return self.decision.sending.swallows(key) or self.playback.revealed.take(key) or self._leave_reveal(key)
        if self.is_stepping:
            self._hurry_by(key)
            return True
        return self.decision.press(key)

    def _hurry_by(self, key: str) -> None:
        if not self.decision.sending.swallows(key):
            self.decision.opening.shut()
            self.hurry()

    def click(self, row: int, cell: int) -> bool:
        """Hand a click to the box in front, where it is Enter if that was revealed; False if it means nothing."""
        if self.playback.revealed:
            return self.press("enter")
        self.lesson.reason = ""
        if self.is_stepping:
            self.hurry()
            return True
        return self.decision.click(row, cell)

    def choose(self, thing: str) -> bool:
        """Move the box's cursor to a thing that was clicked in a panel; return False if it is nothing there."""
        return self.is_deciding and self.decision.choose(thing)

    def _leave_reveal(self, key: str) -> bool:
        """Dismiss the reveal with Enter, or show the present with Space; any key ends what moves in it."""
        self.playback.end_moving()
        if key == "space":
            self.catch_up()
        elif key in ("enter", "escape"):
            if not isinstance(self.playback.revealed, GuessBox):
                self.lesson.verdict = ""
            self.playback.dismiss()
            self.decision.opening.shut()
            self._settle()
        else:
            return False
        return True

    def review(self) -> None:
        """Show again what was revealed, or what the others did."""
        self.playback.review()
        self.decision.opening.shut()

    def take_back(self) -> None:
        """Take the last own action back, and what bots did after it; say why not where that cannot be."""
        if self.present.take_back is not None:
            self.catch_up()
            self._requests.take_back(self.present.take_back)
        else:
            self.decision.notice = sentence_for(
                "nothing_to_take_back" if self.present.is_alone else "others_seated", {}
            )

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
        self.lesson.reason = ""
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
            self.decision.opening.shut()
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

    def _why(self, puzzle: Puzzle) -> str:
        return why_told(self.face, self.view, puzzle) if self.view else ""

    def _who(self) -> str:
        view = self.view
        return view.who(view.me) if isinstance(view, GameView) and view.me is not None else ""

    def _show(self, proposal: Proposal) -> None:
        assert self.view is not None
        say_why = partial(hint_text, self.view.head.game, teller=self.view.teller())
        shown = wordings(proposal, partial(self.face.action_text, self.view), say_why)
        if any(reason.get("code") == OF_A_LESSON for reason in proposal.reasons):
            shown = [self.lesson.told_move(self.face.action_text(self.view, proposal.action))]
        self.decision.notice, self.hint.wordings = "", [self.glyphs.say(wording) for wording in shown]
