"""Write the server's log: one line for each event, for people or as JSON.

Modules log with structlog as `_log.info("attached", key=key, address=address)`: an event and its fields. Values are
shown escaped; keys only as short fingerprints, other bytes not at all. structlog hands its events to the standard
library's logging, where those of other libraries arrive too; a separate thread writes the lines, so that a slow disk or
terminal never delays the server.
"""

import atexit
import functools
import json
import logging
import logging.handlers
import queue
import sys
import traceback
from collections.abc import MutableMapping
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, cast

from opera_protocol.local.storage import code_of
from opera_protocol.wire.keys import KEY_BYTES, short_fingerprint
from opera_protocol.wire.plain_text import escape
from opera_server.faults import ServerFault

if TYPE_CHECKING:
    from structlog.stdlib import BoundLogger

MOST_WAITING: Final = 10_000
"""Lines in the queue; more are dropped and counted."""
LONGEST_VALUE: Final = 500
LONGEST_TRACE: Final = 8000

SECRET_FIELDS: Final = frozenset(
    {"action", "actions", "bid", "bids", "code_word", "contribution", "offer", "secret", "seed", "ticket"}
)
"""Names of fields that are never logged, whatever uses them."""
HIDDEN: Final = "(hidden)"


def get_logger(name: str) -> "BoundLogger":
    """Return the logger of a module."""
    return cast("BoundLogger", _LazyLogger(name))


class _LazyLogger:
    """Loads structlog with the first event: a server is ready a tenth sooner without it."""

    def __init__(self, name: str) -> None:
        self._name = name

    def __getattr__(self, level: str) -> Any:
        return getattr(_logger(self._name), level)


@functools.cache
def _logger(name: str) -> Any:
    structlog = _load_structlog()
    return structlog.wrap_logger(
        logging.getLogger(name),
        [structlog.stdlib.filter_by_level, _catch_error, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        structlog.stdlib.BoundLogger,
    )


def _load_structlog() -> Any:
    """Import structlog without rich, which it needs for colours alone and which takes four times as long to load."""
    modules: dict[str, Any] = sys.modules
    rich = modules.get("rich")
    modules["rich"] = None
    try:
        import structlog  # noqa: PLC0415
    finally:
        if rich is None:
            del modules["rich"]
        else:
            modules["rich"] = rich
    return structlog


def _catch_error(_logger: Any, _level: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Store the error that is being handled, which the thread that writes the line cannot find out."""
    if event.get("exc_info") is True:
        event["exc_info"] = sys.exc_info()[1]
    return event


def fields_of(record: logging.LogRecord) -> dict[str, Any]:
    """Return the event and its fields in order, all of them plain data; a line of another library is one text."""
    error = record.exc_info[1] if record.exc_info else None
    if isinstance(record.msg, dict):
        fields = dict(record.msg)
        error = fields.pop("exc_info", error)
        shown = {"event": fields.pop("event"), **{name: _shown(name, value) for name, value in fields.items()}}
    else:
        shown = {"event": "message", "logger": record.name, "text": _shown("text", record.getMessage())}
    if error is not None:
        shown["error"] = _shown("error", repr(error))
        shown["trace"] = escape("".join(traceback.format_exception(error))[-LONGEST_TRACE:])
    return shown


class _EventForm(logging.Formatter):
    """Turns a record into a line; the base class of both forms."""

    def format(self, record: logging.LogRecord) -> str:
        moment = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        return self.line(moment.replace("+00:00", "Z"), record.levelname.lower(), fields_of(record))

    def line(self, moment: str, level: str, fields: dict[str, Any]) -> str:
        raise NotImplementedError


class PlainForm(_EventForm):
    """Write lines for people: `2026-05-01T12:00:00.000Z info    table_deserted table=k7qf2m3a state=open`."""

    def line(self, moment: str, level: str, fields: dict[str, Any]) -> str:
        event = fields.pop("event")
        return " ".join([moment, f"{level:<7}", event, *(f"{name}={_word(value)}" for name, value in fields.items())])


class JsonForm(_EventForm):
    """The same as a JSON object, for programs."""

    def line(self, moment: str, level: str, fields: dict[str, Any]) -> str:
        return json.dumps({"time": moment, "level": level, **fields}, ensure_ascii=False)


class DroppingQueueHandler(logging.handlers.QueueHandler):
    """Queues records without waiting: drops what does not fit, and logs how many once there is space."""

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
        """Return the record unformatted: the thread that writes it needs its fields."""
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
        # Other libraries log too much below this level.
        for name in ("asyncio", "zeroconf"):
            logging.getLogger(name).setLevel(logging.WARNING)
        atexit.register(self.close)

    def flush(self) -> None:
        """Wait until what is queued is written."""
        self._lines.join()

    def close(self) -> None:
        """Write what is queued and close the file."""
        atexit.unregister(self.close)
        logging.getLogger().removeHandler(self._queueing)
        if self._listener._thread is not None:  # noqa: SLF001 - stopping twice is an error in Python 3.11
            self._listener.stop()
        self._handler.close()


def start_log(level: str = "info", *, as_json: bool = False, file: Path | None = None) -> Log:
    """Begin to log to stderr, or to a file, which may be rotated while it is open."""
    handler = _handler(file)
    handler.setFormatter(JsonForm() if as_json else PlainForm())
    return Log(handler, level)


def _handler(file: Path | None) -> logging.Handler:
    if file is None:
        return logging.StreamHandler(sys.stderr)
    try:
        return logging.handlers.WatchedFileHandler(file, encoding="utf-8")
    except OSError as error:
        raise ServerFault("log_unwritable", path=str(file), problem=code_of(error)) from error


def _dropped_record(number: int) -> logging.LogRecord:
    event = {"event": "lines_dropped", "number": number}
    return logging.makeLogRecord({"name": __name__, "levelno": logging.WARNING, "levelname": "WARNING", "msg": event})


def _shown(name: str, value: object) -> Any:
    """Return a value in a form that is safe to log."""
    if name in SECRET_FIELDS:
        return HIDDEN
    if isinstance(value, bytes):
        return short_fingerprint(value) if len(value) == KEY_BYTES else f"({len(value)} bytes)"
    if value is None or isinstance(value, bool | int | float):
        return value
    return escape(str(value)[:LONGEST_VALUE])


def _word(value: object) -> str:
    """Write a value in a line for people: quoted if it could be taken for more than one."""
    text = str(value)
    return text if text and not any(character in ' ="' for character in text) else json.dumps(text, ensure_ascii=False)
