"""What can be asked of a server: one method for each request, in the words of players.

Every call lasts until the server has answered, over as many connections as that takes, or until `within` seconds
have passed (`NoAnswer`). What the server refuses is a `RefusedByServer` with its code.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Final, Literal

from opera_protocol import messages
from opera_protocol.client.requests import new_id
from opera_protocol.errors import Malformed
from opera_protocol.messages import Free, Lines, Request, TableSettings

MOST_TRANSCRIPT_LINES: Final = 100_000

Stream = Literal["log", "talk", "gallery"]


class Calls(ABC):
    """All requests but those that a connection makes by itself."""

    @abstractmethod
    async def ask(self, request: Request, within: float | None = None) -> Free:
        """The server's answer to any request."""

    async def create(self, settings: TableSettings, name: str, *, within: float | None = None) -> Free:
        """Open a table and sit down at its first seat; the answer names the table."""
        return await self.ask(messages.Create(id=new_id(), settings=settings, name=name), within)

    async def take_seat(
        self, table: str, name: str, *, seat: int | None = None, code: str = "", within: float | None = None
    ) -> Free:
        """Sit down, anywhere if no seat is named; the answer names the seat."""
        return await self.ask(messages.Sit(id=new_id(), table=table, name=name, seat=seat, code=code), within)

    async def leave(self, table: str, *, within: float | None = None) -> Free:
        """Give the seat up before the start; during the game, be absent at once."""
        return await self.ask(messages.Leave(id=new_id(), table=table), within)

    async def return_to_seat(self, table: str, *, within: float | None = None) -> Free:
        """Take the own seat back from a stand-in."""
        return await self.ask(messages.Return(id=new_id(), table=table), within)

    async def ready(self, table: str, is_ready: bool = True, *, within: float | None = None) -> Free:
        return await self.ask(messages.Ready(id=new_id(), table=table, ready=is_ready), within)

    async def set_bot(self, table: str, seat: int, level: str | None, *, within: float | None = None) -> Free:
        """Put a bot on a seat, change its level, or take it away (None)."""
        return await self.ask(messages.SetBot(id=new_id(), table=table, seat=seat, level=level), within)

    async def kick(self, table: str, seat: int, *, within: float | None = None) -> Free:
        return await self.ask(messages.Kick(id=new_id(), table=table, seat=seat), within)

    async def start(self, table: str, *, within: float | None = None) -> Free:
        return await self.ask(messages.Start(id=new_id(), table=table), within)

    async def rematch(self, table: str, name: str, *, within: float | None = None) -> Free:
        """Another table of the same kind; the answer names it."""
        return await self.ask(messages.Rematch(id=new_id(), table=table, name=name), within)

    async def set_clock(self, table: str, seconds: int, *, within: float | None = None) -> Free:
        return await self.ask(messages.SetClock(id=new_id(), table=table, seconds=seconds), within)

    async def hand_over(self, table: str, seat: int, fingerprint: str, *, within: float | None = None) -> Free:
        """Give an abandoned seat to somebody who watches."""
        request = messages.HandOver(id=new_id(), table=table, seat=seat, fingerprint=fingerprint)
        return await self.ask(request, within)

    async def act(self, table: str, decision: int, action: Free, *, within: float | None = None) -> Free:
        """Answer a decision; never lost and never done twice, whatever becomes of the connection."""
        return await self.ask(messages.Act(id=new_id(), table=table, decision=decision, action=action), within)

    async def preview(self, table: str, actions: Sequence[Free], *, within: float | None = None) -> Free:
        """What each of up to 32 actions would bring."""
        return await self.ask(messages.Preview(id=new_id(), table=table, actions=tuple(actions)), within)

    async def arrange(
        self, table: str, buy: Sequence[str], goal: str | tuple[int, int], *, within: float | None = None
    ) -> Free:
        """The best layout after buying these, for a goal."""
        return await self.ask(messages.Arrange(id=new_id(), table=table, buy=tuple(buy), goal=goal), within)

    async def propose(self, table: str, decision: int, *, within: float | None = None) -> Free:
        """What a strong bot would do at this decision, and why."""
        return await self.ask(messages.Propose(id=new_id(), table=table, decision=decision), within)

    async def say(self, table: str, text: str, *, within: float | None = None) -> Free:
        return await self.ask(messages.Say(id=new_id(), table=table, text=text), within)

    async def history(
        self, table: str, stream: Stream, before: int, count: int = 50, *, within: float | None = None
    ) -> Lines:
        """Up to so many lines of a stream before a number."""
        request = messages.History(id=new_id(), table=table, stream=stream, before=before, count=count)
        result = await self.ask(request, within)
        start, lines = result.get("start"), result.get("lines")
        if type(start) is not int or not isinstance(lines, list):
            raise Malformed("wrong_shape")
        return Lines(start=start, lines=tuple(lines))

    async def moment(self, table: str, n: int, seat: int | None = None, *, within: float | None = None) -> Free:
        """The documents after action n."""
        return await self.ask(messages.Moment(id=new_id(), table=table, n=n, seat=seat), within)

    async def finished(
        self, *, before: int | None = None, count: int = 50, mine: bool = False, within: float | None = None
    ) -> Free:
        """Finished tables, the newest first."""
        return await self.ask(messages.Finished(id=new_id(), before=before, count=count, mine=mine), within)

    async def transcript(self, table: str, *, within: float | None = None) -> list[Any]:
        """All lines of a finished game's transcript; `within` counts for each part."""
        lines: list[Any] = []
        while True:
            result = await self.ask(messages.Transcript(id=new_id(), table=table, line=len(lines)), within)
            part, total = result.get("lines"), result.get("total")
            if not isinstance(part, list) or type(total) is not int or total > MOST_TRANSCRIPT_LINES:
                raise Malformed("wrong_shape")
            lines += part
            if len(lines) >= total:
                return lines
            if not part:
                raise Malformed("truncated")
