"""How deep a decoded value may nest, and which types it may hold."""

from typing import Any, Final, Literal

MAX_DEPTH: Final = 16

_TEXT_ONLY: Final = frozenset({str})


def offence(value: object, scalars: frozenset[type]) -> Literal["too_deep", "forbidden_type"] | None:
    """What is wrong with a value that may hold lists, maps with text keys, and these scalar types."""
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
