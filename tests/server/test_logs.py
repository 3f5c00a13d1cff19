"""The log has one line for each event, which nothing from people can break and in which no secret stands."""

import json
import logging
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from opera_protocol.wire.keys import short_fingerprint
from opera_server.config.logs import HIDDEN, Log, PlainForm, get_logger, start_log
from opera_server.faults import ServerFault

KEY = b"k" * 32
log = get_logger("opera_server.test")


@pytest.fixture(autouse=True)
def _level_as_before() -> Iterator[None]:
    root = logging.getLogger()
    level = root.level
    yield
    root.setLevel(level)


class LogFile:
    """A log that is written while the test runs."""

    def __init__(self, path: Path, level: str = "info", *, as_json: bool = False) -> None:
        self.path = path
        self.log: Log = start_log(level, as_json=as_json, file=path)

    def lines(self) -> list[str]:
        """All lines, once the log is closed."""
        self.log.close()
        return self.path.read_text("utf-8").splitlines()


def test_an_event_is_one_plain_line(tmp_path: Path) -> None:
    """Time, level, event and fields stand on a line; values with blanks are quoted."""
    file = LogFile(tmp_path / "log")
    log.info("table_closed", table="K3", name="La Scala", seats=4)
    log.warning("stopping")
    first, second = file.lines()
    assert first.split(" ", 1)[1] == 'info    table_closed table=K3 name="La Scala" seats=4'
    assert first[10] == "T"
    assert first.split(" ", 1)[0].endswith("Z")
    assert second.endswith("warning stopping")


def test_an_event_is_one_object(tmp_path: Path) -> None:
    """As JSON the fields keep their types and names."""
    file = LogFile(tmp_path / "log", as_json=True)
    log.info("table_closed", table="K3", seats=4, watched=True)
    [line] = file.lines()
    entry = json.loads(line)
    del entry["time"]
    assert entry == {"level": "info", "event": "table_closed", "table": "K3", "seats": 4, "watched": True}


@pytest.mark.parametrize("as_json", [False, True])
def test_text_from_people_cannot_break_a_line(tmp_path: Path, as_json: bool) -> None:
    """Line ends, control and direction characters are escaped, and no text passes for another field or event."""
    file = LogFile(tmp_path / "log", as_json=as_json)
    log.info("said", name='Ada key="x', text="a\nb\x1b[31m \u202e level=error")
    [line] = file.lines()
    assert line.isprintable()
    if as_json:
        entry = json.loads(line)
        assert entry["name"] == 'Ada key="x'
        assert "\n" not in entry["text"]
    else:
        assert 'name="Ada key=\\"x" text="a\\\\nb' in line


def test_secrets_do_not_appear(tmp_path: Path) -> None:
    """Keys are shown as short fingerprints, other bytes by their length, and secret fields not at all."""
    file = LogFile(tmp_path / "log")
    log.info("x", key=KEY, request=b"r" * 16, seed="5eed", bid=7, code_word="word")
    [line] = file.lines()
    assert f"key={short_fingerprint(KEY)} " in line
    assert 'request="(16 bytes)"' in line
    assert f"seed={HIDDEN} bid={HIDDEN} code_word={HIDDEN}" in line
    assert "5eed" not in line


def test_an_error_stays_on_its_line(tmp_path: Path) -> None:
    """A traceback is part of the event, escaped, so that each line is still one event."""
    file = LogFile(tmp_path / "log")
    try:
        int("first\nsecond")
    except ValueError:
        log.exception("request_failed", kind="act")
    [line] = file.lines()
    assert "request_failed kind=act" in line
    assert "ValueError" in line
    assert "test_logs" in line


def test_lines_of_other_libraries_are_told_apart(tmp_path: Path) -> None:
    """A free text becomes a message with its logger's name; quiet libraries stay quiet."""
    file = LogFile(tmp_path / "log")
    logging.getLogger("zeroconf").info("chatter")
    logging.getLogger("zeroconf").warning("Exception while %s=5", "sending\n")
    [line] = file.lines()
    assert 'message logger=zeroconf text="Exception while sending\\\\n=5"' in line


def test_the_level_is_kept(tmp_path: Path) -> None:
    """Events below the level are not written."""
    file = LogFile(tmp_path / "log", "warning")
    log.info("small")
    log.error("large")
    [line] = file.lines()
    assert line.endswith("error   large")


def test_a_file_that_was_moved_away_is_begun_anew(tmp_path: Path) -> None:
    """After rotation the next line goes to a new file of the old name."""
    path = tmp_path / "log"
    first = LogFile(path)
    log.info("one")
    first.log.flush()
    path.rename(tmp_path / "log.1")
    log.info("two")
    [line] = first.lines()
    assert line.endswith("two")


def test_a_log_that_cannot_be_written_is_named(tmp_path: Path) -> None:
    """A missing folder is a fault with the path, before anything else starts."""
    with pytest.raises(ServerFault) as refused:
        start_log(file=tmp_path / "no" / "log")
    assert refused.value.code == "log_unwritable"


def test_a_stuck_reader_holds_nobody_up() -> None:
    """When nothing takes the lines, logging drops them after a bound and tells how many once it goes on."""
    written: list[str] = []
    gate = _Gate(written)
    stuck = Log(gate, "info")
    for number in range(12_000):
        log.info("event", number=number)
    gate.open()
    stuck.flush()
    log.info("last")
    stuck.close()
    assert 10_000 <= len(written) <= 10_003
    assert "lines_dropped number=" in written[-2]
    assert written[-1].endswith("last")


class _Gate(logging.Handler):
    """Takes no line until it is opened."""

    def __init__(self, written: list[str]) -> None:
        super().__init__()
        self.setFormatter(PlainForm())
        self._written = written
        assert self.lock is not None
        self.lock.acquire()

    def open(self) -> None:
        assert self.lock is not None
        self.lock.release()

    def emit(self, record: logging.LogRecord) -> None:
        self._written.append(self.format(record))


def test_structlog_is_loaded_with_the_first_event_and_without_what_it_needs_for_colours() -> None:
    """A server is ready sooner without the one, and answers sooner without the other."""
    program = """
import sys
import opera_server.operate.serving
from opera_server.config.logs import get_logger
assert "structlog" not in sys.modules
get_logger("opera_server.test").info("event")
assert "structlog" in sys.modules
assert "rich.console" not in sys.modules
import rich.console
"""
    subprocess.run([sys.executable, "-c", program], check=True, timeout=60)
