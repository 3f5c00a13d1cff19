"""Health and figures are answered on loopback, whatever else comes in at that port."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterable

import pytest

from opera_server.faults import ServerFault
from opera_server.operate.metrics import LONGEST_HEAD, MOST_CONNECTIONS, Metric, MetricsPort, exposition


class Watched:
    """A server of which only its figures are known."""

    def __init__(self) -> None:
        self.healthy = True

    async def is_healthy(self) -> bool:
        return self.healthy

    def metrics(self) -> Iterable[Metric]:
        yield Metric.of("opera_entries_total", "counter", "Entries written.", 12)
        yield Metric.by("state", "opera_tables", "gauge", "Tables.", {"open": 1, "running": 2})


@contextlib.asynccontextmanager
async def metrics_port(seconds: float = 5.0) -> AsyncIterator[tuple[MetricsPort, Watched]]:
    watched = Watched()
    async with MetricsPort(0, watched, seconds) as port:
        yield port, watched


async def ask(port: MetricsPort, request: bytes) -> bytes:
    """Everything that comes back until the connection ends."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port.port)
    writer.write(request)
    answer = b""
    with contextlib.suppress(ConnectionError):
        answer = await reader.read()
    writer.close()
    return answer


def get(path: str) -> bytes:
    return f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode()


async def test_health_and_figures_are_answered() -> None:
    """Health is 200 or 503; figures come in the text format with the right length."""
    async with metrics_port() as (port, watched):
        assert (await ask(port, get("/health"))).startswith(b"HTTP/1.1 200 OK\r\n")
        watched.healthy = False
        assert (await ask(port, get("/health"))).startswith(b"HTTP/1.1 503 ")
        head, _, body = (await ask(port, get("/metrics"))).partition(b"\r\n\r\n")
        assert b"Content-Type: text/plain; version=0.0.4" in head
        assert f"Content-Length: {len(body)}".encode() in head
        assert b'opera_tables{state="running"} 2\n' in body


def test_figures_are_written_as_prometheus_reads_them() -> None:
    """Each figure has its help and type; what could end a line or a label is escaped."""
    metric = Metric.by("name", "opera_x", "gauge", "A\nB\\", {'a"b\\c\nd': 0.5})
    assert exposition([metric]) == (
        '# HELP opera_x A\\nB\\\\\n# TYPE opera_x gauge\nopera_x{name="a\\"b\\\\c\\nd"} 0.5\n'
    )
    assert exposition([Metric.of("opera_n", "counter", "N.", 1e7 + 1)]).endswith("\nopera_n 10000001\n")


NONSENSE = {
    b"400": [
        b"\r\n\r\n",
        b"GET /health\r\n\r\n",
        b"GET  /health HTTP/1.1\r\n\r\n",
        b"\x16\x03\x01\x02\x00" * 50 + b"\r\n\r\n",
        b"x" * (LONGEST_HEAD + 100),
        b"GET /health HTTP/1.1\r\n" + b"X: y\r\n" * 2000,
    ],
    b"404": [get("/"), get("/../etc/passwd"), get("/health?x=1"), get("/" + "a" * 2000)],
    b"405": [b"POST /health HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", b"DELETE /metrics HTTP/1.0\r\n\r\n"],
}


@pytest.mark.parametrize("status", NONSENSE)
async def test_other_requests_are_refused(status: bytes) -> None:
    """Nonsense gets a short refusal, or an end where it is too long to be read; the port goes on answering."""
    async with metrics_port() as (port, _):
        for request in NONSENSE[status]:
            answer = await ask(port, request)
            assert answer.startswith(b"HTTP/1.1 " + status) or (answer == b"" and len(request) > LONGEST_HEAD)
        assert (await ask(port, get("/health"))).startswith(b"HTTP/1.1 200")


async def test_silent_visitors_are_dropped() -> None:
    """Connections that say nothing are ended in time, and more than a few are not let in meanwhile."""
    async with metrics_port(seconds=0.3) as (port, _):
        silent = [await asyncio.open_connection("127.0.0.1", port.port) for _ in range(MOST_CONNECTIONS)]
        assert await ask(port, get("/health")) == b""
        for reader, writer in silent:
            with contextlib.suppress(ConnectionError):
                assert await reader.read() == b""
            writer.close()
        assert (await ask(port, get("/health"))).startswith(b"HTTP/1.1 200")


async def test_closing_ends_open_connections() -> None:
    """Leaving the port does not wait for visitors who stay."""
    async with metrics_port(seconds=3600) as (port, _):
        reader, writer = await asyncio.open_connection("127.0.0.1", port.port)
        await ask(port, get("/health"))
    with contextlib.suppress(ConnectionError):
        assert await reader.read() == b""
    writer.close()


async def test_a_taken_port_is_named() -> None:
    """Where something else listens the fault gives the port."""
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        with pytest.raises(ServerFault) as taken:
            async with MetricsPort(port, Watched()):
                pass
    assert (taken.value.code, taken.value.parameters) == ("http_port_taken", {"port": port})
