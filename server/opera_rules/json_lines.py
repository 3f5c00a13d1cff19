"""Write lines of JSON objects, read lines that anybody may have written, compare them with what they should say."""

import json
from typing import Any

import msgspec

from opera_rules.api import Map
from opera_rules.refusals import Refused

LONGEST_KEY = 20
"""Letters of an unexpected key that a refusal names."""


def encoded(line: Map) -> bytes:
    return msgspec.json.encode(line) + b"\n"


def decoded(line: bytes, number: int) -> Map:
    """Decode a line's map; refuse repeated keys, of which two readers might choose different ones."""
    try:
        fields = msgspec.json.decode(line)
        json.loads(line, object_pairs_hook=_unique)
    except (msgspec.DecodeError, ValueError, RecursionError):
        fields = None
    if not isinstance(fields, dict):
        raise Refused("transcript_not_json", line=number)
    return fields


def _unique(pairs: list[tuple[str, Any]]) -> None:
    if len(dict(pairs)) != len(pairs):
        raise ValueError


def require_same(line: bytes, expected: bytes, number: int, given: str | None = None) -> None:
    """Refuse a line that differs from the expected one; spaces and the order of keys are free.

    The field `given` is not compared: options that have their default may be left out.
    """
    if line == expected.removesuffix(b"\n"):
        return
    found, right = decoded(line, number), msgspec.json.decode(expected)
    if given is not None:
        right[given] = found[given]
    field = _first_difference(right, found)
    if field is not None:
        raise Refused("transcript_line_differs", line=number, field=field)


def _first_difference(right: Any, found: Any, path: str = "") -> str | None:
    """Return the path where two JSON values first differ, as `players.0.ducats`; true, 1 and 1.0 all differ."""
    if type(right) is not type(found):
        return path
    if isinstance(right, dict):
        return _first_different_key(right, found, path)
    if isinstance(right, list):
        if len(right) != len(found):
            return path
        pairs = zip(right, found, strict=True)
        parts = (_first_difference(*pair, _under(path, str(place))) for place, pair in enumerate(pairs))
        return next((part for part in parts if part is not None), None)
    return None if right == found else path


def _first_different_key(right: Map, found: Map, path: str) -> str | None:
    for key in right:
        if key not in found:
            return _under(path, key)
        part = _first_difference(right[key], found[key], _under(path, key))
        if part is not None:
            return part
    return next((_under(path, key[:LONGEST_KEY]) for key in found if key not in right), None)


def _under(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key
