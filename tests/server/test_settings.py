"""Settings come from file, environment and flags; whatever is wrong is said with its place and what was expected."""

import os
from pathlib import Path

import pytest

from opera_protocol.local.settings import SettingsError, misspelt_variables, option_types
from opera_protocol.texts.sentences import sentence_of
from opera_protocol.wire.errors import StorageError
from opera_rules.refusals import Refused
from opera_server.config.settings import PREFIX, Limits, Settings, load_editions, load_settings
from opera_server.faults import ServerFault

GAMES = Path(__file__).parents[2] / "protocol" / "opera_games"
OPERA = GAMES / "opera" / "edition.toml"
TURANDOT = GAMES / "turandot" / "edition.toml"


def config(folder: Path, text: str) -> Path:
    path = folder / "server.toml"
    path.write_text(text)
    return path


def fault_of(
    config: Path | None = None, environment: dict[str, str] | None = None, flags: dict[str, object] | None = None
) -> SettingsError:
    with pytest.raises(SettingsError) as refused:
        load_settings(config, environment or {}, flags)
    assert "{" not in sentence_of(refused.value), "the sentence is filled"
    return refused.value


def test_nothing_given_means_the_defaults() -> None:
    """Without file, environment and flags every setting has its default."""
    settings = load_settings(None, {}, {})
    assert settings == Settings()
    assert (settings.host, settings.port, settings.access, settings.keep_days) == ("*", 1607, "open", 0)
    assert settings.limits == Limits()


def test_later_sources_weigh_more(tmp_path: Path) -> None:
    """A variable beats the file and a flag beats both; what a later source does not name stays."""
    file = config(tmp_path, "port = 1\nbot_time = 11\nkeep_days = 1\n[limits]\ntables = 5\nseats = 6\n")
    environment = {"OPERA_PORT": "2", "OPERA_BOT_TIME": "22", "OPERA_LIMITS_TABLES": "7"}
    settings = load_settings(file, environment, {"port": 3, "http": None})
    assert (settings.port, settings.bot_time, settings.keep_days) == (3, 22, 1)
    assert (settings.limits.tables, settings.limits.seats) == (7, 6)
    assert settings.http is None


def test_every_setting_can_be_given_everywhere(tmp_path: Path) -> None:
    """Each option is accepted by its name from a file, from its variable and as a flag, with the same result."""
    samples: dict[str, object] = {
        **dict.fromkeys(option_types(Settings), 60),
        "host": "127.0.0.1",
        "server_name": "Scala",
        "access": "listed",
        "log_level": "debug",
        "data": "/d",
        "replay": "/r",
        "door_user": "nobody",
        "web_host": "127.0.0.1",
        "web_proxies": "10.0.0.0/8",
        "web_names": "opera.example.org",
        "owner": "/o",
        "log_file": "/l",
        "edition": ["/a", "/b"],
        "limits.message_bytes": 2048,
        **dict.fromkeys(("allow_seed", "ssh_guests", "log_json", "announce", "limits.loopback_exempt"), True),
    }
    lines = [f"{name} = {_toml(value)}" for name, value in samples.items()]
    from_file = load_settings(config(tmp_path, "\n".join(lines)), {}, {})
    variables = {f"OPERA_{name.replace('.', '_').upper()}": _text(value) for name, value in samples.items()}
    assert load_settings(None, variables, {}) == from_file
    assert load_settings(None, {}, samples) == from_file
    assert from_file.edition == (Path("/a"), Path("/b"))
    assert from_file.limits.loopback_exempt is True


def _toml(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else repr(value)


def _text(value: object) -> str:
    return os.pathsep.join(value) if isinstance(value, list) else str(value)


def test_the_environment_can_name_the_file(tmp_path: Path) -> None:
    """OPERA_CONFIG is read where no file is given; files named in it are meant from its folder."""
    file = config(tmp_path, 'port = 7\ndata = "here"\nedition = ["mine.toml"]\n')
    settings = load_settings(None, {"OPERA_CONFIG": str(file)}, {})
    assert (settings.port, settings.data, settings.edition) == (7, tmp_path / "here", (tmp_path / "mine.toml",))


def test_an_unknown_key_names_the_nearest(tmp_path: Path) -> None:
    """A misspelt key of a file is refused with the file, the key and the one that was meant."""
    fault = fault_of(config(tmp_path, "prot = 5\n"))
    assert (fault.code, fault.parameters["key"], fault.parameters["nearest"]) == ("setting_unknown", "prot", "port")
    assert fault.parameters["source"] == str(tmp_path / "server.toml")
    fault = fault_of(config(tmp_path, "[limits]\nconections = 5\n"))
    assert fault.parameters["nearest"] == "limits.connections"


def test_a_value_of_the_wrong_kind_says_what_is_expected(tmp_path: Path) -> None:
    """Numbers give their range, words the words there are and the nearest, switches and sections their form."""
    fault = fault_of(config(tmp_path, 'port = "1607"\n'))
    assert (fault.code, fault.parameters["lowest"], fault.parameters["highest"]) == ("setting_not_number", 0, 65533)
    assert fault_of(config(tmp_path, "port = true\n")).code == "setting_not_number"
    assert fault_of(config(tmp_path, "keep_days = -1\n")).code == "setting_not_number"
    assert fault_of(environment={"OPERA_HTTP": "eighty"}).parameters["source"] == "OPERA_HTTP"
    fault = fault_of(flags={"log_level": "warn"})
    assert (fault.code, fault.parameters["nearest"], fault.parameters["source"]) == (
        "setting_not_word",
        "warning",
        "--log-level",
    )
    assert fault_of(config(tmp_path, 'access = "Listed"\n')).parameters["nearest"] == "listed"
    assert fault_of(config(tmp_path, 'log_json = "yes"\n')).code == "setting_not_switch"
    assert fault_of(environment={"OPERA_LOG_JSON": "maybe"}).code == "setting_not_switch"
    assert fault_of(config(tmp_path, "host = 5\n")).code == "setting_not_text"
    assert fault_of(config(tmp_path, "data = 5\n")).code == "setting_not_text"
    assert fault_of(config(tmp_path, 'edition = "x"\n')).code == "setting_not_files"
    assert fault_of(config(tmp_path, "limits = 5\n")).code == "setting_not_section"
    assert fault_of(flags={"server_name": "a\x1b[31m"}).code == "setting_bad_name"


def test_a_file_that_cannot_be_read_is_named(tmp_path: Path) -> None:
    """A missing file, one without TOML, one nested deeply and one without text are refused with path and problem."""
    assert fault_of(tmp_path / "missing.toml").code == "settings_unreadable"
    assert fault_of(tmp_path).code == "settings_unreadable"
    fault = fault_of(config(tmp_path, "port = \n"))
    assert fault.code == "settings_syntax"
    assert "line 1" in fault.parameters["problem"]
    assert fault_of(config(tmp_path, "x = " + "[" * 5_000)).code == "settings_syntax"
    (tmp_path / "server.toml").write_bytes(b"\xff\xfe")
    assert fault_of(tmp_path / "server.toml").code == "settings_syntax"
    (tmp_path / "server.toml").write_bytes(b"#" * 200_000)
    assert fault_of(tmp_path / "server.toml").code == "settings_unreadable"


def test_variables_of_other_programs_are_left_alone() -> None:
    """A variable that means nothing here stops nothing; one that looks like ours is worth a warning."""
    environment = {"OPERA_LANGUAGE": "de", "OPERA_PROT": "5", "HOME": "/"}
    assert load_settings(None, environment, {}) == Settings()
    assert misspelt_variables(environment, option_types(Settings), PREFIX) == {"OPERA_PROT": "OPERA_PORT"}


def test_editions_come_once_for_each_game(tmp_path: Path) -> None:
    """The game stands in the file; two files of one game are a fault that names both."""
    editions = load_editions((OPERA, TURANDOT))
    assert set(editions) == {"opera", "turandot"}
    copy = tmp_path / "copy.toml"
    copy.write_bytes(OPERA.read_bytes())
    with pytest.raises(ServerFault) as twice:
        load_editions((OPERA, copy))
    assert twice.value.code == "edition_twice"


def test_errors_of_other_packages_are_told_too() -> None:
    """Refusals of the rules and errors about key files become sentences; an unknown code is shown as it is."""
    assert "chmod 600" in sentence_of(StorageError("key_file_exposed", path="/k", mode="0644"))
    assert sentence_of(Refused("edition_missing", key="game")) == "The edition lacks the key game."
    assert "novelty" in sentence_of(Refused("novelty", times=5))
