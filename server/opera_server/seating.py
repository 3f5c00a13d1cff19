"""Before the game: sitting down, bots, being ready, and the start with its shared shuffle."""

from opera_bots.levels import LEVELS
from opera_protocol.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.entries import Asked, BotSeated, Key, ReadySet, Seated, SeatLeft, Started
from opera_server.playing import look_around
from opera_server.starting import STEP_SECONDS, StartAttempt
from opera_server.table import Table
from opera_server.table_room import TableRoom

BOT_NAMES = ("Rossini", "Bellini", "Donizetti", "Puccini", "Bizet", "Gounod", "Smetana", "Massenet")
BY_HAND: Map = {"by_hand": True}


async def sit(room: TableRoom, asked: Asked, name: str, seat: Seat | None, code: str) -> Map:
    """Take a free seat under a name that nobody else has there."""
    name = clean(name, PLAYER_NAME)
    async with room.lock:
        mine = room.table.seat_of(asked.key)
        if mine is not None:
            return {"seat": mine}
        _require_open(room)
        if not room.table.opens_to(code):
            raise Refused("wrong_code_word")
        if any(chair.name == name for chair in room.table.chairs):
            raise Refused("name_taken", name=name)
        chosen = _free_seat(room, asked.key, seat)
        seated = Seated(at=room.services.now(), seat=chosen, key=asked.key, name=name)
        await room.commit(seated, asked=asked)
        room.seen[chosen] = room.services.now()
        _seats_changed(room)
    return {"seat": chosen}


def _free_seat(room: TableRoom, key: Key, wanted: Seat | None) -> Seat:
    chairs = room.table.chairs
    if wanted is None:
        wanted = room.table.created.wanted.get(key)
        if wanted is None or not chairs[wanted].is_free:
            wanted = next((seat for seat, chair in enumerate(chairs) if chair.is_free), None)
    if wanted is None:
        raise Refused("no_free_seat")
    _require_seat(room, wanted)
    if not chairs[wanted].is_free:
        raise Refused("seat_taken", seat=wanted)
    return wanted


async def give_up(room: TableRoom, asked: Asked) -> Map:
    """Leave a table that has not begun."""
    async with room.lock:
        seat = room.seat_of(asked.key)
        _require_open(room)
        await room.commit(SeatLeft(at=room.services.now(), seat=seat), asked=asked)
        _seats_changed(room)
    return {}


async def set_ready(room: TableRoom, asked: Asked, ready: bool) -> Map:
    async with room.lock:
        seat = room.seat_of(asked.key)
        _require_open(room)
        if room.table.chairs[seat].ready != ready:
            await room.commit(ReadySet(at=room.services.now(), seat=seat, ready=ready), asked=asked)
            _seats_changed(room)
    return {}


async def set_bot(room: TableRoom, asked: Asked, seat: Seat, level: str | None) -> Map:
    """The host puts a bot on a free seat, changes its level, or sends it away."""
    async with room.lock:
        _require_host(room, asked.key)
        _require_open(room)
        _require_seat(room, seat)
        chair = room.table.chairs[seat]
        if chair.key:
            raise Refused("not_a_bot", seat=seat)
        if level is None:
            if chair.level:
                await room.commit(SeatLeft(at=room.services.now(), seat=seat), asked=asked)
        else:
            check_level(level)
            name = chair.name or free_bot_name(room.table)
            await room.commit(BotSeated(at=room.services.now(), seat=seat, level=level, name=name), asked=asked)
        _seats_changed(room)
    return {}


def check_level(level: str) -> None:
    if level not in LEVELS:
        raise Refused("unknown_level", level=level, levels=list(LEVELS))


def free_bot_name(table: Table) -> str:
    taken = {chair.name for chair in table.chairs}
    return next(name for name in BOT_NAMES if name not in taken)


async def kick(room: TableRoom, asked: Asked, seat: Seat) -> Map:
    async with room.lock:
        _require_host(room, asked.key)
        _require_open(room)
        _require_seat(room, seat)
        if not room.table.chairs[seat].key:
            raise Refused("not_a_person", seat=seat)
        await room.commit(SeatLeft(at=room.services.now(), seat=seat, kicked=True), asked=asked)
        _seats_changed(room)
    return {}


async def start(room: TableRoom, asked: Asked) -> Map:
    """Begin the shuffle; with a seed set by hand the game begins at once."""
    async with room.lock:
        _require_host(room, asked.key)
        _require_open(room)
        _require_all_ready(room)
        if room.attempt:
            raise Refused("already_starting")
        seed = room.table.settings.seed
        if seed is not None:
            await _begin_game(room, seed, BY_HAND, asked)
        else:
            _begin_attempt(room)
            room.show()
    look_around(room)
    return {}


def _begin_attempt(room: TableRoom) -> None:
    people = [seat for seat, chair in enumerate(room.table.chairs) if chair.key]
    room.attempts += 1
    room.attempt = StartAttempt(room.attempts, people, _step_end(room))
    _watch_attempt(room, room.attempt)


def _step_end(room: TableRoom) -> int:
    return room.services.now() + int(1000 * STEP_SECONDS)


def _watch_attempt(room: TableRoom, attempt: StartAttempt) -> None:
    """Give the people of this stage their time, no more."""
    stage = attempt.stage
    room.errands.later(STEP_SECONDS, lambda: _give_up_attempt(room, attempt, stage))


async def _give_up_attempt(room: TableRoom, attempt: StartAttempt, stage: str) -> None:
    """Who did not answer is not ready after all; nothing of the attempt is used again."""
    async with room.lock:
        if room.attempt is not attempt or attempt.stage != stage:
            return
        room.attempt = None
        for seat in attempt.missing():
            await room.commit(ReadySet(at=room.services.now(), seat=seat, ready=False))
        room.show()


async def commit(room: TableRoom, key: Key, number: int, digest: bytes) -> Map:
    async with room.lock:
        seat, attempt = room.seat_of(key), _attempt(room, number)
        attempt.commit(seat, digest)
        if attempt.stage == "reveal":
            attempt.deadline = _step_end(room)
            _watch_attempt(room, attempt)
        room.show()
    return {}


async def reveal(room: TableRoom, asked: Asked, number: int, contribution: bytes) -> Map:
    async with room.lock:
        seat = room.seat_of(asked.key)
        if room.table.shuffle.get("contributions", {}).get(str(seat)) == contribution.hex():
            # The game has begun with it; nothing else tells a repetition after a restart.
            return {}
        attempt = _attempt(room, number)
        attempt.reveal(seat, contribution)
        if attempt.is_complete:
            room.attempt = None
            await _begin_game(room, attempt.seed(), attempt.shuffle(), asked)
        else:
            room.show()
    look_around(room)
    return {}


async def _begin_game(room: TableRoom, seed: bytes, shuffle: Map, asked: Asked) -> None:
    """From now on nobody watches where that is not allowed, also those who were here before."""
    await room.commit(Started(at=room.services.now(), seed=seed, shuffle=shuffle), asked=asked)
    if not room.table.settings.spectators:
        for member in [member for member in room.members.values() if member.seat is None]:
            room.expel(member, "no_spectators")
    room.show()


def _attempt(room: TableRoom, number: int) -> StartAttempt:
    if room.attempt is None or room.attempt.number != number:
        raise Refused("no_such_attempt")
    return room.attempt


async def free_absent_seats(room: TableRoom) -> None:
    """At a table that has not begun, who stays away loses the seat."""
    async with room.lock:
        gone = [seat for seat, chair in enumerate(room.table.chairs) if chair.key and room.is_long_gone(seat)]
        if room.table.state != "open" or not gone:
            return
        for seat in gone:
            await room.commit(SeatLeft(at=room.services.now(), seat=seat))
        _seats_changed(room)


def _seats_changed(room: TableRoom) -> None:
    """Whatever was being started is off, and everybody sees their own seat."""
    room.attempt = None
    room.reseat_members()
    room.show()


def _require_open(room: TableRoom) -> None:
    if room.table.state != "open":
        raise Refused("not_open")


def _require_host(room: TableRoom, key: Key) -> None:
    if room.seat_of(key) != room.table.host:
        raise Refused("not_host")


def _require_seat(room: TableRoom, seat: Seat) -> None:
    if seat >= len(room.table.chairs):
        raise Refused("no_such_seat", seat=seat, highest=len(room.table.chairs) - 1)


def _require_all_ready(room: TableRoom) -> None:
    chairs = room.table.chairs
    free = sum(chair.is_free for chair in chairs)
    if free:
        raise Refused("seats_free", free=free)
    waiting = [seat for seat, chair in enumerate(chairs) if not chair.ready]
    if waiting:
        raise Refused("not_ready", seats=waiting)
