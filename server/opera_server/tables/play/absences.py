"""Keep a game going when players are gone or slow: stand-ins, a clock set by the host, seats handed to others."""

from opera_protocol.wire.keys import fingerprint, short_fingerprint
from opera_protocol.wire.messages import Clock, HandOver, SetClock
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.journal.entries import Abandoned, Asked, ClockSet, HandedOver, Key, StandInBegan, StandInEnded
from opera_server.tables.table_room import TableRoom

LEAST_CLOCK_SECONDS = 60
LEAST_AWAY_SECONDS = 180
"""How long a player may be away at any table before the seat can be handed on."""


def has_company(room: TableRoom, seat: Seat) -> bool:
    """Say whether another player is at the table: otherwise a stand-in would play a game that nobody watches."""
    return any(member.seat not in (None, seat) for member in room.members.values())


def set_alarm(room: TableRoom) -> None:
    """Set the alarm that sends stand-ins, for when the next player will be out of time or gone too long."""
    due = min([due for seat in room.table.asked if (due := _due(room, seat)) is not None], default=None)
    if due is not None:
        seconds = max(0, due - room.now()) / 1000
        room.tasks.alarm(seconds, lambda: send_stand_ins(room))


def _due(room: TableRoom, seat: Seat) -> int | None:
    """Return when a stand-in comes for this seat if nothing changes; None if none will."""
    chair = room.table.chairs[seat]
    if not chair.key or chair.stand_in:
        return None
    deadline = room.clocks.deadline(room.table, seat)
    ends = [] if deadline is None else [deadline]
    if not room.presence.is_present(seat):
        ends.append(room.presence.gone_since(seat) + 1000 * room.table.settings.absence)
    return min(ends) if ends and has_company(room, seat) else None


async def send_stand_ins(room: TableRoom) -> None:
    """Let bots act for the players who are late by now."""
    async with room.change():
        now = room.now()
        late = [seat for seat in room.table.asked if (due := _due(room, seat)) is not None and due <= now]
        for seat in late:
            is_here = room.presence.is_present(seat)
            await room.commit(StandInBegan(at=now, seat=seat, cause="clock" if is_here else "absent"))


async def return_to_seat(room: TableRoom, key: Key, asked: Asked | None = None) -> Map:
    """Dismiss the stand-in of a player who is back; an overdue decision waits a little longer."""
    async with room.change():
        seat = room.seat_of(key)
        is_replaced = room.table.chairs[seat].stand_in and room.table.state == "running"
        if is_replaced and room.clocks.extend(room.table, seat):
            await dismiss_stand_in(room, seat, asked)
    return {}


async def reclaim_seat(room: TableRoom, key: Key, asked: Asked | None = None) -> None:
    """Give a seat that was handed on back to its former holder, as long as it has decided nothing since."""
    async with room.change():
        seat = room.table.reclaimable_seat_of(key)
        former = None if seat is None else room.table.chairs[seat].former
        if seat is None or former is None:
            return
        back = HandedOver(at=room.now(), seat=seat, key=key, name=former.name, back=True)
        await room.commit(back, asked=asked)
        room.reseat_members()


async def dismiss_stand_in(room: TableRoom, seat: Seat, asked: Asked | None = None) -> None:
    """Dismiss the stand-in, if there is one; only inside `room.change()`."""
    room.presence.note_back(seat)
    if room.table.chairs[seat].stand_in:
        await room.commit(StandInEnded(at=room.now(), seat=seat), asked=asked)


async def notice_life(room: TableRoom, key: Key) -> None:
    """Dismiss the stand-in of a player who is working on a decision, whatever the clock said."""
    if room.table.chairs[room.seat_of(key)].stand_in:
        await return_to_seat(room, key)


async def leave_game(room: TableRoom, asked: Asked) -> Map:
    """Send a stand-in at once for a player who leaves during the game; the seat stays its holder's.

    A lesson ends, and so does a game that one person plays where nobody else is let in: only bots would play it to a
    result.
    """
    async with room.change():
        seat = room.seat_of(asked.key)
        ends = room.table.is_lesson or (room.services.is_for_one and room.table.people == (seat,))
        if ends and room.table.state == "running":
            await room.commit(Abandoned(at=room.now(), cause="closed"), asked=asked)
            return {}
        if room.table.state == "running" and room.table.chairs[seat].stand_in != "left":
            await room.commit(StandInBegan(at=room.now(), seat=seat, cause="left"), asked=asked)
            room.presence.note_going(seat)
    return {}


async def set_clock(room: TableRoom, asked: Asked, request: SetClock) -> Map:
    """Set a clock where there is none; it begins for everybody now."""
    async with room.change():
        room.require_host(asked.key)
        room.require_running()
        if room.table.clock.mode != "none":
            raise Refused("clock_set_already")
        if request.seconds < LEAST_CLOCK_SECONDS:
            raise Refused("clock_too_short", least=LEAST_CLOCK_SECONDS)
        clock = Clock(mode="decision", seconds=request.seconds)
        await room.commit(ClockSet(at=room.now(), clock=clock), asked=asked)
        room.clocks.restart(room.table)
    return {}


async def hand_over(room: TableRoom, asked: Asked, request: HandOver) -> Map:
    """Give a seat whose holder is gone to a spectator who was watching already when the holder went."""
    async with room.change():
        room.require_host(asked.key)
        room.require_running()
        seat = request.seat
        if seat >= len(room.table.chairs) or not room.table.chairs[seat].key:
            raise Refused("not_a_person", seat=seat)
        if not _is_abandoned(room, seat):
            raise Refused("holder_present", name=room.table.chairs[seat].name)
        heir, name = _watcher(room, request.fingerprint)
        if not room.presence.was_watching(seat, heir):
            raise Refused("watched_too_late")
        await room.commit(HandedOver(at=room.now(), seat=seat, key=heir, name=name), asked=asked)
        room.reseat_members()
    return {}


def _is_abandoned(room: TableRoom, seat: Seat) -> bool:
    """Say whether the holder has left, or is away longer than allowed: a short interruption costs nobody the seat."""
    has_left = room.table.chairs[seat].stand_in == "left"
    allowed = 1000 * max(LEAST_AWAY_SECONDS, room.table.settings.absence)
    return not room.presence.is_present(seat) and (has_left or room.presence.is_gone_for(seat, allowed))


def _watcher(room: TableRoom, wanted: str) -> tuple[Key, str]:
    """Find a spectator by fingerprint, whole or its first four characters, with a name nobody else has here.

    Keys that share four characters are easily made, so the characters must match one person only.
    """
    meant = {
        member.connection.key: clean(member.name, PLAYER_NAME)
        for member in room.members.values()
        if member.seat is None and member.name and _means(wanted, member.connection.key)
    }
    heir, name = meant.popitem() if len(meant) == 1 else (b"", "")
    if not heir or room.table.has_name_like(name):
        raise Refused("no_such_watcher")
    return heir, name


def _means(wanted: str, key: Key) -> bool:
    return wanted.upper() in (short_fingerprint(key), fingerprint(key))
