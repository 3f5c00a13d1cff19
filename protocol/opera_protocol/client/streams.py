"""Give every reader all items in order, and let none fill the memory by not reading."""

import asyncio
import weakref
from collections import deque
from collections.abc import Callable
from typing import Final, Generic, TypeVar

from opera_protocol.client.limits import MOST_WAITING_BYTES

T = TypeVar("T")

MOST_ITEMS: Final = 256

Fold = Callable[[list[T]], list[T]]
"""Makes fewer items of many, for a reader that has fallen behind."""
Weight = Callable[[T], int]


class Stream(Generic[T]):
    """The items that one reader has not read yet; `async for` reads them, and ends when no more will come."""

    def __init__(self, fold: Fold[T], weight: Weight[T]) -> None:
        self._fold = fold
        self._weight = weight
        self._items: deque[T] = deque()
        self._bytes = 0
        self._is_ended = False
        self._arrival: asyncio.Future[None] | None = None

    def put(self, item: T) -> None:
        """Add an item; called by the feed."""
        if self._is_ended:
            return
        self._items.append(item)
        self._bytes += self._weight(item)
        if len(self._items) > MOST_ITEMS or self._bytes > MOST_WAITING_BYTES:
            self._items = deque(self._fold(list(self._items)))
            self._bytes = sum(map(self._weight, self._items))
        self._wake()

    def end(self) -> None:
        """Add nothing more; the items that are there can still be read."""
        self._is_ended = True
        self._wake()

    def __aiter__(self) -> "Stream[T]":
        return self

    async def __anext__(self) -> T:
        while not self._items:
            if self._is_ended:
                raise StopAsyncIteration
            self._arrival = asyncio.get_running_loop().create_future()
            try:
                await self._arrival
            finally:
                self._arrival = None
        item = self._items.popleft()
        self._bytes -= self._weight(item)
        return item

    def waiting(self) -> list[T]:
        """Take all items that are there, without waiting for any."""
        items, self._items, self._bytes = list(self._items), deque(), 0
        return items

    def _wake(self) -> None:
        if self._arrival is not None and not self._arrival.done():
            self._arrival.set_result(None)


class Feed(Generic[T]):
    """Give each item to every stream; a stream that its reader dropped is forgotten."""

    def __init__(self, fold: Fold[T], weight: Weight[T] = lambda _: 0) -> None:
        self._fold = fold
        self._weight = weight
        self._streams: weakref.WeakSet[Stream[T]] = weakref.WeakSet()
        self._is_ended = False

    def open(self, *first: T) -> Stream[T]:
        """Open a stream that begins with these items."""
        stream = Stream(self._fold, self._weight)
        for item in first:
            stream.put(item)
        if self._is_ended:
            stream.end()
        else:
            self._streams.add(stream)
        return stream

    def put(self, item: T) -> None:
        for stream in list(self._streams):
            stream.put(item)

    def end(self) -> None:
        self._is_ended = True
        for stream in list(self._streams):
            stream.end()
