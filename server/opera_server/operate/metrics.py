"""Serve health and metrics on a loopback port that speaks just enough HTTP.

`/health` says whether the journal can be written; `/metrics` gives figures in the text format of Prometheus.
"""

import asyncio
import errno
from collections.abc import Iterable, Mapping
from typing import Final, Literal, NamedTuple, Protocol, Self

from opera_server.faults import ServerFault
from opera_server.operate.small_server import SmallServer

LONGEST_HEAD: Final = 4096
MOST_CONNECTIONS: Final = 16
PATIENCE: Final = 5.0
"""Seconds for a question to arrive and its answer to be read."""
LOOPBACK: Final = "127.0.0.1"

_TEXT: Final = "text/plain; charset=utf-8"
_PROMETHEUS: Final = "text/plain; version=0.0.4; charset=utf-8"
_REASONS: Final = {200: "OK", 400: "Bad Request", 404: "Not Found", 405: "Method Not Allowed", 503: "Unavailable"}


class Metric(NamedTuple):
    """One figure, or several with different labels."""

    name: str
    kind: Literal["counter", "gauge"]
    help: str
    samples: Mapping[tuple[tuple[str, str], ...], float]

    @classmethod
    def of(cls, name: str, kind: Literal["counter", "gauge"], help_text: str, value: float) -> "Metric":
        """Make a figure without labels."""
        return cls(name, kind, help_text, {(): value})

    @classmethod
    def by(
        cls, label: str, name: str, kind: Literal["counter", "gauge"], help_text: str, values: Mapping[str, float]
    ) -> "Metric":
        """Make a figure for each value of one label."""
        return cls(name, kind, help_text, {((label, value),): number for value, number in values.items()})


class Watched(Protocol):
    """What the port reports about."""

    async def is_healthy(self) -> bool: ...

    def metrics(self) -> Iterable[Metric]: ...


class Answer(NamedTuple):
    status: int
    body: str
    kind: str = _TEXT


class MetricsPort:
    """The port; an asynchronous context manager. Port 0 takes any that is free."""

    def __init__(self, port: int, watched: Watched, seconds: float = PATIENCE) -> None:
        self.port = port
        self._watched = watched
        self._connections = SmallServer(self._converse, MOST_CONNECTIONS, seconds)
        self._server: asyncio.Server | None = None

    async def __aenter__(self) -> Self:
        try:
            self._server = await asyncio.start_server(self._connections.accept, LOOPBACK, self.port, limit=LONGEST_HEAD)
        except OSError as error:
            if error.errno not in (errno.EADDRINUSE, errno.EACCES):
                raise
            raise ServerFault("http_port_taken", port=self.port) from error
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *_: object) -> None:
        assert self._server is not None
        self._server.close()
        await self._connections.close()

    async def _converse(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(_written(await self._answer(reader)))

    async def _answer(self, reader: asyncio.StreamReader) -> Answer:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            return Answer(400, "This is no request.\n")
        return await self._look_up(head.split(b"\r\n", 1)[0].split(b" "))

    async def _look_up(self, request: list[bytes]) -> Answer:
        match request:
            case [b"GET", b"/health", b"HTTP/1.0" | b"HTTP/1.1"]:
                return Answer(200, "ok\n") if await self._watched.is_healthy() else Answer(503, "journal\n")
            case [b"GET", b"/metrics", b"HTTP/1.0" | b"HTTP/1.1"]:
                return Answer(200, exposition(self._watched.metrics()), _PROMETHEUS)
            case [b"GET", _, b"HTTP/1.0" | b"HTTP/1.1"]:
                return Answer(404, "There are /health and /metrics.\n")
            case [_, _, b"HTTP/1.0" | b"HTTP/1.1"]:
                return Answer(405, "Only GET is answered.\n")
            case _:
                return Answer(400, "This is no request.\n")


def exposition(metrics: Iterable[Metric]) -> str:
    """Write all figures in the text format of Prometheus."""
    return "".join(f"{line}\n" for metric in metrics for line in _lines(metric))


def _lines(metric: Metric) -> Iterable[str]:
    yield f"# HELP {metric.name} {_escaped(metric.help)}"
    yield f"# TYPE {metric.name} {metric.kind}"
    for labels, value in metric.samples.items():
        written = ",".join(f'{name}="{_escaped(text, quotes=True)}"' for name, text in labels)
        yield f"{metric.name}{{{written}}} {value:.15g}" if written else f"{metric.name} {value:.15g}"


def _escaped(text: str, *, quotes: bool = False) -> str:
    text = text.replace("\\", "\\\\").replace("\n", "\\n")
    return text.replace('"', '\\"') if quotes else text


def _written(answer: Answer) -> bytes:
    body = answer.body.encode()
    head = (
        f"HTTP/1.1 {answer.status} {_REASONS[answer.status]}",
        f"Content-Type: {answer.kind}",
        f"Content-Length: {len(body)}",
        "Cache-Control: no-store",
        "Connection: close",
    )
    return "\r\n".join((*head, "", "")).encode("ascii") + body
