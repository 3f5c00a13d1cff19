"""Reading one setting's value: what it should be follows from its type, and what is wrong is said in its terms."""

import os
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import inspect

from opera_server.faults import ServerFault
from opera_server.setting_sources import Given, nearest

_LONGEST_SHOWN: Final = 60
_SWITCHES: Final = {
    "1": True,
    "true": True,
    "yes": True,
    "on": True,
    "0": False,
    "false": False,
    "no": False,
    "off": False,
}


def value_of(wanted: Any, name: str, given: Given) -> Any:
    """The value in its type; a fault says what is expected there."""
    kind = _kind(wanted)
    if isinstance(kind, inspect.IntType):
        return _number(kind, name, given)
    if isinstance(kind, inspect.LiteralType):
        return _word(kind, name, given)
    if isinstance(kind, inspect.BoolType):
        return _switch(name, given)
    if isinstance(kind, inspect.VarTupleType):
        return _files(name, given)
    if isinstance(kind, inspect.CustomType):
        return _file(name, given)
    return _text(name, given)


def _kind(wanted: Any) -> inspect.Type:
    """The type behind a setting that may also be absent."""
    kind = inspect.type_info(wanted)
    if isinstance(kind, inspect.UnionType):
        kind = next(member for member in kind.types if not isinstance(member, inspect.NoneType))
    return kind


def _number(kind: inspect.IntType, name: str, given: Given) -> int:
    lowest, highest = kind.ge or 0, kind.le or 0
    try:
        number = msgspec.convert(given.value, int, strict=not given.is_text)
    except msgspec.ValidationError:
        number = None
    if number is None or not lowest <= number <= highest:
        raise ServerFault("setting_not_number", lowest=lowest, highest=highest, **_place(name, given))
    return number


def _word(kind: inspect.LiteralType, name: str, given: Given) -> str:
    words = [str(word) for word in kind.values]
    if given.value in words:
        return str(given.value)
    close = nearest(str(given.value), words)
    raise ServerFault("setting_not_word", words=", ".join(words), nearest=close, **_place(name, given))


def _switch(name: str, given: Given) -> bool:
    if isinstance(given.value, bool):
        return given.value
    switch = _SWITCHES.get(str(given.value).lower()) if given.is_text else None
    if switch is None:
        raise ServerFault("setting_not_switch", **_place(name, given))
    return switch


def _text(name: str, given: Given) -> str:
    if not isinstance(given.value, str):
        raise ServerFault("setting_not_text", **_place(name, given))
    return given.value


def _file(name: str, given: Given) -> Path:
    if not isinstance(given.value, str | Path) or not str(given.value):
        raise ServerFault("setting_not_text", **_place(name, given))
    path = Path(given.value).expanduser()
    return given.folder / path if given.folder is not None else path


def _files(name: str, given: Given) -> tuple[Path, ...]:
    """Several files: a list, or in a variable text with the separator that search paths have."""
    value = given.value
    if given.is_text:
        value = [part for part in str(value).split(os.pathsep) if part]
    if not isinstance(value, list | tuple) or not all(isinstance(file, str | Path) and str(file) for file in value):
        raise ServerFault("setting_not_files", **_place(name, given))
    return tuple(_file(name, given._replace(value=file)) for file in value)


def _place(name: str, given: Given) -> dict[str, str]:
    shown = str(given.value) if given.is_text else repr(given.value)
    return {"source": given.source, "key": name, "found": shown[:_LONGEST_SHOWN]}
