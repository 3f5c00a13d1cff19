"""During the game: actions, previews, bots, stand-ins and clocks."""

import logging

from opera_bots.worker import Question
from opera_protocol.fingerprint import fingerprint, short_fingerprint
from opera_protocol.messages import Clock
from opera_protocol.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map, Seat, to_map
from opera_rules.chance import Chance, derive
from opera_rules.refusals import Refused
from opera_server import clocks
from opera_server.entries import Acted, Actor, Asked, ClockSet, HandedOver, Key, StandInBegan, StandInEnded
from opera_server.table import state_hash
from opera_server.table_room import TableRoom
from opera_server.thinkers import ThinkerError

_log = logging.getLogger(__name__)

LEAST_CLOCK_SECONDS = 60


async def act(room: TableRoom, asked: Asked, decision: int, action: Map) -> Map:
    """Do what a player decided, if it answers the decision that is open."""
    async with room.lock:
        seat = room.seat_of(asked.key)
        require_running(room)
        if room.table.opened.get(seat) != decision:
            raise Refused("stale")
        n = await _apply(room, seat, action, "player", asked)
        await _take_back(room, seat)
        room.show()
    look_around(room)
    return {"entry": n}


async def _apply(room: TableRoom, seat: Seat, action: Map, by: Actor, asked: Asked | None = None) -> int:
    table = room.table
    step = table.rules.apply(table.game, seat, table.rules.read_action(action))
    entry = Acted(
        at=room.services.now(),
        seat=seat,
        action=action,
        by=by,
        state=state_hash(step.game),
        thought=clocks.time_taken(table, room.opened_at[seat].at, room.services.now()) if by != "bot" else 0,
    )
    return await room.commit(entry, step, asked)


def preview(room: TableRoom, key: Key, actions: tuple[Map, ...]) -> Map:
    """What each of these actions would bring."""
    seat = room.seat_of(key)
    require_running(room)
    return {"previews": [_preview(room, seat, action) for action in actions]}


def _preview(room: TableRoom, seat: Seat, action: Map) -> Map:
    table = room.table
    try:
        return table.rules.preview(table.game, seat, table.rules.read_action(action))
    except Refused as refused:
        return {"refusal": refused.to_map()}


def arrange(room: TableRoom, key: Key, buy: tuple[str, ...], goal: str | tuple[int, int]) -> Map:
    seat = room.seat_of(key)
    require_running(room)
    return {"layout": room.table.rules.arrange(room.table.game, seat, buy, goal)}


def look_around(room: TableRoom) -> None:
    """Wake the bots that have to decide, and see to players who are gone or out of time."""
    if room.table.state != "running":
        return
    for seat in room.table.waiting():
        level = _acting_level(room, seat)
        decision = room.table.opened[seat]
        if level and room.thinking.get(seat) != decision:
            room.thinking[seat] = decision
            room.errands.run(_bot_turn(room, seat, decision, level))
    due = _next_due(room)
    if due is not None:
        seconds = max(0, due - room.services.now()) / 1000
        room.errands.alarm(seconds, lambda: send_stand_ins(room))


def _acting_level(room: TableRoom, seat: Seat) -> str:
    """The level of the bot that acts for this seat now; empty if a person does."""
    chair = room.table.chairs[seat]
    if chair.level:
        return chair.level
    return room.table.settings.stand_in if chair.stand_in and _has_company(room, seat) else ""


def _has_company(room: TableRoom, seat: Seat) -> bool:
    """A stand-in acts only while another person of the table is there to play with."""
    return any(member.seat not in (None, seat) for member in room.members.values())


async def _bot_turn(room: TableRoom, seat: Seat, decision: int, level: str) -> None:
    action = await _bot_action(room, seat, decision, level)
    async with room.lock:
        if room.thinking.get(seat) == decision:
            del room.thinking[seat]
        is_still_asked = room.table.opened.get(seat) == decision and _acting_level(room, seat)
        if is_still_asked and room.table.state == "running":
            by: Actor = "bot" if room.table.chairs[seat].level else "stand_in"
            await _apply(room, seat, _allowed(room, seat, action), by)
            room.show()
    look_around(room)


async def _bot_action(room: TableRoom, seat: Seat, decision: int, level: str) -> Map | None:
    """What the bot chose; None if it failed."""
    question = question_for(room, seat, level, _bot_seed(room, seat, decision))
    try:
        return await room.services.thinkers.think(question)
    except ThinkerError:
        return None


def question_for(room: TableRoom, seat: Seat, level: str | None, seed: bytes) -> Question:
    """The decision that is open for a seat, with what the seat knows and nothing else."""
    table = room.table
    return Question(
        game=table.settings.game,
        seat=seat,
        level=level,
        public=table.rules.public(table.game),
        private={**table.rules.private(table.game, seat), "choices": room.choices_of(seat)},
        events=[to_map(event) for event in table.events()],
        seed=seed,
        seconds=room.services.bot_seconds,
    )


def _bot_seed(room: TableRoom, seat: Seat, decision: int) -> bytes:
    return derive(room.table.seed, "bot", seat, decision)


def _allowed(room: TableRoom, seat: Seat, action: Map | None) -> Map:
    """The bot's action, or any allowed one where the bot failed: the game goes on."""
    table = room.table
    offers = table.rules.offers(table.game, seat)
    try:
        if action is not None and table.rules.read_action(action) in offers:
            return action
    except Refused:
        pass
    _log.warning("bot_replaced table=%s seat=%s", table.id, seat)
    chance = Chance(_bot_seed(room, seat, table.entries))
    return table.rules.write_action(offers.sample(chance))


def _next_due(room: TableRoom) -> int | None:
    """When the next player will be out of time or gone too long; None if nobody will."""
    return min((due for seat in room.table.waiting() if (due := _due(room, seat)) is not None), default=None)


def _due(room: TableRoom, seat: Seat) -> int | None:
    """When a stand-in comes for this seat if nothing changes."""
    chair = room.table.chairs[seat]
    if not chair.key or chair.stand_in or not _has_company(room, seat):
        return None
    deadline = room.deadline(seat)
    ends = [] if deadline is None else [deadline]
    if not room.is_present(seat):
        ends.append(room.gone_since(seat) + 1000 * room.table.settings.absence)
    return min(ends, default=None)


async def send_stand_ins(room: TableRoom) -> None:
    async with room.lock:
        now = room.services.now()
        late = [seat for seat in room.table.waiting() if (due := _due(room, seat)) is not None and due <= now]
        for seat in late:
            is_here = room.is_present(seat)
            await room.commit(StandInBegan(at=now, seat=seat, cause="clock" if is_here else "absent"))
        if late:
            room.show()
    look_around(room)


async def _take_back(room: TableRoom, seat: Seat, asked: Asked | None = None) -> None:
    if room.table.chairs[seat].stand_in:
        await room.commit(StandInEnded(at=room.services.now(), seat=seat), asked=asked)


async def return_to_seat(room: TableRoom, key: Key, asked: Asked | None = None) -> Map:
    """The player is back: the stand-in goes at once, and an overdue decision waits a little longer."""
    async with room.lock:
        seat = room.seat_of(key)
        if room.table.chairs[seat].stand_in and room.table.state == "running" and room.wait_a_little(seat):
            await _take_back(room, seat, asked)
            room.show()
    look_around(room)
    return {}


async def notice_life(room: TableRoom, key: Key) -> None:
    """Somebody who works on a decision is back, whatever the clock said."""
    if room.table.chairs[room.seat_of(key)].stand_in:
        await return_to_seat(room, key)


async def leave_game(room: TableRoom, asked: Asked) -> Map:
    """During the game, leaving is absence at once; the seat stays its holder's."""
    async with room.lock:
        seat = room.seat_of(asked.key)
        if room.table.state == "running" and room.table.chairs[seat].stand_in != "left":
            await room.commit(StandInBegan(at=room.services.now(), seat=seat, cause="left"), asked=asked)
            room.show()
    look_around(room)
    return {}


async def set_clock(room: TableRoom, asked: Asked, seconds: int) -> Map:
    async with room.lock:
        if room.seat_of(asked.key) != room.table.host:
            raise Refused("not_host")
        require_running(room)
        if room.table.clock.mode != "none":
            raise Refused("clock_set_already")
        if seconds < LEAST_CLOCK_SECONDS:
            raise Refused("clock_too_short", least=LEAST_CLOCK_SECONDS)
        now = room.services.now()
        await room.commit(ClockSet(at=now, clock=Clock(mode="decision", seconds=seconds)), asked=asked)
        room.reopen_decisions()
        room.show()
    look_around(room)
    return {}


async def hand_over(room: TableRoom, asked: Asked, seat: Seat, wanted: str) -> Map:
    """The host gives a seat whose holder is gone to somebody who watches."""
    async with room.lock:
        if room.seat_of(asked.key) != room.table.host:
            raise Refused("not_host")
        require_running(room)
        if seat >= len(room.table.chairs) or not room.table.chairs[seat].key:
            raise Refused("not_a_person", seat=seat)
        if not _is_abandoned(room, seat):
            raise Refused("holder_present", name=room.table.chairs[seat].name)
        heir, name = _watcher(room, wanted)
        await room.commit(HandedOver(at=room.services.now(), seat=seat, key=heir, name=name), asked=asked)
        room.reseat_members()
        room.show()
    look_around(room)
    return {}


def _is_abandoned(room: TableRoom, seat: Seat) -> bool:
    """A seat whose holder has left, or is away longer than the table allows: a broken line gives nothing away."""
    has_left = room.table.chairs[seat].stand_in == "left"
    return not room.is_present(seat) and (has_left or room.is_long_gone(seat))


def _watcher(room: TableRoom, wanted: str) -> tuple[Key, str]:
    """A spectator by fingerprint, whole or its first four characters, with a name nobody else has here.

    Keys that share four characters are soon found, so they must mean one person only.
    """
    taken = {chair.name for chair in room.table.chairs}
    meant = {
        member.attachment.key: clean(member.name, PLAYER_NAME)
        for member in room.members.values()
        if member.seat is None and member.name not in {"", *taken} and _means(wanted, member.attachment.key)
    }
    if len(meant) != 1:
        raise Refused("no_such_watcher")
    return meant.popitem()


def _means(wanted: str, key: Key) -> bool:
    return wanted.upper() in (short_fingerprint(key), fingerprint(key))


def require_running(room: TableRoom) -> None:
    if room.table.state != "running":
        raise Refused("not_running")
