"""Enter rooms and stay in step with them: entering, reconnecting and filling a gap all request `Enter`."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from opera_protocol.client.connection import Connection, read_private
from opera_protocol.client.errors import ClientClosed, ClientError, ConnectionLost, NoAnswer, RefusedByServer
from opera_protocol.client.items import (
    NO_LINES,
    Changed,
    Expelled,
    Noticed,
    RoomItem,
    ShuffleJudged,
    State,
    StateChanged,
    View,
    fold,
    size_of,
)
from opera_protocol.client.limits import MOST_RESYNCS, Patience
from opera_protocol.client.requests import PendingRequests, new_id
from opera_protocol.client.store import OutOfStep, ReceivedUpdate, RoomStore, read_snapshot
from opera_protocol.client.streams import Feed, Stream
from opera_protocol.wire import messages
from opera_protocol.wire.errors import Malformed
from opera_protocol.wire.messages import RESYNC, Enter, Exit, Lines, Update
from opera_protocol.wire.shuffle import Verdict

ATTACHMENT_UNKNOWN: Final = "attachment_unknown"

OnChange = Callable[["Room", Changed], None]


class Room:
    """A room that this client is in, as its readers see it: what is known, and streams of changes.

    It outlives the connections.
    """

    def __init__(self, room_id: str, code: str, name: str) -> None:
        self.id = room_id
        self.code = code
        self.name = name
        self.verdict: Verdict | None = None
        """What the check of the shuffle found, once the game is over."""
        self.store = RoomStore(room_id)
        self.is_entering = False
        self.waiting = 0
        """How many callers wait for the room to be entered; it is given up with the last of them."""
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
        return self.store.log or NO_LINES

    @property
    def talk(self) -> Lines:
        """The last lines of talk at the table."""
        return self.store.talk or NO_LINES

    @property
    def gallery(self) -> Lines:
        """The last lines of the spectators' talk."""
        return self.store.gallery or NO_LINES

    def items(self) -> Stream[RoomItem]:
        """Open a stream of everything that happens from now on, beginning with what is there."""
        now = self.store.everything()
        verdict = [ShuffleJudged(self.verdict)] if self.verdict else []
        return self._feed.open(*([now] if now else []), *verdict)

    async def until(self, holds: Callable[[View], object]) -> View:
        """Wait for the first view for which the condition holds; raises a `ClientError` if there will be none."""
        async for item in self.items():
            if isinstance(item, Changed) and holds(item.view):
                return item.view
            if isinstance(item, Expelled):
                raise RefusedByServer(item.code)
        raise ClientClosed

    async def wait_settled(self) -> None:
        """Wait until the room was entered; raises what the server refused it with."""
        await asyncio.shield(self._settled)

    @property
    def is_settled(self) -> bool:
        return self._settled.done()

    def publish(self, change: Changed) -> None:
        self._feed.put(change)
        if not self._settled.done():
            self._settled.set_result(None)

    def publish_state(self, state: State) -> None:
        self._feed.put(StateChanged(state))

    def publish_notice(self, notice: Noticed) -> None:
        self._feed.put(notice)

    def publish_verdict(self, verdict: Verdict) -> None:
        self.verdict = verdict
        self._feed.put(ShuffleJudged(verdict))

    def refuse(self, error: ClientError) -> None:
        """Close the room to this client: fail the wait for entering, or else publish the expulsion."""
        if self._settled.done():
            self._feed.put(Expelled(self.id, error.code))
        else:
            self._settled.set_exception(error)
            # Marks the error as seen: perhaps nobody waits any more.
            self._settled.exception()
        self._feed.end()

    def end(self) -> None:
        """End all streams of this room."""
        if not self._settled.done():
            self._settled.set_exception(ClientClosed())
            self._settled.exception()
        self._feed.end()


class Rooms:
    """All rooms that this client is in or wants to be in."""

    def __init__(self, requests: PendingRequests, patience: Patience, on_change: OnChange) -> None:
        self._requests = requests
        self._patience = patience
        self._on_change = on_change
        self._rooms: dict[str, Room] = {}
        self._connection: Connection | None = None
        self._resyncs: list[float] = []

    def __getitem__(self, room_id: str) -> Room:
        return self._rooms[room_id]

    def __contains__(self, room_id: object) -> bool:
        return room_id in self._rooms

    async def enter(self, room_id: str, code: str, name: str) -> Room:
        """Enter a room and return it once its snapshot is there, over as many connections as that takes."""
        room = self._rooms.get(room_id)
        if room is None:
            room = self._rooms[room_id] = Room(room_id, code, name)
            self._resync(room)
        room.waiting += 1
        try:
            await room.wait_settled()
        except asyncio.CancelledError:
            if room.waiting == 1 and not room.is_settled:
                await self.exit(room_id)
            raise
        finally:
            room.waiting -= 1
        return room

    async def exit(self, room_id: str) -> None:
        """Leave a room; without a connection there is nothing to ask of the server."""
        room = self._rooms.pop(room_id, None)
        if room is None:
            return
        room.end()
        connection = self._connection
        if connection is None:
            return
        try:
            await self._requests.ask(
                Exit(id=new_id(), room=room_id, attachment=connection.attachment),
                self._patience.answer,
                is_lasting=False,
            )
        except ClientError:
            # Whatever the server says, this client is no longer in the room.
            return

    async def enter_all(self, connection: Connection) -> None:
        """Enter every room again over a new connection."""
        self._connection = connection
        self._resyncs.clear()
        await asyncio.gather(*(self._synchronise(connection, room) for room in list(self._rooms.values())))

    def lose(self) -> None:
        """Forget the lost connection; what is known of the rooms stays."""
        self._connection = None
        for room in self._rooms.values():
            room.is_entering = False
            room.store.wait_for_snapshot()

    def close(self) -> None:
        for room in self._rooms.values():
            room.end()
        self._rooms.clear()

    def publish_state(self, state: State) -> None:
        for room in self._rooms.values():
            room.publish_state(state)

    def publish_notice(self, notice: Noticed) -> None:
        for room in self._rooms.values():
            room.publish_notice(notice)

    def apply_update(self, update: Update, second: bytes | None, size: int) -> None:
        """Apply an update to its room; enter the room again if something is missing."""
        room = self._rooms.get(update.room)
        if room is None:
            return
        try:
            private = read_private(second) if second is not None else None
            change = room.store.apply(ReceivedUpdate(update, private, size))
        except OutOfStep:
            self._enter_again(room)
        except Malformed:
            room.store.miss()
            self._enter_again(room)
        else:
            if change:
                self._publish(room, change)

    def apply_expulsion(self, expelled: messages.Expelled) -> None:
        room = self._rooms.get(expelled.room)
        if room is None:
            return
        if expelled.code == RESYNC:
            room.store.miss()
            self._enter_again(room)
        else:
            self._drop(room, RefusedByServer(expelled.code))

    def _publish(self, room: Room, change: Changed) -> None:
        room.publish(change)
        self._on_change(room, change)

    def _drop(self, room: Room, error: ClientError) -> None:
        self._rooms.pop(room.id, None)
        room.refuse(error)

    def _enter_again(self, room: Room) -> None:
        """Ask for a snapshot because something is missing, unless that happens too often."""
        if self._connection is not None and self._may_resync(self._connection, room):
            self._resync(room)

    def _resync(self, room: Room) -> None:
        """Enter a room in the background; without a connection the next connection does it."""
        if self._connection is not None and not room.is_entering:
            self._connection.spawn(self._synchronise(self._connection, room))

    async def _synchronise(self, connection: Connection, room: Room) -> None:
        """Enter a room until it is in step or refused, or the connection is lost."""
        if room.is_entering:
            return
        room.is_entering = True
        try:
            while not await self._enter_once(connection, room) and self._may_resync(connection, room):
                pass
        except (ConnectionLost, ClientClosed):
            return
        except NoAnswer:
            connection.lose("no_answer")
        except Malformed as error:
            connection.lose("malformed", reason=error.reason)
        except RefusedByServer as refused:
            self._handle_refusal(connection, room, refused)
        finally:
            if self._connection is connection:
                room.is_entering = False

    async def _enter_once(self, connection: Connection, room: Room) -> bool:
        """Ask for a snapshot once; False if it did not fit the updates since."""
        request = Enter(id=new_id(), room=room.id, attachment=connection.attachment, code=room.code, name=room.name)
        result = await self._requests.ask(request, self._patience.answer, is_lasting=False)
        if self._rooms.get(room.id) is not room or connection.ended.done():
            return True
        for change in room.store.enter(read_snapshot(result)):
            self._publish(room, change)
        return room.store.is_in_step

    def _handle_refusal(self, connection: Connection, room: Room, refused: RefusedByServer) -> None:
        if refused.code == ATTACHMENT_UNKNOWN:
            connection.lose(refused.code)
        elif self._rooms.get(room.id) is room:
            self._drop(room, refused)

    def _may_resync(self, connection: Connection, room: Room) -> bool:
        """Count a resync; after too many the connection counts as lost, so that the next try waits a while."""
        now = time.monotonic()
        self._resyncs = [at for at in self._resyncs if now - at < self._patience.steady]
        self._resyncs.append(now)
        if len(self._resyncs) <= MOST_RESYNCS:
            return True
        connection.lose("out_of_step", room=room.id)
        return False
