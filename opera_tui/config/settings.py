"""What the player can set, in a TOML file in the user's config folder; every setting has a default."""

import getpass
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from opera_protocol.local.settings import SettingsError, from_file, nearest, read_settings
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.plain_text import PLAYER_NAME, clean, cut
from opera_tui.config.commands import clash_in, default_keys
from opera_tui.config.keys import KEY_NAMES, is_key, keys_of
from opera_tui.local.folders import config_folder
from opera_tui.look.i18n import _

SETTINGS_FILE: Final = "settings.toml"
_LONGEST_SHOWN: Final = 40

Seconds = Annotated[float, Meta(ge=0, le=5)]


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings; the template of the file explains each to the player."""

    name: Annotated[str, Meta(extra={"text": PLAYER_NAME})] = ""
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
        """The name at tables: as set, else that of the user's account, cut to fit."""
        return self.name or _account_name()


def settings_path() -> Path:
    return config_folder() / SETTINGS_FILE


def load_settings(path: Path | None = None) -> Settings:
    """Read the settings of the file; without a file they are the defaults."""
    path = path or settings_path()
    settings = read_settings(Settings, from_file(path, Settings, is_optional=True))
    check_keys(settings.keys, str(path))
    return settings


def check_keys(keys: Mapping[str, Any], source: str) -> None:
    """Refuse names and keys that do not exist, and one key with two meanings at the same place."""
    # What all games need is loaded only for players who have set keys.
    commands = default_keys() if keys else {}
    for name, key in keys.items():
        if name not in commands:
            close = nearest(name, commands)
            raise SettingsError("setting_no_such_key", source=source, key=name[:_LONGEST_SHOWN], nearest=close)
        if not isinstance(key, str) or not key.strip():
            raise SettingsError("setting_not_key", source=source, key=name, found=_shown(key))
        for pressed in keys_of(key):
            if not is_key(pressed):
                close = nearest(pressed, KEY_NAMES)
                raise SettingsError(
                    "setting_key_unknown", source=source, key=name, found=_shown(pressed), nearest=close
                )
    clash = clash_in(keys) if keys else None
    if clash is None:
        return
    found = _shown(clash.key)
    if clash.other:
        raise SettingsError("setting_keys_clash", source=source, key=clash.name, other=clash.other, found=found)
    raise SettingsError("setting_key_needed", source=source, key=clash.name, found=found)


def _shown(value: object) -> str:
    return repr(value)[:_LONGEST_SHOWN]


def _account_name() -> str:
    try:
        return clean(cut(getpass.getuser(), PLAYER_NAME.cells), PLAYER_NAME)
    except (TextError, KeyError, OSError, ImportError):
        return _("Player")
