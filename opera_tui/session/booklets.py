"""Put the programme booklet of a finished game together.

What is in it comes from a server of this machine that has read the transcript: such a server checks every move by the
rules. Wherever the game was played, its figures are therefore those of the rules. A visitor, whose program runs beside
the server where the game was played, asks that one.
"""

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import Any, NamedTuple

from opera_games.catalog import about
from opera_protocol.client import Client, ClientError
from opera_protocol.texts.format import plain
from opera_protocol.texts.sentences import VERDICTS, amendments
from opera_protocol.wire.documents import BotSeat
from opera_tui.booklet.cover import Cover, Fact, Place
from opera_tui.booklet.document import document
from opera_tui.booklet.elements import element
from opera_tui.booklet.pages import Chronicle, log_chapter
from opera_tui.games import booklet_of, face_of
from opera_tui.games.played import GameBooklet, Played
from opera_tui.games.reading import read_view
from opera_tui.games.taken_back import standing
from opera_tui.games.view import AnyGameView, AnyLine, GameView
from opera_tui.local.booklets import ENDING, booklet_name
from opera_tui.local.own_servers import OwnServers
from opera_tui.local.transcripts import table_name
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.i18n import _, date_and_time, ngettext
from opera_tui.look.levels import level_name
from opera_tui.session.after_round import seen_by_all
from opera_tui.session.finished_games import FinishedGame, host_for_a_moment
from opera_tui.session.intents import Replay
from opera_tui.session.session import Place as At
from opera_tui.session.session import Session, open_session
from opera_tui.session.transcript import transcript
from opera_tui.session.whole_log import whole_log


class Occasion(NamedTuple):
    """What a transcript does not tell of its game: where and when it was played, by which bots, and the shuffle."""

    table: str
    date: str
    levels: Sequence[str] = ()
    """The levels of bots by seat, empty for people."""
    verdict: str = ""
    """The code of what can be said about the shuffle."""


async def booklet_at(servers: OwnServers | None, session: Session, table_id: str, table_name: str = "") -> bytes:
    """Write the booklet of a finished game at a table that was entered; raises a `ClientError` if there is none.

    A visitor has no servers.
    """
    occasion = await _occasion(session, table_id, table_name)
    async with _replaying(servers, session, table_id) as (replaying, replayed):
        game = await _played(replaying.client, replaying.game_of(replayed), replayed)
    return booklet(game, occasion)


async def booklet_of_file(servers: OwnServers, file: Path, player: str) -> bytes:
    """Write the booklet of the game in a transcript; raises a `ClientError` if it breaks the rules."""
    session = await open_session(servers.replay(file), At("replay"), player)
    try:
        return await booklet_at(servers, session, await session.enter_only_game(), table_name(file))
    finally:
        await session.leave()


async def booklet_of_game(servers: OwnServers, solo: Session, game: FinishedGame) -> bytes:
    """Write the booklet of a game of the servers of this machine, or of an exported one."""
    if isinstance(game.intent, Replay):
        return await booklet_of_file(servers, game.intent.file, solo.name)
    async with AsyncExitStack() as stack:
        session = solo
        if game.intent.where == "host":
            session = await stack.enter_async_context(host_for_a_moment(servers, solo.name))
        await session.enter(game.intent.table)
        return await booklet_at(servers, session, game.intent.table)


def booklet_file(game: FinishedGame) -> str:
    """Return what the file of a game's booklet is called."""
    if isinstance(game.intent, Replay):
        return f"{game.intent.file.stem}{ENDING}"
    return booklet_name(game.name, game.intent.table)


async def _occasion(session: Session, table_id: str, table_name: str) -> Occasion:
    """Return what is known of a game at a table that was entered."""
    room = session.client.room(table_id)
    head = room.view.head
    levels = [seat.level if isinstance(seat, BotSeat) else "" for seat in head.seats]
    ended = next((table.ended for table in await session.finished() if table.id == table_id), 0)
    return Occasion(table_name or head.name, _date(ended), levels, room.verdict.code if room.verdict else "")


def _date(time_ms: int) -> str:
    """Return a time as people write it; empty if it is not known, or no calendar has it."""
    if not time_ms:
        return ""
    try:
        return date_and_time(datetime.fromtimestamp(time_ms / 1000).astimezone())
    except (OverflowError, ValueError, OSError):
        return ""


@asynccontextmanager
async def _replaying(servers: OwnServers | None, session: Session, table_id: str) -> AsyncIterator[tuple[Session, str]]:
    """Replay a game for a moment, unless that is what this session is for or nobody can."""
    if session.place.where == "replay" or servers is None:
        yield session, table_id
        return
    server = servers.replay(servers.scratch_file(*await transcript(session, table_id)))
    try:
        replaying = await open_session(server, At("replay"), session.name)
        try:
            yield replaying, await replaying.enter_only_game()
        finally:
            await replaying.leave()
    finally:
        await server.stop()


async def _played(client: Client, game: str, table_id: str) -> Played[Any]:
    """Fetch the moments between the rounds, as every seat saw them, and the log."""
    view = read_view(face_of(game).view, client.room(table_id).view, UNICODE)
    if not isinstance(view, GameView) or view.head.state != "finished":
        raise ClientError("not_finished")
    moments = [await seen_by_all(client, view, number) for number in range(len(view.head.scores) + 1)]
    return Played(moments, standing(await whole_log(client, table_id, type(view))))


def booklet(game: Played[Any], occasion: Occasion) -> bytes:
    """Write the booklet of a game."""
    pages = booklet_of(game.end.head.game)
    return document(_cover(game.end, pages, occasion), [*pages.chapters(game), log_chapter(_chronicle(game, pages))])


def _cover(view: AnyGameView, pages: GameBooklet, occasion: Occasion) -> Cover:
    ranking = [place._replace(note=_note(occasion, place)) for place in pages.ranking(view)]
    return Cover(
        about(view.head.game).title, plain(occasion.table), occasion.date, ranking, _facts(view, pages, occasion)
    )


def _note(occasion: Occasion, place: Place) -> str:
    """Say how well a bot played, and what decided where points did not."""
    return ", ".join(note for note in (_level(occasion, place), place.note) if note)


def _level(occasion: Occasion, place: Place) -> str:
    """Say how well a bot played; nothing of a person."""
    seat = place.player.seat
    level = occasion.levels[seat] if seat is not None and seat < len(occasion.levels) else ""
    return _("bot: {level}").format(level=level_name(level)) if level else ""


def _facts(view: AnyGameView, pages: GameBooklet, occasion: Occasion) -> list[Fact]:
    head = view.head
    origin = (head.origin.table, head.origin.actions) if head.origin else None
    facts = [
        Fact(_("Table"), ", ".join(_options(view))),
        Fact(_("Edition"), pages.edition(view)),
        Fact(_("Moves"), str(head.actions)),
        *(Fact(_("Taken back"), said) for said in amendments(head.taken_back, origin, view.teller())),
    ]
    seed = (head.shuffle or {}).get("seed")
    if isinstance(seed, str):
        facts.append(Fact(_("Seed"), element("span", seed, class_="seed")))
    if occasion.verdict in VERDICTS:
        facts.append(Fact(_("Shuffle"), _(VERDICTS[occasion.verdict])))
    return facts


def _options(view: AnyGameView) -> list[str]:
    """Return the number of players and the options of the table, as the lobby names them."""
    chosen = view.head.options
    named = [
        _(text)
        for option in about(view.head.game).options
        for value, text in option.values
        if chosen.get(option.name) == value
    ]
    players = ngettext("{n} player", "{n} players", len(view.seats)).format(n=len(view.seats))
    return [players, *named]


def _chronicle(game: Played[Any], pages: GameBooklet) -> list[Chronicle]:
    """Return the log round by round; what came before the first round belongs to it."""
    rounds: list[list[AnyLine]] = [[]]
    for event in game.log:
        if isinstance(event, pages.ROUND_STARTED) and any(isinstance(line, pages.ROUND_STARTED) for line in rounds[-1]):
            rounds.append([])
        if not isinstance(event, pages.LEFT_OUT):
            rounds[-1].append(event)
    progress, last = about(game.end.head.game).progress, len(rounds)
    return [
        Chronicle(_(progress).format(n=number, all=last), [game.end.log_text(event) for event in events])
        for number, events in enumerate(rounds, start=1)
    ]
