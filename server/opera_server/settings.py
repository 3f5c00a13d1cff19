"""What the operator can set. A TOML file, the environment and flags say it, each with more weight than the last."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from opera_protocol.codec import MAX_REQUEST
from opera_protocol.errors import TextError
from opera_protocol.plain_text import SERVER_NAME, clean
from opera_rules.editions import load
from opera_server.data_folder import default_folder
from opera_server.faults import ServerFault
from opera_server.setting_sources import Given, from_environment, from_file, from_flags
from opera_server.setting_values import value_of

PREFIX: Final = "OPERA_"

Port = Annotated[int, Meta(ge=0, le=65533)]
"""The first of three; 0 lets the system choose them."""
OnePort = Annotated[int, Meta(ge=0, le=65535)]
Number = Annotated[int, Meta(ge=1, le=1_000_000)]
Milliseconds = Annotated[int, Meta(ge=10, le=60_000)]
Days = Annotated[int, Meta(ge=0, le=36_500)]
MessageBytes = Annotated[int, Meta(ge=1024, le=MAX_REQUEST)]


class Limits(msgspec.Struct, frozen=True, kw_only=True):
    """How much strangers may ask for."""

    message_bytes: MessageBytes = MAX_REQUEST
    requests_per_key: Number = 30
    """A second, for a longer time."""
    burst_per_key: Number = 120
    requests_per_address: Number = 100
    burst_per_address: Number = 400
    connections_per_key: Number = 8
    connections_per_address: Number = 40
    connections: Number = 2000
    tables_per_key: Number = 8
    tables_per_address: Number = 20
    tables: Number = 1000
    seats_per_key: Number = 20
    seats_per_address: Number = 60
    seats: Number = 5000
    loopback_exempt: bool = True
    """Connections from this machine count only for the totals."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a server; each has a default."""

    host: str = "*"
    """The address to listen on; `*` for all interfaces."""
    port: Port = 1607
    data: Path = msgspec.field(default_factory=default_folder)
    server_name: str = ""
    """How lists call this server; empty for the name of the machine."""
    edition: tuple[Path, ...] = ()
    """Data files, at most one for each game."""
    bot_time: Milliseconds = 1000
    """How long a bot may think about a decision or a hint, in milliseconds."""
    http: OnePort | None = None
    """The loopback port for health and metrics."""
    allow_seed: bool = False
    replay: Path | None = None
    access: Literal["open", "listed"] = "open"
    abandon_days: Days = 30
    """How long a running game waits for a player to come back; 0 for ever."""
    keep_days: Days = 0
    """How long finished tables are kept; 0 for ever."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False
    log_file: Path | None = None
    """Where the log goes; without it to stderr."""
    ready_fd: Annotated[int, Meta(ge=0, le=65535)] | None = None
    announce: bool = True
    """Whether the server can be found on the local network."""
    limits: Limits = Limits()


FILE_SETTINGS: Final = ("data", "edition", "replay", "log_file")
"""In a configuration file these are meant from the file's own folder."""


def load_settings(
    config: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    flags: Mapping[str, object] | None = None,
) -> Settings:
    """The settings of this start; flags that were not given are None. Whatever is wrong is a `ServerFault`."""
    if config is None and environment.get(f"{PREFIX}CONFIG"):
        config = Path(environment[f"{PREFIX}CONFIG"])
    options = option_types()
    given: dict[str, Given] = {}
    if config is not None:
        given |= from_file(config, options, FILE_SETTINGS)
    given |= from_environment(environment, options, PREFIX)
    given |= from_flags(flags or {})
    return _settings({name: _value(options[name], name, setting) for name, setting in given.items()})


def option_types() -> dict[str, Any]:
    """The type of every setting, by its name; those of a section as `limits.tables`."""
    own = {info.name: info.type for info in msgspec.structs.fields(Settings) if info.name != "limits"}
    section = {f"limits.{info.name}": info.type for info in msgspec.structs.fields(Limits)}
    return own | section


def load_editions(files: tuple[Path, ...]) -> dict[str, Any]:
    """The editions to play with, by game; two of one game are a fault, a broken one a refusal of the rules."""
    editions: dict[str, Any] = {}
    origins: dict[str, Path] = {}
    for file in files:
        game, edition = load(file)
        if game in editions:
            raise ServerFault("edition_twice", game=game, first=str(origins[game]), second=str(file))
        editions[game], origins[game] = edition, file
    return editions


def _settings(values: Mapping[str, Any]) -> Settings:
    limits = {name.removeprefix("limits."): value for name, value in values.items() if name.startswith("limits.")}
    own = {name: value for name, value in values.items() if not name.startswith("limits.")}
    return Settings(**own, limits=Limits(**limits))


def _value(wanted: Any, name: str, given: Given) -> Any:
    value = value_of(wanted, name, given)
    if name == "server_name" and value:
        return _clean_name(value, given)
    return value


def _clean_name(name: str, given: Given) -> str:
    """The name goes to strangers, so it keeps the rules for text from people."""
    try:
        return clean(name, SERVER_NAME)
    except TextError as error:
        reason = str(error.parameters["reason"])
        raise ServerFault("setting_bad_name", source=given.source, reason=reason, highest=SERVER_NAME.cells) from None
