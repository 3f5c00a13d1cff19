"""A room that this client is in, as its readers see it."""

import asyncio
from collections.abc import Callable

from opera_protocol.client.errors import ClientClosed, ClientError, RefusedByServer
from opera_protocol.client.lines import NOTHING
from opera_protocol.client.states import State, StateChanged
from opera_protocol.client.store import RoomStore
from opera_protocol.client.streams import Feed, Stream
from opera_protocol.client.views import Changed, Expelled, RoomItem, ShuffleJudged, View, fold, size_of
from opera_protocol.messages import Lines
from opera_protocol.shuffle import Verdict


class Room:
    """What is known of a room, and streams of what happens there; it outlives the connections."""

    def __init__(self, room_id: str, code: str, name: str) -> None:
        self.id = room_id
        self.code = code
        self.name = name
        self.verdict: Verdict | None = None
        """What became of the shuffle, once the game is over."""
        self.store = RoomStore(room_id)
        self.is_entering = False
        self._feed: Feed[RoomItem] = Feed(fold, size_of)
        self._settled: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    @property
    def view(self) -> View:
        """The documents as last known; only after the room was entered."""
        assert self.store.view is not None
        return self.store.view

    @property
    def log(self) -> Lines:
        """The last lines of the log."""
        return self.store.log or NOTHING

    @property
    def talk(self) -> Lines:
        """The last lines of talk at the table."""
        return self.store.talk or NOTHING

    @property
    def gallery(self) -> Lines:
        """The last lines of the spectators' talk."""
        return self.store.gallery or NOTHING

    def items(self) -> Stream[RoomItem]:
        """Everything from now on, beginning with what is there."""
        now = self.store.everything()
        verdict = [ShuffleJudged(self.verdict)] if self.verdict else []
        return self._feed.open(*([now] if now else []), *verdict)

    async def until(self, holds: Callable[[View], object]) -> View:
        """The first view from now on of which something holds; a `ClientError` if there will be none."""
        async for item in self.items():
            if isinstance(item, Changed) and holds(item.view):
                return item.view
            if isinstance(item, Expelled):
                raise RefusedByServer(item.code)
        raise ClientClosed

    async def wait_settled(self) -> None:
        """Until the room was entered, or refused."""
        await asyncio.shield(self._settled)

    @property
    def is_settled(self) -> bool:
        return self._settled.done()

    def show(self, change: Changed) -> None:
        self._feed.put(change)
        if not self._settled.done():
            self._settled.set_result(None)

    def show_state(self, state: State) -> None:
        self._feed.put(StateChanged(state))

    def show_verdict(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self._feed.put(ShuffleJudged(verdict))

    def refuse(self, error: ClientError) -> None:
        """The room is closed to this client: told to whoever wants in, or to those who read."""
        if self._settled.done():
            self._feed.put(Expelled(self.id, error.code))
        else:
            self._settled.set_exception(error)
            # Nobody may be waiting any more.
            self._settled.exception()
        self._feed.end()

    def end(self) -> None:
        """Nothing more will be told of this room."""
        if not self._settled.done():
            self._settled.set_exception(ClientClosed())
            self._settled.exception()
        self._feed.end()
