"""Give hints: what a strong bot would do in a player's place, from what that player knows.

Nobody but the asker can tell that somebody asked: nothing is written down, and no document changes. A decision is
thought about once; a player who asks again gets the same answer, so asking often finds out nothing more.
"""

import asyncio
from typing import Final

from opera_bots.levels import can_propose
from opera_protocol.wire.messages import Propose
from opera_rules.api import Map, Seat
from opera_rules.chance import derive
from opera_rules.refusals import Refused
from opera_server.journal.entries import Asked, Key
from opera_server.tables.play.bot_turns import question_for
from opera_server.tables.table_room import Hint, TableRoom
from opera_server.worker_pool import NoAnswerError

MOST_ASKED: Final = 8
"""Hints that may be under way at the same time, so that nobody waits long."""


async def propose(room: TableRoom, asked: Asked, request: Propose) -> Map:
    """Propose an action for the decision that this player has open, if it is still open once there is a proposal."""
    decision = request.decision
    seat = _asking_seat(room, asked.key, decision)
    hint = room.hints.get(seat)
    if hint is None or hint.decision != decision:
        _require_free_worker(room, hint)
        hint = room.hints[seat] = Hint(decision, room.tasks.run(_think(room, seat, decision)))
    proposal = await asyncio.shield(hint.proposal)
    _asking_seat(room, asked.key, decision)
    if proposal is None:
        if room.hints.get(seat) is hint:
            del room.hints[seat]
        raise Refused("hint_failed")
    return proposal


def _asking_seat(room: TableRoom, key: Key, decision: int) -> Seat:
    """Return the player's seat if a hint for this decision is allowed now."""
    seat = room.seat_of(key)
    room.require_running()
    if not room.table.settings.hints or not can_propose(room.table.settings.game):
        raise Refused("no_hints")
    if room.table.opened.get(seat) != decision:
        raise Refused("stale")
    return seat


def _require_free_worker(room: TableRoom, last: Hint | None) -> None:
    """Allow one hint at a time for a seat, and not too many for the server."""
    if last is not None and not last.proposal.done():
        raise Refused("hint_under_way")
    if room.services.hint_pool.unanswered >= MOST_ASKED:
        raise Refused("too_many_hints", most=MOST_ASKED)


async def _think(room: TableRoom, seat: Seat, decision: int) -> Map | None:
    """Ask the bot for a proposal; None if it failed."""
    table = room.table
    offers = table.rules.offers(table.game, seat)
    question = question_for(room, seat, None, derive(table.seed, "hint", seat, decision))
    try:
        proposal = await room.services.hint_pool.ask(question)
        is_allowed = table.rules.read_action(proposal["action"]) in offers
    except (NoAnswerError, Refused):
        return None
    return proposal if is_allowed else None
