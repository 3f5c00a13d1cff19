"""The shell around the screens: the session and the servers in use, following intents, and leaving."""

import asyncio
from contextlib import suppress
from functools import partial
from typing import TYPE_CHECKING, Any, Final

import msgspec

from opera_games.errors import Coded
from opera_protocol.client import ClientError, KeyQuestion, Noticed, Stage, Unreadable
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_tui.lobby.model import others_at
from opera_tui.local.found_servers import FoundServers
from opera_tui.local.own_servers import OwnServers
from opera_tui.look.i18n import _, sentence_of
from opera_tui.session.finished_games import FinishedGame
from opera_tui.session.intents import (
    GoHome,
    Intent,
    Join,
    Learn,
    Puzzles,
    ReadRules,
    leads_away,
    leads_elsewhere,
)
from opera_tui.session.lesson_states import LessonStates, is_done_with
from opera_tui.session.session import Session
from opera_tui.shell import questions, screens
from opera_tui.shell.connect import connect, to_the_end, waiting_for
from opera_tui.shell.stack import PLACES, ScreenStack
from opera_tui.terminal.textual_private import SURVIVABLE
from opera_tui.widgets.dialogs import QuestionScreen, WaitingScreen, note
from opera_tui.widgets.shell_screen import notify, run_reporting

if TYPE_CHECKING:
    from textual.screen import Screen

    from opera_tui.shell.app import OperaApp

CONNECTING: Final = "connecting"
"""The name of the worker group that follows an intent to a server."""
NOTICE_SECONDS: Final = 30.0


class OperaShell:
    """What happens between the screens: connecting to servers, going from screen to screen, and leaving."""

    def __init__(self, app: "OperaApp", *, looks_around: bool = True) -> None:
        self._app = app
        self._looks_around = looks_around
        self._stack = ScreenStack(app, self._look_around)
        self.machine = app.machine
        self._servers: OwnServers | None = None if app.machine.is_visit else OwnServers()
        self._entrance = Join()
        """Where a visitor came in; there is nowhere else to go."""
        self.session: Session | None = None
        self._connected: set[Session] = set()
        """The session in use, and those that are still being left."""
        self.found = FoundServers(self._show_found)
        """Servers on the local network."""

    @property
    def name(self) -> str:
        """The player's name."""
        return self._app.looks.settings.player_name

    @property
    def is_known(self) -> bool:
        """Whether the player has used the program before."""
        return self._app.is_known

    @property
    def servers(self) -> OwnServers:
        """The servers that this client starts; a visitor has none."""
        assert self._servers is not None
        return self._servers

    async def booklet(self, session: Session, table_id: str) -> bytes:
        """Write the booklet of a game that is over."""
        from opera_tui.session.booklets import booklet_at  # noqa: PLC0415 - loads pages that few games need

        return await booklet_at(self._servers, session, table_id)

    async def print_booklet(self, game: FinishedGame) -> str:
        """Write the booklet of a finished game into a file, and say where it is."""
        from opera_tui.session.booklets import booklet_file, booklet_of_game  # noqa: PLC0415 - as above

        assert self.session is not None
        content = await booklet_of_game(self.servers, self.session, game)
        return (await asyncio.to_thread(self.machine.write_booklet, booklet_file(game), content)).told

    def remove_folders(self) -> None:
        """Remove what servers of transcripts keep for as long as this program runs."""
        if self._servers is not None:
            self._servers.remove_folders()

    def start(self, intent: Intent) -> None:
        """Begin with an intent; the home screen is there, unless the intent leads away from it."""
        if isinstance(intent, Join):
            self._entrance = Join(intent.address, intent.key)
        if not leads_away(intent):
            self._look_around()
        if self.machine.asks_name(self._app.looks.settings):
            self._app.run_worker(self._ask_name(intent), group="reporting")
        elif not isinstance(intent, GoHome):
            self.follow(intent)

    async def _ask_name(self, intent: Intent) -> None:
        """Ask for the name at tables before anything else, once."""
        before = self._app.looks.settings
        while not (name := await questions.answer_to(self._app, questions.name_question())):
            if await questions.answer_to(self._app, self._quit_question()) == questions.QUIT:
                self._app.exit()
                return
        after = msgspec.structs.replace(before, name=clean(name, PLAYER_NAME))
        self._app.change_settings(after)
        self.machine.save_settings(before, after)
        self.follow(intent)

    async def close(self) -> None:
        """Leave every server, and stop those that this client has started."""
        self.session = None
        for session in list(self._connected):
            await self._disconnect(session)
        if self._servers is not None:
            await self._servers.close()

    def _look_around(self) -> None:
        """Look for servers on the network from now on."""
        if self._looks_around:
            self._looks_around = False
            self._app.call_after_refresh(self._app.run_worker, self.found.look, group="found", exit_on_error=False)

    def _show_found(self) -> None:
        self._stack.tell(lambda screen: screen.show_servers())

    def follow(self, intent: Intent) -> None:
        """Go where an intent leads; visitors only to the server where they came in."""
        if self.machine.is_visit and isinstance(intent, Join):
            intent = intent._replace(address=self._entrance.address, key=self._entrance.key)
        elif self.machine.is_visit and isinstance(intent, Learn):
            intent = intent._replace(at=self._entrance)
        elif self.machine.is_visit and not isinstance(intent, Puzzles | ReadRules):
            return
        if isinstance(intent, ReadRules):
            self._app.push_screen(screens.rules_screen(intent, is_visit=self.machine.is_visit))
        elif isinstance(intent, Learn) and not intent.lesson:
            self._app.push_screen(screens.lessons_screen())
        elif isinstance(intent, Puzzles):
            self._app.push_screen(screens.puzzles_screen())
        elif isinstance(intent, Join) and not intent.address:
            self._app.push_screen(screens.find_screen(intent))
            self._look_around()
        elif leads_away(intent):
            # Not a coroutine: the next intent may stop the worker before it has begun. Textual's union defeats mypy.
            connecting: Any = partial(self._connect, intent)
            self._app.run_worker(connecting, group=CONNECTING, exclusive=True)

    async def _connect(self, intent: Intent) -> None:
        """Show a waiting screen, then where the intent led; a failure is shown, and the player stays where it began."""
        waiting = WaitingScreen(waiting_for(intent))
        try:
            await to_the_end(self._push(waiting))
            await self.leave_session()
            arrival = await connect(self, intent)
        except SURVIVABLE as error:
            if not isinstance(error, Coded) and not leads_elsewhere(intent):
                raise
            await to_the_end(self._fail(waiting, error))
            return
        except asyncio.CancelledError:
            self._app.call_later(self._stop_waiting, waiting)
            raise
        self.adopt(arrival.session)
        try:
            await to_the_end(self._stack.show_arrival(arrival))
        except Coded as error:
            self.lose_server(arrival.session, error)

    async def _push(self, screen: "Screen[None]") -> None:
        await self._app.push_screen(screen)

    async def _fail(self, waiting: WaitingScreen, error: Exception) -> None:
        """Return to where the intent came from, and say why it led nowhere."""
        if not isinstance(error, Coded):
            self.machine.log_error(error)
        why = error if isinstance(error, Coded) else Unreadable()
        await self._stop_waiting(waiting)
        await self._app.push_screen(note(_("That did not work"), sentence_of(why)))

    def adopt(self, session: Session) -> None:
        """Make this the session in use, and follow what the server says to this client as a whole."""
        self.session = session
        self._connected.add(session)
        if self._is_hosting():
            self.found.expect(self.servers.host().fingerprint)
        self._app.run_worker(self._follow(session), group="session", exclusive=True)

    async def _follow(self, session: Session) -> None:
        """Show the operator's notices; go home if the server wants this client no more."""
        async for item in session.client.items():
            if isinstance(item, Noticed):
                notify(self._app, item.text, title=_("The server's operator says"), seconds=NOTICE_SECONDS)
            elif item.state.stage is Stage.ENDED:
                self.lose_server(session, ClientError(item.state.code, **item.state.parameters))

    async def _stop_waiting(self, waiting: WaitingScreen) -> None:
        """Return to where the intent came from."""
        with self._app.batch_update():
            # A question may have come in front meanwhile; what it asked about is over.
            while waiting in self._app.screen_stack:
                await self._app.pop_screen()
            if len(self._app.screen_stack) == 1:
                await self._stack.open_home()

    def give_up(self) -> None:
        """Stop waiting for a server."""
        self._app.workers.cancel_group(self._app, CONNECTING)

    async def ask_about_key(self, question: KeyQuestion) -> bool:
        """Ask whether the player trusts a server that is new, or that has another key than before."""
        return await questions.answer_to(self._app, questions.key_question(question)) == questions.TRUST

    async def ask_for_code(self, table: str, wrong: str) -> str:
        """Ask for the code word of a table, after a sentence about the one that was tried; empty if none is given."""
        return await questions.answer_to(self._app, questions.code_question(table, wrong))

    async def leave_session(self) -> None:
        """Disconnect from the server, if there is one."""
        session, self.session = self.session, None
        if session:
            await self._disconnect(session)

    async def _disconnect(self, session: Session) -> None:
        await session.leave()
        self._connected.discard(session)

    def open_table(self, table_id: str) -> None:
        """Show a table of the session that was entered."""
        assert self.session is not None
        try:
            self._stack.open_table(self.session, table_id)
        except Coded as error:
            self.lose_table(self.session, table_id, error)

    def play_again(self, session: Session, table_id: str) -> None:
        """Go on to the next game of the same people."""
        run_reporting(self._app, partial(self._play_again, session, table_id))

    async def _play_again(self, session: Session, table_id: str) -> None:
        """Open the next game: at once against bots, else wait for the others in the lobby."""
        again = await session.play_again(table_id)
        if self.session is not session:
            return
        await self._stack.back_to(*PLACES)
        await session.leave_table(table_id)
        if session.place.where == "solo":
            self._stack.open_table(session, again)
        else:
            await self._stack.open_lobby(session, waits_at=again)

    def ask_to_play_on(self, session: Session, table_id: str, actions: int | None) -> None:
        """Ask before a game that is over goes on from an earlier moment, at another table."""

        def go_on(answer: str | None) -> None:
            if answer == questions.GO:
                run_reporting(self._app, partial(self._play_on, session, table_id, actions))

        self._app.push_screen(questions.play_on_question(actions), go_on)

    async def _play_on(self, session: Session, table_id: str, actions: int | None) -> None:
        opened = await session.play_on(table_id, actions)
        if self.session is not session:
            return
        await self._stack.back_to(*PLACES)
        await session.leave_table(table_id)
        self._stack.open_table(session, opened)

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

    def go_to_next_puzzle(self, session: Session, table_id: str) -> None:
        """Lay out the next puzzle; the table of the one that is solved is of no more use."""
        run_reporting(self._app, partial(self._go_to_next_puzzle, session, table_id))

    async def _go_to_next_puzzle(self, session: Session, table_id: str) -> None:
        if self.session is not session or not session.client.is_in(table_id):
            return
        lesson = session.client.room(table_id).view.head.lesson
        if lesson is None:
            return
        with suppress(Coded):
            await session.give_up_seat(table_id)
        self.follow(Learn(LessonStates(self.machine).next_puzzle(lesson.id), is_anew=True))

    def _ask_to_end(self, session: Session, table_id: str) -> None:
        """Ask once more before a game against bots ends."""

        def end(answer: str | None) -> None:
            if answer == questions.END:
                run_reporting(self._app, partial(self._leave_table, session, table_id, answer))

        if session.client.is_in(table_id):
            self._app.push_screen(questions.end_question(session.client.room(table_id).view), end)

    def lose_table(self, session: Session, table_id: str, error: Coded) -> None:
        """Lead away from a table where this player cannot stay, and say why."""
        run_reporting(self._app, partial(self._lose_table, session, table_id, error))

    async def _lose_table(self, session: Session, table_id: str, error: Coded) -> None:
        if self.session is not session:
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
        if self.session is session:
            await self._leave_for_home(note(_("You cannot stay at this server"), sentence_of(error)))

    def flee(self, error: BaseException) -> bool:
        """Leave a table or a server elsewhere that sent what cannot be shown; return False if there is none.

        What goes wrong with this user's own servers is a mistake of the program.
        """
        session = self.session
        if session is None or session.place.where != "away":
            return False
        self.machine.log_error(error)
        why = error if isinstance(error, Coded) else Unreadable()
        if self._stack.tables:
            self.lose_table(session, self._stack.tables[-1], why)
        else:
            self.lose_server(session, why)
        return True

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

    async def _end_session(self, session: Session) -> None:
        """Disconnect where leaving a table has led to the home screen, which then lists it as it was left."""
        self._stack.tell(lambda screen: screen.look_again())
        if self.session is session:
            await self.leave_session()

    async def _leave_for_home(self, *notes: "Screen[str]") -> None:
        """Show the home screen, and what is to be said there, and then disconnect.

        Not the other way round: the server may take its time, and the player has gone on meanwhile.
        """
        session, self.session = self.session, None
        if session:
            await session.write_down()
        await self._stack.back_to("home")
        for screen in notes:
            await self._app.push_screen(screen)
        if session:
            await self._disconnect(session)

    def ask_to_go_home(self) -> None:
        """Leave the lobby; ask first if others need this user's server."""
        if self._must_ask_about_server():
            self._ask_about_server(is_quitting=False)
        else:
            run_reporting(self._app, self._go_home)

    async def _go_home(self) -> None:
        is_hosting = self._is_hosting()
        if is_hosting and self.servers.host().child is not None:
            self.found.forget(self.servers.host().fingerprint)
        await self._leave_for_home()
        if is_hosting:
            await self.servers.host().stop()

    def ask_to_quit(self) -> None:
        """Ask before the program ends; a second request while the question is shown ends it."""
        if isinstance(self._app.screen, questions.QuitQuestion):
            self._app.exit()
        elif self._must_ask_about_server():
            self._ask_about_server(is_quitting=True)
        else:
            self._app.push_screen(
                self._quit_question(),
                lambda answer: self._app.exit() if answer == questions.QUIT else None,
            )

    def _quit_question(self) -> QuestionScreen:
        has_games = bool(self.machine.last_tables().all())
        return questions.quit_question(has_games=has_games, is_visit=self.machine.is_visit)

    def _ask_about_server(self, *, is_quitting: bool) -> None:
        """Ask whether to stop this user's server for others; unless the player stays, go home or quit."""
        command = self.servers.host().stop_command
        question: QuestionScreen = questions.hosting_question(others_at(self.session), command)

        async def settle(answer: str) -> None:
            if answer not in (questions.RUN_ON, questions.STOP):
                return
            if answer == questions.STOP:
                self.found.forget(self.servers.host().fingerprint)
            if answer == questions.RUN_ON:
                self._app.farewell = questions.farewell(command, is_told=self.servers.host().let_stay())
            await (self.leave_session() if is_quitting else self._leave_for_home())
            if answer == questions.STOP:
                await self.servers.host().stop_for_all()
            if is_quitting:
                self._app.exit()

        self._app.push_screen(
            question, lambda answer: run_reporting(self._app, partial(settle, answer or questions.STAY))
        )

    def _is_hosting(self) -> bool:
        """Whether this client is at this user's server for others."""
        return self.session is not None and self.session.place.where == "host"

    def _must_ask_about_server(self) -> bool:
        """Whether others sit at this user's server, or it was left running before; else it ends with the client."""
        return self._is_hosting() and (others_at(self.session).may_be_there or self.servers.host().child is None)
