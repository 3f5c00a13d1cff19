"""A decision in lines: asked, typed, read back, and sent."""

from typing import Final

from opera_games.api import Action, Map
from opera_protocol.client import Client, RefusedByServer
from opera_tui.games.reading import read_layout, read_previews
from opera_tui.games.speech import (
    AskLayout,
    GameSpeech,
    Outcome,
    Step,
    Unclear,
    begins_with_number,
    is_said,
    list_step,
    only_action,
    read_steps,
)
from opera_tui.games.view import AnyGameView, GameView
from opera_tui.line_mode.answers import asked, waited_for
from opera_tui.line_mode.arrivals import Arrivals
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.streams import Speaker, as_sentence, asks_to_send, ended
from opera_tui.look.i18n import N_, _, sentence_for, sentence_of
from opera_tui.table.model import TableModel
from opera_tui.table.model.proposals import read_proposal

NOT_NOW_IN_LESSON: Final = "not_now_in_lesson"
ANSWER_SECONDS: Final = 10.0
"""How long the table may take to show what an answer led to."""


class NotTaken(Unclear):
    """A lesson takes another move now."""


class Deciding:
    """The decision that is open for the player, if any, and how far its answer has come."""

    def __init__(
        self,
        client: Client,
        table_id: str,
        model: TableModel,
        speech: GameSpeech | None,
        speaker: Speaker,
        preferences: Preferences,
        arrivals: Arrivals,
    ) -> None:
        self._client = client
        self._table_id = table_id
        self._model = model
        self._speech = speech
        self._speaker = speaker
        self._preferences = preferences
        self._arrivals = arrivals
        self._asked: int | None = None
        """The decision that was asked last."""
        self._first: Step | None = None
        self.step: Step | None = None
        """What is asked now."""
        self._pending: Action | None = None
        """What is sent with `y`."""
        self._plan: Step | None = None
        """Where `n` leads back to, if what was read back has been put together there."""

    @property
    def is_open(self) -> bool:
        return self._model.decision.number is not None

    @property
    def is_new(self) -> bool:
        """Whether the open decision has not been asked yet."""
        return self.is_open and self._model.decision.number != self._asked

    def begin_if_new(self) -> bool:
        """Begin with a decision that has just opened, and return whether there is one."""
        number = self._model.decision.number
        if number == self._asked:
            return False
        self._asked, self._pending = number, None
        self._first = self.step = first_step(self._model, self._speech) if number is not None else None
        return number is not None

    def word_again(self) -> None:
        """Begin the open decision again without a word: the language may be another one now."""
        if self.is_open and self.step is self._first:
            self._first = self.step = first_step(self._model, self._speech)

    def ask(self) -> None:
        """Say what is asked and what can be chosen; nothing while nothing is asked."""
        for sentence in asked(self.step, is_only_sent=self.step is self._first) if self.step else ():
            self._speaker.say(sentence)

    def name_question(self) -> None:
        """Say in a few words what is asked; nothing while nothing is asked."""
        if self.step is not None and self.is_open:
            self._speaker.say(_("Still asked: {question}").format(question=self.step.question))

    @property
    def plan(self) -> list[str]:
        """What the player has put together so far and not sent, where a decision is made of single changes."""
        if self.step is None or self.step.draft is None or not self.is_open:
            return []
        return [self._in_words(self.step.draft), _("As it stands, {status}").format(status=self.step.status)]

    @property
    def only_answer(self) -> Action | None:
        """What is sent without being named: the only answer to the decision, not to a question on the way."""
        return only_action(self.step) if self.step and self.step is self._first else None

    @property
    def is_waiting(self) -> bool:
        """Whether something was read back and waits for `y`."""
        return self._pending is not None

    def remind(self) -> None:
        """Say what waits for `y`, if anything does: something else was said since it was read back."""
        if self._pending is not None:
            told = _("Not sent yet: {action}. y sends it, n does not")
            self._speaker.say(told.format(action=self._in_words(self._pending)))

    def drop(self) -> None:
        """Do not send what was read back, and say so."""
        action, self._pending = self._pending, None
        if action is not None:
            self._speaker.say(_("Not sent: {action}").format(action=self._in_words(action)))

    def _in_words(self, action: Action) -> str:
        return as_sentence(self._model.face.action_text(self._model.view, action))

    @property
    def is_over(self) -> bool:
        """Whether another decision is open than the one that was asked, or none: it was made elsewhere, or by a bot."""
        return self._model.decision.number != self._asked

    def _check_asked(self) -> None:
        """Refuse an answer to a decision that is over, or has not been told."""
        if self.is_over:
            self._pending = None
            raise Unclear(_("The table has gone on meanwhile, so nothing was done with that"))

    async def read(self, line: str) -> None:
        """Take a typed line as an answer; raises `Unclear` or what the server refuses it with."""
        self._check_asked()
        if self.step is None or self._first is None:
            raise Unclear(_("Nothing is asked of you now. {waiting}").format(waiting=waited_for(self._model)))
        if is_said(line, N_("back")):
            self.drop()
            self.step = self._first
            self.ask()
            return
        try:
            way = read_steps(self.step, line)
        except Unclear:
            # Words may name another way; a number is an answer to the present question or to none.
            if self.step is self._first or begins_with_number(line):
                raise
            way = _elsewhere(self._first, self.step, line)
        await self._follow(*way)

    async def _follow(self, outcome: Outcome, last_step: Step) -> None:
        if isinstance(outcome, AskLayout):
            answer = await self._client.arrange(self._table_id, tuple(outcome.buy), outcome.goal)
            outcome = outcome.take(read_layout(self._kind, answer))
        if isinstance(outcome, Action):
            await self._prepare(outcome, last_step)
            return
        self._mind_the_lesson(outcome.begun)
        self.drop()
        last, self.step = self.step, outcome
        is_changed = outcome.draft is not None and last is not None and last.draft is not None
        if is_changed and outcome.draft is not None:
            self._speaker.say(await effect_of(self._client, self._model, self._speech, outcome.draft))
        if is_changed and last is not None and last.told == outcome.told:
            self._speaker.say(outcome.status)
        else:
            # A number means what was last said under it: another list is said at once.
            self.ask()

    async def _prepare(self, action: Action, step: Step | None, *, is_proposed: bool = False) -> None:
        """Read an action back with what it costs, and that it replaces another; refuse what the server would refuse.

        Players who want nothing read back have what they typed sent at once, but never what somebody else thought of.
        """
        instead_of = self._pending
        text = await effect_of(self._client, self._model, self._speech, action, is_refused=True)
        self._mind_the_lesson(self._kind.types.write_action(action))
        self._model.decision.bring(action)
        doubts = self._model.decision.doubts(action)
        if not (is_proposed or doubts or self._preferences.settings.read_back):
            self._pending = None
            await self._send(action)
            return
        self._pending, self._plan = action, step if step and step.draft is not None else None
        if instead_of not in (None, action):
            text = _("Instead of that: {action}").format(action=text)
        self._speaker.say(" ".join(map(ended, [text, *doubts, asks_to_send()])))

    def _mind_the_lesson(self, begun: Map | None) -> None:
        """Raise `NotTaken` with the reason if a lesson takes no action with these fields."""
        against = self._model.lesson.objection(begun) if begun else ""
        if against:
            raise NotTaken(against)

    async def settle(self, *, is_sent: bool) -> None:
        """Send what was read back, or else the only answer that there is; or do not."""
        self._check_asked()
        action, self._pending = self._pending, None
        if is_sent and action is None:
            action = self.only_answer
        if action is None:
            raise Unclear(self._nothing_to_send())
        if is_sent:
            await self._send(action)
            return
        self._speaker.say(_("Not sent"))
        self.step = self._plan or self._first
        self.ask()

    def _nothing_to_send(self) -> str:
        if self.step is not None and self.step.draft is not None:
            return _("Nothing was read back yet; done does that")
        return _("There is nothing to send yet")

    async def _send(self, action: Action) -> None:
        number = self._asked
        assert number is not None
        self._model.decision.is_sending = True
        try:
            await self._client.act(self._table_id, number, self._kind.types.write_action(action))
        except RefusedByServer as refused:
            if refused.code != NOT_NOW_IN_LESSON:
                raise
            raise NotTaken(sentence_of(refused)) from refused
        finally:
            self._model.decision.is_sending = False
        await self._until_other_than(number)

    async def take_back(self) -> None:
        """Take the last answer back, and what bots did after it; say why not where that cannot be."""
        present, number = self._model.present, self._model.decision.number
        if present.take_back is None:
            raise Unclear(sentence_for("nothing_to_take_back" if present.is_alone else "others_seated", {}))
        await self._client.take_back(self._table_id, present.take_back)
        await self._until_other_than(number)

    async def _until_other_than(self, number: int | None) -> None:
        """Wait until the table shows what an answer led to."""
        await self._arrivals.until(lambda: self._model.decision.number != number, ANSWER_SECONDS)

    async def propose(self) -> None:
        """Ask what a strong bot would do, say why, and prepare it."""
        self._check_asked()
        number = self._model.decision.number
        if number is None or not self._model.may_propose:
            raise Unclear(sentence_for("no_hints", {}) if number is not None else waited_for(self._model))
        self._model.hint.ask(number)
        answer: Map = await self._client.propose(self._table_id, number)
        proposal = read_proposal(self._kind, number, answer)
        self._model.take_proposal(proposal)
        self._speaker.say(self._model.hint.wordings[0] if self._model.hint.wordings else "")
        await self._prepare(proposal.action, self.step, is_proposed=True)

    @property
    def _kind(self) -> type[AnyGameView]:
        kind: type[AnyGameView] = self._model.face.view
        return kind


def _elsewhere(first: Step, step: Step, line: str) -> tuple[Outcome, Step]:
    """Read a line as an answer to the first question, if it is none to the present one."""
    try:
        return read_steps(first, line)
    except Unclear:
        return read_steps(step, line)


def first_step(model: TableModel, speech: GameSpeech | None) -> Step:
    """Return what the open decision asks; a game without words of its own is asked by its box."""
    view = model.view
    assert isinstance(view, GameView)
    if speech is not None:
        return speech.first_step(view)
    assert model.decision.box is not None
    return list_step(model.decision.box)


async def effect_of(
    client: Client, model: TableModel, speech: GameSpeech | None, action: Action, *, is_refused: bool = False
) -> str:
    """Return an action with what it would bring, as the server says; raises `Unclear` for one that is not allowed."""
    view, kind = model.view, model.face.view
    assert isinstance(view, GameView)
    if speech is None or kind.types.read_preview is None:
        return as_sentence(model.face.action_text(view, action))
    answer = await client.preview(view.room, [kind.types.write_action(action)])
    preview = read_previews(kind, answer)[0]
    refusal = getattr(preview, "refusal", None)
    if refusal and is_refused:
        raise Unclear(view.why(refusal))
    return as_sentence(speech.effect(view, action, preview))
