"""A game known beforehand: every action with its decision, and the bytes that each of them sends to whom.

Tables with a seed set by hand and players whose every action is in the script need nobody to think, nor to read what
the server sends: what is measured is the server.
"""

from collections.abc import Iterator
from functools import cache
from typing import Any, Literal, NamedTuple, cast

import msgspec

from opera_lab.self_play import GameSetup, Move, play
from opera_protocol.wire.codec import encode
from opera_protocol.wire.messages import Done, TableSettings
from opera_rules.api import Map, Seat, rules_of
from opera_server.journal.entries import Acted, Created, ReadySet, Seated, Started
from opera_server.net.update_connections import UpdateConnection
from opera_server.tables.table import Table
from opera_server.tables.table_room import Services, TableRoom

GameName = Literal["opera", "turandot"]
SEED = bytes(range(32))
NAMES = ("Kate", "Peter", "Mark", "Anna", "Ugo")


class SentUpdate(NamedTuple):
    """The bytes of one update."""

    public: int
    """Bytes of the frame that everybody gets: the diff, and the lines of the log."""
    diff: int
    """Bytes of the diff alone."""
    private: tuple[int | None, ...]
    """Bytes of each seat's own frame, 0 if it gets only the public one, None if it gets neither."""
    is_for_spectators: bool


class Line(NamedTuple):
    """One action, and the bytes of what follows from it."""

    seat: Seat
    decision: int
    action: Map
    updates: tuple[SentUpdate, ...]
    """One for each state on the way, the last one for the present."""
    spectator: "Snapshot"
    """What somebody gets who comes in now."""
    player: "Snapshot"

    @property
    def counts(self) -> tuple[int, ...]:
        """How many updates each seat gets and, last, every spectator."""
        seats = zip(*(update.private for update in self.updates), strict=True)
        return (
            *(sum(own is not None for own in seat) for seat in seats),
            sum(u.is_for_spectators for u in self.updates),
        )


class Snapshot(NamedTuple):
    """Bytes of the answer to who comes in: the documents alone, and with the last lines of the log."""

    documents: int
    whole: int


def settings_for(game: GameName, seats: int) -> TableSettings:
    return TableSettings(game=game, name="Bench", seats=seats, seed=SEED)


@cache
def script(game: GameName, seats: int) -> tuple[Line, ...]:
    """A whole game between chorus bots, rehearsed in a room of the server whose members only count."""
    return tuple(_rehearsed(game, seats))


class Counter:
    """Takes the place of the sockets: remembers what each connection got of each update."""

    def __init__(self) -> None:
        self._updates: dict[bytes, dict[bytes, int]] = {}

    def send(self, peer: bytes, public: bytes, private: bytes = b"") -> str:
        self._updates.setdefault(public, {})[peer] = len(private)
        return "sent"

    def take(self) -> dict[bytes, dict[bytes, int]]:
        """Return all updates since this was called last: by public frame, how long the own frame of each peer was."""
        updates, self._updates = self._updates, {}
        return updates


def _rehearsed(game: GameName, seats: int) -> Iterator[Line]:
    counter = Counter()
    room = _a_room(game, seats)
    for seat in range(seats):
        room.come_in(_connection(seat, counter), seat, "")
    room.come_in(_connection(seats, counter), None, "")
    for turn in play(GameSetup(game, ("chorus",) * seats, options_of(game)), SEED):
        if turn.action is not None:
            yield _line(room, turn, counter)


def _a_room(game: GameName, seats: int) -> TableRoom:
    """A running table, with the same entries as one that is opened over the wire."""
    table = _a_table(game, seats)
    unused = cast("Any", None)
    services = Services(unused, unused, unused, now=lambda: 0, bot_seconds=1.0)
    return TableRoom(table, services)


def _a_table(game: GameName, seats: int) -> Table:
    settings = TableSettings(game=game, name="Bench", seats=seats, options=options_of(game), seed=SEED)
    table = Table.create("abcdefgh", Created(at=0, settings=settings, rules=rules_of(game).VERSION, key=_key(0)))
    for seat in range(seats):
        table.absorb(Seated(at=0, seat=seat, key=_key(seat), name=NAMES[seat]))
    for seat in range(seats):
        table.absorb(ReadySet(at=0, seat=seat, ready=True))
    table.absorb(Started(at=0, seed=SEED, shuffle={"by_hand": True}))
    return table


def options_of(game: GameName) -> Map:
    return rules_of(game).read_options({})


def _key(number: int) -> bytes:
    return bytes([number]) * 32


def _peer(number: int) -> bytes:
    return bytes([number]) * 16


def _connection(number: int, counter: Counter) -> UpdateConnection:
    name = _peer(number)
    return UpdateConnection(name, cast("Any", counter), peer=name, key=_key(number), address="", heard=0.0)


def _line(room: TableRoom, turn: Move, counter: Counter) -> Line:
    table, seats = room.table, len(room.table.chairs)
    assert turn.seat is not None
    action = table.rules.write_action(turn.action)
    decision, lines = table.opened[turn.seat], len(table.log)
    *passed, _last = table.rules.unfold(table.game, turn.seat, turn.action)
    counter.take()
    table.absorb(Acted(at=0, seat=turn.seat, action=action, by="player", state=b""), turn.step)
    room.note_passed(passed, lines)
    room.show()
    return Line(
        seat=turn.seat,
        decision=decision,
        action=action,
        updates=tuple(_sent_update(public, own, seats) for public, own in counter.take().items()),
        spectator=_snapshot(room, _connection(seats, counter), None),
        player=_snapshot(room, _connection(turn.seat, counter), turn.seat),
    )


def _sent_update(public: bytes, own: dict[bytes, int], seats: int) -> SentUpdate:
    return SentUpdate(
        public=len(public),
        diff=len(encode(msgspec.msgpack.decode(public).get("change", {}))),
        private=tuple(own.get(_peer(seat)) for seat in range(seats)),
        is_for_spectators=_peer(seats) in own,
    )


def _snapshot(room: TableRoom, connection: UpdateConnection, seat: Seat | None) -> Snapshot:
    answer = room.come_in(connection, seat, "")
    documents = {name: answer[name] for name in ("room", "public", "private")}
    return Snapshot(len(encode(documents)), len(encode(Done(id=bytes(16), result=answer))))
