"""Errors carry a code and exactly the parameters that the table names."""

import pytest

from opera_protocol.errors import PARAMETERS, REASONS, Malformed, ProtocolError


def test_codes_and_reasons_are_stable_words() -> None:
    """Codes, parameters and reasons are snake_case, and every code with reasons has the parameter."""
    words = [*PARAMETERS, *(name for names in PARAMETERS.values() for name in names)]
    words += [reason for reasons in REASONS.values() for reason in reasons]
    assert all(word.isidentifier() and word == word.lower() for word in words)
    assert {code for code, names in PARAMETERS.items() if "reason" in names} == set(REASONS)


def test_an_error_shows_its_code_and_parameters() -> None:
    """An error says what it is by code and parameters, for programs and for logs."""
    error = ProtocolError("nobody_there", host="opera.lan", port=1609)
    assert (error.code, error.parameters) == ("nobody_there", {"host": "opera.lan", "port": 1609})
    assert str(error) == "nobody_there host='opera.lan' port=1609"


def test_an_error_outside_the_table_is_a_mistake() -> None:
    """A code, parameter or reason that no text could be attached to is noticed where it is raised."""
    with pytest.raises(KeyError):
        ProtocolError("bad_luck")
    with pytest.raises(AssertionError):
        ProtocolError("nobody_there", host="opera.lan")
    with pytest.raises(AssertionError):
        Malformed("bad_luck")
