"""What the host may do during the game: set a clock, and hand over the seat of a player who is gone."""

from opera_protocol.wire.keys import fingerprint, short_fingerprint
from opera_protocol.wire.messages import Clock, HandOver, SetClock
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.journal.entries import Asked, ClockSet, HandedOver, Key
from opera_server.tables.table_room import TableRoom

LEAST_CLOCK_SECONDS = 60


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
    """Give a seat whose holder is gone to somebody who watches."""
    async with room.change():
        room.require_host(asked.key)
        room.require_running()
        seat = request.seat
        if seat >= len(room.table.chairs) or not room.table.chairs[seat].key:
            raise Refused("not_a_person", seat=seat)
        if not _is_abandoned(room, seat):
            raise Refused("holder_present", name=room.table.chairs[seat].name)
        heir, name = _watcher(room, request.fingerprint)
        await room.commit(HandedOver(at=room.now(), seat=seat, key=heir, name=name), asked=asked)
        room.reseat_members()
    return {}


def _is_abandoned(room: TableRoom, seat: Seat) -> bool:
    """Whether the holder has left, or is away longer than the table allows: a broken line gives nothing away."""
    has_left = room.table.chairs[seat].stand_in == "left"
    return not room.presence.is_present(seat) and (has_left or room.is_long_gone(seat))


def _watcher(room: TableRoom, wanted: str) -> tuple[Key, str]:
    """Find a spectator by fingerprint, whole or its first four characters, with a name nobody else has here.

    Keys that share four characters are soon found, so they must mean one person only.
    """
    taken = {chair.name for chair in room.table.chairs}
    meant = {
        member.connection.key: clean(member.name, PLAYER_NAME)
        for member in room.members.values()
        if member.seat is None and member.name not in {"", *taken} and _means(wanted, member.connection.key)
    }
    if len(meant) != 1:
        raise Refused("no_such_watcher")
    return meant.popitem()


def _means(wanted: str, key: Key) -> bool:
    return wanted.upper() in (short_fingerprint(key), fingerprint(key))
