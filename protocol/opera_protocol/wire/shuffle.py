"""Make shuffles that no side could have chosen alone, and check one afterwards.

`commitment = SHA-256(secret)`, shown before anything else; `seed = SHA-256("opera-seed-1" || secret || contributions)`,
the contributions of 32 bytes each in the order of the seats. In maps, bytes are written as hexadecimal digits.
"""

import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import Any, Final, Literal

import msgspec

TAG: Final = b"opera-seed-1"
BYTES: Final = 32
"""The length of a secret, a contribution, a hash and a seed."""

_HEX: Final = re.compile(r"[0-9a-f]{64}")
_SEAT: Final = re.compile(r"[0-9]")

REASONS: Final[Mapping[str, tuple[str, ...]]] = {
    "proved": ("",),
    "not_provable": ("by_hand", "nobody_contributed"),
    "broken": (
        "malformed",
        "secret_differs",
        "seed_differs",
        "other_commitment",
        "other_seats",
        "other_contribution",
        "own_contribution",
    ),
}
"""Every verdict with its possible reasons."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """The result of checking a shuffle."""

    kind: Literal["proved", "not_provable", "broken"]
    reason: str = ""
    is_witnessed: bool = False
    """Whether it was compared with what a client saw before the start; else the server could have invented it all."""

    @property
    def code(self) -> str:
        """The code of its sentence in `texts.sentences.VERDICTS`."""
        if self.kind == "proved":
            return "proved" if self.is_witnessed else "consistent"
        return self.reason


class Seen(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a client saw before the start, and its own contribution."""

    commitment: str
    hashes: dict[str, str]
    """The hash of each seat's contribution."""
    seat: int | None = None
    """The client's seat; None for a spectator."""
    contribution: str = ""


def digest_of(content: bytes) -> bytes:
    """Return the commitment to a secret, or the hash of a contribution."""
    return sha256(content).digest()


def seed_of(secret: bytes, contributions: Iterable[bytes]) -> bytes:
    """Compute the seed of a game; the contributions come in the order of their seats."""
    return sha256(b"".join((TAG, secret, *contributions))).digest()


def proof_of(secret: bytes, contributions: Mapping[int, bytes]) -> dict[str, Any]:
    """Describe the shuffle as the transcript does."""
    ordered = dict(sorted(contributions.items()))
    return {
        "seed": seed_of(secret, ordered.values()).hex(),
        "commitment": digest_of(secret).hex(),
        "secret": secret.hex(),
        "contributions": {str(seat): given.hex() for seat, given in ordered.items()},
    }


def check_shuffle(shuffle: object, seen: Seen | None = None) -> Verdict:
    """Check that the seed follows from the commitment and contributions, and that a client saw these before."""
    if not isinstance(shuffle, dict) or not _is_digest(shuffle.get("seed")):
        return _broken("malformed", seen)
    if shuffle.get("by_hand") is True or shuffle.keys() == {"seed"}:
        # A server that let players commit and then set the seed by hand has cheated.
        return _broken("other_commitment", seen) if seen else Verdict(kind="not_provable", reason="by_hand")
    reason = _find_flaw(shuffle) or (_find_difference(shuffle, seen) if seen else "")
    if reason:
        return _broken(reason, seen)
    if not shuffle["contributions"]:
        return Verdict(kind="not_provable", reason="nobody_contributed", is_witnessed=seen is not None)
    return Verdict(kind="proved", is_witnessed=seen is not None)


def write_seen(seen: Seen) -> bytes:
    return msgspec.json.encode(seen) + b"\n"


def read_seen(content: bytes) -> Seen | None:
    """Read the file of what a client saw; None if it is no such file."""
    try:
        seen = msgspec.json.decode(content, type=Seen)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    is_own = seen.seat is None or (_is_digest(seen.contribution) and str(seen.seat) in seen.hashes)
    return seen if is_own and _is_digest(seen.commitment) and _are_by_seat(seen.hashes) else None


def _broken(reason: str, seen: Seen | None) -> Verdict:
    return Verdict(kind="broken", reason=reason, is_witnessed=seen is not None)


def _find_flaw(shuffle: dict[str, Any]) -> str:
    """Find what is wrong with the shuffle by itself."""
    secret, contributions = shuffle.get("secret"), shuffle.get("contributions")
    if not (_is_digest(secret) and _is_digest(shuffle.get("commitment")) and _are_by_seat(contributions)):
        return "malformed"
    secret_bytes = bytes.fromhex(str(secret))
    if digest_of(secret_bytes).hex() != shuffle["commitment"]:
        return "secret_differs"
    assert isinstance(contributions, dict)
    given = [bytes.fromhex(contributions[seat]) for seat in sorted(contributions)]
    return "" if seed_of(secret_bytes, given).hex() == shuffle["seed"] else "seed_differs"


def _find_difference(shuffle: dict[str, Any], seen: Seen) -> str:
    """Find where a sound shuffle differs from the one that was seen."""
    contributions: dict[str, str] = shuffle["contributions"]
    if shuffle["commitment"] != seen.commitment:
        return "other_commitment"
    if contributions.keys() != seen.hashes.keys():
        return "other_seats"
    if seen.seat is not None and contributions[str(seen.seat)] != seen.contribution:
        return "own_contribution"
    hashes = {seat: digest_of(bytes.fromhex(given)).hex() for seat, given in contributions.items()}
    return "" if hashes == seen.hashes else "other_contribution"


def _is_digest(text: object) -> bool:
    return isinstance(text, str) and _HEX.fullmatch(text) is not None


def _are_by_seat(texts: object) -> bool:
    """Say whether this is a map from seats, which have one digit, to 32 bytes each."""
    return isinstance(texts, dict) and all(
        isinstance(seat, str) and _SEAT.fullmatch(seat) and _is_digest(text) for seat, text in texts.items()
    )
