"""Coming into rooms, and looking back: streams, earlier moments, finished games."""

from opera_protocol.messages import LOBBY
from opera_protocol.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map, Seat
from opera_rules.refusals import Refused
from opera_server.archive import Archives
from opera_server.aside import aside
from opera_server.attachments import Attachment
from opera_server.entries import Asked, Channel, Key, Spoken
from opera_server.lobby import Lobby, is_of_these_rules
from opera_server.playing import look_around, return_to_seat
from opera_server.recovering import rebuilt
from opera_server.table import DamagedTableError, Table
from opera_server.table_documents import log_lines_before, talk_lines, talk_lines_before
from opera_server.table_room import TableRoom

MOST_LINES = 5_000
"""What can be said at one table; it is kept for ever."""


async def enter(lobby: Lobby, room_id: str, attachment: Attachment, code: str, name: str) -> Map:
    """Come into a room and get its present state."""
    if room_id == LOBBY:
        return lobby.come_in(attachment)
    table = await stored_table(lobby, room_id)
    if table.seat_of(attachment.key) is not None and not lobby.room_of(table).is_failed:
        await return_to_seat(lobby.room_of(table), attachment.key)
    # While this waited, seats may have changed hands and the connection may have ended; from here on nothing waits.
    if attachment.is_gone:
        raise Refused("attachment_unknown")
    seat = table.seat_of(attachment.key)
    if seat is None:
        _check_spectator(table, code)
        name = clean(name, PLAYER_NAME) if name else ""
    room = lobby.room_of(table)
    snapshot = room.come_in(attachment, seat, name)
    look_around(room)
    return snapshot


def _check_spectator(table: Table, code: str) -> None:
    """Anyone may watch who is allowed to; before the start, who comes in may want to sit down."""
    if not table.settings.spectators and table.state != "open":
        raise Refused("no_spectators")
    if not table.opens_to(code):
        raise Refused("wrong_code_word")


def leave_room(lobby: Lobby, room_id: str, attachment: Attachment) -> None:
    if room_id == LOBBY:
        lobby.dismiss(attachment)
    elif room_id in lobby.tables:
        room = lobby.tables[room_id]
        room.go_out(attachment)
        look_around(room)


def member_of(room: TableRoom, key: Key) -> Seat | None:
    """The seat of somebody in the room, None for a spectator; others are refused."""
    seat = room.table.seat_of(key)
    if seat is None and not any(member.attachment.key == key for member in room.members.values()):
        raise Refused("not_seated")
    return seat


async def say(room: TableRoom, asked: Asked, text: str) -> Map:
    """Players talk at the table; spectators among themselves, and players hear that after the end."""
    async with room.lock:
        seat = member_of(room, asked.key)
        if len(room.table.talk) + len(room.table.gallery) >= MOST_LINES:
            raise Refused("talk_full", most=MOST_LINES)
        name = room.table.chairs[seat].name if seat is not None else _spectator_name(room, asked.key)
        channel: Channel = "talk" if seat is not None else "gallery"
        spoken = Spoken(at=room.services.now(), channel=channel, name=name, seat=seat, text=text)
        await room.commit(spoken, asked=asked)
        if channel == "gallery":
            lines = talk_lines(room.table.gallery[-1:], len(room.table.gallery) - 1)
            room.say_to([m for m in room.members.values() if room.sees_gallery(m.seat)], {"gallery": lines})
        room.show()
    return {}


def _spectator_name(room: TableRoom, key: Key) -> str:
    return next((m.name for m in room.members.values() if m.attachment.key == key and m.name), "")


def history(room: TableRoom, key: Key, stream: str, before: int, count: int) -> Map:
    """Older lines of a stream."""
    seat = member_of(room, key)
    if stream == "gallery" and not room.sees_gallery(seat):
        raise Refused("not_your_seat")
    if stream == "log":
        return log_lines_before(room.table.log, before, count)
    return talk_lines_before(room.table.talk if stream == "talk" else room.table.gallery, before, count)


async def moment(lobby: Lobby, archives: Archives, table: Table, key: Key, n: int, seat: Seat | None) -> Map:
    """The documents after action n, as far as this key may see them."""
    if seat is not None:
        if table.state not in ("finished", "abandoned"):
            raise Refused("not_finished")
        if table.seat_of(key) != seat and not table.created.open_book:
            raise Refused("not_your_seat")
        if seat >= len(table.chairs):
            raise Refused("no_such_seat", seat=seat, highest=len(table.chairs) - 1)
    # A game that goes on may do so while this waits; all that has happened by now is in the journal.
    last = table.actions
    stored = await lobby.services.journal.entries(table.id)
    archive = await aside(archives.of, table, stored.entries)
    if n > last:
        raise Refused("no_such_moment", last=last)
    return {"n": n, "last": last, "log": table.log_after[n], **archive.moment(n, seat)}


def check_may_look(lobby: Lobby, table: Table, key: Key) -> None:
    """Who sat there may look back always; others if they could watch, with a code word only from inside."""
    if table.seat_of(key) is not None:
        return
    if not table.settings.spectators:
        raise Refused("no_spectators")
    room = lobby.tables.get(table.id)
    is_inside = room is not None and any(member.attachment.key == key for member in room.members.values())
    if table.settings.code and not is_inside:
        raise Refused("wrong_code_word")


async def stored_table(lobby: Lobby, table_id: str) -> Table:
    """A table that is open now, or one that has ended, from the journal."""
    if table_id in lobby.tables:
        return lobby.tables[table_id].table
    stored = await lobby.services.journal.entries(table_id)
    if not is_of_these_rules(stored):
        raise Refused("no_such_table")
    try:
        return await aside(rebuilt, stored)
    except DamagedTableError:
        raise Refused("no_such_table") from None
