"""The screens around the tables as scenes: home, finding, the lobby, forms, questions, texts, and too little room."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final

from support.client.fake_lobby import FakeLobby, lobby_document, many_tables, table_row
from support.client.fake_server import FakeServer, Refuse, fake_server
from support.server.running import until
from support.tui.documents import bot, person, seat_document
from support.tui.gallery import Hall, Scene
from support.tui.opera_scenes import show as show_opera
from support.tui.opera_scenes import signora_in_play
from support.tui.shell_app import rows
from textual.screen import Screen

from opera_games.puzzles import puzzle_id
from opera_protocol.client import KeyQuestion
from opera_protocol.local.address import parse_address
from opera_protocol.local.known_servers import KnownServers
from opera_protocol.wire.messages import HandOver, Hello
from opera_tui.help.pages import card_page, topic_page, usual_rules
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.home.find import FindScreen
from opera_tui.home.game_lists import ReplaysScreen
from opera_tui.home.home import HomeScreen
from opera_tui.home.lessons import LessonsScreen
from opera_tui.home.puzzles import PuzzlesScreen
from opera_tui.home.settings import SettingsScreen
from opera_tui.lobby.new_table import NewTableScreen
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.local.done_lessons import note_lesson
from opera_tui.local.folders import data_folder
from opera_tui.local.found_servers import FoundServer
from opera_tui.local.last_tables import LastTable, LastTables
from opera_tui.look.i18n import _, ngettext, sentence_for
from opera_tui.session.finished_games import FinishedGame, FinishedGames
from opera_tui.session.intents import Join, LookBack, Replay
from opera_tui.session.session import Place, open_session
from opera_tui.shell.connect import waiting_for
from opera_tui.shell.questions import key_question, quit_question
from opera_tui.table.hosting import HostScreen
from opera_tui.widgets.dialogs import WaitingScreen, note

LEVELS: Final = ("random", "chorus", "soloist", "virtuoso", "diva")
JOIN_LINE: Final = "opera join 192.168.1.20 --key K7QF-2M3A-X5TD-PLWE"
SEEN: Final = 12
"""How much of a text is waited for."""
NOBODY: Final[Mapping[str, Any]] = {"kind": "free"}


TABLES: Final[Mapping[str, Any]] = {
    "t1": table_row(
        "Fenice",
        number=14,
        players=[["Alessandro12", "", "K7QF"], ["Massimiliano", "", "X5TD"], ["Bot Rossini", "chorus", ""]],
    ),
    "t2": table_row(
        "La Scala",
        number=12,
        state="running",
        players=[
            ["Kate", "", "AB2C"],
            ["Peter", "", "Q4QQ"],
            ["Bot Verdi", "virtuoso", ""],
            ["Bot Bellini", "virtuoso", ""],
        ],
        progress={"round": 5, "rounds": 9},
        watching=1,
    ),
    "t3": table_row(
        "Puccini",
        number=13,
        game="turandot",
        options={},
        seats=5,
        players=[["Mark", "", "7XYZ"], ["Anna", "", "JJ33"]],
        code=True,
    ),
    "t4": table_row(
        "Arena",
        number=11,
        state="running",
        seats=2,
        players=[["Rita", "", "P2P2"], ["Otto", "", "M5N6"]],
        progress={"round": 2, "rounds": 7},
        spectators=False,
    ),
}


FULL_TABLES: Final[Mapping[str, Any]] = {
    "t1": table_row(
        "Massimiliano",
        players=[
            ["Alessandro12", "", "K7QF"],
            ["Bot Rossini", "chorus", ""],
            ["Bot Verdi", "soloist", ""],
            ["Bot Bellini", "virtuoso", ""],
        ],
        code=True,
        clock={"mode": "bank", "seconds": 2400},
    ),
}
"""A table about which as much is to be said as there can be."""


def own_table(**other: Any) -> dict[str, Any]:
    """The table of the drawing, as its host sees it before the start."""
    seats = [
        person("Alessandro12", "A", key="K7QF"),
        person("Massimiliano", "M", ready=False, key="X5TD"),
        bot("Bot Rossini", "chorus", "B"),
        dict(NOBODY),
    ]
    head = {**TABLES["t1"], "id": "t1", "seats": seats, "host": 0, "actions": 0, "absence": 60, "deadlines": {}}
    head |= {"stand_in": "chorus", "hints": True, "banks": {}, "watching": [], "rematch": None, "start": None}
    head |= {"taken_back": 0, "scores": [], "from": None, "shuffle": None, "fault": None}
    return {"table": {**head, **other}, "game": None}


def full_table() -> dict[str, Any]:
    others = zip(FULL_TABLES["t1"]["players"][1:], "BOT", strict=True)
    bots = [bot(name, level, letter) for (name, level, _key), letter in others]
    seats = [person("Alessandro12", "A", key="K7QF"), *bots]
    return own_table(**{**FULL_TABLES["t1"], "seats": seats, "hints": False, "watching": []})


def open_server(server: FakeServer, tables: Mapping[str, Any] = TABLES, own: Mapping[str, Any] | None = None) -> None:
    """Give a server a lobby, and its guest a seat at the first table."""
    server.answers[Hello] = lambda _request: {**server.hello(), "levels": list(LEVELS)}
    server.room("lobby", public=lobby_document(tables), private={"tables": {"t1": tables["t1"]}})
    private = seat_document(0, None, None, None)
    server.room("t1", public=dict(own or own_table()), private=private)


async def enter_lobby(hall: Hall, server: FakeServer, *, is_seated: bool = True, line: str = JOIN_LINE) -> None:
    """Come in, as somebody who sits at the first table or as a stranger."""
    session = await open_session(server.endpoints, Place("host", join_line=line), "Ada")
    if is_seated:
        await session.enter("t1")
    hall.app.shell.adopt(session)
    await hall.show(LobbyScreen(session))
    await hall.settle()


async def _lobby(
    hall: Hall,
    *keys: str,
    is_seated: bool = True,
    tables: Mapping[str, Any] = TABLES,
    own: Mapping[str, Any] | None = None,
) -> None:
    numbers = [sum(table["state"] == state for table in tables.values()) for state in ("open", "running")]
    async with fake_server() as server:
        open_server(server, tables, own)
        if not is_seated:
            server.rooms["lobby"].private = {"tables": {}}
        await enter_lobby(hall, server, is_seated=is_seated)
        await until(lambda: is_live(hall) and shows(hall, totals(*numbers)))
        await hall.press(*keys)
        await hall.take()
        await hall.clear()
        await hall.app.shell.leave_session()


def is_live(hall: Hall) -> bool:
    return f"{_('LOBBY')}  {_('live')}" in rows(hall.app)[0]


def shows(hall: Hall, text: str) -> bool:
    """Whether the screen shows the beginning of a text; in other languages its end may have no room."""
    return any(text[:SEEN] in row for row in rows(hall.app))


def totals(opened: int, running: int) -> str:
    return _("{open} open, {running} running").format(open=opened, running=running)


def found(number: int) -> str:
    return ngettext("{n} found", "{n} found", number).format(n=number)


def found_nothing() -> str:
    return _("No table, game or player has a word that begins so: {words}").format(words="tosca")


async def _large_lobby(hall: Hall, keys: Sequence[str] = (), shown: Callable[[], str] | None = None) -> None:
    """A server with more tables than its lobby's document has, at one of which this player sits."""
    async with fake_server() as server:
        open_server(server)
        tables = many_tables(running=213, opened=96)
        FakeLobby(server, {**tables, "t1": {**TABLES["t1"], "number": 100}}, own=["t1"])
        await enter_lobby(hall, server)
        await until(lambda: shows(hall, totals(97, 212)))
        await hall.press(*keys)
        await until(lambda: shown is None or shows(hall, shown()))
        await hall.settle()
        await hall.take()
        await hall.clear()
        await hall.app.shell.leave_session()


def running_table() -> dict[str, Any]:
    """A table under way whose host has been left by two of three."""
    there = [
        person("Alessandro12", "A", key="K7QF"),
        person("Massimiliano", "M", key="X5TD"),
        {**person("Bartholomeus", "B", key="7XYZ"), "present": False, "stand_in": "left"},
        {**person("Wilhelmina-K", "W", key="JJ33"), "present": False},
    ]
    return own_table(state="running", seats=there, watching=[["Kate", "AB2C"], ["Maria-Teresa", "Q4QQ"]])


def _refuse_to_hand_over(_request: HandOver) -> dict[str, Any]:
    raise Refuse("holder_present", name="Wilhelmina-K")


async def _hosting(hall: Hall, *keys: str) -> None:
    async with fake_server() as server:
        open_server(server, own=running_table())
        server.answers[HandOver] = _refuse_to_hand_over
        session = await open_session(server.endpoints, Place("host"), "Ada")
        await session.enter("t1")
        await hall.show(HostScreen(session, hall.app.looks, "t1", usual_rules("opera")))
        await hall.press(*keys)
        await hall.take()
        # The home screen, seen behind the next box, lists the table once it is written down.
        await until(lambda: [entry for entry in LastTables().all() if entry.where == "host"])
        await hall.clear()
        await session.leave()


async def _searched(hall: Hall) -> None:
    await hall.show(RulesScreen(usual_rules("opera")))
    await hall.press("slash", *"great", "space", *"hall", "enter", "n")


def _rules(game: str, source: Any = None) -> RulesScreen:
    return RulesScreen(usual_rules(game), source)


async def _home(hall: Hall) -> None:
    await LastTables().forget(("solo", "", "t1"))
    home = hall.app.screen
    assert isinstance(home, HomeScreen)
    home.look_again()


async def _home_again(hall: Hall) -> None:
    entry = LastTable(table="t1", where="solo", name="Fenice", game="opera", progress=4, length=9, is_my_turn=True)
    await LastTables().remember(entry)
    home = hall.app.screen
    assert isinstance(home, HomeScreen)
    home.look_again()
    home.show_found(2)


OPEN_GAMES: Final = (
    LastTable(table="t3", where="away", address="opera.example.org", name="Regio", game="opera"),
    LastTable(table="t2", where="host", name="La Scala", game="turandot", progress=2, length=7),
    LastTable(table="t1", where="solo", name="San Carlo", game="opera", progress=4, length=9, is_my_turn=True),
)


async def _open_games(hall: Hall, *keys: str) -> None:
    """Three games are open; other scenes have the home screen in their background, so these come last."""
    for entry in OPEN_GAMES:
        await LastTables().remember(entry)
    home = hall.app.screen
    assert isinstance(home, HomeScreen)
    home.look_again()
    await hall.press(*keys)


async def _find(hall: Hall) -> None:
    KnownServers(data_folder()).replace(parse_address("opera.example.org"), bytes(32))
    hall.app.shell.found._servers = {
        "one": FoundServer("La Scala", "192.168.1.20", "K7QF-2M3A-X5TD-PLWE"),
        "two": FoundServer("Teatro La Fenice", "192.168.1.21:1700", "Q3ZZ-2M3A-X5TD-PLWE"),
    }
    await hall.show(FindScreen(Join()))


async def _screen(hall: Hall, screen: Any, *keys: str) -> None:
    made: Screen[Any] = screen()
    await hall.show(made)
    await hall.press(*keys)


def _first_visit() -> Screen[Any]:
    return key_question(KeyQuestion("192.168.1.20", "La Scala", "K7QF-2M3A-X5TD-PLWE", None))


def _other_key() -> Screen[Any]:
    known = "AAAA-BBBB-CCCC-DDDD"
    return key_question(KeyQuestion("192.168.1.20", "La Scala", "K7QF-2M3A-X5TD-PLWE", known))


def _puzzles() -> Screen[Any]:
    """The shelf on the seventh day, with two solved."""
    for number in (1, 7):
        note_lesson(puzzle_id(number))
    return PuzzlesScreen(today=7)


def _replays() -> Screen[Any]:
    rossini, kate = ("Ada", "Rossini"), ("Ada", "Kate", "Verdi")
    games = [
        FinishedGame(LookBack("solo", "t1", "Fenice"), "solo", "Fenice", "opera", rossini, 86_400_000),
        FinishedGame(LookBack("host", "t2", "La Scala"), "host", "La Scala", "turandot", kate, 3_600_000),
        FinishedGame(Replay(Path("Regio-t3.jsonl")), "transcript", "Regio-t3", "opera", kate, 0),
    ]
    return ReplaysScreen(FinishedGames(games))


async def _too_small(hall: Hall) -> None:
    await show_opera(hall, signora_in_play(), 0)
    await _with_no_room(hall)


async def _with_no_room(hall: Hall) -> None:
    await hall.take_small((50, 18))


def _failure() -> Screen[Any]:
    return note(_("That did not work"), sentence_for("no_answer", {}))


def _connecting() -> Screen[Any]:
    return WaitingScreen(waiting_for(Join("192.168.1.20")))


SCENES: Final[Mapping[str, Scene]] = {
    "home": _home,
    "home-again": _home_again,
    "home-too-small": _with_no_room,
    "table-too-small": _too_small,
    "find": _find,
    "first-visit": partial(_screen, screen=_first_visit),
    "other-key": partial(_screen, screen=_other_key),
    "failure": partial(_screen, screen=_failure),
    "connecting": partial(_screen, screen=_connecting),
    "new-table": partial(_screen, screen=partial(NewTableScreen, LEVELS, [], JOIN_LINE)),
    "settings": partial(_screen, screen=SettingsScreen),
    "rules": partial(_screen, screen=partial(_rules, "opera")),
    "rules-turandot": partial(_screen, screen=partial(_rules, "turandot")),
    "rules-search": _searched,
    "rules-card": partial(_screen, screen=partial(_rules, "opera", partial(card_page, usual_rules("opera")))),
    "help": partial(_screen, screen=partial(_rules, "opera", partial(topic_page, "home"))),
    "quit": partial(_screen, screen=partial(quit_question, has_games=True)),
    "replays": partial(_screen, screen=_replays),
    "lessons": partial(_screen, screen=LessonsScreen),
    "puzzles": partial(_screen, screen=_puzzles),
    "hosting": _hosting,
    "hosting-refused": lambda hall: _hosting(hall, "down", "down", "down", "right", "enter"),
    "lobby": _lobby,
    "lobby-stranger": partial(_lobby, is_seated=False),
    "lobby-full": partial(_lobby, tables=FULL_TABLES, own=full_table()),
    "lobby-many": _large_lobby,
    "lobby-many-below": partial(_large_lobby, keys=("pagedown",) * 8),
    "lobby-search": partial(_large_lobby, keys=("slash", *"kate", "enter", "down"), shown=partial(found, 100)),
    "lobby-search-typing": partial(_large_lobby, keys=("slash", *"run", "space", "2"), shown=partial(found, 25)),
    "lobby-search-nothing": partial(_large_lobby, keys=("slash", *"tosca", "enter"), shown=found_nothing),
    "home-several": _open_games,
    "open-games": lambda hall: _open_games(hall, "o"),
}
