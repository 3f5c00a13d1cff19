"""Play in lines, by what is said and nothing else: numbers of the choices that were told, and `y`."""

import re
from collections.abc import AsyncIterator, Callable
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
QUESTION = re.compile(r"\d+ choices?:$")


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


async def play(session: Session, table_id: str, player: Any, **settings: Any) -> None:
    """Play in lines until the player leaves."""
    chosen = Settings(**{"confirm": False, **settings})
    preferences = Preferences(chosen, Machine())
    await LineTable(session, table_id, preferences, Speaker(player.hear), player).run()
