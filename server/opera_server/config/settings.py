"""The operator's settings, from a TOML file, the environment and flags; later ones override earlier ones."""

import os
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Final, Literal

import msgspec
from msgspec import Meta

from opera_protocol.local.settings import from_environment, from_file, from_flags, option_types, read_settings
from opera_protocol.wire.codec import MAX_REQUEST
from opera_protocol.wire.plain_text import SERVER_NAME
from opera_rules.editions import load
from opera_server.config.data_folder import default_folder
from opera_server.faults import ServerFault

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
    """Per second, on average; `burst_per_key` may come at once."""
    burst_per_key: Number = 120
    requests_per_address: Number = 100
    burst_per_address: Number = 400
    connections_per_key: Number = 8
    connections_per_address: Number = 40
    connections: Number = 2000
    tables_per_key: Number = 8
    tables_per_address: Number = 20
    tables: Number = 10_000
    seats_per_key: Number = 20
    seats_per_address: Number = 60
    seats: Number = 50_000
    loopback_exempt: bool = True
    """Connections from this machine count only for the totals."""


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """All settings of a server; each has a default."""

    host: str = "*"
    """The address to listen on; `*` for all interfaces."""
    port: Port = 1607
    data: Path = msgspec.field(default_factory=default_folder)
    server_name: Annotated[str, Meta(extra={"text": SERVER_NAME})] = ""
    """How lists call this server; empty for the name of the machine."""
    edition: tuple[Path, ...] = ()
    """Data files, at most one for each game."""
    bot_time: Milliseconds = 1000
    """How long a bot may think about a decision or a hint, in milliseconds."""
    http: OnePort | None = None
    """The loopback port for health and metrics."""
    ssh: OnePort | None = None
    """The port of the ssh door."""
    ssh_guests: bool = False
    """Whether `ssh guest@...` lets people in who have no key; each time they are somebody else."""
    web: OnePort | None = None
    """The port of the browser door."""
    web_host: str = "127.0.0.1"
    """The address that the browser door listens on; `*` for all interfaces."""
    web_proxies: str = ""
    """Addresses or networks of reverse proxies, with commas between, whose word about where visitors are counts."""
    web_names: str = ""
    """Names under which browsers reach the door, with commas between, besides addresses and the machine's own name."""
    door_user: str = ""
    """The user whom visitors' programs belong to; needed where the server runs as root."""
    door_visitors: Annotated[int, Meta(ge=1, le=1000)] = 50
    """How many people may play through doors at once."""
    allow_seed: bool = False
    replay: Path | None = None
    access: Literal["open", "listed"] = "open"
    owner: Path | None = None
    """An identity file; only its player is let in."""
    abandon_days: Days = 30
    """How long a running game waits for a player to come back; 0 for ever."""
    keep_days: Days = 0
    """How long finished tables are kept; 0 for ever."""
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    log_json: bool = False
    log_file: Path | None = None
    """Where the log goes; without it to stderr."""
    ready_fd: Annotated[int, Meta(ge=0, le=65535)] | None = None
    linger: Annotated[int, Meta(ge=0, le=86_400)] = 0
    """Seconds without anybody connected after which a server ends that has lost the program that started it."""
    announce: bool = True
    """Whether the server can be found on the local network."""
    limits: Limits = Limits()


def load_settings(
    config: Path | None = None,
    environment: Mapping[str, str] = os.environ,
    flags: Mapping[str, object] | None = None,
) -> Settings:
    """Read the settings of this start; flags that were not given are None."""
    if config is None and environment.get(f"{PREFIX}CONFIG"):
        config = Path(environment[f"{PREFIX}CONFIG"])
    return read_settings(
        Settings,
        from_file(config, Settings) if config is not None else {},
        from_environment(environment, option_types(Settings), PREFIX),
        from_flags(flags or {}, spelt={"server_name": "--name"}),
    )


def load_editions(files: tuple[Path, ...]) -> dict[str, Any]:
    """Read the editions to play with, by game; two of one game are a fault, a broken one a refusal of the rules."""
    editions: dict[str, Any] = {}
    origins: dict[str, Path] = {}
    for file in files:
        game, edition = load(file)
        if game in editions:
            raise ServerFault("edition_twice", game=game, first=str(origins[game]), second=str(file))
        editions[game], origins[game] = edition, file
    return editions
