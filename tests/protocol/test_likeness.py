"""Texts that people take for each other."""

import pytest

from opera_protocol.wire.likeness import are_alike, folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Anna", "anna"),
        ("Zoë", "Zoe"),
        ("Anna", "\u0410nn\u0430"),
        ("Ilse", "llse"),
        ("Otto", "0tt\u03bf"),
        ("Mark", "\uff2dark"),
        ("Bernd", "Bemd"),
        ("Ann-Mae", "Ann\u2013Mae"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    """Case, accents, letters of other scripts, digits, wide forms, dashes."""
    assert are_alike(one, other)
    assert are_alike(other, one)


@pytest.mark.parametrize(("one", "other"), [("Anna", "Anne"), ("Ali", "All"), ("Player 0", "Player 1"), ("Ан", "Ин")])
def test_names_that_do_not(one: str, other: str) -> None:
    assert not are_alike(one, other)


def test_folding_keeps_what_no_accent_is() -> None:
    """Vowel signs of other scripts are letters to their readers."""
    assert folded("\u0915\u093f") != folded("\u0915\u0940")
    assert folded("Straße É") == folded("STRASSE e")
