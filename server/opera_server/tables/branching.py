"""Go on from an earlier moment of a game that is over, at a table of its own; the game that was played stays."""

from collections.abc import Iterable

import msgspec

from opera_rules.api import Seat
from opera_rules.refusals import Refused
from opera_server.journal.entries import (
    Acted,
    BotSeated,
    Branched,
    Created,
    Entry,
    HandedOver,
    Key,
    ReadySet,
    Seated,
    Started,
    standing_actions,
)
from opera_server.tables.table import Table


def branch(table: Table, entries: Iterable[Entry], key: Key, kept: int | None, now: int) -> list[Entry]:
    """Write the entries of a table that repeats the first actions of this one; None for all before the last own."""
    stored = list(entries)
    seat = _require_lonely_seat(table, stored, key)
    standing = standing_actions(stored)
    chosen = _before_last_own(standing, seat) if kept is None else kept
    last = len(standing) - (table.state == "finished")
    if chosen > last:
        raise Refused("no_such_moment", last=last)
    dealt_at = table.branched.dealt_at if table.branched else table.id
    return [
        *_seating(table, key, seat, now),
        Started(at=now, seed=table.seed, shuffle=table.shuffle, rules=table.rules.VERSION, state=table.start_state),
        *(msgspec.structs.replace(acted, at=now, thought=0) for acted in standing[:chosen]),
        Branched(at=now, table=table.id, actions=chosen, dealt_at=dealt_at),
    ]


def _require_lonely_seat(table: Table, entries: Iterable[Entry], key: Key) -> Seat:
    """Return the seat of the only person who ever played there, once the game is over."""
    seat = table.seat_of(key)
    if seat is None:
        raise Refused("not_seated")
    if table.state not in ("finished", "abandoned") or not table.seed:
        raise Refused("not_finished")
    if table.people != (seat,) or any(isinstance(entry, HandedOver) for entry in entries):
        raise Refused("others_seated")
    return seat


def _before_last_own(standing: list[Acted], seat: Seat) -> int:
    return max((n for n, acted in enumerate(standing) if acted.seat == seat), default=0)


def _seating(table: Table, key: Key, seat: Seat, now: int) -> list[Entry]:
    """Open a table of the same kind, with everybody where they sat."""
    settings = msgspec.structs.replace(table.settings, clock=table.clock, lesson="")
    created = Created(
        at=now,
        settings=settings,
        rules=table.rules.VERSION,
        edition=table.created.edition,
        key=key,
        wanted={key: seat},
    )
    chairs: list[Entry] = [
        Seated(at=now, seat=place, key=chair.key, name=chair.name)
        if chair.key
        else BotSeated(at=now, seat=place, level=chair.level, name=chair.name, temperament=chair.temperament)
        for place, chair in enumerate(table.chairs)
    ]
    return [created, *chairs, ReadySet(at=now, seat=seat, ready=True)]
