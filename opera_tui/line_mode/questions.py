"""Questions of one letter, or in the words that say the same: which there are, and which one a line asks."""

from collections.abc import Sequence
from typing import Final

from opera_tui.games.speech import GameSpeech, Words, folded, is_said, phrases, spelt
from opera_tui.look.i18n import N_, _

LEAVE: Final = "q"
PROPOSAL: Final = "p"
OWN: Final = "m"
"""The letter of what only the reader's seat knows, in every game."""
GENERAL: Final = (
    ("l", N_("last moves")),
    ("w", N_("who is waited for")),
    ("t", N_("talk")),
    (PROPOSAL, N_("proposal")),
    ("r", N_("rules")),
    (LEAVE, N_("leave")),
)
"""The letters that every game has, with what they are about."""


def letters(speech: GameSpeech | None, without: Sequence[str] = ()) -> list[str]:
    """Say which letters are questions: about the game, and all others."""
    return [
        _("Questions: ? where am I, {letters}").format(letters=_listed(_own(speech), without)),
        _("Also: {letters}").format(letters=_listed(GENERAL, without)),
    ]


def question_in(text: str, speech: GameSpeech | None, *, is_yes_or_no: bool) -> tuple[str, str]:
    """Return the letter of a question and what stands behind it, also of one in words such as `rules palazzo`.

    Where yes or no is waited for, their words and first letters are `y` and `n`.
    """
    if is_yes_or_no:
        for answer, said in (("y", N_("yes")), ("n", N_("no"))):
            if is_said(text, said) or _is_initial(text, said):
                return answer, ""
    letter, behind = _lettered(text)
    if letter:
        return letter, behind
    words = Words(text)
    for letter, said in _in_words(speech):
        # Spelt out: an abbreviation is rather that of an answer.
        whole = next((one for one in map(folded, phrases(said)) if one and words.left[: len(one)] == one), None)
        if whole is not None:
            words.skip(len(whole))
            return letter, words.typed
    return "", ""


def _own(speech: GameSpeech | None) -> list[tuple[str, str]]:
    return [(letter, fact.title) for letter, fact in speech.FACTS.items()] if speech else []


def _listed(entries: Sequence[tuple[str, str]], without: Sequence[str]) -> str:
    return ", ".join(f"{letter} {_(title)}" for letter, title in entries if letter not in without)


def _in_words(speech: GameSpeech | None) -> list[tuple[str, str]]:
    """Return the letters with the words that say the same, marked with `N_`; longer words first."""
    known = [*_own(speech), *GENERAL, ("?", N_("help")), (LEAVE, N_("quit"))]
    return sorted(known, key=lambda entry: -len(entry[1].split()))


def _lettered(text: str) -> tuple[str, str]:
    """Return the letter of a question and what stands behind it; no letter if the text is none."""
    is_one = bool(text) and len(text.split(maxsplit=1)[0]) == 1 and not text[0].isdecimal()
    return (text[0], text[1:].strip()) if is_one else ("", "")


def _is_initial(text: str, template: str) -> bool:
    """Say whether the first letter of this was typed, in English or in the reader's language: `j` for `ja`."""
    return any(spelt(text) == [spelt(phrase)[0][0]] for phrase in phrases(template))
