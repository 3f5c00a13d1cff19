"""Where settings come from: each value together with the place that the operator has to look at."""

import difflib
import errno
import os
import tomllib
from collections.abc import Collection, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple

from opera_server.faults import ServerFault

LARGEST_FILE: Final = 100_000


class Given(NamedTuple):
    """A value as it was given."""

    value: object
    source: str
    """The file, the variable or the flag."""
    is_text: bool
    """Whether everything is text there, numbers too."""
    folder: Path | None = None
    """Where relative files are meant from."""


def from_file(path: Path, names: Collection[str], files: Collection[str]) -> dict[str, Given]:
    """The settings of a TOML file; an unknown key is a fault that names the nearest one."""
    given = {}
    for name, value in _flat(_parsed(path), names, str(path)):
        if name not in names:
            raise ServerFault("setting_unknown", source=str(path), key=name, nearest=nearest(name, names))
        given[name] = Given(value, str(path), is_text=False, folder=path.parent if name in files else None)
    return given


def from_environment(environment: Mapping[str, str], names: Collection[str], prefix: str) -> dict[str, Given]:
    """The settings of variables like `OPERA_LIMITS_TABLES`; others of that prefix may be for other programs."""
    variables = {variable_of(name, prefix): name for name in names}
    return {
        variables[variable]: Given(value, variable, is_text=True)
        for variable, value in environment.items()
        if variable in variables
    }


def from_flags(flags: Mapping[str, object]) -> dict[str, Given]:
    """The settings of the command line, where None stands for a flag that was not given."""
    return {
        name: Given(value, f"--{name.replace('_', '-')}", is_text=False)
        for name, value in flags.items()
        if value is not None and value != () and value != []
    }


def misspelt_variables(environment: Mapping[str, str], names: Collection[str], prefix: str) -> dict[str, str]:
    """Variables that mean nothing but look like one of ours, with that one: worth a warning, no more."""
    variables = [variable_of(name, prefix) for name in names]
    strangers = [name for name in environment if name.startswith(prefix) and name not in variables]
    close = {name: difflib.get_close_matches(name, variables, n=1, cutoff=0.85) for name in strangers}
    return {name: found[0] for name, found in close.items() if found}


def variable_of(name: str, prefix: str) -> str:
    return prefix + name.replace(".", "_").upper()


def nearest(word: str, words: Collection[str]) -> str:
    """The word that was most likely meant; there is always one."""
    found = difflib.get_close_matches(word, list(words), n=1, cutoff=0.0)
    return found[0] if found else ""


def _parsed(path: Path) -> dict[str, Any]:
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST_FILE + 1)
    except OSError as error:
        raise ServerFault("settings_unreadable", file=str(path), problem=_problem(error)) from None
    if len(content) > LARGEST_FILE:
        raise ServerFault("settings_unreadable", file=str(path), problem=os.strerror(errno.EFBIG))
    try:
        return tomllib.loads(content.decode("utf-8"))
    except ValueError as error:
        raise ServerFault("settings_syntax", file=str(path), problem=str(error)) from None


def _flat(table: Mapping[str, Any], names: Collection[str], source: str) -> Iterator[tuple[str, Any]]:
    """Keys of sections as `section.key`; a section must be one, and nothing else."""
    sections = {name.partition(".")[0] for name in names if "." in name}
    for key, value in table.items():
        if key in sections:
            if not isinstance(value, dict):
                raise ServerFault("setting_not_section", source=source, key=key, found=repr(value))
            yield from ((f"{key}.{name}", inner) for name, inner in value.items())
        else:
            yield key, value


def _problem(error: OSError) -> str:
    return error.strerror or errno.errorcode.get(error.errno or 0, "unknown")
