"""What the player can set: reading the TOML file in the user's config folder, and writing it.

The file explains every setting when it is first made; later only what changes is rewritten.
"""

import getpass
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from opera_games.toml import read_toml
from opera_protocol.local.settings import Mistakes, SettingsError, from_file, nearest, noted, read_settings
from opera_protocol.local.storage import sole_writer, storage_errors, write_whole
from opera_protocol.wire.errors import StorageError, TextError
from opera_protocol.wire.plain_text import PLAYER_NAME, clean, cut
from opera_tui.local.folders import config_folder
from opera_tui.look.i18n import _
from opera_tui.look.languages import LanguageName
from opera_tui.look.palette import ThemeName

if TYPE_CHECKING:
    from opera_tui.config.commands import Clash

SETTINGS_FILE: Final = "settings.toml"
EARLIER: Final[Mapping[str, Mapping[Any, str]]] = {
    "theme": {"dark": "gala", "light": "matinee"},
    "ascii": {True: "yes", False: "no"},
    "language": {"": "auto"},
}
"""What is written in files of earlier versions, and what it is called now."""
_LONGEST_SHOWN: Final = 40

Seconds = Annotated[float, Meta(ge=0, le=5)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; the template of the file explains each to the player."""

    name: Annotated[str, Meta(extra={"text": PLAYER_NAME})] = ""
    theme: ThemeName = "gala"
    colours: Literal["auto", "full", "256", "16", "none"] = "auto"
    ascii: Literal["auto", "yes", "no"] = "auto"
    mouse: bool = True
    bell: bool = True
    title: bool = True
    tips: bool = True
    pace: Seconds = 0.6
    motion: bool = True
    guard: Seconds = 0.5
    confirm: bool = True
    lines: Literal["auto", "yes", "no"] = "auto"
    read_back: bool = True
    news_at_once: bool = False
    language: LanguageName = "auto"
    keys: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def player_name(self) -> str:
        """The name at tables: as set, else that of the user's account, cut to fit."""
        return self.name or _account_name()


def settings_path() -> Path:
    return config_folder() / SETTINGS_FILE


def load_settings(path: Path | None = None, mistakes: Mistakes | None = None) -> Settings:
    """Read the settings of the file; without a file they are the defaults.

    What is wrong with single settings is collected, and they have their defaults; without a list the first is raised.
    """
    path = path or settings_path()
    given = from_file(path, Settings, is_optional=True, mistakes=mistakes)
    for name, words in EARLIER.items():
        if name in given and isinstance(given[name].value, str | bool):
            given[name] = given[name]._replace(value=words.get(given[name].value, given[name].value))
    settings = read_settings(Settings, given, mistakes=mistakes)
    return msgspec.structs.replace(settings, keys=usable_keys(settings.keys, str(path), mistakes))


def up_to_date(kept: Mapping[str, Any]) -> dict[str, Any]:
    """Return settings that were kept elsewhere, with what earlier versions wrote as it is called now."""
    known = {name: value for name, value in kept.items() if isinstance(value, str | bool)}
    return {**kept, **{name: EARLIER.get(name, {}).get(value, value) for name, value in known.items()}}


def usable_keys(keys: Mapping[str, Any], source: str, mistakes: Mistakes | None = None) -> dict[str, str]:
    """Return the keys that can be set; names and keys that do not exist and keys with two meanings are mistakes."""
    if not keys:
        return {}
    # What all games need, and Textual, are loaded only for players who have set keys.
    from opera_tui.config.commands import clash_in, default_keys  # noqa: PLC0415

    commands = default_keys()
    usable: dict[str, str] = {}
    for name, key in keys.items():
        with noted(mistakes):
            _check_key(name, key, commands, source)
            usable[name] = key
    while usable and (clash := clash_in(usable)) is not None:
        error = _clash_error(clash, source)
        if mistakes is None:
            raise error
        mistakes.append(error)
        del usable[clash.name]
    return usable


def _check_key(name: str, key: Any, commands: Mapping[str, str], source: str) -> None:
    """Refuse a name or a key that does not exist."""
    from opera_tui.config.commands import KEY_NAMES, is_key, keys_of  # noqa: PLC0415

    if name not in commands:
        close = nearest(name, commands)
        raise SettingsError("setting_no_such_key", source=source, key=name[:_LONGEST_SHOWN], nearest=close)
    if not isinstance(key, str) or not key.strip():
        raise SettingsError("setting_not_key", source=source, key=name, found=_shown(key))
    for pressed in keys_of(key):
        if not is_key(pressed):
            close = nearest(pressed, KEY_NAMES)
            raise SettingsError("setting_key_unknown", source=source, key=name, found=_shown(pressed), nearest=close)


def _clash_error(clash: "Clash", source: str) -> SettingsError:
    found = _shown(clash.key)
    if clash.other:
        return SettingsError("setting_keys_clash", source=source, key=clash.name, other=clash.other, found=found)
    return SettingsError("setting_key_needed", source=source, key=clash.name, found=found)


def _shown(value: object) -> str:
    return repr(value)[:_LONGEST_SHOWN]


def _account_name() -> str:
    try:
        return clean(cut(getpass.getuser(), PLAYER_NAME.cells), PLAYER_NAME)
    except (TextError, KeyError, OSError, ImportError):
        return _("Player")


TEMPLATE: Final = """\
# Settings of Opera. Lines that begin with # show the defaults; remove the # to change one.

# How you are called at tables: up to 12 cells. Empty: the name of your account.
# name = ""

# "gala" is dark, "matinee" is light.
# theme = "gala"

# "auto" looks at the terminal and NO_COLOR; or "full", "256", "16", "none".
# colours = "auto"

# Plain ASCII signs, for terminals that cannot show others or show them two cells wide: "yes", "no",
# or "auto", which is yes on the Linux console and where text is not UTF-8.
# ascii = "auto"

# Whether clicks are for the program; false leaves selecting text to the terminal.
# mouse = true

# When it is your turn: ring the bell, say so in the terminal's title.
# bell = true
# title = true

# Short tips during the first games.
# tips = true

# Seconds between two steps that are shown one after the other, 0 to 5.
# pace = 0.6

# Whether markers, bars and the curtain move; without a pace or without colours nothing does.
# motion = true

# Seconds for which a decision that has just come ignores Enter, 0 to 5: typing ahead must not decide.
# Unless it is 0, Enter is also asked about once while nothing has been chosen.
# guard = 0.5

# Ask before a decision that is rarely wise, such as a bid that leaves you at level 0.
# confirm = true

# Line mode, for screen readers and pipes: "yes", "no", or "auto", which is yes where there is no terminal
# that can move its cursor.
# lines = "auto"

# In line mode: read back what an answer costs and ask before it is sent; tell news at once, not after Enter.
# read_back = true
# news_at_once = false

# The language of texts: "auto" is that of the system; or "en", "it", "de", "fr", as far as there is a translation.
# language = "auto"

# Keys of your own, such as "f3" or "n,ctrl+n".
[keys]
"""


def template() -> str:
    """Return the content of a new file."""
    from opera_tui.config.commands import default_keys  # noqa: PLC0415

    return TEMPLATE + "".join(f'# "{name}" = "{key}"\n' for name, key in default_keys().items())


def save(before: Settings, after: Settings, path: Path) -> None:
    """Write what differs; comments, order and everything else in the file stay as they are."""
    changes = _changes(before, after)
    if not changes:
        return
    load_settings(path, mistakes=[])
    try:
        with storage_errors(path), sole_writer(path):
            content = path.read_text(encoding="utf-8") if path.exists() else template()
            # Written to where a link points, so that the link stays.
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
    """Return the text with the commented default of this setting uncommented."""
    shown = re.sub(rf"^#[ \t]*(?={key}[ \t]*=)", "", content, count=1, flags=re.MULTILINE)
    try:
        is_setting = read_toml(shown.encode()).keys() - read_toml(content.encode()).keys() == {key}
    except ValueError:
        return content
    return shown if is_setting else content


def _changes(before: Settings, after: Settings) -> dict[str, Any]:
    old, new = msgspec.structs.asdict(before), msgspec.structs.asdict(after)
    return {key: new[key] for key in old if key != "keys" and old[key] != new[key]}
