"""Text from people is taken in one form, refused with a reason, shortened by cells and escaped in logs."""

import sys
import time
import timeit
import unicodedata

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from rich.cells import cell_len

from opera_protocol.wire.errors import TextError
from opera_protocol.wire.plain_text import (
    CHAT_LINE,
    CODE_WORD,
    PLAYER_NAME,
    TABLE_NAME,
    TextField,
    clean,
    cut,
    escape,
)


def reason_of(text: str, field: TextField = PLAYER_NAME) -> str:
    """Why a text is refused."""
    with pytest.raises(TextError) as refusal:
        clean(text, field)
    assert refusal.value.code == "bad_text"
    assert refusal.value.parameters["field"] == field.name
    assert refusal.value.parameters["limit"] == field.cells
    return str(refusal.value.parameters["reason"])


@pytest.mark.parametrize(
    "text",
    [
        "a",
        "Anna B.",
        "gg [/red]",
        "Łukasz",
        "нина",
        "春夏秋冬歌劇",
        "한글이름",
        "สมชาย น้ำ",
        "हिन्दी",
        "🎭🎶",
        "נינה",
        "a b c d e f",
    ],
)
def test_names_of_the_world_are_welcome(text: str) -> None:
    """Letters, marks, digits, punctuation and symbols of any script that fit into twelve cells are kept."""
    assert clean(text, PLAYER_NAME) == unicodedata.normalize("NFC", text)


def test_text_is_taken_in_one_form() -> None:
    """A letter typed as base and accent is the same name as the letter typed at once."""
    assert clean("Ame\u0301lie", PLAYER_NAME) == "Amélie"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "empty"),
        ("   ", "empty"),
        ("\u3000", "empty"),
        (" a", "edge_blank"),
        ("a ", "edge_blank"),
        ("a\u00a0b", "odd_blank"),
        ("a\nb", "control"),
        ("a\x1b[31m", "control"),
        ("a\x7f", "control"),
        ("a\x9b", "control"),
        ("a\x00", "control"),
        ("a\u2028b", "control"),
        ("a\u202eb", "bidi"),
        ("a\u2066b", "bidi"),
        ("a\u200fb", "bidi"),
        ("a\u200bb", "invisible"),
        ("a\u200db", "invisible"),
        ("a\ufeffb", "invisible"),
        ("a\u00adb", "invisible"),
        ("a\u2060b", "invisible"),
        ("\u3164", "invisible"),
        ("\u2800", "invisible"),
        ("\ufffc", "invisible"),
        ("\U0001d159", "invisible"),
        ("a\ufe0f", "invisible"),
        ("a\U000e0041", "invisible"),
        ("a\U000e0100", "invisible"),
        ("\ue000", "private_use"),
        ("\U0010fffd", "private_use"),
        ("\uffff", "unassigned"),
        ("\u0378", "unassigned"),
        ("\ud800", "surrogate"),
        ("\u0301a", "stacked_marks"),
        ("q" + "\u0323" * 4, "stacked_marks"),
        ("q" + "\u0308\u0323" * 20, "stacked_marks"),
        ("가\u1161\u1161\u1161\u1161", "stacked_marks"),
        ("a" * 13, "too_wide"),
        ("歌" * 7, "too_wide"),
        ("a" * 100_000, "too_wide"),
    ],
)
def test_text_that_breaks_a_rule_is_refused(text: str, reason: str) -> None:
    """Each rule has its reason; field and limit stand beside it."""
    assert reason_of(text) == reason


@pytest.mark.parametrize(("field", "cells"), [(PLAYER_NAME, 12), (TABLE_NAME, 12), (CODE_WORD, 20), (CHAT_LINE, 200)])
def test_limits_are_counted_in_cells(field: TextField, cells: int) -> None:
    """A text of exactly the limit is taken, also in wide characters, and one cell more is not."""
    assert clean("a" * cells, field) == "a" * cells
    assert clean("歌" * (cells // 2), field) == "歌" * (cells // 2)
    assert reason_of("a" * (cells + 1), field) == "too_wide"
    assert reason_of("歌" * (cells // 2) + "a", field) == "too_wide"


def test_no_single_character_slips_through() -> None:
    """Every character either is refused or takes up room and is printable; beyond the letters a sample will do."""
    for code in (*range(0x20000), *range(0x20000, 0xE0000, 61), *range(0xE0000, 0xE0200), sys.maxunicode):
        try:
            text = clean(chr(code), PLAYER_NAME)
        except TextError:
            continue
        assert text.isprintable()
        assert 1 <= cell_len(text) <= 12


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=30))
def test_clean_text_stays_clean(text: str) -> None:
    """Cleaning twice is cleaning once, and what was taken keeps the limits."""
    try:
        cleaned = clean(text, PLAYER_NAME)
    except TextError:
        return
    assert clean(cleaned, PLAYER_NAME) == cleaned
    assert 1 <= cell_len(cleaned) <= PLAYER_NAME.cells


def test_no_text_takes_long() -> None:
    """The longest text that is read at all, made of marks in the wrong order, is refused quickly."""
    worst = "a" + "\u0315\u0300\u05ae" * 533
    seconds = min(timeit.repeat(lambda: reason_of(worst, CHAT_LINE), timer=time.thread_time, number=1, repeat=3))
    assert seconds < 0.05


@pytest.mark.parametrize(
    ("text", "cells", "expected"),
    [
        ("Turandot", 8, "Turandot"),
        ("Turandot", 7, "Turand…"),
        ("La Bohème", 4, "La…"),
        ("歌劇場", 6, "歌劇場"),
        ("歌劇場", 5, "歌劇…"),
        ("歌劇場", 4, "歌…"),
        ("歌劇場", 2, "…"),
        ("Turandot", 1, "…"),
        ("Turandot", 0, ""),
        ("", 0, ""),
    ],
)
def test_text_is_cut_by_cells(text: str, cells: int, expected: str) -> None:
    """A text that does not fit ends in an ellipsis, and a wide character is never halved."""
    assert cut(text, cells) == expected


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=40), st.integers(0, 20))
def test_cut_text_always_fits(text: str, cells: int) -> None:
    """Whatever the text, the cut one has at most so many cells."""
    assert cell_len(cut(text, cells)) <= cells


def test_a_log_shows_what_a_text_really_holds() -> None:
    """Ends of lines, escape sequences, invisible and reordering characters are written out; letters stay."""
    assert escape("Łukasz 歌 [red]") == "Łukasz 歌 [red]"
    assert escape("a\nb\x1b[2J\u202e\u200b\ud800\\") == r"a\nb\x1b[2J\u202e\u200b\ud800" + "\\\\"


@settings(max_examples=200, deadline=None)
@given(st.text(alphabet=st.characters(), max_size=30))
def test_an_escaped_text_is_one_printable_line(text: str) -> None:
    """Every escaped text can be printed, and it is clear what the text was."""
    escaped = escape(text)
    assert escaped.isprintable()
    restored = escaped.encode("ascii", "backslashreplace").decode("unicode_escape")
    assert restored == text
