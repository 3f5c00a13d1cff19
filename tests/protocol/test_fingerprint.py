"""Fingerprints are read by people, so they have one form and forgive how they are typed."""

import hashlib

import pytest

from opera_protocol.wire.errors import AddressError
from opera_protocol.wire.keys import fingerprint, key_from_text, key_to_text, parse_fingerprint, short_fingerprint

KEY = bytes(range(32))


def test_a_fingerprint_is_the_start_of_the_hash_in_base_32() -> None:
    """The 16 letters are the first 80 bits of the key's SHA-256, five bits each."""
    alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567"
    number = int.from_bytes(hashlib.sha256(KEY).digest()) >> (256 - 80)
    letters = "".join(alphabet[number >> (75 - 5 * place) & 31] for place in range(16))
    assert fingerprint(KEY) == "-".join((letters[:4], letters[4:8], letters[8:12], letters[12:]))
    assert fingerprint(KEY) == "MMG4-2KLG-YQZW-NEIS"
    assert short_fingerprint(KEY) == "MMG4"


@pytest.mark.parametrize(
    "typed", ["MMG4-2KLG-YQZW-NEIS", "mmg4-2klg-yqzw-neis", "MMG42KLGYQZWNEIS", " mmg4 2klg yqzw neis\n"]
)
def test_case_dashes_and_blanks_do_not_matter(typed: str) -> None:
    """However a fingerprint was typed, it is that of the key."""
    assert parse_fingerprint(typed) == fingerprint(KEY)


@pytest.mark.parametrize("typed", ["", "MMG4", "MMG4-2KLG-YQZW-NEIS-A", "MMG4-2KLG-YQZW-NEI0", "ſſſſ" * 4])
def test_what_is_no_fingerprint_is_refused(typed: str) -> None:
    """Too few or too many letters, or others than base 32 has, are an error and never a comparison that fails."""
    with pytest.raises(AddressError) as refusal:
        parse_fingerprint(typed)
    assert refusal.value.code == "bad_fingerprint"
    assert refusal.value.parameters == {"text": typed}


def test_keys_have_a_text_form() -> None:
    """A key's text leads back to the key, and what is no key's text to nothing."""
    assert key_from_text(key_to_text(KEY)) == KEY
    assert key_from_text(key_to_text(b"\xff" * 32)) == b"\xff" * 32
    for text in ("", "0" * 39, "0" * 41, "#" * 40, "~" * 40, "é" * 40, '"' * 40):
        assert key_from_text(text) is None
    with pytest.raises(ValueError, match="32 bytes"):
        key_to_text(b"short")
