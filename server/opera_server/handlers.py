"""What every request does, how much work it counts for, and which requests are remembered for ever."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from opera_protocol.messages import (
    PROTOCOL,
    Act,
    Arrange,
    Commit,
    Create,
    Enter,
    Exit,
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
    Transcript,
)
from opera_protocol.plain_text import CHAT_LINE, clean
from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server import playing, proposing, seating, watching
from opera_server.archive import Archives
from opera_server.attachments import Attachment, Attachments
from opera_server.entries import Asked, Key
from opera_server.finished import finished_tables, transcript_lines
from opera_server.lobby import Lobby
from opera_server.table_room import TableRoom


@dataclass(frozen=True)
class Premises:
    """All that requests are about."""

    lobby: Lobby
    attachments: Attachments
    welcome: Map
    """What everybody is told first."""
    archives: Archives = field(default_factory=Archives)

    def attachment(self, key: Key, number: bytes) -> Attachment:
        attachment = self.attachments.of_number(number, key)
        if attachment is None:
            raise Refused("attachment_unknown")
        return attachment

    def room(self, table_id: str) -> TableRoom:
        return self.lobby.table(table_id)


Handler = Callable[[Premises, Asked, Any], Awaitable[Map]]


async def _hello(premises: Premises, asked: Asked, request: Hello) -> Map:
    if request.protocol != PROTOCOL:
        raise Refused("protocol_unknown", server=PROTOCOL, client=request.protocol)
    return {
        **premises.welcome,
        "now": premises.lobby.services.now(),
        "ticket": premises.attachments.issue_ticket(asked.key),
    }


async def _enter(premises: Premises, asked: Asked, request: Enter) -> Map:
    attachment = premises.attachment(asked.key, request.attachment)
    return await watching.enter(premises.lobby, request.room, attachment, request.code, request.name)


async def _exit(premises: Premises, asked: Asked, request: Exit) -> Map:
    watching.leave_room(premises.lobby, request.room, premises.attachment(asked.key, request.attachment))
    return {}


async def _create(premises: Premises, asked: Asked, request: Create) -> Map:
    return await premises.lobby.create(asked, request.settings, request.name)


async def _sit(premises: Premises, asked: Asked, request: Sit) -> Map:
    room = premises.room(request.table)
    if room.table.seat_of(asked.key) is None:
        premises.lobby.check_seats_of(asked.key)
    elif first := await premises.lobby.services.journal.answer(asked):
        # Who sits there is told where; asked again, where it was then.
        return first
    return await seating.sit(room, asked, request.name, request.seat, request.code)


async def _leave(premises: Premises, asked: Asked, request: Leave) -> Map:
    """Whether the game has begun is only sure with the table's lock: it may begin while the request waits."""
    room = premises.room(request.table)
    try:
        return await seating.give_up(room, asked)
    except Refused as refused:
        if refused.code != "not_open":
            raise
    return await playing.leave_game(room, asked)


async def _act(premises: Premises, asked: Asked, request: Act) -> Map:
    return await playing.act(premises.room(request.table), asked, request.decision, request.action)


async def _preview(premises: Premises, asked: Asked, request: Preview) -> Map:
    room = premises.room(request.table)
    result = playing.preview(room, asked.key, request.actions)
    await playing.notice_life(room, asked.key)
    return result


async def _arrange(premises: Premises, asked: Asked, request: Arrange) -> Map:
    room = premises.room(request.table)
    goal = request.goal if isinstance(request.goal, str) else (request.goal[0], request.goal[1])
    result = playing.arrange(room, asked.key, request.buy, goal)
    await playing.notice_life(room, asked.key)
    return result


async def _moment(premises: Premises, asked: Asked, request: Moment) -> Map:
    table = await watching.stored_table(premises.lobby, request.table)
    watching.check_may_look(premises.lobby, table, asked.key)
    return await watching.moment(premises.lobby, premises.archives, table, asked.key, request.n, request.seat)


async def _transcript(premises: Premises, asked: Asked, request: Transcript) -> Map:
    table = await watching.stored_table(premises.lobby, request.table)
    watching.check_may_look(premises.lobby, table, asked.key)
    return await transcript_lines(premises.lobby, table, request.line)


async def _rematch(premises: Premises, asked: Asked, request: Rematch) -> Map:
    """After a restart the game that is over is only in the journal; its room is opened for who played there alone."""
    table = await watching.stored_table(premises.lobby, request.table)
    if table.seat_of(asked.key) is None:
        raise Refused("not_seated")
    return await premises.lobby.rematch(premises.lobby.room_of(table), asked, request.name)


async def _history(premises: Premises, asked: Asked, request: History) -> Map:
    return watching.history(premises.room(request.table), asked.key, request.stream, request.before, request.count)


HANDLERS: dict[type[Request], Handler] = {
    Hello: _hello,
    Enter: _enter,
    Exit: _exit,
    Create: _create,
    Sit: _sit,
    Leave: _leave,
    Act: _act,
    Preview: _preview,
    Arrange: _arrange,
    Moment: _moment,
    Transcript: _transcript,
    History: _history,
    Propose: lambda premises, asked, request: proposing.propose(
        premises.room(request.table), asked.key, request.decision
    ),
    Return: lambda premises, asked, request: playing.return_to_seat(premises.room(request.table), asked.key, asked),
    Ready: lambda premises, asked, request: seating.set_ready(premises.room(request.table), asked, request.ready),
    SetBot: lambda premises, asked, request: seating.set_bot(
        premises.room(request.table), asked, request.seat, request.level
    ),
    Kick: lambda premises, asked, request: seating.kick(premises.room(request.table), asked, request.seat),
    Start: lambda premises, asked, request: seating.start(premises.room(request.table), asked),
    Commit: lambda premises, asked, request: seating.commit(
        premises.room(request.table), asked.key, request.attempt, request.digest
    ),
    Reveal: lambda premises, asked, request: seating.reveal(
        premises.room(request.table), asked, request.attempt, request.contribution
    ),
    Rematch: _rematch,
    SetClock: lambda premises, asked, request: playing.set_clock(premises.room(request.table), asked, request.seconds),
    HandOver: lambda premises, asked, request: playing.hand_over(
        premises.room(request.table), asked, request.seat, request.fingerprint
    ),
    Say: lambda premises, asked, request: watching.say(
        premises.room(request.table), asked, clean(request.text, CHAT_LINE)
    ),
    Finished: lambda premises, asked, request: finished_tables(
        premises.lobby, asked.key if request.mine else None, request.before, request.count
    ),
}

WRITTEN_DOWN: frozenset[type[Request]] = frozenset(
    {Create, Sit, Leave, Return, Ready, SetBot, Kick, Start, Reveal, Rematch, SetClock, HandOver, Act, Say}
)
"""Requests that may lead to an entry in the journal, which remembers them for ever."""

WEIGHTS: dict[type[Request], int] = {
    Create: 20,
    Rematch: 20,
    Transcript: 15,
    Moment: 10,
    Propose: 10,
    Say: 10,
    Sit: 5,
    Leave: 5,
    Return: 5,
    Ready: 5,
    SetBot: 5,
    Kick: 5,
    Start: 5,
    SetClock: 5,
    HandOver: 5,
    Enter: 3,
    Finished: 3,
    Arrange: 2,
}


def weight_of(request: Request) -> int:
    """For how many requests one counts, by the work it makes or what it writes for ever."""
    if isinstance(request, Preview):
        return 1 + len(request.actions) // 4
    return WEIGHTS.get(type(request), 1)
