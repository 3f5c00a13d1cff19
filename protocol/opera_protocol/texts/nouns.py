"""Words of the games that stand inside sentences with their article, such as roles: languages decline them.

A placeholder `{role}` shows the bare name, `{role:subject}` the name with its article as the subject of a sentence,
`{role:object}`, `{role:of}` and `{role:to}` in the other places; with a capital at the beginning of a sentence,
`{role:Subject}`. A translation may use another form than the English template does.
"""

from collections.abc import Mapping
from typing import Self

from opera_protocol.texts.i18n import Translations, translated
from opera_protocol.texts.vocabulary import OfAllGames

FORMS = OfAllGames[str, Mapping[str, str]]("FORMS")
"""The forms of each word that has some, by the word and the name of the form."""


class Noun(str):
    """A word in the reader's language that knows its forms."""

    __slots__ = ("forms",)
    forms: Mapping[str, str]

    def __new__(cls, text: str, forms: Mapping[str, str]) -> Self:
        noun = super().__new__(cls, text)
        noun.forms = forms
        return noun

    def __format__(self, form: str) -> str:
        if form.lower() not in self.forms:
            return super().__format__(form)
        text = self.forms[form.lower()]
        return text[:1].upper() + text[1:] if form[:1].isupper() else text


def noun(word: str, text: str, translations: Translations) -> str:
    """Return a word with its forms in a language; one without forms is a plain text."""
    if word not in FORMS:
        return text
    return Noun(text, {form: translated(template, translations) for form, template in FORMS[word].items()})
