"""Draw the seed of a game so that nobody can choose it alone.

The server shows the hash of its secret first; then every person's client shows the hash of its own random bytes; the
bytes are revealed only when all hashes are public. The seed is made of all of them.
"""

import secrets
from collections.abc import Sequence
from hashlib import sha256
from typing import Literal

from opera_protocol.wire.documents import StartAttempt, by_seat
from opera_protocol.wire.shuffle import proof_of, seed_of
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused

STEP_SECONDS = 10.0


class ShuffleAttempt:
    """One attempt to start a game; nothing of it is used again if it fails."""

    def __init__(self, number: int, seats: Sequence[Seat]) -> None:
        self.number = number
        self.deadline = 0
        """When the present stage ends, in milliseconds since 1970."""
        self._seats = seats
        self._secret = secrets.token_bytes(32)
        self._digests: dict[Seat, bytes] = {}
        self._contributions: dict[Seat, bytes] = {}

    @property
    def stage(self) -> Literal["commit", "reveal"]:
        return "reveal" if len(self._digests) == len(self._seats) else "commit"

    @property
    def is_complete(self) -> bool:
        return len(self._contributions) == len(self._seats)

    def missing(self) -> list[Seat]:
        """Return the seats that have not answered in this stage."""
        given = self._digests if self.stage == "commit" else self._contributions
        return [seat for seat in self._seats if seat not in given]

    def commit(self, seat: Seat, digest: bytes) -> None:
        """Store the hash of a contribution; if a seat has several clients, the first one counts."""
        if seat in self._digests:
            raise Refused("already_committed")
        self._digests[seat] = digest

    def reveal(self, seat: Seat, contribution: bytes) -> None:
        if self.stage == "commit":
            raise Refused("too_early")
        if sha256(contribution).digest() != self._digests[seat]:
            raise Refused("contribution_differs")
        self._contributions[seat] = contribution

    def document(self) -> StartAttempt:
        """Return what everybody sees of the attempt."""
        return StartAttempt(
            attempt=self.number,
            stage=self.stage,
            commitment=sha256(self._secret).hexdigest(),
            hashes=by_seat({seat: digest.hex() for seat, digest in self._digests.items()}),
            deadline=self.deadline,
        )

    def seed(self) -> bytes:
        return seed_of(self._secret, [self._contributions[seat] for seat in sorted(self._contributions)])

    def shuffle(self) -> Map:
        """Return how the seed came about, for the journal and the transcript, which store the seed beside it."""
        return {name: value for name, value in proof_of(self._secret, self._contributions).items() if name != "seed"}
