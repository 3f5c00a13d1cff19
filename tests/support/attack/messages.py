"""Messages of every kind, and what a hostile hand makes of them."""

import gc
from collections.abc import Iterator
from random import Random
from typing import Any

from opera_protocol.wire import messages as m
from opera_protocol.wire.codec import Message, decode, encode

ID = bytes(16)
TABLE = "aaaaaaaa"
SETTINGS = m.TableSettings(
    game="opera", name="Table", seats=3, options={"rounds": 7}, bots=("chorus",), clock=m.Clock(mode="bank", seconds=60)
)

REQUESTS: tuple[m.Request, ...] = (
    m.Hello(id=ID, protocol=m.PROTOCOL),
    m.Enter(id=ID, room=TABLE, attachment=ID, code="word", name="Name"),
    m.Enter(id=ID, room=m.LOBBY, attachment=ID),
    m.Exit(id=ID, room=TABLE, attachment=ID),
    m.Create(id=ID, settings=SETTINGS, name="Host"),
    m.Sit(id=ID, table=TABLE, name="Name", seat=1),
    m.Leave(id=ID, table=TABLE),
    m.Return(id=ID, table=TABLE),
    m.Ready(id=ID, table=TABLE, ready=True),
    m.SetBot(id=ID, table=TABLE, seat=1, level="chorus"),
    m.Kick(id=ID, table=TABLE, seat=1),
    m.Start(id=ID, table=TABLE),
    m.Commit(id=ID, table=TABLE, attempt=1, digest=bytes(32)),
    m.Reveal(id=ID, table=TABLE, attempt=1, contribution=bytes(32)),
    m.Rematch(id=ID, table=TABLE, name="Name"),
    m.SetClock(id=ID, table=TABLE, seconds=60),
    m.HandOver(id=ID, table=TABLE, seat=1, fingerprint="K7QF"),
    m.Act(id=ID, table=TABLE, decision=7, action={"do": "bid", "amount": 3}),
    m.Preview(id=ID, table=TABLE, actions=({"do": "hire", "role": "maestro", "layout": {"wien": ["verdi", None]}},)),
    m.Arrange(id=ID, table=TABLE, buy=("verdi",), goal="income"),
    m.Arrange(id=ID, table=TABLE, buy=(), goal=(1, 2)),
    m.Propose(id=ID, table=TABLE, decision=7),
    m.Say(id=ID, table=TABLE, text="Hello"),
    m.History(id=ID, table=TABLE, stream="log", before=10, count=10),
    m.Moment(id=ID, table=TABLE, n=1, seat=0),
    m.Finished(id=ID, before=5, mine=True),
    m.Transcript(id=ID, table=TABLE, line=2),
)
ON_UPDATES: tuple[Message, ...] = (m.Attach(ticket=ID), m.Beat(attachment=ID), m.Detach(attachment=ID))


def read_everything() -> None:
    """Read a message of every kind, often, with the garbage collected in between."""
    for shape, samples in ((m.AnyRequest, REQUESTS), (m.FromClient, ON_UPDATES)):
        for sample in samples:
            frame = encode(sample)
            for _ in range(50):
                assert decode(frame, shape) == sample
            gc.collect()


def with_id(request: m.Request, chance: Random, table: str) -> m.Request:
    """The same request with an id of its own, about a table that exists."""
    fields = {name: getattr(request, name) for name in request.__struct_fields__}
    fields["id"] = chance.randbytes(16)
    if "table" in fields:
        fields["table"] = table
    return type(request)(**fields)


def mutated(frame: bytes, chance: Random) -> bytes:
    """A frame with some of its bytes turned, cut, doubled or replaced."""
    content = bytearray(frame)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(content) + 1)
        match chance.randrange(5):
            case 0 if place < len(content):
                content[place] ^= 1 << chance.randrange(8)
            case 1:
                del content[place : place + chance.randint(1, 8)]
            case 2:
                content[place:place] = content[place : place + chance.randint(1, 16)]
            case 3:
                content[place:place] = chance.randbytes(chance.randint(1, 6))
            case _ if place < len(content):
                content[place] = chance.choice(
                    b"\x00\x7f\x80\x8f\x90\x9f\xa0\xc0\xc1\xc4\xc9\xcf\xd9\xdc\xdd\xde\xdf\xff"
                )
    return bytes(content)


def reshaped(request: m.Request, chance: Random, table: str) -> bytes:
    """A valid map of this kind in which one field holds something else."""
    odd: tuple[Any, ...] = (None, True, -1, 2**63, "", "\u202e", "x" * 5000, b"", b"x" * 16, [], {}, [[[]]], {"a": {}})
    content = {"kind": type(request).__struct_config__.tag}
    whole = with_id(request, chance, table)
    content |= {name: getattr(whole, name) for name in whole.__struct_fields__}
    content[chance.choice([*content, "surplus"])] = chance.choice(odd)
    return encode(content)


def hostile_frames(chance: Random, table: str) -> Iterator[bytes]:
    """An endless choice of frames, from nonsense to what is nearly right."""
    while True:
        request = chance.choice(REQUESTS)
        match chance.randrange(5):
            case 0:
                yield chance.randbytes(chance.randrange(300))
            case 1:
                yield mutated(encode(chance.choice(ON_UPDATES)), chance)
            case 2:
                yield reshaped(request, chance, table)
            case 3:
                yield encode(with_id(request, chance, table))
            case _:
                yield mutated(encode(with_id(request, chance, table)), chance)


SPECIAL_FRAMES: tuple[bytes, ...] = (
    b"",
    b"\x91" * 16_000,
    b"\x81\xa1a" * 5_000,
    b"\xdd\xff\xff\xff\xff",
    b"\xdf\xff\xff\xff\xff",
    b"\xdb\xff\xff\xff\xff",
    b"\xc6\xff\xff\xff\xff",
    b"\xdc\xff\xff" * 1000,
    b"\xc9\xff\xff\xff\xff\x01",
    b"\xd4\x01\x00",
    b"\xcb" + bytes(8),
    b"\x80" * 16_000,
    encode({"kind": "say", "id": ID, "table": TABLE, "text": "e" + "\u0301" * 1500}),
    encode({"kind": "act", "id": ID, "table": TABLE, "decision": 1, "action": {"do": ["bid"] * 2000}}),
)
"""Frames that have brought down other programs: nesting, declared lengths, types, marks."""
