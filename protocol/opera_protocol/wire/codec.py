"""Encode messages to bytes and decode bytes that a stranger may have chosen.

`decode` accepts one msgpack value: maps with text keys, arrays, str, bin, int, bool and nil, at most
`MAX_DEPTH` containers deep, as a `Message` type describes it. Everything else is `Malformed`.
"""

from functools import cache
from types import UnionType
from typing import Any, Final, Literal, Never, TypeVar, Union, get_args, get_origin, overload

import msgpack
import msgspec

from opera_protocol.wire.errors import Malformed

MAX_REQUEST: Final = 16 * 1024
"""Bytes of the longest frame that a server reads from a client."""

MAX_FRAME: Final = 256 * 1024
"""Bytes of the longest frame that a client reads from a server; nothing longer is ever sent."""

MAX_DEPTH: Final = 16
"""How many containers deep a value nests at the most."""

_TEXT_ONLY: Final = frozenset({str})
_SCALARS: Final[frozenset[type]] = frozenset({str, bytes, int, bool, type(None)})
_encoder: Final = msgspec.msgpack.Encoder()

T = TypeVar("T")


class Message(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag_field="kind"):
    """Base class of everything that goes over the wire: a map whose `kind` names its type."""


@overload
def decode(frame: bytes, shape: type[T], *, limit: int = ...) -> T: ...
@overload
def decode(frame: bytes, shape: Any, *, limit: int = ...) -> Any: ...
def decode(frame: bytes, shape: Any, *, limit: int = MAX_REQUEST) -> Any:
    """Decode a frame into a value of this type (or union of `Message` types); raises `Malformed`."""
    if len(frame) > limit:
        raise Malformed("too_long")
    _walk_through(frame)
    value = _unpack(frame)
    wrong = offence(value, _SCALARS)
    if wrong:
        raise Malformed(wrong)
    return _convert(value, shape)


def encode(value: object) -> bytes:
    """Encode a message or document; raises `Malformed` if no peer could read the bytes."""
    try:
        frame = _encoder.encode(value)
    except (TypeError, ValueError, OverflowError, RecursionError) as error:
        raise Malformed("not_encodable") from error
    if len(frame) > MAX_FRAME:
        raise Malformed("too_long")
    return frame


def _walk_through(frame: bytes) -> None:
    """Refuse a frame that is not exactly one complete value, without building anything.

    Unpacking allocates what arrays declare: 3 kB of nested headers cost 20 ms before the missing end is noticed.
    """
    unpacker = msgpack.Unpacker(max_buffer_size=max(len(frame), 1))
    unpacker.feed(frame)
    try:
        unpacker.skip()
    except msgpack.OutOfData as error:
        raise Malformed("truncated") from error
    except msgpack.StackError as error:
        raise Malformed("too_deep") from error
    except (ValueError, msgpack.UnpackException) as error:
        raise Malformed("not_msgpack") from error
    if unpacker.tell() != len(frame):
        raise Malformed("trailing_bytes")


def _unpack(frame: bytes) -> object:
    """Build the value of a complete frame; since all items are in it, nothing in it is longer than the frame."""
    size = len(frame)
    try:
        return msgpack.unpackb(
            frame,
            strict_map_key=True,
            object_pairs_hook=_unique,
            ext_hook=_refuse_extension,
            max_ext_len=0,  # the hook does not see timestamps
            max_str_len=size,
            max_bin_len=size,
            max_array_len=size,
            max_map_len=size,
        )
    except UnicodeDecodeError as error:
        raise Malformed("bad_utf8") from error
    except (ValueError, msgpack.UnpackException) as error:
        raise Malformed("forbidden_type") from error


def _unique(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build a map and refuse a key that comes twice: two readers might choose differently."""
    result = dict(pairs)
    if len(result) != len(pairs):
        raise Malformed("duplicate_key")
    return result


def _refuse_extension(_code: int, _content: bytes) -> Never:
    raise Malformed("forbidden_type")


def _convert(value: object, shape: Any) -> Any:
    """Check a value against a type, choosing among messages by `kind`."""
    kinds = _kinds(shape)
    if kinds is not None:
        shape = _chosen(value, kinds)
    try:
        # Without bytes as a builtin, text would be taken for bytes in base 64.
        return msgspec.convert(value, shape, strict=True, builtin_types=(bytes,))
    except (msgspec.ValidationError, RecursionError) as error:
        raise Malformed("wrong_shape") from error


@cache
def _kinds(shape: Any) -> dict[str, type[Message]] | None:
    """List the messages of a union by kind; msgspec would analyse the union again for each frame (25 us)."""
    if get_origin(shape) not in (Union, UnionType):
        return None
    members = get_args(shape)
    if not all(isinstance(member, type) and issubclass(member, Message) for member in members):
        return None
    return {member.__struct_config__.tag: member for member in members}


def _chosen(value: object, kinds: dict[str, type[Message]]) -> type[Message]:
    kind = value.get("kind") if isinstance(value, dict) else None
    if not isinstance(kind, str):
        raise Malformed("wrong_shape")
    if kind not in kinds:
        raise Malformed("unknown_kind")
    return kinds[kind]


def offence(value: object, scalars: frozenset[type]) -> Literal["too_deep", "forbidden_type"] | None:
    """Find what is wrong with a value in which only lists, maps with text keys and these scalars are allowed."""
    level: list[Any] = [value]
    for _ in range(MAX_DEPTH + 1):
        deeper: list[Any] = []
        for item in level:
            kind = type(item)
            if kind is dict and _TEXT_ONLY.issuperset(map(type, item)):
                deeper += item.values()
            elif kind is list:
                deeper += item
            elif kind not in scalars:
                return "forbidden_type"
        if not deeper:
            return None
        level = deeper
    return "too_deep"
