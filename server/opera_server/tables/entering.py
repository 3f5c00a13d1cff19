"""Come into rooms and leave them."""

from opera_protocol.wire.messages import LOBBY, Enter
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_rules.api import Map
from opera_rules.refusals import Refused
from opera_server.net.update_connections import UpdateConnection
from opera_server.tables.lobby import Lobby
from opera_server.tables.play.absences import return_to_seat
from opera_server.tables.table import Table


async def enter(lobby: Lobby, connection: UpdateConnection, request: Enter) -> Map:
    """Come into a room and get its present state."""
    if request.room == LOBBY:
        return lobby.come_in(connection)
    table = await lobby.stored_table(request.room)
    if table.seat_of(connection.key) is not None and not lobby.room_of(table).is_failed:
        await return_to_seat(lobby.room_of(table), connection.key)
    # While this waited, seats may have changed hands and the connection may have ended; from here on nothing waits.
    if connection.is_gone:
        raise Refused("attachment_unknown")
    seat = table.seat_of(connection.key)
    name = request.name
    if seat is None:
        _check_spectator(table, request.code)
        name = clean(name, PLAYER_NAME) if name else ""
    return lobby.room_of(table).come_in(connection, seat, name)


def _check_spectator(table: Table, code: str) -> None:
    """Refuse spectators where none are allowed; before the start, they may want to sit down."""
    if not table.settings.spectators and table.state != "open":
        raise Refused("no_spectators")
    if not table.opens_to(code):
        raise Refused("wrong_code_word")


def leave_room(lobby: Lobby, room_id: str, connection: UpdateConnection) -> None:
    """Take a connection out of a room, if it is in it."""
    if room_id == LOBBY:
        lobby.dismiss(connection)
    elif room_id in lobby.tables:
        lobby.tables[room_id].go_out(connection)
