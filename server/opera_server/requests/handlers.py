"""The handler of each kind of request, its weight, and whether the journal remembers its answer."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from opera_protocol.wire.messages import (
    PROTOCOL,
    Act,
    AfterRound,
    Arrange,
    Branch,
    Commit,
    Create,
    Enter,
    Exit,
    Find,
    Finished,
    HandOver,
    Hello,
    History,
    Kick,
    Leave,
    Moment,
    Preview,
    Propose,
    Ready,
    Rematch,
    Request,
    Return,
    Reveal,
    Say,
    SetBot,
    SetClock,
    Sit,
    Start,
    TakeBack,
    Transcript,
)
from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server.history import moments
from opera_server.history.moments import PositionCache
from opera_server.history.transcript import transcript_lines
from opera_server.journal.entries import Asked, Key
from opera_server.journal.journal import Journal
from opera_server.lobby.lobby import Lobby
from opera_server.net.update_connections import UpdateConnection, UpdateConnections
from opera_server.tables import seating
from opera_server.tables.play import absences, bots, chat, playing, taking_back
from opera_server.tables.table_room import TableRoom


@dataclass(frozen=True)
class RequestContext:
    """What handlers work with."""

    lobby: Lobby
    connections: UpdateConnections
    welcome: Map
    """The answer to `Hello`, without what differs each time."""
    positions: PositionCache = field(default_factory=PositionCache)

    @property
    def journal(self) -> Journal:
        return self.lobby.services.journal

    def connection(self, key: Key, number: bytes) -> UpdateConnection:
        connection = self.connections.of_number(number, key)
        if connection is None:
            raise Refused("attachment_unknown")
        return connection


NOT_FOR_YOU: Map = {"players": [], "levels": [], "outcome": None}
"""What a list shows of the people and the result of a private table to those who did not sit there."""


class Handler(NamedTuple):
    """How one kind of request is handled."""

    run: Callable[[RequestContext, Asked, Any], Awaitable[Map]]
    weight: int = 1
    """How many requests it counts as, by the work it makes or what it stores for ever."""
    durable: bool = False
    """Whether it may lead to an entry in the journal, which then remembers the answer for ever."""
    is_aside: bool = False
    """Whether it may take long and changes nothing: what comes after it over its connection need not wait for it."""


def at_table(
    run: Callable[[TableRoom, Asked, Any], Awaitable[Map]],
    weight: int = 1,
    *,
    durable: bool = False,
    is_aside: bool = False,
) -> Handler:
    """Handle a request about one open table: its room answers."""

    async def in_room(context: RequestContext, asked: Asked, request: Any) -> Map:
        return await run(await context.lobby.room(request.table), asked, request)

    return Handler(in_room, weight, durable, is_aside)


async def _hello(context: RequestContext, asked: Asked, request: Hello) -> Map:
    if request.protocol != PROTOCOL:
        raise Refused("protocol_unknown", server=PROTOCOL, client=request.protocol)
    return {
        **context.welcome,
        "now": context.lobby.services.now(),
        "ticket": context.connections.issue_ticket(asked.key),
    }


async def _enter(context: RequestContext, asked: Asked, request: Enter) -> Map:
    return await context.lobby.enter(context.connection(asked.key, request.attachment), request)


async def _exit(context: RequestContext, asked: Asked, request: Exit) -> Map:
    context.lobby.leave(request.room, context.connection(asked.key, request.attachment))
    return {}


async def _create(context: RequestContext, asked: Asked, request: Create) -> Map:
    return await context.lobby.create(asked, request.settings, request.name)


async def _sit(context: RequestContext, asked: Asked, request: Sit) -> Map:
    room = await context.lobby.room(request.table)
    if room.table.seat_of(asked.key) is None:
        context.lobby.check_seats_of(asked.key)
    elif first := await context.journal.answer(asked):
        # A repeated request gets the seat that it got at first, even if the player sits elsewhere now.
        return first
    return await seating.sit(room, asked, request)


async def _leave(room: TableRoom, asked: Asked, _request: Leave) -> Map:
    """Give the seat up before the game, leave it to a stand-in during it: the game may begin while this waits."""
    try:
        return await seating.give_up(room, asked)
    except Refused as refused:
        if refused.code != "not_open":
            raise
    return await absences.leave_game(room, asked)


async def _return(room: TableRoom, asked: Asked, _request: Return) -> Map:
    await absences.reclaim_seat(room, asked.key, asked)
    return await absences.return_to_seat(room, asked.key, asked)


async def _moment(context: RequestContext, asked: Asked, request: Moment) -> Map:
    table = await moments.table_to_look_back_at(context.lobby, request.table, asked.key)
    return await moments.moment(context.journal, context.positions, table, asked.key, request)


async def _after_round(context: RequestContext, asked: Asked, request: AfterRound) -> Map:
    table = await moments.table_to_look_back_at(context.lobby, request.table, asked.key)
    return await moments.after_round(context.journal, context.positions, table, request)


async def _transcript(context: RequestContext, asked: Asked, request: Transcript) -> Map:
    return await transcript_lines(context.lobby, request.table, asked.key, request.line)


async def _finished(context: RequestContext, asked: Asked, request: Finished) -> Map:
    """List finished tables, the newest first, all or those of one person; of private ones nothing to strangers."""
    rows = await context.journal.finished(request.before, request.count, asked.key if request.mine else None)
    return {
        "tables": [
            {
                "id": row.id,
                "number": row.number,
                "name": row.name,
                "game": row.game,
                "ended": row.ended_ms,
                "seat": row.seat_of(asked.key),
                "levels": [],
                "lesson": "",
                **(NOT_FOR_YOU if row.is_private and asked.key not in row.keys else row.summary),
            }
            for row in rows
        ]
    }


async def _find(context: RequestContext, _asked: Asked, request: Find) -> Map:
    return context.lobby.find(request.text, request.state, request.before, request.count)


async def _rematch(context: RequestContext, asked: Asked, request: Rematch) -> Map:
    """Open the next table; after a restart the game that is over is only in the journal, so its room is reopened."""
    table = await context.lobby.stored_table(request.table)
    if table.seat_of(asked.key) is None:
        raise Refused("not_seated")
    return await context.lobby.rematch(context.lobby.room_of(table), asked, request.name)


async def _branch(context: RequestContext, asked: Asked, request: Branch) -> Map:
    table = await context.lobby.stored_table(request.table)
    return await context.lobby.branch(table, asked, request.actions)


HANDLERS: dict[type[Request], Handler] = {
    Hello: Handler(_hello),
    Enter: Handler(_enter, weight=3),
    Exit: Handler(_exit),
    Create: Handler(_create, weight=20, durable=True),
    Rematch: Handler(_rematch, weight=20, durable=True),
    Sit: Handler(_sit, weight=5, durable=True),
    Leave: at_table(_leave, weight=5, durable=True),
    Ready: at_table(seating.set_ready, weight=5, durable=True),
    SetBot: at_table(seating.set_bot, weight=5, durable=True),
    Kick: at_table(seating.kick, weight=5, durable=True),
    Start: at_table(seating.start, weight=5, durable=True),
    Commit: at_table(seating.commit),
    Reveal: at_table(seating.reveal, durable=True),
    Act: at_table(playing.act, durable=True),
    TakeBack: at_table(taking_back.take_back, weight=5, durable=True),
    Branch: Handler(_branch, weight=20, durable=True),
    Preview: at_table(playing.preview),
    Arrange: at_table(playing.arrange, weight=2),
    Propose: at_table(bots.propose, weight=10, is_aside=True),
    Return: at_table(_return, weight=5, durable=True),
    SetClock: at_table(absences.set_clock, weight=5, durable=True),
    HandOver: at_table(absences.hand_over, weight=5, durable=True),
    Say: at_table(chat.say, weight=10, durable=True),
    History: at_table(chat.older_lines),
    Moment: Handler(_moment, weight=10, is_aside=True),
    AfterRound: Handler(_after_round, weight=15, is_aside=True),
    Transcript: Handler(_transcript, weight=15, is_aside=True),
    Finished: Handler(_finished, weight=3, is_aside=True),
    Find: Handler(_find, weight=3, is_aside=True),
}


def weight_of(request: Request) -> int:
    """Return how many requests one counts as; a preview by its number of actions."""
    if isinstance(request, Preview):
        return 1 + len(request.actions) // 4
    return HANDLERS[type(request)].weight
