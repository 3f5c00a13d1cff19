"""Serve short connections: only a few at a time, each with a time limit, so that they never burden the server."""

import asyncio
from collections.abc import Awaitable, Callable

from opera_server.config.logs import get_logger

_log = get_logger(__name__)

Converse = Callable[[asyncio.StreamReader, asyncio.StreamWriter], Awaitable[None]]


class SmallServer:
    """The open connections of one port; asyncio calls `accept` for a new one."""

    def __init__(self, converse: Converse, most: int, seconds: float) -> None:
        self._converse = converse
        self._most = most
        self._seconds = seconds
        self._tasks: set[asyncio.Task[None]] = set()

    def accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if len(self._tasks) >= self._most:
            writer.transport.abort()
            return
        task = asyncio.get_running_loop().create_task(self._serve(reader, writer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            async with asyncio.timeout(self._seconds):
                await self._converse(reader, writer)
                writer.close()
                await writer.wait_closed()
        except (TimeoutError, OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError) as error:
            _log.info("visitor_dropped", reason=type(error).__name__)
        finally:
            # Without this an answer that the peer does not read would stay in memory.
            writer.transport.abort()

    async def close(self) -> None:
        """End all connections."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
