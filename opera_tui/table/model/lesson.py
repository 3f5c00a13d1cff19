"""The lesson of a table: what it says now, and what the learner guessed."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from opera_games.api import Map, tag_of
from opera_games.lessons import Lesson, Step, one_line
from opera_games.puzzles import Puzzle, PuzzleLesson, lesson_of
from opera_protocol.texts.sentences import why_text
from opera_tui.games.face import Face
from opera_tui.games.guess_box import GuessBox
from opera_tui.games.reading import read_action
from opera_tui.games.reveal_box import RevealBox
from opera_tui.games.solved_box import SolvedBox
from opera_tui.games.view import AnyLine, OtherEvent, TableView
from opera_tui.look.i18n import _
from opera_tui.table.model.present import Present

LETTERS_A_SECOND = 20
"""How fast people read who are new to a subject."""


class ShownTurns(Protocol):
    """What was shown of the others' turns."""

    since_decision: list[AnyLine]
    """The events since the player's last decision."""

    def begins(self, event: AnyLine) -> bool:
        """Say whether a turn begins with an event."""


class TableLesson:
    """What a lesson says beside the game; at other tables nothing."""

    def __init__(
        self, present: Present, turns: ShownTurns, say_why: Callable[[Puzzle], str], say_who: Callable[[], str]
    ) -> None:
        self._present = present
        self._turns = turns
        self.say_why = say_why
        self._say_who = say_who
        """Names the reader, with the mark that the table shows."""
        self.reason = ""
        """Why the lesson did not take a move, until the next key."""
        self.verdict = ""
        """What is said about a guess, while its reveal stands."""
        self.next_puzzle: Callable[[], None] | None = None
        """Leads to the next puzzle; None where there is no way to it."""
        self._read = ""
        """What was said last of a turn, and there was time to read it."""

    @property
    def is_going_on(self) -> bool:
        """Whether there is a lesson, and the learner has not gone on after its end."""
        head = self._present.head.lesson if self._present.head else None
        lesson = self._lesson
        return head is not None and (lesson is None or self._place <= len(lesson.steps))

    @property
    def _is_at_step(self) -> bool:
        """Whether not all steps are done."""
        return self._lesson is not None and self._place < len(self._lesson.steps)

    @property
    def is_done(self) -> bool:
        """Whether all steps are done, and the learner has not gone on."""
        return self._lesson is not None and self._place == len(self._lesson.steps)

    @property
    def farewell(self) -> str:
        """What is said beside the result of a game that ended with its lesson; nothing of other games."""
        if not self.is_done:
            return ""
        if isinstance(self._lesson, PuzzleLesson):
            return _("Solved; q leads to the other puzzles")
        return _("The lesson is done; q leads to the others")

    @property
    def is_solved(self) -> bool:
        """Whether this is a puzzle, and its best move is made."""
        return isinstance(self._lesson, PuzzleLesson) and self.is_done

    @property
    def is_judging(self) -> bool:
        """Whether only some answers to the open decision are taken."""
        head = self._present.head.lesson if self._present.head else None
        return head is not None and head.judged

    @property
    def progress(self) -> str:
        """How far it is, for the end of the prompt line, until the learner goes on after its end."""
        lesson = self._lesson
        if lesson is None or not self.is_going_on:
            return ""
        if isinstance(lesson, PuzzleLesson):
            return _("puzzle {number}").format(number=lesson.place)
        n, steps = self._step_of_all
        return _("lesson {n}/{all}").format(n=n, all=steps)

    @property
    def short_progress(self) -> str:
        """The same in numbers alone, where there is little room."""
        return "{}/{}".format(*self._step_of_all) if self.progress else ""

    @property
    def _step_of_all(self) -> tuple[int, int]:
        steps = len(self._lesson.steps) if self._lesson else 0
        return min(self._place + 1, steps), steps

    @property
    def _lesson(self) -> Lesson | None:
        """The lesson, if this program has the same as the server."""
        head = self._present.head.lesson if self._present.head else None
        known = lesson_of(head.id) if head and head.step is not None else None
        return known if known and head and known.edition == head.edition else None

    @property
    def _place(self) -> int:
        """How many steps are done. What is shown may be behind, but belongs to the next step already."""
        head = self._present.head.lesson if self._present.head else None
        return (head.step if head else None) or 0

    def texts(self, revealed: RevealBox | None, asked: str, *, is_over: bool = False) -> list[str]:
        """Return what is said now, one paragraph after the other; `asked` is the kind of decision that is open.

        Where the game ends with the lesson, its last words have no later place than the last reveal, or in lines
        the moment after it.
        """
        if self.reason:
            return [self.reason]
        lesson = self._lesson
        if lesson is None:
            return [_("This lesson is another one by now. Go on as you like, or begin it again from the home screen.")]
        if isinstance(lesson, PuzzleLesson) and not self._is_at_step:
            if self.next_puzzle is not None and not isinstance(revealed, SolvedBox):
                return [_("Solved. Play on as you like: nothing is judged any more, and q leads to the other puzzles.")]
            why = self.say_why(lesson.puzzle)
            return [_("Solved: {points} points for sure. {why}").format(points=lesson.puzzle.ideas[0], why=why)]
        passage = lesson.passage(self._place)
        if isinstance(revealed, GuessBox):
            return [*self.how_to_guess(), _("Any number will do, and Esc does without.")]
        told = passage.reveals.get(_name(revealed), "") if revealed else ""
        if told:
            return [text for text in (self.verdict, _(one_line(told))) if text]
        if asked and self._is_at_step and not self.is_judging:
            return [_("Decide this as you like: the lesson goes on afterwards.")]
        if isinstance(lesson, PuzzleLesson):
            return [_("You are {player}. {question}").format(player=self._say_who(), question=_(passage.text))]
        if asked or is_over or (revealed is not None and (revealed.is_interlude or revealed.is_last)):
            return [_(one_line(passage.text))]
        told = self._told_now if revealed is None else ""
        return [told] if told else []

    def objection(self, begun: Map) -> str:
        """Return why the step takes no move with these fields; empty if it may, or the server does not judge it."""
        passage = self._lesson.passage(self._place) if self._lesson and self.is_judging else None
        against = passage.early_objection(begun) if isinstance(passage, Step) else None
        return _(one_line(passage.reason(against))) if isinstance(passage, Step) and against is not None else ""

    def objects(self, begun: Map) -> bool:
        """Say whether the step takes no move with these fields, and show why."""
        self.reason = self.objection(begun)
        return bool(self.reason)

    def told_move(self, deed: str) -> str:
        """Say that a move is the one that the lesson waits for."""
        if isinstance(self._lesson, PuzzleLesson):
            return _("The best move: {deed}.").format(deed=deed)
        return _("The lesson has this in mind: {deed}.").format(deed=deed)

    @property
    def _told_now(self) -> str:
        """What is said of the turn that is shown: it belongs to an event of it, and goes when another turn begins."""
        unsaid = dict(self._lesson.passage(self._place).events) if self._lesson and self.is_going_on else {}
        told = ""
        for event in self._turns.since_decision:
            told = unsaid.pop(_tag(event), "" if self._turns.begins(event) else told)
        return _(one_line(told)) if told else ""

    def reading_time(self) -> float:
        """Return the seconds that it takes to read what is said of the turn that is shown; asked again, none."""
        told = self._told_now
        is_new, self._read = told != self._read, told
        return len(told) / LETTERS_A_SECOND if is_new else 0

    def told_of(self, events: Sequence[AnyLine]) -> list[str]:
        """Return what is said of events, each thing once, where they are told and not shown."""
        passage = self._lesson.passage(self._place) if self._lesson else None
        texts = {**passage.events, **passage.reveals} if passage else {}
        return [_(one_line(texts[name])) for name in dict.fromkeys(map(_tag, events)) if name in texts]

    def how_to_guess(self) -> list[str]:
        """Return how what is guessed now is counted, as far as the lesson says it."""
        passage = self._lesson.passage(self._place) if self._lesson else None
        return [_(one_line(passage.guess))] if passage and passage.guess else []

    def guess_before(self, box: RevealBox) -> GuessBox | None:
        """Return the question that comes before a reveal; None for most."""
        lesson, gain = self._lesson, box.own_gain
        if lesson is None or gain is None or not self.is_going_on or _name(box) not in lesson.guesses:
            return None
        return GuessBox(box, gain, self._take_guess)

    def _take_guess(self, verdict: str) -> None:
        self.verdict = verdict


def why_told(face: Face[Any], view: TableView, puzzle: Puzzle) -> str:
    """Say why the best move of a puzzle is better than the one that comes to mind first, which is named."""
    tempting = face.action_text(view, read_action(face.view, puzzle.tempting))
    return why_text(puzzle.game, puzzle.why | {"tempting": tempting}, view.teller())


def _tag(event: AnyLine) -> str:
    return "" if isinstance(event, OtherEvent) else tag_of(event)


def _name(box: RevealBox) -> str:
    return tag_of(box.event) if box.event is not None else ""
