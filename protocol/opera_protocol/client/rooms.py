"""Entering rooms and staying in step with them: joining, reconnecting and a gap are one path, `enter`."""

import asyncio
import time
from collections.abc import Callable
from typing import Final

from opera_protocol.client.errors import ClientClosed, ClientError, ConnectionLost, NoAnswer, RefusedByServer
from opera_protocol.client.limits import MOST_RESYNCS, Patience
from opera_protocol.client.lines import OutOfStep
from opera_protocol.client.link import Link, read_private
from opera_protocol.client.requests import TOO_MANY_REQUESTS, Requests, new_id
from opera_protocol.client.room import Room
from opera_protocol.client.states import State
from opera_protocol.client.store import News, read_snapshot
from opera_protocol.client.views import Changed
from opera_protocol.errors import Malformed
from opera_protocol.messages import RESYNC, Enter, Exit, Expelled, Update

ATTACHMENT_UNKNOWN: Final = "attachment_unknown"

Watch = Callable[[Room, Changed], None]


class Rooms:
    """All rooms that this client is in or wants to be in."""

    def __init__(self, requests: Requests, patience: Patience, watch: Watch) -> None:
        self._requests = requests
        self._patience = patience
        self._watch = watch
        self._rooms: dict[str, Room] = {}
        self._link: Link | None = None
        self._resyncs: list[float] = []

    def __getitem__(self, room_id: str) -> Room:
        return self._rooms[room_id]

    def __contains__(self, room_id: object) -> bool:
        return room_id in self._rooms

    async def enter(self, room_id: str, code: str, name: str) -> Room:
        """The room, once its snapshot is there; however many connections that takes."""
        room = self._rooms.get(room_id)
        if room is None:
            room = self._rooms[room_id] = Room(room_id, code, name)
            self._resync(room)
        try:
            await room.wait_settled()
        except asyncio.CancelledError:
            if not room.is_settled:
                await self.exit(room_id)
            raise
        return room

    async def exit(self, room_id: str) -> None:
        """Leave the room; a connection that is lost leaves it too."""
        room = self._rooms.pop(room_id, None)
        if room is None:
            return
        room.end()
        link = self._link
        if link is None:
            return
        try:
            await self._requests.ask(
                Exit(id=new_id(), room=room_id, attachment=link.attachment), self._patience.answer, is_lasting=False
            )
        except ClientError:
            # Whatever stands against it, this client is no longer in the room.
            return

    async def enter_all(self, link: Link) -> None:
        """Go back into every room over a new connection."""
        self._link = link
        self._resyncs.clear()
        await asyncio.gather(*(self._synchronise(link, room) for room in list(self._rooms.values())))

    def lose(self) -> None:
        """The connection is gone; what is known stays."""
        self._link = None
        for room in self._rooms.values():
            room.is_entering = False
            room.store.fall_out()

    def close(self) -> None:
        for room in self._rooms.values():
            room.end()
        self._rooms.clear()

    def show_state(self, state: State) -> None:
        for room in self._rooms.values():
            room.show_state(state)

    def take_update(self, update: Update, second: bytes | None, size: int) -> None:
        """Apply what came, or find that something is missing."""
        room = self._rooms.get(update.room)
        if room is None:
            return
        try:
            private = read_private(second) if second is not None else None
            change = room.store.take(News(update, private, size))
        except OutOfStep:
            self._enter_anew(room)
        except Malformed:
            room.store.miss()
            self._enter_anew(room)
        else:
            if change:
                self._show(room, change)

    def take_expulsion(self, expelled: Expelled) -> None:
        room = self._rooms.get(expelled.room)
        if room is None:
            return
        if expelled.code == RESYNC:
            room.store.miss()
            self._enter_anew(room)
        else:
            self._drop(room, RefusedByServer(expelled.code))

    def _show(self, room: Room, change: Changed) -> None:
        room.show(change)
        self._watch(room, change)

    def _drop(self, room: Room, error: ClientError) -> None:
        self._rooms.pop(room.id, None)
        room.refuse(error)

    def _enter_anew(self, room: Room) -> None:
        """Something is missing: ask for a snapshot, unless that has helped too little."""
        if self._link is not None and self._is_resync_of_use(self._link, room):
            self._resync(room)

    def _resync(self, room: Room) -> None:
        """Enter a room in the background; without a connection the next one does it."""
        if self._link is not None and not room.is_entering:
            self._link.spawn(self._synchronise(self._link, room))

    async def _synchronise(self, link: Link, room: Room) -> None:
        """Enter until the room is in step, refused, or the connection lost."""
        if room.is_entering:
            return
        room.is_entering = True
        try:
            while not await self._has_entered(link, room) and self._is_resync_of_use(link, room):
                pass
        except (ConnectionLost, ClientClosed):
            return
        except NoAnswer:
            link.lose("no_answer")
        except Malformed as error:
            link.lose("malformed", reason=error.reason)
        except RefusedByServer as refused:
            self._take_refusal(link, room, refused)
        finally:
            if self._link is link:
                room.is_entering = False

    async def _has_entered(self, link: Link, room: Room) -> bool:
        """Ask for a snapshot once; False if it did not fit what has come since, or was asked for too soon."""
        request = Enter(id=new_id(), room=room.id, attachment=link.attachment, code=room.code, name=room.name)
        try:
            result = await self._requests.ask(request, self._patience.answer, is_lasting=False)
            if self._rooms.get(room.id) is not room or link.ended.done():
                return True
            for change in room.store.enter(read_snapshot(result)):
                self._show(room, change)
        except RefusedByServer as refused:
            if refused.code != TOO_MANY_REQUESTS:
                raise
            await asyncio.sleep(self._patience.first_pause)
            return False
        return room.store.is_in_step

    def _take_refusal(self, link: Link, room: Room, refused: RefusedByServer) -> None:
        if refused.code == ATTACHMENT_UNKNOWN:
            link.lose(refused.code)
        elif self._rooms.get(room.id) is room:
            self._drop(room, refused)

    def _is_resync_of_use(self, link: Link, room: Room) -> bool:
        """A server that never gets in step is one to take a pause from."""
        now = time.monotonic()
        self._resyncs = [at for at in self._resyncs if now - at < self._patience.steady]
        self._resyncs.append(now)
        if len(self._resyncs) <= MOST_RESYNCS:
            return True
        link.lose("out_of_step", room=room.id)
        return False
