"""Read settings from a TOML file, environment variables and flags; an error says which is wrong, and where.

Settings are the fields of a msgspec struct, whose types say what is expected; a field that is a struct itself is a
section of the file. A text that goes to other people has `Meta(extra={"text": TextField(...)})`.
"""

import contextlib
import errno
import os
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from types import NoneType, UnionType
from typing import Any, Final, NamedTuple, TypeVar, Union, get_args, get_origin

import msgspec
from msgspec import inspect

from opera_games.toml import read_toml
from opera_protocol.local.storage import code_of
from opera_protocol.wire.errors import ProtocolError, StorageError, TextError
from opera_protocol.wire.plain_text import clean

LARGEST_FILE: Final = 100_000
_LONGEST_SHOWN: Final = 60
_SWITCHES: Final = {
    **dict.fromkeys(("1", "true", "yes", "on"), True),
    **dict.fromkeys(("0", "false", "no", "off"), False),
}

S = TypeVar("S", bound=msgspec.Struct)


class SettingsError(ProtocolError):
    """A setting, or a file of settings, that cannot be used."""


class Given(NamedTuple):
    """A value as it was given, before it is checked."""

    value: Any
    source: str
    """The file, the variable or the flag: the place to look at."""
    is_text: bool = False
    """Whether that place has only text, so that numbers come as text, too."""
    folder: Path | None = None
    """The folder that relative paths start from."""

    @property
    def shown(self) -> str:
        return (self.value if self.is_text and self.value else repr(self.value))[:_LONGEST_SHOWN]


Mistakes = list[SettingsError]
"""Collects what is wrong with single settings, which then have their defaults; without it the first one is raised."""


def read_settings(kind: type[S], *sources: Mapping[str, Given], mistakes: Mistakes | None = None) -> S:
    """Return the settings of these sources: later ones override earlier ones, and what none gives has its default."""
    types = option_types(kind)
    given = {name: setting for source in sources for name, setting in source.items()}
    values = {}
    for name, setting in given.items():
        with noted(mistakes):
            values[name] = _value(types[name], name, setting)
    return _struct(kind, values)


@contextlib.contextmanager
def noted(mistakes: Mistakes | None) -> Iterator[None]:
    """Collect an error about one setting, or let it through if nobody collects."""
    try:
        yield
    except SettingsError as error:
        if mistakes is None:
            raise
        mistakes.append(error)


def option_types(kind: type[msgspec.Struct]) -> dict[str, Any]:
    """Return the type of every setting by its name; those of a section are named `section.name`."""
    types: dict[str, Any] = {}
    for field in msgspec.structs.fields(kind):
        if _is_section(field.type):
            types |= {f"{field.name}.{name}": inner for name, inner in option_types(field.type).items()}
        else:
            types[field.name] = field.type
    return types


def from_file(
    path: Path, kind: type[msgspec.Struct], *, is_optional: bool = False, mistakes: Mistakes | None = None
) -> dict[str, Given]:
    """Return the settings of a TOML file; relative paths in it start from its folder."""
    names = option_types(kind)
    given = {}
    for name, value in _flat(_entries(path, is_optional), kind, str(path)):
        with noted(mistakes):
            _refuse_unknown(name, names, path)
            given[name] = Given(value, str(path), folder=path.parent)
    return given


def _refuse_unknown(name: str, names: Collection[str], path: Path) -> None:
    if name not in names:
        key = name[:_LONGEST_SHOWN]
        raise SettingsError("setting_unknown", source=str(path), key=key, nearest=nearest(name, names))


def from_environment(environment: Mapping[str, str], names: Collection[str], prefix: str) -> dict[str, Given]:
    """Return the settings in variables like `OPERA_LIMITS_TABLES`; others of that prefix may be for other programs."""
    variables = {_variable(name, prefix): name for name in names}
    return {
        variables[variable]: Given(value, variable, is_text=True)
        for variable, value in environment.items()
        if variable in variables
    }


def from_flags(flags: Mapping[str, object], spelt: Mapping[str, str]) -> dict[str, Given]:
    """Return the settings on the command line; None is a flag that was not given, `spelt` has the irregular names."""
    return {
        name: Given(value, spelt.get(name, f"--{name.replace('_', '-')}"))
        for name, value in flags.items()
        if value is not None and value != () and value != []
    }


def misspelt_variables(environment: Mapping[str, str], names: Collection[str], prefix: str) -> dict[str, str]:
    """Map unknown variables that resemble one of ours to that one: worth a warning, no more."""
    variables = [_variable(name, prefix) for name in names]
    strangers = [name for name in environment if name.startswith(prefix) and name not in variables]
    close = {name: nearest(name, variables, 0.85) for name in strangers}
    return {name: found for name, found in close.items() if found}


def nearest(word: str, words: Collection[str], at_least: float = 0.0) -> str:
    """Return the most similar word; empty if none is at least so similar, from 0 to 1."""
    import difflib  # noqa: PLC0415 - needed only when something is wrong

    found = difflib.get_close_matches(word, list(words), n=1, cutoff=at_least)
    return found[0] if found else ""


def _variable(name: str, prefix: str) -> str:
    return prefix + name.replace(".", "_").upper()


def _is_section(wanted: Any) -> bool:
    return isinstance(wanted, type) and issubclass(wanted, msgspec.Struct)


def _entries(path: Path, is_optional: bool) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
        if len(content) > LARGEST_FILE:
            raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))  # noqa: TRY301 - handled like an error of the system
        return read_toml(content)
    except OSError as error:
        if is_optional and isinstance(error, FileNotFoundError):
            return {}
        raise SettingsError("settings_unreadable", file=str(path), problem=code_of(error)) from None
    except ValueError as error:
        raise SettingsError("settings_syntax", file=str(path), problem=str(error)) from None


def _flat(table: Mapping[str, Any], kind: type[msgspec.Struct], source: str) -> Iterator[tuple[str, Any]]:
    """Yield the entries of a file; those of a section are named `section.name`."""
    sections = {field.name: field.type for field in msgspec.structs.fields(kind) if _is_section(field.type)}
    for key, value in table.items():
        if key not in sections:
            yield key, value
        elif isinstance(value, dict):
            yield from ((f"{key}.{name}", inner) for name, inner in _flat(value, sections[key], source))
        else:
            raise SettingsError("setting_not_section", source=source, key=key, found=Given(value, source).shown)


def _struct(kind: type[S], values: Mapping[str, Any]) -> S:
    arguments = {name: value for name, value in values.items() if "." not in name}
    for field in msgspec.structs.fields(kind):
        if _is_section(field.type):
            section = f"{field.name}."
            inner = {name.removeprefix(section): value for name, value in values.items() if name.startswith(section)}
            arguments[field.name] = _struct(field.type, inner)
    return kind(**arguments)


def _value(wanted: Any, name: str, given: Given) -> Any:
    """Convert a value to its type; an error says what is expected."""
    if get_origin(wanted) in (Union, UnionType):
        wanted = next(member for member in get_args(wanted) if member is not NoneType)
    kind = inspect.type_info(wanted)
    extra: dict[str, Any] = {}
    if isinstance(kind, inspect.Metadata):
        extra, kind = kind.extra or {}, kind.type
    if isinstance(kind, inspect.DictType):
        wanted = dict[str, Any]
    try:
        value = msgspec.convert(
            _prepared(kind, given),
            wanted,
            strict=not given.is_text,
            dec_hook=lambda _type, file: _file(file, given.folder),
        )
    except msgspec.ValidationError:
        raise _wrong(kind, [str(word) for word in get_args(wanted)], name, given) from None
    return _clean(value, extra["text"], name, given) if value and "text" in extra else value


def _prepared(kind: inspect.Type, given: Given) -> Any:
    """Prepare a value for msgspec: words for switches, lists in variables, and numbers where words are expected."""
    value = given.value
    if isinstance(kind, inspect.BoolType) and given.is_text:
        return _SWITCHES.get(value.lower())
    if isinstance(kind, inspect.VarTupleType) and given.is_text:
        return [part for part in value.split(os.pathsep) if part]
    if isinstance(kind, inspect.LiteralType) and type(value) is int:
        return str(value)
    return value


def _file(value: object, folder: Path | None) -> Path:
    if not isinstance(value, str | Path) or not str(value):
        raise ValueError(value)
    try:
        path = Path(value).expanduser()
    except RuntimeError:
        raise StorageError("home_missing") from None
    return folder / path if folder is not None else path


def _clean(text: str, field: Any, name: str, given: Given) -> str:
    """Check a text that goes to other people by the rules for such text."""
    try:
        return clean(text, field)
    except TextError as error:
        raise SettingsError(
            "setting_bad_name",
            source=given.source,
            key=name,
            found=given.shown,
            highest=field.cells,
            reason=error.parameters["reason"],
        ) from None


def _wrong(kind: inspect.Type, words: list[str], name: str, given: Given) -> SettingsError:
    """Return the error that says what is expected: a value of this kind, or one of these words."""
    source, found = given.source, given.shown
    if isinstance(kind, inspect.IntType):
        low, high = kind.ge or 0, kind.le or 0
        return SettingsError("setting_not_number", source=source, key=name, found=found, lowest=low, highest=high)
    if isinstance(kind, inspect.FloatType):
        lowest, highest = f"{kind.ge or 0:g}", f"{kind.le or 0:g}"
        return SettingsError(
            "setting_not_seconds", source=source, key=name, found=found, lowest=lowest, highest=highest
        )
    if isinstance(kind, inspect.LiteralType):
        close = nearest(str(given.value), words)
        return SettingsError(
            "setting_not_word", source=source, key=name, found=found, words=", ".join(words), nearest=close
        )
    if isinstance(kind, inspect.BoolType):
        return SettingsError("setting_not_switch", source=source, key=name, found=found)
    if isinstance(kind, inspect.VarTupleType):
        return SettingsError("setting_not_files", source=source, key=name, found=found)
    if isinstance(kind, inspect.DictType):
        return SettingsError("setting_not_section", source=source, key=name, found=found)
    return SettingsError("setting_not_text", source=source, key=name, found=found)
