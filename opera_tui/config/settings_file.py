"""Write the settings file: first with every setting explained, later only where one changes."""

import os
import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Final

import msgspec

from opera_protocol.local.settings import SettingsError
from opera_protocol.local.storage import sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError
from opera_tui.config.commands import default_keys
from opera_tui.config.settings import Settings, load_settings

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
    """Return the file as it is made first."""
    return TEMPLATE + "".join(f'# "{name}" = "{key}"\n' for name, key in default_keys().items())


def save(before: Settings, after: Settings, path: Path) -> None:
    """Write what differs; comments, order and everything else in the file stay as they are."""
    changes = _changes(before, after)
    if not changes:
        return
    load_settings(path)
    try:
        with storage_errors(path), sole_writer(path):
            content = path.read_text(encoding="utf-8") if path.exists() else template()
            # In place of the old file; a link stays a link.
            write_whole(Path(os.path.realpath(path)), edited(content, changes).encode("utf-8"))
    except StorageError as error:
        raise SettingsError("settings_unwritable", file=str(path), problem=error.parameters["problem"]) from error


def edited(content: str, changes: Mapping[str, Any]) -> str:
    """Return the text with these settings, each in the line where it stands or is explained."""
    import tomlkit  # noqa: PLC0415 - needed only when something is written

    for key, value in changes.items():
        document = tomlkit.parse(_with_default(content, key))
        document[key] = value
        content = tomlkit.dumps(document)
    return content


def _with_default(content: str, key: str) -> str:
    """Return the text with the line that shows the default of this setting as a comment made a setting."""
    shown = re.sub(rf"^#[ \t]*(?={key}[ \t]*=)", "", content, count=1, flags=re.MULTILINE)
    try:
        is_setting = tomllib.loads(shown).keys() - tomllib.loads(content).keys() == {key}
    except tomllib.TOMLDecodeError:
        return content
    return shown if is_setting else content


def _changes(before: Settings, after: Settings) -> dict[str, Any]:
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return {key: new[key] for key in old if key != "keys" and old[key] != new[key]}
