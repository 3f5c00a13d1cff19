"""Carry out what players decide, and preview what a decision would bring."""

from typing import Any

from opera_protocol.wire.messages import Act, Arrange, Preview
from opera_rules.api import Map, Seat, Step
from opera_rules.lessons import require_taken
from opera_rules.refusals import Refused
from opera_server.journal.entries import Acted, Actor, Asked
from opera_server.tables.play.absences import dismiss_stand_in, notice_life
from opera_server.tables.table import state_hash
from opera_server.tables.table_room import TableRoom


async def act(room: TableRoom, asked: Asked, request: Act) -> Map:
    """Carry out a player's action, if it answers the decision that is open."""
    async with room.change():
        seat = room.seat_of(asked.key)
        room.require_running()
        if room.table.opened.get(seat) != request.decision:
            raise Refused("stale")
        n = await apply_action(room, seat, request.action, "player", asked)
        await dismiss_stand_in(room, seat)
        if room.table.is_played_by_one:
            room.reseat_members()
    return {"entry": n}


async def apply_action(room: TableRoom, seat: Seat, action: Map, by: Actor, asked: Asked | None = None) -> int:
    """Check an action, write it to the journal and change the table; only inside `room.change()`."""
    table = room.table
    *passed, last = table.rules.unfold(table.game, seat, table.rules.read_action(action))
    step = Step(last.game, tuple([event for one in (*passed, last) for event in one.events]))
    if table.lesson is not None and by == "player":
        require_taken(table.lesson, table.place_in_lesson, table.rules, table.game, seat, action)
    entry = Acted(
        at=room.now(),
        seat=seat,
        action=action,
        by=by,
        state=state_hash(step.game),
        thought=room.clocks.time_taken(table, seat) if by != "bot" else 0,
    )
    first_line = len(table.log)
    n = await room.commit(entry, step, asked)
    room.note_passed(passed, first_line)
    return n


async def preview(room: TableRoom, asked: Asked, request: Preview) -> Map:
    """Return what each of these actions would bring."""
    seat = room.seat_of(asked.key)
    room.require_running()
    previews = [_preview(room, seat, action) for action in request.actions]
    await notice_life(room, asked.key)
    return {"previews": previews}


def _preview(room: TableRoom, seat: Seat, action: Map) -> Any:
    table = room.table
    try:
        return table.rules.preview(table.game, seat, table.rules.read_action(action))
    except Refused as refused:
        return {"refusal": refused.to_map()}


async def arrange(room: TableRoom, asked: Asked, request: Arrange) -> Map:
    """Find the best layout for a goal, with these pieces bought."""
    seat = room.seat_of(asked.key)
    room.require_running()
    goal = request.goal if isinstance(request.goal, str) else (request.goal[0], request.goal[1])
    layout = room.table.rules.arrange(room.table.game, seat, request.buy, goal)
    await notice_life(room, asked.key)
    return {"layout": layout}
