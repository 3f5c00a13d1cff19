"""Numbers, dates and lists are written as each language writes them."""

from datetime import UTC, datetime
from gettext import NullTranslations

import pytest

from opera_protocol.texts.conventions import CONVENTIONS, date_and_time, listed, mark, number, small_title
from opera_protocol.texts.format import Teller


class Language(NullTranslations):
    """A catalog with nothing but its language, and one word."""

    def __init__(self, code: str, conjunction: str = "and") -> None:
        super().__init__()
        self._code, self._conjunction = code, conjunction

    def info(self) -> dict[str, str]:
        return {"language": self._code}

    def pgettext(self, context: str, message: str) -> str:
        return message.replace("and", self._conjunction) if context == "list" else message


@pytest.mark.parametrize(
    ("code", "large", "small", "date"),
    [
        ("en", "12,345", "-0.6", "2026-03-05 09:07"),
        ("it", "12.345", "-0,6", "05/03/2026 09:07"),
        ("de_AT", "12.345", "-0,6", "05.03.2026 09:07"),
        ("fr", "12\N{NO-BREAK SPACE}345", "-0,6", "05/03/2026 09:07"),
        ("sv", "12,345", "-0.6", "2026-03-05 09:07"),
    ],
)
def test_a_language_has_its_signs(code: str, large: str, small: str, date: str) -> None:
    language = Language(code)
    assert number(12345, language) == large
    assert number(12345.0, language) == large
    assert number(-0.6, language) == small
    assert date_and_time(datetime(2026, 3, 5, 9, 7, tzinfo=UTC), language) == date


@pytest.mark.parametrize(("code", "text"), [("en", "häuser"), ("fr", "häuser"), ("de_AT", "Häuser")])
def test_german_writes_nouns_with_a_capital_letter_everywhere(code: str, text: str) -> None:
    assert small_title("Häuser", Language(code)) == text


def test_every_language_of_the_settings_has_conventions() -> None:
    assert list(CONVENTIONS) == ["en", "it", "de", "fr"]


@pytest.mark.parametrize(
    ("items", "text"), [([], ""), (["a"], "a"), (["a", "b"], "a und b"), (["a", "b", "c"], "a, b und c")]
)
def test_the_last_of_a_list_follows_a_word_of_the_language(items: list[str], text: str) -> None:
    assert listed(items, Language("de", "und")) == text


def test_a_template_can_ask_for_a_number_as_the_language_writes_it() -> None:
    teller = Teller(translations=Language("de"))
    assert teller.tell("{highest:number} bytes, port {port}", {"highest": 1048576, "port": 1607}) == (
        "1.048.576 bytes, port 1607"
    )


def test_french_sets_its_marks_off() -> None:
    assert mark(":", Language("fr")) == "\N{NO-BREAK SPACE}: "
    assert [mark(";", Language(code)) for code in ("en", "it", "de")] == ["; "] * 3
