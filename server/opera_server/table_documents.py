"""What is shown of a table: its head with seats and clock, and the game's own documents.

Parts that were worked out once are kept: what is the same object in two documents needs no comparing.
"""

from dataclasses import dataclass, field
from functools import lru_cache

import msgspec

from opera_protocol.codec import encode
from opera_protocol.fingerprint import short_fingerprint
from opera_protocol.messages import Clock, Lines
from opera_rules.api import Event, Map, Seat, to_map
from opera_rules.turandot.words import TURNS
from opera_server.entries import Key
from opera_server.table import Chair, Table, TalkLine

LINES_WITH_SNAPSHOT = 50
BYTES_OF_LINES = 48 * 1024
"""Of each stream in one answer, so that all of them fit into a frame whatever people write."""
BYTES_OF_LOG = 1400
"""Of the log in a snapshot: about what a screen shows, so that coming in takes 6 kB at most."""
WATCHERS_SHOWN = 50


@dataclass
class Scene:
    """What a table shows but does not keep: who is there, deadlines, an attempt to start."""

    present: set[Seat] = field(default_factory=set)
    watching: list[tuple[str, str]] = field(default_factory=list)
    """Pairs of a spectator's name and short fingerprint: of all who watch, the first."""
    audience: int = 0
    """How many watch."""
    deadlines: dict[Seat, int] = field(default_factory=dict)
    start: Map | None = None
    fault: str | None = None
    """Why nothing is accepted, if that is so."""


def public_document(table: Table, scene: Scene) -> Map:
    return {"table": head(table, scene), "game": table.rules.public(table.game) if table.game is not None else None}


def head(table: Table, scene: Scene) -> Map:
    settings = table.settings
    return {
        "id": table.id,
        "name": settings.name,
        "game": settings.game,
        "options": settings.options,
        "state": table.state,
        "host": table.host,
        "code": bool(settings.code),
        "spectators": settings.spectators,
        "hints": settings.hints,
        "stand_in": settings.stand_in,
        "absence": settings.absence,
        "clock": _clock(table.clock),
        "deadlines": {str(seat): at for seat, at in sorted(scene.deadlines.items())},
        "banks": _banks(table),
        "seats": [_chair(chair, seat in scene.present) for seat, chair in enumerate(table.chairs)],
        "watching": scene.watching,
        "actions": table.actions,
        "verified": settings.seed is None,
        "start": scene.start,
        "shuffle": _shuffle(table),
        "rematch": table.rematch,
        "fault": scene.fault,
    }


def _banks(table: Table) -> Map:
    """Milliseconds left in each person's time bank."""
    if table.clock.mode != "bank":
        return {}
    whole = 1000 * table.clock.seconds
    return {
        str(seat): max(0, whole - table.thought.get(seat, 0)) for seat, chair in enumerate(table.chairs) if chair.key
    }


def _chair(chair: Chair, is_present: bool) -> Map:
    if chair.key:
        return _person(chair.name, chair.key, chair.ready, is_present, chair.stand_in)
    return {"kind": "bot", "name": chair.name, "level": chair.level} if chair.level else {"kind": "free"}


@lru_cache(maxsize=1 << 12)
def _person(name: str, key: Key, is_ready: bool, is_present: bool, stand_in: str | None) -> Map:
    return {
        "kind": "human",
        "name": name,
        "key": short_fingerprint(key),
        "ready": is_ready,
        "present": is_present,
        "stand_in": stand_in,
    }


@lru_cache(maxsize=1 << 8)
def _clock(clock: Clock) -> Map:
    return msgspec.structs.asdict(clock)


def _shuffle(table: Table) -> Map | None:
    """How the seed came about; shown to nobody before the end."""
    return (
        {"seed": table.seed.hex(), **table.shuffle} if table.state in ("finished", "abandoned") and table.seed else None
    )


def private_document(table: Table, seat: Seat, choices: Map | None) -> Map:
    """What the holder of a seat sees besides: the hidden things, and the choices while a decision is open."""
    if table.game is None:
        return {"seat": seat, "decision": None, "game": None, "choices": None}
    return {
        "seat": seat,
        "decision": table.opened.get(seat) if table.state == "running" else None,
        "game": table.rules.private(table.game, seat),
        "choices": choices,
    }


def log_lines(events: list[Event], start: int) -> Lines:
    return Lines(start=start, lines=tuple(to_map(event) for event in events))


def talk_lines(lines: list[TalkLine], start: int) -> Lines:
    return Lines(start=start, lines=tuple(talk_line(line) for line in lines))


def talk_line(line: TalkLine) -> Map:
    return {"name": line.name, "seat": line.seat, "text": line.text, "at": line.at}


def last_log_lines(table: Table) -> Map:
    return log_lines_before(table.log, len(table.log), LINES_WITH_SNAPSHOT, BYTES_OF_LOG)


def last_talk_lines(lines: list[TalkLine]) -> Map:
    return talk_lines_before(lines, len(lines), LINES_WITH_SNAPSHOT)


def log_lines_before(log: list[Event], before: int, count: int, most_bytes: int = BYTES_OF_LINES) -> Map:
    """The last lines before a number, at most so many and as many as fit."""
    end = min(before, len(log))
    return _as_many_as_fit(end, [to_map(event) for event in log[max(0, end - count) : end]], most_bytes)


def talk_lines_before(lines: list[TalkLine], before: int, count: int) -> Map:
    """The same of what people said."""
    end = min(before, len(lines))
    return _as_many_as_fit(end, [talk_line(line) for line in lines[max(0, end - count) : end]])


def _as_many_as_fit(end: int, lines: list[Map], room_left: int = BYTES_OF_LINES) -> Map:
    """The last of these lines, the one before `end` in any case."""
    kept = 0
    for line in reversed(lines):
        room_left -= len(encode(line))
        if room_left < 0 and kept:
            break
        kept += 1
    return {"start": end - kept, "lines": lines[len(lines) - kept :]}


def summary(table: Table, watching: int) -> Map:
    """The table's row in the lobby."""
    settings = table.settings
    return {
        "name": settings.name,
        "game": settings.game,
        "state": table.state,
        "options": dict(settings.options),
        "seats": len(table.chairs),
        "players": [[chair.name, chair.level, _short_key(chair)] for chair in table.chairs if not chair.is_free],
        "code": bool(settings.code),
        "spectators": settings.spectators,
        "watching": watching,
        "clock": _clock(table.clock),
        "verified": settings.seed is None,
        "progress": _progress(table),
    }


def _short_key(chair: Chair) -> str:
    """What tells people of one name apart; bots have none."""
    return short_fingerprint(chair.key) if chair.key else ""


def _progress(table: Table) -> Map | None:
    """How far the game is."""
    if table.game is None:
        return None
    if table.settings.game == "opera":
        return {"round": table.game.round, "rounds": table.game.rounds}
    return {"turn": table.game.turn, "turns": TURNS}
