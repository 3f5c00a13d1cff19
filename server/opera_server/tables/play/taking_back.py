"""Take back actions at a table with one person: the last own one and what bots did after it.

What uncovered something hidden, or what chance brought, is never taken back (`Event.uncovers`); further back leads only
another table, which begins as this one did: see `branching`.
"""

from opera_protocol.wire.messages import TakeBack
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.journal.entries import Asked, TakenBack
from opera_server.tables.play.absences import dismiss_stand_in
from opera_server.tables.play.bots import stop_bots
from opera_server.tables.table import state_hash
from opera_server.tables.table_room import TableRoom


async def take_back(room: TableRoom, asked: Asked, request: TakeBack) -> Map:
    """Restore the state before the player's last action, and stop the bots, which think about a later one."""
    async with room.change():
        seat = room.seat_of(asked.key)
        room.require_running()
        count = _actions_since(room, seat, request.decision)
        restored = room.table.revocable[-count].game
        entry = TakenBack(at=room.now(), seat=seat, actions=count, state=state_hash(restored))
        await room.commit(entry, asked=asked)
        stop_bots(room)
        await dismiss_stand_in(room, seat)
    return {"actions": count}


def _actions_since(room: TableRoom, seat: Seat, decision: int) -> int:
    """Count the actions from the answer to this decision on; refuse if it is not the one to be taken back."""
    table = room.table
    if table.people != (seat,):
        # What was done concerns the others, too.
        raise Refused("others_seated")
    count = table.last_own(seat)
    if count is None:
        raise Refused("nothing_to_take_back")
    if table.decision_to_take_back(seat) != decision:
        raise Refused("stale")
    return count
