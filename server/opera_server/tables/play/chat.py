"""Chat at a table: among the players, and among the spectators in the gallery; older lines of both and of the log."""

from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.likeness import are_alike
from opera_protocol.wire.messages import History, Say
from opera_protocol.wire.plain_text import CHAT_LINE, clean
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.journal.entries import Asked, Channel, Key, Spoken
from opera_server.tables.documents import Stream, lines_before, new_lines
from opera_server.tables.table_room import TableRoom

MOST_LINES = 5_000
"""How many lines can be said at one table, and as many in its gallery, since they are kept for ever."""


async def say(room: TableRoom, asked: Asked, request: Say) -> Map:
    """Add a line: players talk at the table, spectators in the gallery, which players see after the end."""
    text = clean(request.text, CHAT_LINE)
    async with room.change():
        seat = _require_member(room, asked.key)
        if len(room.table.talk if seat is not None else room.table.gallery) >= MOST_LINES:
            raise Refused("talk_full", most=MOST_LINES)
        name = room.table.chairs[seat].name if seat is not None else _spectator_name(room, asked.key)
        channel: Channel = "talk" if seat is not None else "gallery"
        spoken = Spoken(at=room.now(), channel=channel, name=name, seat=seat, text=text)
        await room.commit(spoken, asked=asked)
        if channel == "gallery":
            lines = new_lines(room.table.gallery, len(room.table.gallery) - 1)
            room.say_to([m for m in room.members.values() if room.sees_gallery(m.seat)], {"gallery": lines})
    return {}


def _require_member(room: TableRoom, key: Key) -> Seat | None:
    """Return the seat of a person in the room, None for a spectator; refuse others."""
    seat = room.table.seat_of(key)
    if seat is None and not room.has_member(key):
        raise Refused("not_seated")
    return seat


def _spectator_name(room: TableRoom, key: Key) -> str:
    """Return a spectator's name, with the key's letters if somebody who plays or watches here has one like it."""
    name = next((m.name for m in room.members.values() if m.connection.key == key and m.name), "")
    others = (m.name for m in room.members.values() if m.seat is None and m.connection.key != key and m.name)
    is_like_another = room.table.has_name_like(name) or any(are_alike(name, other) for other in others)
    return f"{name} {short_fingerprint(key)}" if name and is_like_another else name


async def older_lines(room: TableRoom, asked: Asked, request: History) -> Map:
    """Return lines of the log, the talk or the gallery before a number."""
    seat = _require_member(room, asked.key)
    if request.stream == "gallery" and not room.sees_gallery(seat):
        raise Refused("not_your_seat")
    table = room.table
    streams: dict[str, Stream] = {"log": table.log, "talk": table.talk, "gallery": table.gallery}
    return lines_before(streams[request.stream], request.before, request.count)
