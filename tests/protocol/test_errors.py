"""Every error that is raised has a sentence for exactly its parameters, and any other error has one too."""

from string import Formatter
from typing import Any, get_args, get_type_hints

from hypothesis import given
from hypothesis import strategies as st
from support.contract.raised_codes import raised_codes, reasons

from opera_games.errors import Coded
from opera_protocol.texts.format import NO_BREAK, plain
from opera_protocol.texts.sentences import FAULTS, REFUSALS, sentence, sentence_of
from opera_protocol.texts.vocabulary import REASONS
from opera_protocol.wire import codec, plain_text
from opera_protocol.wire.errors import ProtocolError

TEMPLATES = {**REFUSALS, **FAULTS}
FOR_PROGRAMS = {
    "edition_wing_without_main": {"part"},
    "no_such_seat": {"highest"},
    "not_a_bot": {"seat"},
    "not_a_person": {"seat"},
    "not_offered": {"left"},
    "out_of_step": {"room"},
    "seat_handed_on": {"seat"},
    "not_now_in_lesson": {"lesson", "step", "rule"},
    "seat_kept": {"seat"},
    "seat_taken": {"seat"},
}
"""Parameters that no sentence shows: its reader sees the place that is meant."""

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text() | st.binary(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=5,
)


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def test_every_raised_error_has_a_sentence_with_exactly_its_parameters() -> None:
    for raised in raised_codes():
        shown = raised.parameters - FOR_PROGRAMS.get(raised.code, set())
        assert shown == placeholders(TEMPLATES[raised.code]), raised


def test_every_sentence_is_raised_somewhere_and_has_one_place() -> None:
    assert {raised.code for raised in raised_codes()} == set(TEMPLATES)
    assert REFUSALS.keys().isdisjoint(FAULTS)


def test_every_sentence_can_be_filled_with_numbers_and_words() -> None:
    for code, template in TEMPLATES.items():
        for value in (1, 2):
            told = sentence(code, dict.fromkeys(placeholders(template), value))
            assert told.endswith("."), code
            assert "{" not in told, code


def test_codes_and_parameters_are_stable_words() -> None:
    words = {word for raised in raised_codes() for word in (raised.code, *raised.parameters)} | set(REASONS)
    assert all(word.isidentifier() and word == word.lower() for word in words)


def test_every_reason_has_a_phrase() -> None:
    """And no word is both a reason and a code: the reason of `transcript_line_refused` is a code."""
    offences = {word for choice in get_args(get_type_hints(codec.offence)["return"]) for word in get_args(choice)}
    of_text = {word for word in _words_in(plain_text._objection, plain_text._objection_to_character) if word in REASONS}
    of_text |= set(plain_text._REASON_OF_CATEGORY.values())
    assert reasons() | offences | of_text == set(REASONS)
    assert set(REASONS).isdisjoint(TEMPLATES)


def _words_in(*functions: Any) -> set[str]:
    """The texts that functions have."""
    return {str(word) for function in functions for word in function.__code__.co_consts}


def test_an_error_shows_its_code_and_parameters() -> None:
    """An error says what it is by code and parameters, for programs and for logs."""
    error = ProtocolError("nobody_there", host="opera.lan", port=1609)
    assert (error.code, error.parameters) == ("nobody_there", {"host": "opera.lan", "port": 1609})
    assert str(error) == "nobody_there(host='opera.lan', port=1609)"


@given(st.sampled_from(sorted(TEMPLATES)) | st.text(), st.data())
def test_unknown_codes_and_odd_parameters_have_a_sentence_too(code: str, data: st.DataObject) -> None:
    """A newer server, or a hostile one, cannot break what shows its errors."""
    names = st.sampled_from([*placeholders(TEMPLATES.get(code, "")), "novelty"])
    parameters = data.draw(st.dictionaries(names, VALUES))
    told = sentence(code, parameters)
    assert told
    assert told.replace(NO_BREAK, " ").isprintable()


def test_what_cannot_be_said_names_its_code() -> None:
    assert sentence("novelty", {"times": 5}) == "Something went wrong (novelty)."
    assert sentence("bid_too_high", {}) == "The server says no (bid_too_high)."
    assert sentence("novelty", {}, otherwise="The moon\x1b is full.") == "The moon\N{REPLACEMENT CHARACTER} is full."


def test_a_refusal_that_another_one_caused_says_both() -> None:
    class Refused(Coded):
        pass

    line = Refused("transcript_line_refused", line=3, reason="bid_below_zero")
    line.__cause__ = Refused("bid_below_zero")
    assert sentence_of(line) == (
        "Line 3 is not allowed by the rules (bid_below_zero). A bid cannot be below 0; bid 0 to stay on your level."
    )


def test_the_space_before_french_marks_is_shown_as_it_is() -> None:
    """It does not break, and no terminal acts on it; other signs that cannot be printed are replaced."""
    assert plain("Quitter\N{NO-BREAK SPACE}?") == "Quitter\N{NO-BREAK SPACE}?"
    assert plain("Quit\N{NARROW NO-BREAK SPACE}?") == "Quit\N{REPLACEMENT CHARACTER}?"
