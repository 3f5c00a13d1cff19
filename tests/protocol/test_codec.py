"""Decoding takes any bytes and yields a value of the type or `Malformed`, within bounds of time and memory."""

import math
import random
import struct
import time
import timeit
import tracemalloc
from collections.abc import Callable
from typing import Annotated, Any

import msgpack
import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.client.documents import documents, game_document, is_same

from opera_protocol.wire.codec import MAX_DEPTH, MAX_FRAME, MAX_REQUEST, Message, decode, encode
from opera_protocol.wire.errors import Malformed


class Bid(Message, tag="bid", frozen=True):
    """A message with every sort of field."""

    request: Annotated[bytes, msgspec.Meta(min_length=4, max_length=4)]
    ducats: Annotated[int, msgspec.Meta(ge=0, le=99)]
    table: Annotated[str, msgspec.Meta(max_length=12)] = ""
    is_final: bool = False
    halls: Annotated[tuple[str | None, ...], msgspec.Meta(max_length=4)] = ()


class Look(Message, tag="look", frozen=True):
    """A message that carries any document."""

    document: Any


Request = Bid | Look
BID = {"kind": "bid", "request": b"abcd", "ducats": 3}


def packed(value: object) -> bytes:
    """The bytes of a value, proper or not."""
    frame: bytes = msgpack.packb(value)
    return frame


def reason_of(frame: bytes, shape: Any = Request) -> str:
    """Why a frame is refused."""
    with pytest.raises(Malformed) as refusal:
        decode(frame, shape)
    return refusal.value.reason


bids = st.builds(
    Bid,
    request=st.binary(min_size=4, max_size=4),
    ducats=st.integers(0, 99),
    table=st.text(max_size=12),
    is_final=st.booleans(),
    halls=st.lists(st.none() | st.text(max_size=3), max_size=4).map(tuple),
)


@settings(max_examples=100, deadline=None)
@given(bids)
def test_messages_come_back_as_they_were(bid: Bid) -> None:
    """Decoding an encoded message gives an equal one, alone and out of a union."""
    assert decode(encode(bid), Bid) == bid
    assert decode(encode(bid), Request) == bid


@settings(max_examples=100, deadline=None)
@given(documents)
def test_documents_come_back_as_they_were(document: Any) -> None:
    """A document inside a message keeps every value and its type."""
    look = decode(encode(Look(document=document)), Look)
    assert is_same(look.document, document)


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=64))
def test_any_bytes_are_a_value_or_malformed(frame: bytes) -> None:
    """No bytes raise anything but `Malformed`."""
    for shape in (Request, Bid, object):
        try:
            decode(frame, shape)
        except Malformed:
            continue


def test_mutilated_messages_are_a_message_or_malformed() -> None:
    """Flipped, cut, doubled and inserted bytes in proper messages raise nothing but `Malformed`."""
    chance = random.Random(3)
    frames = [encode(Bid(request=b"abcd", ducats=1, halls=("a", None))), encode(Look(document=game_document()))]
    refused = 0
    for _ in range(4000):
        frame = bytearray(chance.choice(frames))
        for _ in range(chance.randint(1, 4)):
            at = chance.randrange(len(frame))
            frame[at : at + chance.randrange(3)] = chance.randbytes(chance.randrange(3))
        try:
            decode(bytes(frame), Request)
        except Malformed:
            refused += 1
    assert refused > 1000


@pytest.mark.parametrize(
    ("frame", "reason"),
    [
        pytest.param(b"", "truncated", id="nothing"),
        pytest.param(b"\x82\xa1a", "truncated", id="half a map"),
        pytest.param(b"\xc1", "not_msgpack", id="the byte msgpack never uses"),
        pytest.param(packed(BID) + b"\x00", "trailing_bytes", id="more than a value"),
        pytest.param(packed(BID) * 2, "trailing_bytes", id="two values"),
        pytest.param(b"\xa1\xff", "bad_utf8", id="no UTF-8"),
        pytest.param(b"\xa3\xed\xa0\x80", "bad_utf8", id="a surrogate in UTF-8"),
        pytest.param(b"\x81\xa1\xff\x01", "bad_utf8", id="no UTF-8 in a key"),
        pytest.param(b"\x82\xa1a\x01\xa1a\x02", "duplicate_key", id="a key twice"),
        pytest.param(b"\x81\xa1a\x82\xa1b\x01\xa1b\x01", "duplicate_key", id="a key twice inside"),
        pytest.param(b"\x81\x01\x02", "forbidden_type", id="a number for a key"),
        pytest.param(b"\x81\xc4\x01a\x02", "forbidden_type", id="bytes for a key"),
        pytest.param(b"\x81\xc0\x02", "forbidden_type", id="nil for a key"),
        pytest.param(b"\x81\x91\x01\x02", "forbidden_type", id="a list for a key"),
        pytest.param(b"\x81\xd6\xff\x00\x00\x00\x01\x02", "forbidden_type", id="a timestamp for a key"),
        pytest.param(packed([1.0]), "forbidden_type", id="a float"),
        pytest.param(packed({"a": math.nan}), "forbidden_type", id="not a number"),
        pytest.param(packed([[math.inf]]), "forbidden_type", id="infinity"),
        pytest.param(b"\xca\x3f\x80\x00\x00", "forbidden_type", id="a short float"),
        pytest.param(b"\xd4\x05a", "forbidden_type", id="an extension"),
        pytest.param(b"\xc7\x00\x05", "forbidden_type", id="an empty extension"),
        pytest.param(b"\xc7\x00\xff", "forbidden_type", id="an empty timestamp"),
        pytest.param(b"\xd6\xff\x00\x00\x00\x01", "forbidden_type", id="a timestamp of 4 bytes"),
        pytest.param(b"\xd7\xff" + bytes(8), "forbidden_type", id="a timestamp of 8 bytes"),
        pytest.param(b"\xc7\x0c\xff" + bytes(12), "forbidden_type", id="a timestamp of 12 bytes"),
        pytest.param(b"\xdb\xff\xff\xff\xff", "truncated", id="a text of 4 GB"),
        pytest.param(b"\xc6\xff\xff\xff\xff", "truncated", id="bytes of 4 GB"),
        pytest.param(b"\xdd\xff\xff\xff\xff", "truncated", id="a list of 4 G items"),
        pytest.param(b"\xdf\xff\xff\xff\xff", "truncated", id="a map of 4 G items"),
        # msgpack adds the byte for the extension's type to its length in 32 bits, and takes 4 GB for nothing.
        pytest.param(b"\xc9\xff\xff\xff\xff", "forbidden_type", id="an extension of 4 GB"),
        pytest.param(b"\xc9\xff\xff\xff\xff\x01", "trailing_bytes", id="an extension of 4 GB with a type"),
        pytest.param(b"\x91" * MAX_REQUEST, "too_deep", id="lists without end"),
        pytest.param(b"\x81\xa0" * (MAX_REQUEST // 2), "too_deep", id="maps without end"),
        pytest.param(bytes(MAX_REQUEST + 1), "too_long", id="one byte too many"),
    ],
)
def test_bytes_that_are_no_message_have_a_reason(frame: bytes, reason: str) -> None:
    """Each sort of wrong bytes is refused with its reason, whatever type was expected."""
    assert reason_of(frame) == reason
    assert reason_of(frame, object) == reason


@pytest.mark.parametrize(
    ("change", "reason"),
    [
        ({"kind": "steal"}, "unknown_kind"),
        ({"kind": 1}, "wrong_shape"),
        ({"kind": ["bid"]}, "wrong_shape"),
        ({"seat": 1}, "wrong_shape"),
        ({"ducats": True}, "wrong_shape"),
        ({"ducats": "3"}, "wrong_shape"),
        ({"ducats": None}, "wrong_shape"),
        ({"ducats": -1}, "wrong_shape"),
        ({"ducats": 2**64 - 1}, "wrong_shape"),
        ({"is_final": 1}, "wrong_shape"),
        ({"is_final": "true"}, "wrong_shape"),
        ({"request": "YWJjZA=="}, "wrong_shape"),
        ({"request": b"abc"}, "wrong_shape"),
        ({"table": b"wien"}, "wrong_shape"),
        ({"table": "x" * 13}, "wrong_shape"),
        ({"halls": {"0": "verdi"}}, "wrong_shape"),
        ({"halls": ["verdi"] * 5}, "wrong_shape"),
    ],
)
def test_values_of_another_shape_are_refused(change: dict[str, object], reason: str) -> None:
    """Nothing is converted, cut or ignored: a field has the type and bounds it was given, or the frame is refused."""
    assert decode(packed(BID), Request) == Bid(request=b"abcd", ducats=3)
    assert reason_of(packed(BID | change)) == reason


@pytest.mark.parametrize("value", [None, 1, "bid", [], {}, [BID], {"request": b"abcd", "ducats": 3}])
def test_values_that_are_no_message_are_refused(value: object) -> None:
    """What is no map with a kind is no message."""
    assert reason_of(packed(value)) == "wrong_shape"


def nested(containers: int) -> Any:
    """A text within so many lists."""
    value: Any = "middle"
    for _ in range(containers):
        value = [value]
    return value


def test_the_depth_limit_is_exact() -> None:
    """Sixteen containers within each other are read, seventeen are not."""
    assert decode(packed(nested(MAX_DEPTH)), object) == nested(MAX_DEPTH)
    assert reason_of(packed(nested(MAX_DEPTH + 1)), object) == "too_deep"


def test_the_size_limit_is_exact_and_can_be_raised() -> None:
    """A frame of just the limit is read, one byte more is not, and a client may read more than a server."""
    at_limit = packed("x" * (MAX_REQUEST - 3))
    beyond = packed("x" * (MAX_REQUEST - 2))
    assert len(at_limit) == MAX_REQUEST
    assert len(decode(at_limit, str)) == MAX_REQUEST - 3
    assert reason_of(beyond, str) == "too_long"
    assert len(decode(beyond, str, limit=MAX_FRAME)) == MAX_REQUEST - 2


def headers_of_big_lists() -> bytes:
    """A thousand lists within each other, each said to be long."""
    return (b"\xdc" + struct.pack(">H", 0xFFFF)) * 1000


def headers_of_big_maps() -> bytes:
    """The same with maps."""
    return (b"\xde" + struct.pack(">H", 0xFFFF) + b"\xa0") * 1000


def many_empty_maps() -> bytes:
    """As many containers as fit into a request."""
    return b"\xdc" + struct.pack(">H", MAX_REQUEST - 3) + b"\x80" * (MAX_REQUEST - 3)


def many_keys() -> bytes:
    """As many keys as fit into a request."""
    keys = b"".join(
        b"\xa2" + struct.pack(">H", 0x3030 + number) + b"\xc0" for number in range(4000) if number % 256 < 79
    )
    return b"\xde" + struct.pack(">H", len(keys) // 4) + keys


@pytest.mark.parametrize("frame", [headers_of_big_lists, headers_of_big_maps, many_empty_maps, many_keys])
def test_no_frame_takes_long_or_much(frame: Callable[[], bytes]) -> None:
    """The worst frames of a request's size are refused in milliseconds and a few megabytes."""
    worst = frame()
    assert len(worst) <= MAX_REQUEST
    seconds = min(timeit.repeat(lambda: reason_of(worst), timer=time.thread_time, number=1, repeat=5))
    tracemalloc.start()
    reason_of(worst)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert seconds < 0.1
    assert peak < 8 * 1024 * 1024


@pytest.mark.parametrize("value", [object(), 2**64, "\ud800", {1: {2: object()}}, nested(100_000)])
def test_what_cannot_be_sent_is_malformed_too(value: object) -> None:
    """Encoding fails with the same error and nothing else."""
    with pytest.raises(Malformed, match="not_encodable"):
        encode(value)


def test_nothing_is_sent_that_no_peer_would_read() -> None:
    """A frame longer than every limit is refused before it is sent."""
    with pytest.raises(Malformed, match="too_long"):
        encode("x" * MAX_FRAME)
