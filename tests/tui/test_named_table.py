"""Joining a table by its name or id, also one that the lobby's document has no place for."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from support.client.fake_lobby import FakeLobby, many_tables, table_row
from support.client.fake_server import FakeServer, fake_server
from support.tui.shell_app import use_folders

from opera_protocol.client import RefusedByServer
from opera_protocol.wire.messages import Find, Free
from opera_tui.lobby.named_table import MOST_PAGES, named_table
from opera_tui.session.session import Place, Session, open_session


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folders(monkeypatch, tmp_path)


@asynccontextmanager
async def visited(tables: dict[str, Any], *own: str) -> AsyncIterator[tuple[FakeServer, Session]]:
    """A session in the lobby of a server with these tables."""
    async with fake_server() as server:
        FakeLobby(server, tables, own)
        session = await open_session(server.endpoints, Place("away", "scala"), "Ada")
        await session.client.enter_lobby()
        yield server, session
        await session.leave()


async def found(session: Session, name: str) -> tuple[str, str]:
    """The id of a table, and its state as far as it is known."""
    table_id, table = await named_table(session.client, session.client.room("lobby").view, name)
    return table_id, table.state if table else ""


async def test_a_table_in_the_document_is_found_without_asking() -> None:
    async with visited(many_tables(running=2, opened=2)) as (server, session):
        assert await found(session, "Run 1") == ("t1", "running")
        assert await found(session, "t4") == ("t4", "open")
        with pytest.raises(RefusedByServer) as refused:
            await found(session, "Tosca")
        assert refused.value.code == "no_such_table"
        assert not server.of_kind(Find)


async def test_a_table_beyond_the_document_is_found_by_its_whole_name() -> None:
    """Run 3 begins the names of Run 30 and Run 300, which are newer."""
    async with visited(many_tables(running=400, opened=100)) as (_server, session):
        assert await found(session, "Run 3") == ("t3", "running")
        assert await found(session, "Open 1") == ("t401", "open")


async def test_ones_own_table_comes_before_others_of_the_same_name_and_then_the_newest() -> None:
    tables = {f"t{number}": table_row("Fenice", number=number) for number in range(1, 100)}
    async with visited(tables, "t7") as (_server, session):
        assert await found(session, "Fenice") == ("t7", "open")
    async with visited(tables) as (_server, session):
        assert await found(session, "Fenice") == ("t99", "open")


async def test_what_is_no_name_may_be_the_id_of_a_table_that_is_not_listed() -> None:
    async with visited(many_tables(running=400, opened=0)) as (_server, session):
        assert await found(session, "t5") == ("t5", "")
        with pytest.raises(RefusedByServer):
            await found(session, "an id does not have so many letters")


async def test_a_server_that_goes_on_for_ever_is_not_asked_for_ever() -> None:
    def find(request: Find) -> Free:
        return {"tables": [], "before": (request.before or 10_000) - 1}

    async with visited(many_tables(running=400, opened=0)) as (server, session):
        server.answers[Find] = find
        assert await found(session, "Tosca") == ("Tosca", "")
        assert len(server.of_kind(Find)) == MOST_PAGES
