"""What the player can set: a TOML file in the user's config folder, every setting with a default."""

import difflib
import getpass
import tomllib
from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta, inspect

from opera_protocol.errors import StorageError, TextError
from opera_protocol.plain_text import PLAYER_NAME, clean, cut
from opera_protocol.storage import read_file, storage_errors
from opera_protocol.telling import plain
from opera_tui.folders import config_folder
from opera_tui.i18n import _
from opera_tui.keys import DEFAULT_KEYS, KEY_NAMES, clash_in, is_key, keys_of

SETTINGS_FILE: Final = "settings.toml"
_LONGEST_SHOWN: Final = 40

Seconds = Annotated[float, Meta(ge=0, le=5)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; the file's template tells the player what each means."""

    name: str = ""
    theme: Literal["dark", "light"] = "dark"
    colours: Literal["auto", "full", "16", "none"] = "auto"
    ascii: bool = False
    mouse: bool = True
    bell: bool = True
    title: bool = True
    tips: bool = True
    pace: Seconds = 0.6
    guard: Seconds = 0.5
    language: str = ""
    keys: Mapping[str, str] = msgspec.field(default_factory=dict)

    @property
    def player_name(self) -> str:
        """The name at tables: as set, else that of the user's account, made fit."""
        return self.name or _account_name()


class SettingsError(Exception):
    """Something in the settings file cannot be used; the sentence names the file, the key and what would be right."""

    def __init__(self, sentence: str) -> None:
        super().__init__(sentence)
        self.sentence = sentence


def settings_path() -> Path:
    return config_folder() / SETTINGS_FILE


def load_settings(path: Path | None = None) -> Settings:
    """The settings as the file has them; without a file the defaults."""
    path = path or settings_path()
    return checked(read_entries(path), path)


def read_entries(path: Path) -> dict[str, Any]:
    """What the file says, unchecked."""
    try:
        with storage_errors(path):
            content, _mode = read_file(path)
        return tomllib.loads(content.decode("utf-8"))
    except StorageError as error:
        if isinstance(error.__cause__, FileNotFoundError):
            return {}
        told = _("The settings {file} cannot be read: {problem}.")
        raise SettingsError(told.format(file=path, problem=error.parameters["problem"])) from error
    except ValueError as error:
        told = _("The settings {file} are no valid TOML: {problem}.")
        raise SettingsError(told.format(file=path, problem=plain(str(error)))) from error


def checked(entries: Mapping[str, Any], path: Path) -> Settings:
    """The settings of these entries; the first that is wrong is a `SettingsError`."""
    fields = {info.name: info.type for info in msgspec.structs.fields(Settings)}
    values: dict[str, Any] = {}
    for key, value in entries.items():
        if key not in fields:
            told = _("{file}: there is no setting “{key}”; the nearest one is “{nearest}”.")
            raise _wrong(told, path, key, nearest=nearest(key, fields))
        values[key] = _keys(value, path) if key == "keys" else _value(fields[key], key, value, path)
    return Settings(**values)


def nearest(word: str, words: Collection[str]) -> str:
    """The word that was most likely meant."""
    return difflib.get_close_matches(word, list(words), n=1, cutoff=0.0)[0]


def _value(wanted: Any, key: str, value: Any, path: Path) -> Any:
    kind = inspect.type_info(wanted)
    if isinstance(kind, inspect.LiteralType):
        return _word([str(word) for word in kind.values], key, value, path)
    if isinstance(kind, inspect.BoolType):
        return _switch(key, value, path)
    if isinstance(kind, inspect.FloatType):
        return _number(kind.ge or 0, kind.le or 0, key, value, path)
    return _name(value, path) if key == "name" and value else _text(key, value, path)


def _word(words: list[str], key: str, value: Any, path: Path) -> str:
    # Colours may be written as the number 16.
    if str(value) in words and not isinstance(value, bool):
        return str(value)
    told = _("{file}: “{key}” must be one of {words}, not {found}; the nearest one is “{nearest}”.")
    raise _wrong(told, path, key, value, words=", ".join(words), nearest=nearest(str(value), words))


def _switch(key: str, value: Any, path: Path) -> bool:
    if isinstance(value, bool):
        return value
    raise _wrong(_("{file}: “{key}” must be true or false, not {found}."), path, key, value)


def _number(lowest: float, highest: float, key: str, value: Any, path: Path) -> float:
    if isinstance(value, int | float) and not isinstance(value, bool) and lowest <= value <= highest:
        return float(value)
    told = _("{file}: “{key}” must be a number of seconds from {lowest} to {highest}, not {found}.")
    raise _wrong(told, path, key, value, lowest=f"{lowest:g}", highest=f"{highest:g}")


def _text(key: str, value: Any, path: Path) -> str:
    if isinstance(value, str):
        return value
    raise _wrong(_("{file}: “{key}” must be a text in quotes, not {found}."), path, key, value)


def _name(value: Any, path: Path) -> str:
    try:
        return clean(_text("name", value, path), PLAYER_NAME)
    except TextError:
        told = _("{file}: “{key}” must be plain text of 1 to {cells} cells, not {found}.")
        raise _wrong(told, path, "name", value, cells=str(PLAYER_NAME.cells)) from None


def _keys(value: Any, path: Path) -> dict[str, str]:
    """The player's own keys by the names of what they do."""
    if not isinstance(value, dict):
        raise _wrong(_("{file}: “{key}” must be a section [keys], not {found}."), path, "keys", value)
    for name, key in value.items():
        if name not in DEFAULT_KEYS:
            told = _("{file}: there is no key “{key}” to set; the nearest one is “{nearest}”.")
            raise _wrong(told, path, name, nearest=nearest(name, DEFAULT_KEYS))
        if not isinstance(key, str) or not key.strip():
            raise _wrong(_('{file}: “{key}” must be a key such as "n" or "f3", not {found}.'), path, name, key)
        for unknown in (pressed for pressed in keys_of(key) if not is_key(pressed)):
            told = _("{file}: “{key}”: there is no key {found}; the nearest one is “{nearest}”.")
            raise _wrong(told, path, name, unknown, nearest=nearest(unknown, KEY_NAMES))
    _refuse_clash(value, path)
    return value


def _refuse_clash(chosen: Mapping[str, str], path: Path) -> None:
    """One key cannot mean two things at the same place."""
    clash = clash_in(chosen)
    if clash is None:
        return
    told = _("{file}: “{key}” and “{other}” cannot both be {found}.")
    if not clash.other:
        told = _("{file}: “{key}” cannot be {found}: it moves the cursor or is needed in decisions.")
    raise _wrong(told, path, clash.name, clash.key, other=clash.other)


def _wrong(told: str, path: Path, key: str, value: Any = "", **parameters: str) -> SettingsError:
    found = cut(plain(repr(value)), _LONGEST_SHOWN)
    return SettingsError(told.format(file=path, key=cut(plain(key), _LONGEST_SHOWN), found=found, **parameters))


def _account_name() -> str:
    try:
        return clean(cut(getpass.getuser(), PLAYER_NAME.cells), PLAYER_NAME)
    except (TextError, KeyError, OSError, ImportError):
        return _("Player")
