"""A decision in words, for line mode and scripts: what can be chosen, how it is typed, and what a typed line means.

A `Step` asks one thing and has numbered options. What is typed, such as `hire maestro wien`, is read word by word: an
option takes the words of one of its phrases, and what is left over goes to the step that the option leads to. Words
may be abbreviated while they are unique, are known in English and in the reader's language, and may be mixed with
numbers. A choice is also known by all its words in the list, and by any word that no other choice is called by. A
number that is a place in a list means what was said under it: it counts in the list that is asked, never in one that
the reader has not heard. Nothing here knows a rule: what is allowed comes with the choices of the decision,
and the server is asked about the whole action before it is sent.
"""

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import product
from typing import Any, Final, NamedTuple, Protocol

from msgspec import Struct

from opera_games.api import Action, Map, Seat
from opera_tui.games.box import Box, Layout, Send
from opera_tui.games.list_box import ListBox
from opera_tui.games.matching import NOTHING, Rank, fits, having, longest, rank, repeats
from opera_tui.games.view import TableView
from opera_tui.look.glyphs import UNICODE, Glyphs, plain_ascii
from opera_tui.look.i18n import N_, NP_, _
from opera_tui.look.rows import plain

ARROW: Final = NP_("the sign →, read aloud", "to")
TIMES: Final = NP_("the sign ×, read aloud", "times")
PLUS: Final = NP_("the sign +, read aloud", "plus")
# Translators: small words that may stand in a typed line and change nothing, with blanks between them.
FILLERS: Final = N_("and at for from in of on the then to with")
"""Words that change nothing, in one text: a language has its own."""
MOST_DIGITS: Final = 6
_HYPHENS: Final = re.compile(r"_|(?<=[^\W\d])-(?=[^\W\d])")
_SEPARATORS: Final = re.compile(r"[\s,;:.!“”\"()]+")


class Unclear(Exception):
    """What was typed means nothing here, several things, or something that is not allowed; `sentence` says so."""

    def __init__(self, sentence: str) -> None:
        # Short reasons are written to stand behind others, and begin with a small letter.
        self.sentence = sentence[:1].upper() + sentence[1:]
        super().__init__(self.sentence)


class Step(NamedTuple):
    """A question with its options."""

    question: str
    options: Sequence["Option"]
    draft: Action | None = None
    """What would be sent as it stands, where single changes are made before that."""
    status: str = ""
    """How that which is being changed stands now."""
    also: str = ""
    """What can be typed besides the options that are listed."""
    begun: Map | None = None
    """The fields of the action that are chosen by coming here, as they go over the wire."""

    @property
    def numbered(self) -> list[tuple[int, "Option"]]:
        """Return the options that are allowed, each with its number."""
        listed = [option for option in self.options if option.says and not option.refusal]
        return [
            (place if option.number is None else option.number, option) for place, option in enumerate(listed, start=1)
        ]

    @property
    def told(self) -> list[tuple[int, str]]:
        """Return what is said under each number."""
        return [(number, option.says) for number, option in self.numbered]


class AskLayout(NamedTuple):
    """Ask the server for the best layout after these purchases; `take` gets it and returns the step that follows."""

    buy: Sequence[str]
    goal: str
    take: Callable[[Layout], Step]


Outcome = Action | Step | AskLayout
"""What a line leads to: something to send, a further question, or a question to the server."""


class Option(NamedTuple):
    """Something that can be chosen."""

    phrases: tuple[str, ...]
    """How it can be typed."""
    then: "Outcome | Callable[[Words], Outcome]"
    says: str = ""
    """What it is, for the list; empty if it is only typed."""
    number: int | None = None
    """Its number in the list, where it has one of its own, such as a bid; else it is counted."""
    refusal: str = ""
    """Why it is not allowed."""

    @property
    def in_list(self) -> list[str]:
        """Return the words of the list, as they are typed back; none if the option is only typed."""
        return folded(read_aloud(self.says))

    @property
    def names(self) -> set[str]:
        """Return all words that it is called by."""
        return {word for phrase in self.phrases for word in folded(phrase)}


def only_action(step: Step) -> Action | None:
    """Return what a question has for its only answer; None if there are several, or one that leads further."""
    if len(step.numbered) != 1 or step.draft is not None:
        return None
    outcome = step.numbered[0][1].then
    return outcome if isinstance(outcome, Action) else None


class GameSpeech(Protocol):
    """The package `speech` of a game."""

    def first_step(self, view: Any) -> Step:
        """Return what the decision asks that is open for the reader's seat."""

    def effect(self, view: Any, action: Action, preview: Struct) -> str:
        """Return an action and what it would bring, as the server says, in one sentence without its end."""

    def is_said_again(self, _event: str, _later: Collection[str], *, is_asked: bool) -> bool:
        """Say whether later events, or the question that is asked now, say again what an event says; by their tags."""

    def remarks(self, view: Any) -> Sequence[str]:
        """Say what no event says at the beginning of this game, or once it is over."""

    FACTS: Mapping[str, "Fact"]
    """The answers to questions of one letter."""


class Fact(NamedTuple):
    """A question of one letter: what it is about, marked with `N_`, and its answer.

    The answer is made of the view and of what was typed behind the letter.
    """

    title: str
    tell: Callable[[Any, str], Sequence[str]]


def with_verbs(step: Step, verbs: tuple[str, ...]) -> Step:
    """Return the step with words that may stand before each option."""
    return step._replace(options=[Option(verbs, step), *step.options])


def phrases(*templates: str, **parts: str | int | Sequence[str]) -> tuple[str, ...]:
    """Return texts that were marked with `N_`, in the reader's language and in English, with their parts filled in.

    A part may be said in several ways, as `both` returns them.
    """
    texts = [text for template in templates for text in both(template)]
    ways = [[part] if isinstance(part, str | int) else part for part in parts.values()]
    filled = [dict(zip(parts, chosen, strict=True)) for chosen in product(*ways)]
    return tuple(dict.fromkeys(text.format(**words) for text in texts for words in filled))


def is_said(line: str, *templates: str, **parts: str | int | Sequence[str]) -> bool:
    """Say whether a line is one of these texts, as `phrases` returns them, and nothing else."""
    typed = folded(line)
    return any(typed == folded(phrase) for phrase in phrases(*templates, **parts))


def both(english: str) -> tuple[str, ...]:
    """Return a word in English and in the reader's language."""
    return tuple(dict.fromkeys((_(english), english)))


def folded(text: str) -> list[str]:
    """Return the words of a text in small letters without accents, and without those that change nothing.

    A letter goes only as it is written: the French *à* changes nothing, but *a* is a wing.
    """
    own = _(FILLERS).split()
    fillers = {*FILLERS.split(), *(plain_ascii(word) for word in own if len(word) > 1)}
    typed = " ".join(word for word in _SEPARATORS.split(text.lower()) if word not in own)
    return [word for word in spelt(typed) if word not in fillers]


def spelt(text: str) -> list[str]:
    """Return all words of a text in small letters without accents."""
    return [word for word in _SEPARATORS.split(_HYPHENS.sub(" ", plain_ascii(text.lower()))) if word]


def begins_with_number(line: str) -> bool:
    """Say whether a line names a choice by its number."""
    return any(word.isdecimal() for word in folded(line)[:1])


class Words:
    """The words of a line that have not been read yet."""

    def __init__(self, line: str) -> None:
        self._words = folded(line)
        self._parts = line.split()
        self._read: list[str] = []
        self.is_list_known = True
        """Whether the reader has heard the list from which comes next."""

    @property
    def left(self) -> list[str]:
        return list(self._words)

    @property
    def typed(self) -> str:
        """Return what has not been read yet as it was typed, small words included."""
        words = [len(folded(part)) for part in self._parts]
        read, start = sum(words) - len(self._words), 0
        has_read = read > 0
        while has_read and start < len(words) and words[start] <= read:
            read -= words[start]
            start += 1
        return " ".join(self._parts[start:])

    def skip(self, number: int) -> None:
        self._read, self._words = self._words[:number], self._words[number:]

    def unread(self) -> None:
        """Put back what was read last: the next step begins with the same words."""
        self._words, self._read = [*self._read, *self._words], []

    def has(self, *templates: str) -> bool:
        """Read one of these texts, marked with `N_`, if it comes next."""
        found = longest([folded(phrase) for phrase in phrases(*templates)], self._words)
        self.skip(found)
        return found > 0

    def take(self, options: Sequence[Option]) -> Option:
        """Read the option that comes next; raises `Unclear`."""
        option = self._by_number(options) or self._by_phrase(options)
        if option.refusal:
            raise Unclear(option.refusal)
        return option

    def _by_number(self, options: Sequence[Option]) -> Option | None:
        if not self._words or not self._words[0].isdecimal():
            return None
        number = int(self._words[0][:MOST_DIGITS])
        chosen = dict(Step("", options).numbered).get(number)
        chosen = chosen or next((option for option in options if option.number == number), None)
        is_said = any(len(words := folded(p)) > 1 and fits(words, self._words) for o in options for p in o.phrases)
        if chosen is None or is_said or any(repeats(o.in_list, self._words) for o in options):
            return None
        if chosen.number is None and not self.is_list_known:
            told = _(
                "Number {n} is of a list that you have not heard yet: choose one thing at a time, or say it in words."
            )
            raise Unclear(told.format(n=number))
        self.skip(1 + repeats(chosen.in_list, self._words[1:]))
        return chosen

    def _by_phrase(self, options: Sequence[Option]) -> Option:
        ranked = [(self._rank_of(option), option) for option in options]
        best = max((fit for fit, _option in ranked), default=NOTHING)
        found, number = [option for fit, option in ranked if fit == best], best.words
        if best == NOTHING:
            found, number = self._by_name(options)
        if not found and self._words and self._words[0].isdecimal():
            raise Unclear(_("There is no choice {n}; ? says what is asked.").format(n=self._words[0]))
        if not found:
            raise Unclear(_("“{words}” means nothing here; ? says what is asked.").format(words=self.typed))
        allowed = [option for option in found if not option.refusal]
        found = allowed or found[:1]
        if len(found) > 1:
            raise self._several(found)
        self.skip(number)
        return found[0]

    def _several(self, options: Sequence[Option]) -> Unclear:
        which = ", ".join(option.phrases[0] for option in options)
        return Unclear(_("“{words}” could be: {which}.").format(words=self.typed, which=which))

    def _rank_of(self, option: Option) -> Rank:
        repeated = repeats(option.in_list, self._words)
        ranks = [rank(folded(phrase), self._words) for phrase in option.phrases]
        return max([*ranks, *([Rank(True, repeated, repeated)] if repeated else [])], default=NOTHING)

    def _by_name(self, options: Sequence[Option]) -> tuple[list[Option], int]:
        """Return the choices whose names have the words that come next, in any order, and how many words these are.

        Words that only describe a choice do not choose it, since what it brings may be said of it by chance: raises
        `Unclear` with what it is called.
        """
        choices = [option for option in options if option.says or option.refusal]
        found, number = having([option.names for option in choices], self._words)
        if len(found) == 1 or (found and number == len(self._words)):
            return [choices[place] for place in found], number
        listed = [option for option in choices if option.says and not option.refusal]
        described, number = having([set(option.in_list) for option in listed], self._words)
        if described and number == len(self._words):
            raise self._several([listed[place] for place in described])
        return [], 0


def read_line(step: Step, line: str) -> Outcome:
    """Return what a typed line leads to; raises `Unclear`."""
    return read_steps(step, line)[0]


def read_steps(step: Step, line: str) -> tuple[Outcome, Step]:
    """Return what a typed line leads to, and the last step on the way there; raises `Unclear`."""
    words = Words(line)
    outcome: Outcome = step
    last = step
    while words.left:
        if not isinstance(outcome, Step):
            raise Unclear(
                _("“{words}” means nothing here; all that stands before it was understood.").format(words=words.typed)
            )
        last = outcome
        words.is_list_known = outcome.told == step.told
        option = words.take(outcome.options)
        outcome = option.then(words) if callable(option.then) else option.then
    return outcome, last


def whole_lines(step: Step) -> list[str]:
    """Return a line for each option that leads to an action: further questions are answered with their first option."""
    lines = []
    for _number, option in step.numbered:
        line = _whole_line(option, step)
        if line:
            lines.append(line)
    return lines


def _whole_line(option: Option, step: Step) -> str:
    line = option.phrases[0]
    for _depth in range(MOST_STEPS):
        try:
            outcome = read_line(step, line)
        except Unclear:
            return ""
        if isinstance(outcome, Action):
            return line
        if not isinstance(outcome, Step) or outcome.draft is not None or not outcome.numbered:
            return ""
        line = f"{line} {outcome.numbered[0][1].phrases[0]}"
    return ""


MOST_STEPS: Final = 8


def list_step(box: Box) -> Step:
    """Return the step of a box that is a plain list: for a game that brings no words of its own."""
    lines = box.lines() if isinstance(box, ListBox) else ()
    options = []
    for place, line in enumerate(lines, start=1):
        box.press(line.key)
        sent = [effect.action for effect in box.press("enter") or () if isinstance(effect, Send)]
        if sent:
            options.append(Option((line.key,), sent[0], plain(line.content), place))
    return Step(box.question, options)


def named_seat(view: TableView, words: str) -> Seat | None:
    """Return the player whose name begins with these words; None if nobody or not one alone has such a name."""
    wanted = folded(words)
    exact = [seat for seat in view.seats if folded(view.name(seat)) == wanted]
    found = exact or [seat for seat in view.seats if wanted and rank(folded(view.name(seat)), wanted) != NOTHING]
    return found[0] if len(found) == 1 else None


def spoken_glyphs() -> Glyphs:
    """Return the signs of what is read aloud: words, in the language that is in use."""
    return UNICODE._replace(
        arrow=_(ARROW),
        none=_("none"),
        dot=",",
        rule="",
        doubled=_(TIMES) + " 2",
        empty_hall=_("empty"),
        names_players=True,
    )


def read_aloud(text: str) -> str:
    """Return a sentence of the program with words instead of signs."""
    for sign, word in (
        ("→", _(ARROW)),
        ("×", _(TIMES)),
        # Before a number the sign stands without a blank, and is read as it is.
        (" + ", f" {_(PLUS)} "),
        ("(+ ", f"({_(PLUS)} "),
        ("·", ","),
        ("…", ""),
        ("–", _("none")),
    ):
        text = text.replace(sign, word)
    return " ".join(text.split())


def listed(parts: Sequence[str], otherwise: str = "") -> str:
    """Return parts with commas between them."""
    return ", ".join(parts) if parts else otherwise or _("none")
