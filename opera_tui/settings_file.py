"""Writing settings: the file is made with every setting explained, and later only lines that change are touched."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from opera_protocol.errors import StorageError
from opera_protocol.storage import sole_writer, storage_errors, write_whole
from opera_tui.i18n import _
from opera_tui.keys import DEFAULT_KEYS
from opera_tui.settings import Settings, SettingsError, checked, read_entries

TEMPLATE: Final = """\
# Settings of Opera. Lines that begin with # show the defaults; remove the # to change one.

# How you are called at tables: up to 12 cells. Empty: the name of your account.
# name = ""

# "dark" or "light".
# theme = "dark"

# "auto" looks at the terminal and NO_COLOR; or "full", "16", "none".
# colours = "auto"

# Plain ASCII signs, for terminals that cannot show others or show them two cells wide.
# ascii = false

# Whether clicks are for the program; false leaves selecting text to the terminal.
# mouse = true

# When it is your turn: ring the bell, say so in the terminal's title.
# bell = true
# title = true

# Short tips during the first games.
# tips = true

# Seconds between two steps that are shown one after the other, 0 to 5.
# pace = 0.6

# Seconds for which a decision that has just come ignores Enter, 0 to 5: typing ahead must not decide.
# guard = 0.5

# The language of texts, such as "en" or "it". Empty: as the system says.
# language = ""

# Keys of your own, such as "f3" or "n,ctrl+n".
[keys]
"""


def template() -> str:
    """The file as it is made first."""
    return TEMPLATE + "".join(f'# "{name}" = "{key}"\n' for name, key in DEFAULT_KEYS.items())


def save(before: Settings, after: Settings, path: Path) -> None:
    """Write what differs; a file that would be misread afterwards is left alone."""
    changes = _changes(before, after)
    if not changes:
        return
    try:
        with storage_errors(path), sole_writer(path):
            content = edited(_content(path), changes)
            if checked(tomllib.loads(content), path) != checked(read_entries(path) | changes, path):
                raise SettingsError(_("{file} cannot be changed safely; please edit it yourself.").format(file=path))
            _write(path, content)
    except StorageError as error:
        told = _("The settings {file} cannot be written: {problem}.")
        raise SettingsError(told.format(file=path, problem=error.parameters["problem"])) from error


def edited(content: str, changes: Mapping[str, Any]) -> str:
    """The text with these settings, each in the line where it stands or is explained."""
    for key, value in changes.items():
        content = _with(content, key, f"{key} = {_toml(value)}")
    return content


def _with(content: str, key: str, line: str) -> str:
    head, bracket, sections = _split(content)
    for pattern in (rf"^[ \t]*{key}[ \t]*=.*$", rf"^#[ \t]*{key}[ \t]*=.*$"):
        changed, times = re.subn(pattern, lambda _found: line, head, count=1, flags=re.MULTILINE)
        if times:
            return changed + bracket + sections
    return f"{head.rstrip()}\n{line}\n\n".lstrip() + bracket + sections


def _split(content: str) -> tuple[str, str, str]:
    """What stands before the first section, and the rest."""
    found = re.search(r"^[ \t]*\[", content, flags=re.MULTILINE)
    return (content[: found.start()], content[found.start() :], "") if found else (content, "", "")


def _changes(before: Settings, after: Settings) -> dict[str, Any]:
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return {key: new[key] for key in old if key != "keys" and old[key] != new[key]}


def _toml(value: Any) -> str:
    """A value in TOML; texts as JSON writes them, which TOML reads the same."""
    return msgspec.json.encode(value).decode("utf-8")


def _content(path: Path) -> str:
    return path.read_text(encoding="utf-8") if path.exists() else template()


def _write(path: Path, content: str) -> None:
    """In place of the old file; a link stays a link."""
    write_whole(Path(os.path.realpath(path)), content.encode("utf-8"))
