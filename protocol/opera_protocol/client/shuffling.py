"""This client's part in fair shuffles, done by itself: commit, reveal, remember what was seen, compare at the end."""

import secrets
from typing import Any

from msgspec import Struct, ValidationError, convert

from opera_protocol.client.requests import new_id
from opera_protocol.client.views import View
from opera_protocol.messages import Commit, Reveal
from opera_protocol.shuffle import BYTES, Seen, Verdict, check_shuffle, digest_of

_OVER = ("finished", "abandoned")


class Attempt(Struct, frozen=True):
    """What everybody sees of an attempt to start."""

    attempt: int
    stage: str
    commitment: str
    hashes: dict[str, str]


class Table(Struct, frozen=True):
    """What a shuffle needs of a table's head."""

    id: str
    state: str
    start: Attempt | None = None
    shuffle: dict[str, Any] | None = None


def read_table(view: View) -> Table | None:
    """The table's head in a public document; None for rooms without one."""
    try:
        return convert(view.public.get("table"), Table)
    except ValidationError:
        return None


class Shuffler:
    """The part of one client at one table."""

    def __init__(self, seen: Seen | None = None) -> None:
        self.seen = seen
        """What was public before the bytes were; None before that, and where nothing could be seen."""
        self._attempt: int | None = None
        self._contribution = b""
        self._commitment = ""

    def next_step(self, table: Table, seat: int | None, *, is_entry: bool = False) -> Commit | Reveal | None:
        """What is to be sent now, if anything; an entry may come after an absence."""
        attempt = table.start
        if attempt is None:
            self._forget_unused(table, is_entry=is_entry)
            return None
        if attempt.stage == "commit":
            return self._commit(table.id, attempt, seat)
        return self._look_on(table.id, attempt, seat)

    def _forget_unused(self, table: Table, *, is_entry: bool) -> None:
        """Nothing of a failed attempt is used again; who only watched and was away may have missed another one."""
        has_failed = table.state == "open"
        is_unsure = is_entry and self.seen is not None and self.seen.seat is None
        if has_failed or is_unsure:
            self.seen, self._attempt, self._contribution = None, None, b""

    def _commit(self, table_id: str, attempt: Attempt, seat: int | None) -> Commit | None:
        """Fresh bytes for every attempt, once; none if another client of this seat was faster."""
        # Also where a server uses a number again: another commitment makes it another attempt.
        if (attempt.attempt, attempt.commitment) != (self._attempt, self._commitment):
            self._attempt, self._commitment = attempt.attempt, attempt.commitment
            self.seen, self._contribution = None, b""
        if seat is None or self._contribution or str(seat) in attempt.hashes:
            return None
        self._contribution = secrets.token_bytes(BYTES)
        return Commit(id=new_id(), table=table_id, attempt=attempt.attempt, digest=digest_of(self._contribution))

    def _look_on(self, table_id: str, attempt: Attempt, seat: int | None) -> Reveal | None:
        """Once all hashes are public they are remembered, and the own bytes may be shown.

        A commitment first seen now proves nothing: the server may know all bytes already. So the one that counts is
        that of the stage before, and a server that shows another one now is found out at the end.
        """
        if attempt.attempt != self._attempt:
            self.seen, self._attempt, self._contribution = None, None, b""
            return None
        if self.seen is not None:
            return None
        is_mine = bool(self._contribution) and attempt.hashes.get(str(seat)) == digest_of(self._contribution).hex()
        self.seen = Seen(
            commitment=self._commitment,
            hashes=attempt.hashes,
            seat=seat if is_mine else None,
            contribution=self._contribution.hex() if is_mine else "",
        )
        if not is_mine:
            return None
        return Reveal(id=new_id(), table=table_id, attempt=attempt.attempt, contribution=self._contribution)

    def verdict(self, table: Table) -> Verdict | None:
        """What can be said about the shuffle; None before the end."""
        if table.state not in _OVER or table.shuffle is None:
            return None
        return check_shuffle(table.shuffle, self.seen)
