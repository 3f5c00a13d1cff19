"""Seat people and bots before the game, and start it with a shuffle to which everybody contributes."""

from opera_bots.levels import LEVELS, TEMPERED, temperaments_of
from opera_protocol.wire.messages import Commit, Kick, Ready, Reveal, SetBot, Sit, Start
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map, Seat
from opera_rules.chance import Chance, derive
from opera_rules.refusals import Refused
from opera_server.journal.entries import Asked, BotSeated, Key, ReadySet, Seated, SeatLeft, StartAsked, Started
from opera_server.tables.shuffle_attempt import STEP_SECONDS, ShuffleAttempt
from opera_server.tables.table import Table
from opera_server.tables.table_room import TableRoom

BOT_NAMES = ("Rossini", "Bellini", "Donizetti", "Mascagni", "Bizet", "Gounod", "Smetana", "Massenet")
BY_HAND: Map = {"by_hand": True}
KEPT_MS = 120_000
"""How long a rematch keeps the seats of those who played before."""


async def sit(room: TableRoom, asked: Asked, request: Sit) -> Map:
    """Take a free seat under a name that nobody else at the table has."""
    name = clean(request.name, PLAYER_NAME)
    async with room.change():
        mine = room.table.seat_of(asked.key)
        if mine is not None:
            return {"seat": mine}
        room.require_open()
        room.services.require_code_word(room.table, asked.key, request.code)
        if room.table.has_name_like(name):
            raise Refused("name_taken", name=name)
        chosen = _free_seat(room, asked.key, request.seat)
        seated = Seated(at=room.now(), seat=chosen, key=asked.key, name=name)
        await room.commit(seated, asked=asked)
        room.presence.note_seen(chosen)
        _seats_changed(room)
    return {"seat": chosen}


def _free_seat(room: TableRoom, key: Key, wanted: Seat | None) -> Seat:
    chairs, kept = room.table.chairs, _kept_seats(room, key)
    if wanted is None:
        wanted = room.table.created.wanted.get(key)
        if wanted is None or not chairs[wanted].is_free:
            free = [seat for seat, chair in enumerate(chairs) if chair.is_free]
            wanted = next((seat for seat in free if seat not in kept), free[0] if free else None)
    if wanted is None:
        raise Refused("no_free_seat")
    _require_seat(room, wanted)
    if not chairs[wanted].is_free:
        raise Refused("seat_taken", seat=wanted)
    if wanted in kept:
        raise Refused("seat_kept", seat=wanted)
    return wanted


def _kept_seats(room: TableRoom, key: Key) -> set[Seat]:
    """Return the seats of a rematch that wait for others who sat there before; not for long.

    If the clock was set back before a restart, that is the earlier moment.
    """
    created = room.table.created
    if room.now() >= min(created.at, room.presence.began) + KEPT_MS:
        return set()
    return {seat for holder, seat in created.wanted.items() if holder != key and room.table.seat_of(holder) is None}


async def give_up(room: TableRoom, asked: Asked) -> Map:
    """Leave a table that has not begun."""
    async with room.change():
        seat = room.seat_of(asked.key)
        room.require_open()
        await room.commit(SeatLeft(at=room.now(), seat=seat), asked=asked)
        _seats_changed(room)
    return {}


async def set_ready(room: TableRoom, asked: Asked, request: Ready) -> Map:
    """Note that a player is ready for the start, or no longer is."""
    async with room.change():
        seat = room.seat_of(asked.key)
        room.require_open()
        if room.table.chairs[seat].ready != request.ready:
            await room.commit(ReadySet(at=room.now(), seat=seat, ready=request.ready), asked=asked)
            _seats_changed(room)
    return {}


async def set_bot(room: TableRoom, asked: Asked, request: SetBot) -> Map:
    """Put a bot on a free seat, change its level, or remove it; only the host may."""
    seat, level = request.seat, request.level
    async with room.change():
        room.require_host(asked.key)
        room.require_open()
        _require_seat(room, seat)
        chair = room.table.chairs[seat]
        if chair.key:
            raise Refused("not_a_bot", seat=seat)
        if level is None:
            if chair.level:
                await room.commit(SeatLeft(at=room.now(), seat=seat), asked=asked)
        else:
            check_level(level)
            await room.commit(new_bot(room.table, seat, level, room.now()), asked=asked)
        _seats_changed(room)
    return {}


def check_level(level: str) -> None:
    if level not in LEVELS:
        raise Refused("unknown_level", level=level, levels=list(LEVELS))


def new_bot(table: Table, seat: Seat, level: str, now: int) -> BotSeated:
    """Seat a bot: with the name of the one that sits there, and a temperament by chance where its level has some."""
    name = table.chairs[seat].name or next(name for name in BOT_NAMES if not table.has_name_like(name))
    choices = temperaments_of(table.settings.game) if level == TEMPERED else ()
    chance = Chance(derive(table.settings.seed or table.id.encode(), "temperament", seat))
    temperament = chance.choice(choices) if choices else ""
    return BotSeated(at=now, seat=seat, level=level, name=name, temperament=temperament)


async def kick(room: TableRoom, asked: Asked, request: Kick) -> Map:
    """Take a person's seat away; only the host may."""
    seat = request.seat
    async with room.change():
        room.require_host(asked.key)
        room.require_open()
        _require_seat(room, seat)
        if not room.table.chairs[seat].key:
            raise Refused("not_a_person", seat=seat)
        await room.commit(SeatLeft(at=room.now(), seat=seat, kicked=True), asked=asked)
        _seats_changed(room)
    return {}


async def start(room: TableRoom, asked: Asked, _request: Start) -> Map:
    """Begin the shuffle; with a seed set by hand the game begins at once."""
    async with room.change():
        room.require_host(asked.key)
        room.require_open()
        _require_all_ready(room)
        if room.attempt:
            raise Refused("already_starting")
        seed = room.table.settings.seed
        if seed is not None:
            await _begin_game(room, seed, BY_HAND, asked)
        else:
            await _begin_attempt(room, asked)
    return {}


async def _begin_attempt(room: TableRoom, asked: Asked) -> None:
    """Begin an attempt whose number is above all before it, also if the clock was set back."""
    number = max(room.now(), room.table.attempt + 1)
    await room.commit(StartAsked(at=room.now(), attempt=number), asked=asked)
    room.attempt = ShuffleAttempt(number, room.table.people)
    _limit_stage(room, room.attempt)


def _limit_stage(room: TableRoom, attempt: ShuffleAttempt) -> None:
    """Set the deadline of the stage that begins."""
    attempt.deadline = room.now() + int(1000 * STEP_SECONDS)
    stage = attempt.stage
    room.tasks.later(STEP_SECONDS, lambda: _give_up_attempt(room, attempt, stage))


async def _give_up_attempt(room: TableRoom, attempt: ShuffleAttempt, stage: str) -> None:
    """End an attempt that took too long; people who did not answer are no longer ready."""
    async with room.change():
        if room.attempt is not attempt or attempt.stage != stage:
            return
        room.attempt = None
        for seat in attempt.missing():
            await room.commit(ReadySet(at=room.now(), seat=seat, ready=False))


async def commit(room: TableRoom, asked: Asked, request: Commit) -> Map:
    """Store the hash of a player's contribution to the shuffle; after the last one, the reveal begins."""
    async with room.change():
        seat, attempt = room.seat_of(asked.key), _attempt(room, request.attempt)
        attempt.commit(seat, request.digest)
        if attempt.stage == "reveal":
            _limit_stage(room, attempt)
    return {}


async def reveal(room: TableRoom, asked: Asked, request: Reveal) -> Map:
    """Store a player's contribution to the shuffle; after the last one the game begins."""
    async with room.change():
        seat = room.seat_of(asked.key)
        if room.table.shuffle.get("contributions", {}).get(str(seat)) == request.contribution.hex():
            # The game has begun with it; after a restart only this shows that the request is repeated.
            return {}
        attempt = _attempt(room, request.attempt)
        attempt.reveal(seat, request.contribution)
        if attempt.is_complete:
            room.attempt = None
            await _begin_game(room, attempt.seed(), attempt.shuffle(), asked)
    return {}


async def _begin_game(room: TableRoom, seed: bytes, shuffle: Map, asked: Asked) -> None:
    """Begin the game, and remove spectators who came before the start where none are allowed."""
    started = Started(at=room.now(), seed=seed, shuffle=shuffle, rules=room.table.rules.VERSION)
    await room.commit(started, asked=asked)
    if not room.table.settings.spectators:
        for member in [member for member in room.members.values() if member.seat is None]:
            room.expel(member, "no_spectators")


def _attempt(room: TableRoom, number: int) -> ShuffleAttempt:
    if room.attempt is None or room.attempt.number != number:
        raise Refused("no_such_attempt")
    return room.attempt


async def free_absent_seats(room: TableRoom) -> None:
    """Free the seats of people who stay away from a table that has not begun."""
    async with room.change():
        gone = [seat for seat, chair in enumerate(room.table.chairs) if chair.key and room.is_long_gone(seat)]
        if room.table.state != "open" or not gone:
            return
        for seat in gone:
            await room.commit(SeatLeft(at=room.now(), seat=seat))
        _seats_changed(room)


def _seats_changed(room: TableRoom) -> None:
    """Cancel an attempt to start, and update the members' seats."""
    room.attempt = None
    room.reseat_members()


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
