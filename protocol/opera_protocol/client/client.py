"""Connect to a server, reconnect after every loss, and keep the rooms in step."""

import asyncio
import contextlib
import logging
import time
from pathlib import Path
from types import TracebackType
from typing import Final, Self

import zmq.asyncio
from msgspec.structs import replace

from opera_protocol.client.connection import Connection
from opera_protocol.client.errors import ClientClosed, ClientError, ConnectionLost, NoAnswer, Unreadable
from opera_protocol.client.items import Noticed, Stage, State, StateChanged, read
from opera_protocol.client.limits import MOST_REFUSALS, Backoff, Patience
from opera_protocol.client.requests import Calls, PendingRequests, new_id
from opera_protocol.client.rooms import Room, Rooms
from opera_protocol.client.server_clock import ServerClock
from opera_protocol.client.shuffles import Shuffles
from opera_protocol.client.streams import Feed, Stream
from opera_protocol.client.targets import Endpoints, Target
from opera_protocol.local.identity import Identity
from opera_protocol.wire.answers import Welcome
from opera_protocol.wire.codec import Message
from opera_protocol.wire.errors import ProtocolError
from opera_protocol.wire.messages import LOBBY, PROTOCOL, Expelled, Free, Hello, Notice, Request, Update

_log = logging.getLogger(__name__)

GOING_DOWN: Final = "restarting"
"""The code with which a server detaches its clients before it stops."""

UNWANTED: Final = "banned"
"""The code with which a server detaches somebody who shall not come back."""
NOT_ADMITTED: Final = "not_admitted"
"""The code of a handshake that the server refused: the key is not wanted, or its address connects too often."""

ClientItem = StateChanged | Noticed


async def connect(
    target: Target,
    identity: Identity,
    *,
    patience: Patience | None = None,
    context: zmq.asyncio.Context | None = None,
    seen_folder: Path | None = None,
) -> "Client":
    """Return a client that is live; raises a `ClientError` or `ProtocolError` if the first connection fails.

    What the client sees of shuffles is kept in `seen_folder`. A context that is passed in stays open.
    """
    client = Client(target, identity, patience or Patience(), context, seen_folder)
    try:
        await client.wait_live()
    except BaseException:
        await client.close()
        raise
    return client


class Client(Calls):
    """One player's connection to one server; it goes on over any number of lost connections until it is closed."""

    def __init__(
        self,
        target: Target,
        identity: Identity,
        patience: Patience,
        context: zmq.asyncio.Context | None,
        seen_folder: Path | None,
    ) -> None:
        self.identity = identity
        self.welcome = Welcome(ticket=b"")
        """What the server says about itself."""
        self.clock = ServerClock()
        self.state = State(Stage.CONNECTING)
        self._target = target
        self._patience = patience
        self._context = context or zmq.asyncio.Context()
        self._is_own_context = context is None
        self._requests = PendingRequests(patience.repeat)
        self._shuffles = Shuffles(self._requests, seen_folder)
        self._rooms = Rooms(self._requests, patience, self._shuffles.watch)
        self._backoff = Backoff(patience)
        self._refusals = 0
        """Handshakes that were refused in a row."""
        self._feed: Feed[ClientItem] = Feed(_fold)
        self._try_now = asyncio.Event()
        self._first: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._closing: asyncio.Task[None] | None = None
        self._running = asyncio.get_running_loop().create_task(self._run())
        self._running.add_done_callback(self._stop_waiting)

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.close()

    def items(self) -> Stream[ClientItem]:
        """Open a stream of state changes and notices, beginning with the present state."""
        return self._feed.open(StateChanged(self.state))

    def room(self, room_id: str) -> Room:
        """Return a room that was entered; KeyError if this client is not in it."""
        return self._rooms[room_id]

    def is_in(self, room_id: str) -> bool:
        return room_id in self._rooms

    async def enter(self, table: str, *, code: str = "", name: str = "") -> Room:
        """Enter a table's room, as its player or as a spectator of this name."""
        return await self._rooms.enter(table, code, name)

    async def enter_lobby(self) -> Room:
        return await self.enter(LOBBY)

    async def exit(self, table: str) -> None:
        """Leave a room; its streams end."""
        await self._rooms.exit(table)

    async def ask(self, request: Request, within: float | None = None) -> Free:
        """Return the server's answer to any request."""
        return await self._requests.ask(request, within)

    def try_now(self) -> None:
        """Try to connect at once instead of waiting for the next try."""
        self._try_now.set()

    async def wait_live(self) -> None:
        """Wait until the first connection is live; raises its failure."""
        await asyncio.shield(self._first)

    async def close(self) -> None:
        """Detach from the server and release everything; may be called again."""
        if self._closing is None:
            self._closing = asyncio.get_running_loop().create_task(self._close())
        await asyncio.shield(self._closing)

    async def _close(self) -> None:
        self._running.cancel()
        await asyncio.gather(self._running, return_exceptions=True)
        self._requests.close()
        await self._shuffles.close()
        self._rooms.close()
        self._feed.end()
        self._settle_first(ClientClosed())
        if self._is_own_context:
            # Waits until the farewell is sent, which must not block the loop.
            await asyncio.to_thread(self._context.term)

    def _stop_waiting(self, running: asyncio.Task[None]) -> None:
        """End all waits after a fault of ours or of the target, so that nobody waits for ever."""
        if not running.cancelled() and (error := running.exception()):
            _log.error("client_failed", exc_info=error)
            self._settle_first(ClientError("internal"))
            self._requests.close()
            self._rooms.close()
            self._feed.end()

    async def _run(self) -> None:
        """Open one connection after the other until closed; stop if the very first one fails, which the caller sees."""
        while True:
            self._set_stage(Stage.CONNECTING)
            loss = await self._live_once()
            if self._settle_first(loss):
                return
            if self._is_final(loss):
                self._end(loss)
                return
            pause = self._backoff.next_pause()
            self.state = State(
                Stage.LOST,
                loss.code,
                loss.parameters,
                self._backoff.tries,
                has_said_goodbye=loss.code == GOING_DOWN or self.state.has_said_goodbye,
                next_try=time.monotonic() + pause,
            )
            self._publish_state()
            await self._rest(pause)

    def _is_final(self, loss: ClientError | ProtocolError) -> bool:
        """Count refused handshakes, and say whether another try is in vain."""
        self._refusals = self._refusals + 1 if loss.code == NOT_ADMITTED else 0
        return loss.code == UNWANTED or self._refusals >= MOST_REFUSALS

    def _end(self, loss: ClientError | ProtocolError) -> None:
        """Stop trying: everything that waits for the server fails."""
        self.state = State(Stage.ENDED, loss.code, loss.parameters)
        self._publish_state()
        self._requests.close()
        self._rooms.close()
        self._feed.end()

    async def _rest(self, seconds: float) -> None:
        self._try_now.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._try_now.wait()

    async def _live_once(self) -> ClientError | ProtocolError:
        """Connect, enter the rooms and stay until the connection is lost; return the reason."""
        live_since: float | None = None
        try:
            async with contextlib.AsyncExitStack() as stack:
                connection = await self._open(stack)
                await self._attach(connection)
                self._set_stage(Stage.SYNCING)
                await self._rooms.enter_all(connection)
                if not connection.ended.done():
                    live_since = time.monotonic()
                    self._set_stage(Stage.LIVE)
                    self._settle_first(None)
                return await asyncio.shield(connection.ended)
        except (ClientError, ProtocolError) as error:
            return error
        finally:
            if live_since is not None and time.monotonic() - live_since >= self._patience.steady:
                self._backoff.reset()

    async def _open(self, stack: contextlib.AsyncExitStack) -> Connection:
        try:
            endpoints: Endpoints = await self._target.locate()
        except OSError as error:
            raise ConnectionLost("disconnected") from error
        self._shuffles.begin(endpoints.key)
        connection = Connection(
            self._context,
            endpoints,
            self.identity,
            self._patience,
            on_reply=self._requests.resolve,
            on_message=self._dispatch,
            on_loss=self._lose,
        )
        stack.push_async_callback(self._hang_up, connection)
        return connection

    async def _hang_up(self, connection: Connection) -> None:
        await connection.close(with_farewell=self._closing is not None)

    async def _attach(self, connection: Connection) -> None:
        """Get a ticket and attach with it; then send the unanswered requests again."""
        self._requests.begin(connection.send_request)
        asked_at = time.monotonic()
        try:
            hello = Hello(id=new_id(), protocol=PROTOCOL)
            self.welcome = read(await self._requests.ask(hello, self._patience.answer, is_lasting=False), Welcome)
        except NoAnswer as error:
            raise ConnectionLost("no_answer") from error
        except Unreadable as error:
            raise ConnectionLost("malformed", reason="wrong_shape") from error
        if self.welcome.now is not None:
            self.clock.set(self.welcome.now, asked_at)
        await connection.attach(self.welcome.ticket)
        self._requests.open()

    def _lose(self, loss: ConnectionLost) -> None:
        self._requests.lose(loss)
        self._rooms.lose()

    def _dispatch(self, message: Message, second: bytes | None, size: int) -> None:
        if isinstance(message, Update):
            self._rooms.apply_update(message, second, size)
        elif isinstance(message, Expelled):
            self._rooms.apply_expulsion(message)
        elif isinstance(message, Notice):
            notice = Noticed(message.text)
            self._feed.put(notice)
            self._rooms.publish_notice(notice)

    def _set_stage(self, stage: Stage) -> None:
        """Change the stage; the reason of the last loss stays until the connection is live again."""
        if stage is Stage.LIVE:
            self.state = State(stage)
        else:
            self.state = replace(self.state, stage=stage, next_try=None)
        self._publish_state()

    def _publish_state(self) -> None:
        self._feed.put(StateChanged(self.state))
        self._rooms.publish_state(self.state)

    def _settle_first(self, error: Exception | None) -> bool:
        """Settle the wait for the first connection; True if it has failed just now."""
        if self._first.done():
            return False
        if error is None:
            self._first.set_result(None)
            return False
        self._first.set_exception(error)
        self._first.exception()
        return True


def _fold(items: list[ClientItem]) -> list[ClientItem]:
    """Shorten the items of a slow reader to the last notices and the last state."""
    notices = [item for item in items if isinstance(item, Noticed)][-10:]
    states = [item for item in items if isinstance(item, StateChanged)][-1:]
    return [*notices, *states]
