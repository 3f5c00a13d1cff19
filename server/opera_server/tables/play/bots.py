"""Let bots decide, for their own seats or as stand-ins, and propose to players what they would do in their place.

Nobody but the asker can tell that somebody asked for a hint: nothing is written down, and no document changes. Each
decision gets one hint; a player who asks again gets the same one, so asking often reveals nothing more.
"""

import asyncio
from typing import Final

from opera_bots.levels import can_propose
from opera_bots.worker import Question
from opera_protocol.wire.messages import Propose
from opera_rules.api import Map, Seat, to_map
from opera_rules.chance import Chance, derive
from opera_rules.lessons import model_move, scripted, step_of
from opera_rules.refusals import Refused
from opera_server.config.logs import get_logger
from opera_server.fair_queue import Asker
from opera_server.journal.entries import Actor, Asked, Key
from opera_server.tables.play.absences import has_company, set_alarm
from opera_server.tables.play.playing import apply_action
from opera_server.tables.table_room import Hint, TableRoom, Turn
from opera_server.worker_pool import NoAnswerError

_log = get_logger(__name__)

MOST_ASKED: Final = 8
MOST_ASKED_BY_KEY: Final = 2
"""Hints that may be in progress at the same time, in all and of one person, so that nobody waits long."""


def wake_bots(room: TableRoom) -> None:
    """Start the turns of bots that have to decide, and set the alarm for the next player who will be late."""
    if room.table.state != "running" or room.is_failed:
        return
    for seat, decision in room.table.asked.items():
        level = _acting_level(room, seat)
        if level and not _is_thinking(room, seat, decision):
            room.turns[seat] = Turn(decision, room.tasks.run(_take_turn(room, seat, decision, level)))
    set_alarm(room)


def stop_bots(room: TableRoom) -> None:
    """Stop all bots that are thinking: what they think about is no longer so. Only inside `room.change()`."""
    for turn in room.turns.values():
        turn.task.cancel()
    room.turns.clear()


def _is_thinking(room: TableRoom, seat: Seat, decision: int) -> bool:
    turn = room.turns.get(seat)
    return turn is not None and turn.decision == decision


def _acting_level(room: TableRoom, seat: Seat) -> str:
    """Return the bot that acts for this seat now, by its level; empty if a person does."""
    chair = room.table.chairs[seat]
    if chair.level:
        return chair.bot
    is_wanted = chair.stand_in == "left" or (chair.stand_in and has_company(room, seat))
    return room.table.settings.stand_in if is_wanted else ""


async def _take_turn(room: TableRoom, seat: Seat, decision: int, level: str) -> None:
    """Let a bot think, then act for the seat if the decision is still open and the bot's."""
    action = _scripted_action(room, seat) or await _chosen_action(room, seat, decision, level)
    async with room.change():
        if _is_thinking(room, seat, decision):
            del room.turns[seat]
        is_still_asked = room.table.opened.get(seat) == decision and _acting_level(room, seat)
        if is_still_asked and room.table.state == "running":
            by: Actor = "bot" if room.table.chairs[seat].level else "stand_in"
            await apply_action(room, seat, _allowed(room, seat, action), by)


def _scripted_action(room: TableRoom, seat: Seat) -> Map | None:
    """Return what a lesson lets this seat do now; None if it leaves that to the bot."""
    table = room.table
    if table.lesson is None or table.state != "running" or seat not in table.opened:
        return None
    return scripted(table.lesson, table.place_in_lesson, table.rules, table.game, seat)


async def _chosen_action(room: TableRoom, seat: Seat, decision: int, level: str) -> Map | None:
    """Ask the bot for its action; None if it failed, or nothing is to be decided any more when it is its turn."""

    def question() -> Question:
        if room.table.opened.get(seat) != decision or room.table.state != "running":
            raise NoAnswerError
        return question_for(room, seat, level, _bot_seed(room, seat, decision))

    try:
        return await room.services.bot_pool.ask(question, _asker(room, _host_key(room)))
    except NoAnswerError:
        return None


def _host_key(room: TableRoom) -> Key:
    """Return whose table it is, so that one person's tables share what bots may think."""
    host = room.table.host
    return (None if host is None else room.table.chairs[host].key) or room.table.created.key


def _asker(room: TableRoom, key: Key) -> Asker:
    return Asker(key, room.id, lambda: bool(room.presence.seats))


def question_for(room: TableRoom, seat: Seat, level: str | None, seed: bytes) -> Question:
    """Make the question for a bot about a seat's open decision, with what the seat knows and nothing else."""
    table = room.table
    return Question(
        game=table.settings.game,
        seat=seat,
        level=level,
        public=table.rules.public(table.game),
        private=table.rules.private(table.game, seat),
        choices=room.choices_of(seat),
        events=[to_map(event) for event in table.events],
        seed=seed,
        seconds=room.services.bot_seconds,
    )


def _bot_seed(room: TableRoom, seat: Seat, decision: int) -> bytes:
    return derive(room.table.seed, "bot", seat, decision)


def _allowed(room: TableRoom, seat: Seat, action: Map | None) -> Map:
    """Return the bot's action, or a random allowed one if the bot failed, so that the game goes on."""
    table = room.table
    offers = table.rules.offers(table.game, seat)
    try:
        if action is not None and table.rules.read_action(action) in offers:
            return action
    except Refused:
        pass
    _log.warning("bot_replaced", table=table.id, seat=seat)
    chance = Chance(_bot_seed(room, seat, table.entries))
    return table.rules.write_action(offers.sample(chance))


async def propose(room: TableRoom, asked: Asked, request: Propose) -> Map:
    """Propose an action for this player's open decision, if it is still open once the bot has answered."""
    decision = request.decision
    seat = _asking_seat(room, asked.key, decision)
    if taught := _taught(room, seat):
        return {"action": taught, "points": 0, "next": None, "gains": {}, "reasons": [{"code": "lesson"}]}
    hint = room.hints.get(seat)
    if hint is None or hint.decision != decision:
        _require_free_worker(room, asked.key, hint)
        hint = room.hints[seat] = Hint(decision, room.tasks.run(_think(room, asked.key, seat, decision)))
    proposal = await asyncio.shield(hint.proposal)
    _asking_seat(room, asked.key, decision)
    if proposal is None:
        if room.hints.get(seat) is hint:
            del room.hints[seat]
        raise Refused("hint_failed")
    return proposal


def _taught(room: TableRoom, seat: Seat) -> Map | None:
    """Return the move that the lesson has in mind: a strong bot knows better ones, but not what is to be learned."""
    table = room.table
    if table.lesson is None:
        return None
    step = step_of(table.lesson, table.place_in_lesson, table.rules, table.game, seat)
    return model_move(step, table.rules, table.game, seat) if step else None


def _asking_seat(room: TableRoom, key: Key, decision: int) -> Seat:
    """Return the player's seat if a hint for this decision is allowed now."""
    seat = room.seat_of(key)
    room.require_running()
    if not room.table.settings.hints or not can_propose(room.table.settings.game):
        raise Refused("no_hints")
    if room.table.opened.get(seat) != decision:
        raise Refused("stale")
    return seat


def _require_free_worker(room: TableRoom, key: Key, last: Hint | None) -> None:
    """Refuse a second hint for a seat while one is in progress, and too many for a person or the server."""
    if last is not None and not last.proposal.done():
        raise Refused("hint_under_way")
    if room.services.hint_pool.asked_by(key) >= MOST_ASKED_BY_KEY:
        raise Refused("too_many_hints", most=MOST_ASKED_BY_KEY)
    if room.services.hint_pool.unanswered >= MOST_ASKED:
        raise Refused("too_many_hints", most=MOST_ASKED)


async def _think(room: TableRoom, key: Key, seat: Seat, decision: int) -> Map | None:
    """Ask the bot for a proposal; None if it failed."""
    table = room.table
    offers = table.rules.offers(table.game, seat)
    question = question_for(room, seat, None, derive(table.seed, "hint", seat, decision))
    try:
        proposal = await room.services.hint_pool.ask(lambda: question, _asker(room, key))
        is_allowed = table.rules.read_action(proposal["action"]) in offers
    except (NoAnswerError, Refused):
        return None
    return proposal if is_allowed else None
