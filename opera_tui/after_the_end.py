"""After a game: another one with the same people, or its transcript as a file."""

from collections.abc import Callable
from pathlib import Path

from opera_protocol.client import ClientError
from opera_protocol.storage import storage_errors, write_new
from opera_protocol.texts import VERDICTS
from opera_tui.i18n import _
from opera_tui.lookback import Lookback, whole_log
from opera_tui.rows import plain
from opera_tui.screens.game_over import GameOverScreen
from opera_tui.session import Session
from opera_tui.table_model import TableModel
from opera_tui.table_view import TableView
from opera_tui.transcripts import content_of, file_name, transcripts_folder


async def end_screen(session: Session, model: TableModel, export: Callable[[], None]) -> GameOverScreen:
    """Ranking, points by round, and what became of the shuffle."""
    assert model.view is not None
    title = plain(model.face.waiting_line(model.view))
    turns = await turn_ends(session, model.view) if model.face.plots_moments else []
    rows = model.face.final_rows(model.view, await whole_log(session.client, model.view.view.room), turns)
    verdict = session.room(model.view.view.room).verdict
    return GameOverScreen(session.looks, title, rows, _(VERDICTS[verdict.code]) if verdict else "", export)


async def turn_ends(session: Session, view: TableView) -> list[TableView]:
    """The table at the beginning of each turn but the first; nothing where the server tells no earlier moments.

    A turn takes an action of everybody and a few more, so each is looked for from there on.
    """
    back = Lookback(session.client, view.view.room, None)
    ends: list[TableView] = []
    at = 0
    try:
        for turn in range(2, int(view.game["turn"]) + 1):
            at += len(view.seats)
            while (moment := await back.to(view, at)) is not None and moment.game["turn"] < turn:
                at += 1
            if moment is None:
                return []
            ends.append(moment)
    except ClientError:
        return []
    return ends


async def play_again(session: Session, table_id: str) -> str:
    """The next table of the same people, entered; alone with bots it is started at once."""
    opened = await session.client.rematch(table_id, session.name)
    again: str = opened["table"]
    await session.sit(again)
    if session.place.where == "solo":
        await session.start_alone(again)
    return again


async def export(session: Session, table_id: str) -> Path:
    """Write the transcript into a file of its own; where it is."""
    lines = await session.client.transcript(table_id)
    head = session.room(table_id).view.public["table"]
    folder = transcripts_folder()
    path = folder / file_name(head["name"], table_id)
    with storage_errors(path):
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not path.exists():
            write_new(path, content_of(lines))
    return path
