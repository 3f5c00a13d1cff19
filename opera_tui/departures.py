"""Going: from a table, from a server, from the program, and on to the next game."""

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from opera_protocol.client import ClientError
from opera_protocol.errors import ProtocolError
from opera_protocol.fingerprint import short_fingerprint
from opera_protocol.messages import LOBBY
from opera_tui import after_the_end, leaving, navigation
from opera_tui.i18n import _
from opera_tui.lobby_view import others_seated
from opera_tui.screens.home import HomeScreen
from opera_tui.sentences import sentence_of
from opera_tui.session import Session, tables_of

if TYPE_CHECKING:
    from opera_tui.app import OperaApp
    from opera_tui.table_model import TableModel


def ask_to_leave(app: "OperaApp", session: Session, table_id: str) -> None:
    """Ask before a player goes from a game; spectators just go."""
    question = leaving.table_question(session.room(table_id).view, session) if session.client.is_in(table_id) else None

    def take(answer: str | None) -> None:
        if answer in (leaving.GO, leaving.GIVE_UP):
            _carry_out(app, lambda: _leave_table(app, session, table_id, answer))

    if question is None:
        take(leaving.GO)
    else:
        app.push_screen(question, take)


async def _leave_table(app: "OperaApp", session: Session, table_id: str, answer: str) -> None:
    await navigation.close_table(app)
    await leaving.leave_table(session, table_id, answer)
    if isinstance(app.screen, HomeScreen) and app.session is session:
        app.screen.look_again()
        await app.leave_session()


def ask_to_go_home(app: "OperaApp") -> None:
    """From the lobby, with a question where it is not clear what becomes of the server."""
    if not _must_ask_about_server(app):
        _carry_out(app, lambda: _go_home(app))
        return

    async def settle(answer: str) -> None:
        if await leaving.settle_hosting(app, answer):
            await navigation.go_home(app)

    app.push_screen(
        leaving.hosting_question(app, _others(app)),
        lambda answer: _carry_out(app, lambda: settle(answer or leaving.STAY)),
    )


async def _go_home(app: "OperaApp") -> None:
    is_hosting = _is_hosting(app)
    await app.leave_session()
    await navigation.go_home(app)
    if is_hosting:
        await app.servers.host().stop()


def _is_hosting(app: "OperaApp") -> bool:
    """Whether this client is at this user's server for others."""
    return app.session is not None and app.session.place.where == "host"


def _must_ask_about_server(app: "OperaApp") -> bool:
    """A server for others goes with the client that has started it, unless others sit there; one left running stays."""
    return _is_hosting(app) and (_others(app) > 0 or app.servers.host().child is None)


def ask_quit(app: "OperaApp") -> None:
    """Ask; asked again while the question stands, the program ends."""
    if isinstance(app.screen, leaving.QuitQuestion):
        app.exit()
        return
    if _must_ask_about_server(app):

        async def settle(answer: str) -> None:
            if await leaving.settle_hosting(app, answer):
                app.exit()

        question = leaving.hosting_question(app, _others(app))
        app.push_screen(question, lambda answer: _carry_out(app, lambda: settle(answer or leaving.STAY)))
    else:
        app.push_screen(leaving.quit_question(), lambda answer: app.exit() if answer == "q" else None)


def _others(app: "OperaApp") -> int:
    session = app.session
    if session is None or not session.client.is_in(LOBBY):
        return 0
    entered = [session.room(table_id).view for table_id in session.seated_at()]
    own_key = short_fingerprint(session.client.identity.public_key)
    return others_seated(tables_of(session.room(LOBBY)), entered, own_key)


def show_end(app: "OperaApp", session: Session, model: "TableModel") -> None:
    """The end of a game, and what is wished after it."""
    assert model.view is not None
    table_id = model.view.view.room

    def take(wish: str | None) -> None:
        if wish == "again":
            _carry_out(app, lambda: _play_again(app, session, table_id))

    def export() -> None:
        _carry_out(app, lambda: _export(app, session, table_id))

    async def show() -> None:
        await app.push_screen(await after_the_end.end_screen(session, model, export), take)

    _carry_out(app, show)


async def _play_again(app: "OperaApp", session: Session, table_id: str) -> None:
    """Alone the next game begins at once; with others it is waited for in the lobby."""
    again = await after_the_end.play_again(session, table_id)
    await navigation.close_table(app)
    await session.leave_table(table_id)
    if session.place.where == "solo":
        app.open_table(again, watching=False)
    else:
        await navigation.open_lobby(app, session)


async def _export(app: "OperaApp", session: Session, table_id: str) -> None:
    path = await after_the_end.export(session, table_id)
    app.tell(_("The transcript is in {file}").format(file=path))


def _carry_out(app: "OperaApp", deed: Callable[[], Awaitable[None]]) -> None:
    """Do something that takes time; what goes wrong is told."""

    async def carried_out() -> None:
        try:
            await deed()
        except (ClientError, ProtocolError) as error:
            app.tell(sentence_of(error))

    app.run_worker(carried_out(), group="departures")
