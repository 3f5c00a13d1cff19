"""The lobby's list of tables: its order, more tables than the server's document has, and the search."""

import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.client.fake_lobby import MOST_LISTED, FakeLobby, many_tables, running_row, table_row
from support.client.fake_server import FakeServer, Ignore, Refuse, fake_server
from support.tui.gallery import Hall
from support.tui.shell_app import LARGE, SMALL, footer, opera, rows, until, until_shown, use_folders
from support.tui.shell_scenes import enter_lobby, open_server
from textual.pilot import Pilot

from opera_protocol.wire.messages import Enter, Find, Free, Sit
from opera_tui.lobby.listing import MOST_UNASKED, PAGE
from opera_tui.lobby.screen import LobbyScreen
from opera_tui.session.session import Session
from opera_tui.shell.app import OperaApp
from opera_tui.widgets.lines import Lines

FEW: Mapping[str, Any] = {
    "a": running_row("Arena", number=1),
    "b": table_row("Bastille", number=2, players=[["Kate", "", "AB2C"]]),
    "c": running_row("Covent", number=3),
    "d": table_row("Dresden", number=4),
    "e": running_row("Esterhaza", number=5, game="turandot", options={}, progress={"turn": 2, "turns": 7}),
}


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folders(monkeypatch, tmp_path)


class InLobby(NamedTuple):
    """Ada in the lobby of a scripted server."""

    app: OperaApp
    pilot: Pilot[None]
    server: FakeServer
    lobby: FakeLobby

    @property
    def tables(self) -> Lines:
        assert isinstance(self.app.screen, LobbyScreen)
        return self.app.screen.lobby_layout.tables

    @property
    def session(self) -> Session:
        assert self.app.shell.session is not None
        return self.app.shell.session

    @property
    def names(self) -> list[str]:
        """The tables in sight, from the top."""
        return [row[4:18].strip() for row in rows(self.app)[4:] if re.match(r"\d of \d", row[29:37])]

    @property
    def asked(self) -> list[tuple[str, str | None, int | None]]:
        """What the client has asked for."""
        return [(find.text, find.state, find.before) for find in self.server.of_kind(Find)]

    @property
    def known(self) -> int:
        """How many lines the list has."""
        assert isinstance(self.app.screen, LobbyScreen)
        return len(self.app.screen._model.listing.lines)

    async def shows(self, text: str) -> None:
        await until_shown(self.pilot, text)

    async def is_on(self, table_id: str) -> None:
        await until(self.pilot, lambda: self.tables.line_id == table_id)

    async def search(self, text: str, *keys: str) -> None:
        await self.pilot.press("slash", *("space" if sign == " " else sign for sign in text), *keys)

    async def has_asked(self, count: int) -> None:
        """Wait for so many requests, and for what the last of them brings."""
        await self.server.received(Find, count)
        await until(self.pilot, lambda: not self.app.screen.finder.is_asking)  # type: ignore[attr-defined]


@asynccontextmanager
async def in_lobby(
    tables: Mapping[str, Any], *own: str, size: tuple[int, int] = LARGE, **answers: Any
) -> AsyncIterator[InLobby]:
    app = opera()
    async with fake_server() as server, app.run_test(size=size) as pilot:
        open_server(server)
        lobby = FakeLobby(server, tables, own)
        server.answers[Find] = answers.get("find", lobby.find)
        await enter_lobby(Hall(app, pilot, [size]), server, is_seated=False)
        await until_shown(pilot, " running")
        yield InLobby(app, pilot, server, lobby)
        await app.shell.leave_session()


async def test_own_tables_come_first_then_open_ones_then_running_ones_the_newest_first() -> None:
    async with in_lobby(FEW, "a") as at:
        assert at.names == ["Arena", "Dresden", "Bastille", "Esterhaza", "Covent"]
        assert ["yours" in row for row in rows(at.app)[4:9]] == [True, False, False, False, False]
        await at.shows("enter go to Arena")
        await at.shows("2 open, 3 running")
        assert "more come" not in "\n".join(rows(at.app))
        assert not at.asked


async def test_the_foot_has_the_servers_totals_and_says_that_there_are_more() -> None:
    async with in_lobby(many_tables(running=212, opened=97)) as at:
        await at.shows("97 open, 212 running; more come as you scroll, / searches")
        assert at.known == 2 * MOST_LISTED


async def test_the_next_page_comes_when_the_cursor_nears_the_end_of_what_is_known() -> None:
    async with in_lobby(many_tables(running=0, opened=300)) as at:
        await at.pilot.press(*["pagedown"] * 4)
        await at.is_on("t268")
        assert not at.asked
        await at.pilot.press("pagedown")
        await at.has_asked(1)
        assert at.asked == [("", "open", 241)]
        await until(at.pilot, lambda: at.known == MOST_LISTED + PAGE)
        await at.is_on("t260")
        await at.pilot.press("end")
        await at.is_on("t141")
        await until(at.pilot, lambda: at.known == MOST_LISTED + 2 * PAGE)
        await at.pilot.press("end")
        await until(at.pilot, lambda: at.known == 300)
        await at.pilot.press("end")
        await at.is_on("t1")
        assert at.asked == [("", "open", 241), ("", "open", 141), ("", "open", 41)]
        assert at.names[-1] == "Open 1"
        await at.shows("300 open, 0 running")
        assert "more come" not in "\n".join(rows(at.app))


async def test_all_open_tables_come_before_the_running_ones_however_many_there_are() -> None:
    async with in_lobby(many_tables(running=90, opened=100)) as at:
        for _ in range(200):
            await at.pilot.press("down")
            await at.pilot.pause()
        await until(at.pilot, lambda: at.known == 190)
        await at.is_on("t1")
        assert [state for _text, state, _before in at.asked] == ["open", "running"]
        assert isinstance(at.app.screen, LobbyScreen)
        lines = at.app.screen._model.listing.lines
        assert [line.table.number for line in lines] == [*range(190, 90, -1), *range(90, 0, -1)]


async def test_pages_that_the_cursor_has_left_are_forgotten_and_asked_for_again() -> None:
    async with in_lobby(many_tables(running=0, opened=150)) as at:
        await at.pilot.press(*["pagedown"] * 6)
        await until(at.pilot, lambda: at.known == 150)
        del at.lobby.tables["t20"]
        await at.pilot.press("home")
        await until(at.pilot, lambda: at.known == MOST_LISTED)
        await at.pilot.press(*["pagedown"] * 6)
        await until(at.pilot, lambda: at.known == 149)
        assert len(at.asked) == 2


async def test_the_cursor_stays_on_its_table_in_its_place_when_tables_come_and_go() -> None:
    async with in_lobby(many_tables(running=0, opened=300)) as at:
        await at.pilot.press(*["pagedown"] * 9)
        await until(at.pilot, lambda: at.known == MOST_LISTED + PAGE)
        await at.is_on("t228")
        names = at.names
        for number in range(301, 311):
            at.lobby.tables[f"t{number}"] = table_row(f"Open {number}", number=number)
        del at.lobby.tables["t299"]
        await at.lobby.publish()
        await at.shows("309 open")
        await at.is_on("t228")
        assert at.names == names
        assert isinstance(at.app.screen, LobbyScreen)
        numbers = [line.table.number for line in at.app.screen._model.listing.lines]
        assert numbers[:12] == [310, 309, 308, 307, 306, 305, 304, 303, 302, 301, 300, 298]
        assert numbers[11:] == list(range(298, 140, -1)), "what has fallen out of the document leaves no gap"


async def test_a_table_that_the_document_would_have_is_gone_from_the_list() -> None:
    """It was found on a page; since then older ones have come into the document, and it is not among them."""
    async with in_lobby(many_tables(running=0, opened=120)) as at:
        await at.pilot.press(*["pagedown"] * 7)
        await until(at.pilot, lambda: at.known == 120)
        for number in range(55, 115):
            del at.lobby.tables[f"t{number}"]
        await at.lobby.publish()
        await until(at.pilot, lambda: at.known == 60)
        await at.shows("60 open, 0 running")


async def test_a_table_that_has_ended_meanwhile_is_a_sentence_and_goes() -> None:
    async with in_lobby(many_tables(running=0, opened=120)) as at:

        def refuse(_request: Sit) -> Free:
            raise Refuse("no_such_table")

        at.server.answers[Sit] = refuse
        await at.pilot.press(*["pagedown"] * 7)
        await until(at.pilot, lambda: at.known == 120)
        await at.pilot.press("end", "enter")
        await at.shows("There is no such table")
        await until(at.pilot, lambda: at.known == 119)


async def test_results_come_while_the_player_types_and_the_newest_text_wins() -> None:
    async with in_lobby(many_tables(running=212, opened=97)) as at:
        await at.search("run 21")
        await at.shows("Tables found for run 21")
        await at.shows("4 found")
        assert at.names == ["Run 212", "Run 211", "Run 210", "Run 21"]
        assert at.asked[-1] == ("run 21", None, None)
        assert len(at.asked) < len("run 21"), "not with every key"
        await at.pilot.press("2")
        await at.shows("1 found")
        assert at.names == ["Run 212"]


async def test_one_search_at_a_time_is_asked_for() -> None:
    """While the first is not answered, further words wait; then only the last of them are asked for."""
    async with in_lobby(FEW, find=lambda _request: ignored()) as at:
        await at.search("a")
        await at.server.received(Find)
        await at.pilot.press("r")
        await at.shows("Tables found for ar")
        await at.pilot.press("e")
        await at.shows("Tables found for are")
        assert [text for text, _state, _before in at.asked] == ["a"]
        await at.shows("Searching …")


def ignored() -> Free:
    raise Ignore


async def test_enter_goes_to_the_results_and_enter_there_sits_down() -> None:
    async with in_lobby(FEW) as at:
        await at.search("kate", "enter")
        await at.shows("1 found")
        await at.is_on("b")
        await at.shows("enter sit down at Bastille")
        await until(at.pilot, lambda: "end search" in footer(at.app))
        await at.pilot.press("enter")
        (sit,) = await at.server.received(Sit)
        assert sit.table == "b"


async def test_enter_does_nothing_before_the_results_have_come() -> None:
    async with in_lobby(FEW, find=lambda _request: ignored()) as at:
        await at.search("kate", "enter", "enter")
        await at.shows("Searching …")
        await at.pilot.press("enter")
        await at.pilot.pause()
        assert not at.server.of_kind(Sit)
        assert not at.server.of_kind(Enter)[2:]


@pytest.mark.parametrize("keys", [("escape",), ("enter", "escape"), ("backspace",) * 4 + ("escape",)])
async def test_esc_ends_the_search_and_the_cursor_is_where_it_was(keys: tuple[str, ...]) -> None:
    async with in_lobby(FEW) as at:
        await at.pilot.press("down", "down")
        await at.is_on("e")
        await at.search("kate")
        await at.shows("1 found")
        await at.pilot.press(*keys)
        await at.shows("2 open, 3 running")
        await at.is_on("e")
        assert "Tables found" not in "\n".join(rows(at.app))
        assert isinstance(at.app.screen, LobbyScreen)
        await until(at.pilot, lambda: "esc home" in footer(at.app))


async def test_own_tables_are_found_too_and_are_as_the_document_has_them() -> None:
    async with in_lobby(many_tables(running=300, opened=0), "t3") as at:
        await at.search("run 3", "enter")
        await at.shows("yours")
        at.lobby.tables["t3"] = running_row("Run 3", number=3, progress={"round": 8, "rounds": 9})
        await at.lobby.publish()
        await at.shows("round 8 of 9")


async def test_nothing_found_is_a_sentence() -> None:
    async with in_lobby(FEW, size=SMALL) as at:
        await at.search("tosca", "enter")
        await at.shows("No table, game or player has a word that begins so: tosca")
        assert not at.names
        await at.pilot.press("down", "enter", "1", "slash")
        await at.pilot.press("backspace", *"ca", "enter")


async def test_results_have_pages_too() -> None:
    async with in_lobby(many_tables(running=300, opened=0)) as at:
        await at.search("kate", "enter")
        await at.shows("100 found; more come as you scroll")
        await at.pilot.press("end")
        await at.shows("200 found; more")
        await at.pilot.press("end")
        await until(at.pilot, lambda: at.known == 300)
        await at.shows("300 found")
        assert at.asked == [("kate", None, None), ("kate", None, 201), ("kate", None, 101)]


async def test_a_search_that_is_refused_is_a_sentence_and_can_be_repeated() -> None:
    async with in_lobby(FEW) as at:

        def refuse(_request: Find) -> Free:
            raise Refuse("server_full")

        at.server.answers[Find] = refuse
        await at.search("kate", "enter")
        await at.shows("The server has as many tables as it can keep")
        await at.shows("That was not answered; / searches again.")
        at.server.answers[Find] = at.lobby.find
        await at.pilot.press("slash", "enter")
        await at.shows("1 found")


async def test_who_sits_down_sees_the_whole_list_again() -> None:
    async with in_lobby(FEW) as at:
        await at.search("kate", "enter")
        await at.shows("1 found")
        at.app.screen._take_place("lobby")  # type: ignore[attr-defined]
        await at.shows("2 open, 3 running")


@pytest.mark.parametrize("before", [0, 1, -1])
async def test_pages_that_lead_nowhere_are_not_asked_for_without_end(before: int) -> None:
    """A server says that it goes on where it was, or later, or gives one empty page after the other."""

    def find(request: Find) -> Free:
        return {"tables": [], "before": (request.before or 1000) + before}

    async with in_lobby(many_tables(running=0, opened=300), find=find) as at:
        await at.pilot.press(*["pagedown"] * 6)
        await at.has_asked(1)
        for _ in range(3):
            await at.lobby.publish()
            await at.pilot.press("slash", "escape")
        asked = len(at.asked)
        assert asked <= (MOST_UNASKED * 7 if before < 0 else 1)
        await at.lobby.publish()
        await at.pilot.pause()
        assert len(at.asked) == asked


async def test_the_same_tables_in_any_order_stand_in_the_list_once() -> None:
    def find(_request: Find) -> Free:
        found = [["t50", table_row("Twice", number=50)], ["t7", table_row("Old", number=7)]] * 2
        return {"tables": [*found, ["t240", table_row("New", number=999)]], "before": 3}

    async with in_lobby(many_tables(running=0, opened=300), find=find) as at:
        await at.pilot.press(*["pagedown"] * 6)
        await until(at.pilot, lambda: at.known > MOST_LISTED)
        assert isinstance(at.app.screen, LobbyScreen)
        ids = [line.id for line in at.app.screen._model.listing.lines]
        assert ids[MOST_LISTED:] == ["t50", "t7"]
        assert len(set(ids)) == len(ids)


async def test_ten_thousand_tables_are_drawn_only_where_they_are_in_sight() -> None:
    async with in_lobby(many_tables(running=0, opened=10_000)) as at:
        screen = at.app.screen
        assert isinstance(screen, LobbyScreen)
        while at.known < 10_000:
            await at.pilot.press("end")
            await at.has_asked(1)
        drawn: list[int] = []
        line_at = screen.lobby_layout._line

        def noted(lines: Any, place: int) -> Any:
            drawn.append(place)
            return line_at(lines, place)

        screen.lobby_layout._line = noted  # type: ignore[method-assign]
        screen.paint()
        assert 0 < len(drawn) < 3 * LARGE[1]
        del drawn[:]
        await at.pilot.press("up")
        assert 0 < len(drawn) < 3 * LARGE[1]
