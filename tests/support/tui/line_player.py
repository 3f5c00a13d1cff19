"""Play in lines, by what is said and nothing else: numbers of the choices that were told, and `y`."""

import asyncio
import re
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

from support.server.running import Inside, inside

from opera_protocol.wire.messages import TableSettings
from opera_tui.config.machine import Machine
from opera_tui.config.settings import Settings
from opera_tui.line_mode.preferences import Preferences
from opera_tui.line_mode.streams import Speaker
from opera_tui.line_mode.table import LineTable
from opera_tui.local.last_tables import LastTables
from opera_tui.session.session import Place, Session, open_session

CHOICE = re.compile(r"(\d+), ")
ONLY = "There is only one choice; Enter or y sends it:"
QUESTION = re.compile(rf"(\d+ choices?:|{ONLY})$")


class Player:
    """Hears sentences and types lines: any choice that was told, then `done` and `y`, and `q` after the end."""

    def __init__(self, chance: Random, also: Callable[[Random], str] = lambda _chance: "") -> None:
        self.heard: list[str] = []
        """All that was said, line by line."""
        self.typed: list[str] = []
        self.questions: set[str] = set()
        self._read = 0
        self._chance = chance
        self._also = also

    def hear(self, text: str) -> None:
        assert text.endswith("\n")
        assert not [sign for sign in text[:-1] if not sign.isprintable()], text
        self.heard.append(text[:-1])

    async def next(self) -> str | None:
        return self.type()

    def type(self) -> str:
        """Return the next line."""
        new, self._read = self.heard[self._read :], len(self.heard)
        line = self._answer(new)
        self.typed.append(line)
        return line

    def _answer(self, new: list[str]) -> str:
        if any("play again" in sentence for sentence in new):
            return "q"
        if new and new[-1].endswith("Type y to send."):
            return "y"
        asked = [place for place, sentence in enumerate(new) if QUESTION.search(sentence)]
        # After a change its effect is said before how everything stands; one change is enough.
        has_changed = any("in stock:" in said for said in new[1:]) and self.typed[-1] not in ("", "y")
        if asked and not has_changed:
            self.questions.add(new[asked[-1]])
            also = self._also(self._chance)
            if also:
                return also
            numbers = [match[1] for sentence in new[asked[-1] + 1 :] if (match := CHOICE.match(sentence))]
            if new[asked[-1]].endswith(ONLY):
                numbers += ["", "y"]
            return self._chance.choice(numbers)
        return "done" if new and any("in stock:" in sentence for sentence in new) else ""

    def repeated(self) -> list[str]:
        """Return what was said twice in a row."""
        return [one for one, other in zip(self.heard, self.heard[1:], strict=False) if one == other]


class Script:
    """Types given lines, and nothing after them."""

    def __init__(self, *lines: str) -> None:
        self.lines = [*lines]
        self.heard: list[str] = []

    def hear(self, text: str) -> None:
        self.heard.append(text.rstrip("\n"))

    async def next(self) -> str | None:
        return self.lines.pop(0) if self.lines else None


class Typed(Script):
    """Types a line when the test says so, and waits for what it leads to."""

    def __init__(self) -> None:
        super().__init__()
        self._typed: asyncio.Queue[str | None] = asyncio.Queue()
        self._said = asyncio.Event()

    def hear(self, text: str) -> None:
        super().hear(text)
        self._said.set()

    async def next(self) -> str | None:
        return await self._typed.get()

    async def until(self, sentence: str, since: int = 0) -> list[str]:
        """Wait until this is said; return all that was said since a number of sentences."""
        while not any(sentence in said for said in self.heard[since:]):
            self._said.clear()
            await self._said.wait()
        return self.heard[since:]

    async def answer(self, line: str | None, sentence: str) -> list[str]:
        """Type a line, wait until this is said after it, and return all that was said since."""
        before = len(self.heard)
        self._typed.put_nowait(line)
        return await self.until(sentence, before)

    def begin(self, playing: Coroutine[Any, Any, None]) -> "asyncio.Task[None]":
        """Let the player play."""
        return asyncio.get_running_loop().create_task(playing)

    def leave(self) -> None:
        self._typed.put_nowait(None)


@asynccontextmanager
async def at_table(
    folder: Path, game: str, seats: int, *, bots: int | None = None, is_begun: bool = True, spectators: bool = False
) -> AsyncIterator[tuple[Inside, Session, str]]:
    """Ada at a table of a server inside the test; with bots on all other seats it has begun."""
    async with inside(folder / "server") as here:
        session = await open_session(here.endpoints, Place("away", "scala"), "Ada")
        try:
            table_id = await session.create(
                TableSettings(
                    game=game,
                    name="Fenice",
                    seats=seats,
                    bots=("random",) * (seats - 1 if bots is None else bots),
                    absence=86_400,
                    seed=b"s" * 32,
                    spectators=spectators,
                )
            )
            if is_begun and bots is None:
                await session.start_alone(table_id)
            yield here, session, table_id
        finally:
            await session.leave()


@asynccontextmanager
async def watching(here: Inside) -> AsyncIterator[Session]:
    """Somebody else at the same server."""
    client = await here.client()
    session = Session(client, here.endpoints, Place("away", "scala"), "Wolf", LastTables())
    yield session
    await session.leave()


async def play(session: Session, table_id: str, player: Any, machine: Any = None, **settings: Any) -> None:
    """Play in lines until the player leaves."""
    chosen = Settings(**{"confirm": False, **settings})
    preferences = Preferences(chosen, machine or Machine())
    await LineTable(session, table_id, preferences, Speaker(player.hear), player).run()
