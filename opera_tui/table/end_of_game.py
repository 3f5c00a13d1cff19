"""The end of a game at a table: its result, another game with the same people, and the game as files."""

import asyncio
from collections.abc import Callable, Sequence
from functools import partial
from typing import Final

from opera_protocol.client import Unreadable
from opera_protocol.texts.format import plain as plain_text
from opera_protocol.texts.i18n import N_
from opera_protocol.texts.sentences import VERDICTS, amendments
from opera_protocol.wire.documents import LobbyTable
from opera_protocol.wire.messages import LOBBY
from opera_tui.games import has_booklet
from opera_tui.games.result import Room
from opera_tui.games.taken_back import standing
from opera_tui.games.view import AnyGameView, GameView
from opera_tui.local.booklets import booklet_name
from opera_tui.look.i18n import _, listed, ngettext
from opera_tui.look.rows import Row, plain
from opera_tui.session.after_round import all_open
from opera_tui.session.own_results import note_results
from opera_tui.session.session import Session
from opera_tui.session.transcript import transcript
from opera_tui.session.whole_log import whole_log
from opera_tui.table.conditions import TableConditions
from opera_tui.table.game_over import GameOverScreen

NO_PROOF: Final = N_(
    "Shuffle: it proves nothing to a visitor, since your part of it was made on the operator's machine, too."
)


class EndOfGame:
    """The result of the game at a table: shown once by itself, later when asked for, and what is chosen there."""

    def __init__(self, table: TableConditions, *, is_shown: bool) -> None:
        self._table = table
        self._is_shown = is_shown
        self._screen: GameOverScreen | None = None
        self._is_printing = False

    def notice(self) -> None:
        """Show the result when the game has ended, and in it that others have opened the next one."""
        table = self._table
        if table.is_over and not self._is_shown and not table.is_behind:
            self._is_shown = True
            self.show()
            if table.model.present.me is not None and not table.application.machine.is_visit:
                table.in_background(partial(note_results, table.session))
        self.tell_rematch()

    def tell_rematch(self) -> None:
        if self._screen is not None:
            self._screen.tell_rematch(rematch_line(self._table))

    def show(self) -> None:
        self._table.in_background(self._show)

    async def _show(self) -> None:
        """Show the result at once; what lay behind others' screens comes to it when the server has told that."""
        table = self._table
        view, face, session = table.model.view, table.model.face, table.session
        assert isinstance(view, GameView)
        log = standing(await whole_log(session.client, view.room, type(view)))
        screen = self._screen = self._made(view, partial(face.final_rows, view, log))
        screen.tell_rematch(rematch_line(table))
        if table in table.app.screen_stack:
            await table.app.push_screen(screen, self._go_on_with)
            opened = await all_open(session.client, view)
            if opened is not view:
                screen.show_result(partial(face.final_rows, opened, log))

    def _made(self, view: AnyGameView, draw: Callable[[Room], Sequence[Row]]) -> GameOverScreen:
        """Make the screen with the ranking, what was taken back, and what became of the shuffle."""
        table, model, machine = self._table, self._table.model, self._table.application.machine
        has_booklets = machine.makes_booklets and has_booklet(view.head.game)
        verdict, origin = table.session.client.room(view.room).verdict, view.head.origin
        remarks = amendments(view.head.taken_back, (origin.table, origin.actions) if origin else None, view.teller())
        if verdict:
            remarks.append(_(NO_PROOF if machine.is_visit else VERDICTS[verdict.code]))
        has_played = model.present.me is not None and table.session.place.where != "replay"
        return GameOverScreen(
            plain(model.face.waiting_line(view)),
            draw,
            remarks,
            partial(table.in_background, self._export),
            partial(table.in_background, self._print) if has_booklets else None,
            farewell=model.lesson.farewell,
            may_take_back=model.present.may_branch,
            # A lesson or a puzzle begins again in its list; here that would be a whole game of the same name.
            may_play_again=has_played and not model.lesson.is_going_on,
        )

    def _go_on_with(self, result: str | None) -> None:
        self._screen = None
        shell, session, table_id = self._table.shell, self._table.session, self._table.table_id
        if result == "again":
            shell.play_again(session, table_id)
        elif result == "take_back":
            shell.ask_to_play_on(session, table_id, None)
        elif result == "leave":
            shell.leaving.ask_to_leave(session, table_id)

    async def _export(self) -> None:
        table = self._table
        name, content = await transcript(table.session, table.table_id)
        written = await asyncio.to_thread(table.application.machine.write_transcript, name, content)
        if written:
            self._say(*written)
        else:
            table.app.copy_to_clipboard(content.decode("utf-8"))
            self._say(_("The transcript is in your clipboard, if your terminal lets programs copy"))

    def _say(self, text: str, file: str = "") -> None:
        """Show a sentence on the result, or where that is left already, in front of the table."""
        if self._screen is not None:
            self._screen.show_notice(text, file)
        else:
            self._table.tell(text)

    async def _print(self) -> None:
        """Write the booklet into a file; the server that checks the game for it takes a moment."""
        table = self._table
        if self._is_printing:
            return
        self._is_printing = True
        try:
            self._say(_("Printing the booklet …"))
            content = await table.shell.booklet(table.session, table.table_id)
            name = booklet_name(table.session.client.room(table.table_id).view.head.name, table.table_id)
            self._say(*await asyncio.to_thread(table.application.machine.write_booklet, name, content))
        finally:
            self._is_printing = False


def rematch_line(table: TableConditions) -> str:
    """Say that others have opened the next game of the same people; empty if nobody has."""
    head, me = table.model.present.head, table.model.present.me
    if head is None or head.rematch is None or me is None or table.session.place.where in ("solo", "replay"):
        return ""
    if not table.session.client.is_in(LOBBY):
        return _("A rematch is open: a joins")
    known, is_whole = _listed(table.session, head.rematch)
    if known is None and not is_whole:
        return _("A rematch is open: a joins")
    if known is None or known.state != "open":
        return ""
    people = [plain_text(player.name) for player in known.players if not player.level]
    if not people:
        return _("A rematch is open: a joins")
    # Translators: the verb agrees with one name or with several; “a” is a key.
    text = ngettext("{names} opened a rematch: a joins", "{names} opened a rematch: a joins", len(people))
    return text.format(names=listed(people))


def _listed(session: Session, table_id: str) -> tuple[LobbyTable | None, bool]:
    """Return a table as the lobby lists it, and whether every open one is listed."""
    try:
        view = session.client.room(LOBBY).view
        tables = {**view.lobby.tables, **view.own_tables}
    except Unreadable:
        return None, True
    return tables.get(table_id), sum(table.state == "open" for table in tables.values()) >= view.lobby.open
