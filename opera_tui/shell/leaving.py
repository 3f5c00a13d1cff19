"""Leaving a table, a server or the program: what is asked before, and where it leads."""

from functools import partial
from typing import TYPE_CHECKING

from opera_games.errors import Coded
from opera_protocol.client import Unreadable
from opera_tui.lobby.model import others_at
from opera_tui.look.i18n import _, sentence_of
from opera_tui.session.lesson_states import is_done_with
from opera_tui.session.session import Session
from opera_tui.shell import questions
from opera_tui.shell.stack import PLACES, ScreenStack
from opera_tui.widgets.dialogs import QuestionScreen, note
from opera_tui.widgets.shell_screen import run_reporting

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.shell.app import OperaApp
    from opera_tui.shell.shell import OperaShell


class Leaving:
    """Leads away from where the player is: asked for, or because the player cannot stay there."""

    def __init__(self, app: "OperaApp", shell: "OperaShell", stack: ScreenStack) -> None:
        self._app = app
        self._shell = shell
        self._stack = stack

    def ask_to_leave(self, session: Session, table_id: str) -> None:
        """Ask before a player leaves a game; let spectators leave at once."""
        view = session.client.room(table_id).view if session.client.is_in(table_id) else None
        question = questions.table_question(view, session) if view else None

        def go_on(answer: str | None) -> None:
            if answer == questions.GO and view and is_done_with(view):
                answer = questions.GIVE_UP
            if answer in (questions.GO, questions.GIVE_UP):
                run_reporting(self._app, partial(self._leave_table, session, table_id, answer))
            elif answer == questions.END:
                self._ask_to_end(session, table_id)

        if question is None:
            go_on(questions.GO)
        else:
            self._app.push_screen(question, go_on)

    def _ask_to_end(self, session: Session, table_id: str) -> None:
        """Ask once more before a game against bots ends."""

        def end(answer: str | None) -> None:
            if answer == questions.END:
                run_reporting(self._app, partial(self._leave_table, session, table_id, answer))

        if session.client.is_in(table_id):
            self._app.push_screen(questions.end_question(session.client.room(table_id).view), end)

    async def _leave_table(self, session: Session, table_id: str, answer: str) -> None:
        """Leave a table, with the seat or without, or for good; leave it also if the server refuses."""
        is_at_home = await self._stack.back_to(*PLACES)
        try:
            if answer in (questions.GIVE_UP, questions.END):
                await session.give_up_seat(table_id)
            else:
                await session.leave_table(table_id)
        except Coded:
            await session.leave_table(table_id)
        if is_at_home:
            await self._end_session(session)

    def lose_table(self, session: Session, table_id: str, error: Coded) -> None:
        """Lead away from a table where this player cannot stay, and say why."""
        run_reporting(self._app, partial(self._lose_table, session, table_id, error))

    async def _lose_table(self, session: Session, table_id: str, error: Coded) -> None:
        if self._shell.session is not session:
            return
        is_at_home = await self._stack.back_to(*PLACES)
        await self._app.push_screen(note(_("You cannot stay at this table"), sentence_of(error)))
        await session.lose_table(table_id, error.code)
        if is_at_home:
            await self._end_session(session)

    def lose_server(self, session: Session, error: Coded) -> None:
        """Lead home from a server where this player cannot stay, and say why."""
        run_reporting(self._app, partial(self._lose_server, session, error))

    async def _lose_server(self, session: Session, error: Coded) -> None:
        if self._shell.session is session:
            await self._leave_for_home(note(_("You cannot stay at this server"), sentence_of(error)))

    def flee(self, error: BaseException) -> bool:
        """Leave a table or a server elsewhere that sent what cannot be shown; return False if there is none.

        What goes wrong with this user's own servers is a mistake of the program.
        """
        session = self._shell.session
        if session is None or session.place.where != "away":
            return False
        self._shell.machine.log_error(error)
        why = error if isinstance(error, Coded) else Unreadable()
        if self._stack.tables:
            self.lose_table(session, self._stack.tables[-1], why)
        else:
            self.lose_server(session, why)
        return True

    async def _end_session(self, session: Session) -> None:
        """Disconnect where leaving a table has led to the home screen, which then lists it as it was left."""
        self._stack.tell(lambda screen: screen.look_again())
        if self._shell.session is session:
            await self._shell.leave_session()

    async def _leave_for_home(self, *notes: "Screen[str]") -> None:
        """Show the home screen, and what is to be said there, and then disconnect.

        Not the other way round: the server may take its time, and the player has gone on meanwhile.
        """
        session, self._shell.session = self._shell.session, None
        if session:
            await session.write_down()
        await self._stack.back_to("home")
        for screen in notes:
            await self._app.push_screen(screen)
        if session:
            await self._shell.disconnect(session)

    def ask_to_go_home(self) -> None:
        """Leave the lobby; ask first if others need this user's server."""
        if self._must_ask_about_server():
            self._ask_about_server(is_quitting=False)
        else:
            run_reporting(self._app, self._go_home)

    async def _go_home(self) -> None:
        is_hosting = self._shell.is_hosting
        if is_hosting and self._shell.servers.host().child is not None:
            self._shell.found.forget(self._shell.servers.host().fingerprint)
        await self._leave_for_home()
        if is_hosting:
            await self._shell.servers.host().stop()

    def ask_to_quit(self) -> None:
        """Ask before the program ends; a second request while the question is shown ends it."""
        if isinstance(self._app.screen, questions.QuitQuestion):
            self._app.exit()
        elif self._must_ask_about_server():
            self._ask_about_server(is_quitting=True)
        else:
            self._app.push_screen(
                self.quit_question(),
                lambda answer: self._app.exit() if answer == questions.QUIT else None,
            )

    def quit_question(self) -> QuestionScreen:
        """Make the question before the program ends."""
        has_games = bool(self._shell.machine.last_tables().all())
        return questions.quit_question(has_games=has_games, is_visit=self._shell.machine.is_visit)

    def _ask_about_server(self, *, is_quitting: bool) -> None:
        """Ask whether to stop this user's server for others; unless the player stays, go home or quit."""
        command = self._shell.servers.host().stop_command
        question: QuestionScreen = questions.hosting_question(others_at(self._shell.session), command)

        async def settle(answer: str) -> None:
            if answer not in (questions.RUN_ON, questions.STOP):
                return
            if answer == questions.STOP:
                self._shell.found.forget(self._shell.servers.host().fingerprint)
            if answer == questions.RUN_ON:
                self._app.farewell = questions.farewell(command, is_told=self._shell.servers.host().let_stay())
            await (self._shell.leave_session() if is_quitting else self._leave_for_home())
            if answer == questions.STOP:
                await self._shell.servers.host().stop_for_all()
            if is_quitting:
                self._app.exit()

        self._app.push_screen(
            question, lambda answer: run_reporting(self._app, partial(settle, answer or questions.STAY))
        )

    def _must_ask_about_server(self) -> bool:
        """Whether others sit at this user's server, or it was left running before; else it ends with the client."""
        shell = self._shell
        return shell.is_hosting and (others_at(shell.session).may_be_there or shell.servers.host().child is None)
