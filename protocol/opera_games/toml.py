"""Read the text of TOML files that people wrote or damaged: settings, identities, editions, lessons."""

import tomllib
from typing import Any, Final

MOST_NESTED: Final = 50
"""Tables and lists within each other, far more than any file of ours has: whoever walks through one may recurse."""


def read_toml(content: bytes) -> dict[str, Any]:
    """Read a TOML file; whatever is wrong with it is a `ValueError` (`UnicodeDecodeError` if it is no text)."""
    try:
        read = tomllib.loads(content.decode("utf-8"))
    except RecursionError:
        raise _too_deep() from None
    _refuse_deep(read)
    return read


def _refuse_deep(read: dict[str, Any]) -> None:
    """Refuse what is nested too deeply: the reader itself makes tables of any depth from keys like `a.a.a`."""
    row: list[Any] = [read]
    for _depth in range(MOST_NESTED):
        row = [inner for outer in row for inner in _inside(outer)]
    if row:
        raise _too_deep()


def _inside(value: object) -> list[Any]:
    if isinstance(value, dict):
        return [*value.values()]
    return value if isinstance(value, list) else []


def _too_deep() -> ValueError:
    return ValueError(f"tables and lists are nested more than {MOST_NESTED} deep")
