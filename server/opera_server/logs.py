"""The server's log: one line for each event, for people or as JSON.

Modules log with the standard library as `_log.info("attached key=%s address=%s", key, address)`: the first word is the
event, the others name its fields. Values are shown escaped; keys only as short fingerprints, other bytes not at all.
A thread of its own writes the lines, so that a slow disk or terminal never holds the server up.
"""

import atexit
import json
import logging
import logging.handlers
import queue
import re
import sys
import time
import traceback
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from opera_protocol.curve_keys import KEY_BYTES
from opera_protocol.fingerprint import short_fingerprint
from opera_protocol.plain_text import escape
from opera_server.faults import ServerFault

MOST_WAITING: Final = 10_000
"""Lines in the queue; more are dropped and counted."""
LONGEST_VALUE: Final = 500
LONGEST_TRACE: Final = 8000

SECRET_FIELDS: Final = frozenset(
    {"action", "actions", "bid", "bids", "code_word", "contribution", "offer", "secret", "seed", "ticket"}
)
"""Fields that nobody may read in a log, should one ever be named so."""
HIDDEN: Final = "(hidden)"

_FIELD: Final = re.compile(r"(\w+)=%[sdr]")
_EVENT: Final = re.compile(r"\w+(?: \w+=%[sdr])*")


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """The event and its fields in order, all of them plain data; a line of another library is one text."""
    if not isinstance(record.msg, str) or not _EVENT.fullmatch(record.msg):
        return {"event": "message", "logger": record.name, "text": _shown("text", record.getMessage())}
    arguments = record.args if isinstance(record.args, tuple) else (record.args,)
    names = _FIELD.findall(record.msg)
    fields = zip(names, arguments if names else (), strict=False)
    return {"event": record.msg.partition(" ")[0], **{name: _shown(name, value) for name, value in fields}}


class _EventForm(logging.Formatter):
    """What both forms of a line have in common."""

    def format(self, record: logging.LogRecord) -> str:
        fields = fields_of(record)
        if record.exc_info and record.exc_info[1] is not None:
            fields["error"] = _shown("error", repr(record.exc_info[1]))
            fields["trace"] = escape("".join(traceback.format_exception(*record.exc_info))[-LONGEST_TRACE:])
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return self.line(moment.replace("+00:00", "Z"), record.levelname.lower(), fields)

    def line(self, moment: str, level: str, fields: dict[str, Any]) -> str:
        raise NotImplementedError


class PlainForm(_EventForm):
    """`2026-05-01T12:00:00.000Z info table_closed table=K3 by=K7QF`"""

    def line(self, moment: str, level: str, fields: dict[str, Any]) -> str:
        event = fields.pop("event")
        return " ".join([moment, f"{level:<7}", event, *(f"{name}={_word(value)}" for name, value in fields.items())])


class JsonForm(_EventForm):
    """The same as an object, for programs."""

    def line(self, moment: str, level: str, fields: dict[str, Any]) -> str:
        return json.dumps({"time": moment, "level": level, **fields}, ensure_ascii=False)


class DroppingQueueHandler(logging.handlers.QueueHandler):
    """Never waits: what does not fit is counted, and the number is logged once there is room."""

    def __init__(self, lines: "queue.Queue[Any]") -> None:
        super().__init__(lines)
        self.dropped = 0

    def enqueue(self, record: logging.LogRecord) -> None:
        try:
            if self.dropped:
                self.queue.put_nowait(_dropped_record(self.dropped))
                self.dropped = 0
            self.queue.put_nowait(record)
        except queue.Full:
            self.dropped += 1

    def prepare(self, record: logging.LogRecord) -> logging.LogRecord:
        """The record as it is: its fields are needed where it is written."""
        return record


class Log:
    """The log of this process from `start_log` to `close`."""

    def __init__(self, handler: logging.Handler, level: str) -> None:
        self._lines: queue.Queue[Any] = queue.Queue(MOST_WAITING)
        self._queueing = DroppingQueueHandler(self._lines)
        self._listener = logging.handlers.QueueListener(self._lines, handler)
        self._handler = handler
        self._listener.start()
        root = logging.getLogger()
        root.addHandler(self._queueing)
        root.setLevel(level.upper())
        # Other libraries' chatter is not about games.
        for name in ("asyncio", "zeroconf"):
            logging.getLogger(name).setLevel(logging.WARNING)
        atexit.register(self.close)

    def flush(self) -> None:
        """Wait until what is queued is written."""
        self._lines.join()

    def close(self) -> None:
        """Write what is queued and let go of the file."""
        atexit.unregister(self.close)
        logging.getLogger().removeHandler(self._queueing)
        if self._listener._thread is not None:  # noqa: SLF001 - stopping twice is an error in Python 3.11
            self._listener.stop()
        self._handler.close()


def start_log(level: str = "info", *, as_json: bool = False, file: Path | None = None) -> Log:
    """Log from now on, to a file that may be moved away meanwhile, or to stderr."""
    handler = _handler(file)
    handler.setFormatter(JsonForm() if as_json else PlainForm())
    return Log(handler, level)


def _handler(file: Path | None) -> logging.Handler:
    if file is None:
        return logging.StreamHandler(sys.stderr)
    try:
        return logging.handlers.WatchedFileHandler(file, encoding="utf-8")
    except OSError as error:
        raise ServerFault("log_unwritable", path=str(file), problem=error.strerror or "unknown") from error


def _dropped_record(number: int) -> logging.LogRecord:
    record = logging.LogRecord(__name__, logging.WARNING, __file__, 0, "lines_dropped number=%s", (number,), None)
    record.created = time.time()
    return record


def _shown(name: str, value: object) -> Any:
    """A value that may stand in a log."""
    if name in SECRET_FIELDS:
        return HIDDEN
    if isinstance(value, bytes):
        return short_fingerprint(value) if len(value) == KEY_BYTES else f"({len(value)} bytes)"
    if value is None or isinstance(value, bool | int | float):
        return value
    return escape(str(value)[:LONGEST_VALUE])


def _word(value: object) -> str:
    """A value within a line for people: quoted if it could be taken for more than one."""
    text = str(value)
    return text if text and not any(character in ' ="' for character in text) else json.dumps(text, ensure_ascii=False)
