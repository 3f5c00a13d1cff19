"""The tables of a server in lines: they are told, and one is chosen by its number or its name."""

from collections.abc import Sequence

from opera_games.catalog import GAMES, about
from opera_games.errors import Coded
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import LobbyTable
from opera_tui.line_mode.streams import Lines, Speaker
from opera_tui.lobby.named_table import named_table
from opera_tui.look.i18n import N_, NP_, _, sentence_of
from opera_tui.session.session import Session

STATES = {"open": NP_("table", "open"), "running": N_("under way"), "finished": N_("over"), "abandoned": N_("over")}
LEAVE = "q"


async def choose_table(session: Session, speaker: Speaker, lines: Lines, *, is_watching: bool) -> str:
    """Ask for a table until one is entered; return its id, empty if the person leaves."""
    while True:
        tables = _tables(session)
        _tell(tables, speaker)
        line = await lines.next()
        if line is None or line.strip() == LEAVE:
            return ""
        if not line.strip():
            continue
        try:
            return await _entered(session, tables, line.strip(), is_watching=is_watching)
        except Coded as error:
            speaker.say(sentence_of(error))


def _tables(session: Session) -> list[tuple[str, LobbyTable]]:
    """Return the tables that have not ended, the newest first."""
    view = session.client.room("lobby").view
    rows = {**view.lobby.tables, **view.own_tables}
    return sorted(rows.items(), key=lambda entry: -entry[1].number)


def _tell(tables: Sequence[tuple[str, LobbyTable]], speaker: Speaker) -> None:
    if not tables:
        speaker.say(_("No table is open here. Enter looks again, q leaves"))
        return
    speaker.say(_("Tables: {n}. Type a number or a name; Enter looks again, q leaves:").format(n=len(tables)))
    for number, (_id, table) in enumerate(tables, start=1):
        game = about(table.game).title if table.game in GAMES else plain(table.game)
        people = ", ".join(player.name for player in table.players)
        text = _("{number}, {name}: {game}, {state}, {taken} of {seats} seats taken: {people}")
        speaker.say(
            text.format(
                number=number,
                name=table.name,
                game=game,
                state=_(STATES[table.state]),
                taken=len(table.players),
                seats=table.seats,
                people=people,
            )
        )


async def _entered(session: Session, tables: Sequence[tuple[str, LobbyTable]], line: str, *, is_watching: bool) -> str:
    """Sit down at a table that is open, else enter it."""
    if line.isdecimal() and 0 < int(line) <= len(tables):
        table_id, table = tables[int(line) - 1]
    else:
        table_id, found = await named_table(session.client, session.client.room("lobby").view, line)
        table = found or tables[0][1]
    if table.state == "open" and not is_watching and not session.has_seat_at(table_id):
        await session.sit(table_id)
    else:
        await session.enter(table_id)
    return table_id
