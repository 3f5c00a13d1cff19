"""The table's screen on documents of the real rules: a state and a seat instead of a server and a connection."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any, cast

from support.tui.documents import scores_so_far, sent

import opera_tui
from opera_games.api import Event, Map
from opera_protocol.client import Changed, RefusedByServer, Stage, State
from opera_protocol.client.server_clock import ServerClock
from opera_protocol.wire.messages import Lines
from opera_rules import opera, turandot
from opera_rules.api import AnyRules, to_map
from opera_rules.refusals import Refused
from opera_tui.games.view import TableView
from opera_tui.session.session import Place, Session
from opera_tui.shell.app import OperaApp
from opera_tui.table.end_of_game import EndOfGame
from opera_tui.table.screen import TableScreen

RULES: Mapping[str, ModuleType] = {"opera": opera, "turandot": turandot}
Log = Sequence[Event | Map]


def changed(view: TableView, log: Log = (), *, start: int = 0, is_entry: bool = False, **head: Any) -> Changed:
    """A view as it comes from the server, with whatever its head should say."""
    lines = Lines(start=start, lines=tuple(map(to_map, log)))
    return Changed(sent(view, **head), log=lines, is_entry=is_entry)


class RecordedClient:
    """Answers as a server with this state would; earlier moments are states with what had been told by then."""

    def __init__(
        self, rules: ModuleType, state: Any, seat: int | None, moments: Sequence[tuple[Any, Log]] = ()
    ) -> None:
        self._rules, self._state, self._seat, self._moments = rules, state, seat, moments
        self.state = State(Stage.LIVE)
        self.clock = ServerClock()
        self.sent: Mapping[str, Any] | None = None
        """The action that was sent last."""
        self.proposals: list[int] = []
        """The decisions for which proposals were asked; none comes by itself."""

    def go_to(self, state: Any, seat: int | None) -> None:
        """The game has gone on to this state."""
        self._state, self._seat = state, seat

    def room(self, _table: str) -> SimpleNamespace:
        """Nothing is known here of the shuffle."""
        return SimpleNamespace(verdict=None)

    async def act(self, _table: str, _decision: int, action: Mapping[str, Any]) -> None:
        self.sent = action

    async def say(self, _table: str, _text: str) -> None:
        """Hear it; nobody else does."""

    async def preview(self, _table: str, actions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        read = [self._rules.read_action(dict(action)) for action in actions]
        return {"previews": [to_map(self._rules.preview(self._state, self._seat, action)) for action in read]}

    async def arrange(self, _table: str, buy: Sequence[str], goal: str) -> dict[str, Any]:
        try:
            return {"layout": to_map(self._rules.arrange(self._state, self._seat, buy, goal))}
        except Refused as refused:
            raise RefusedByServer(refused.code, **refused.parameters) from refused

    async def propose(self, _table: str, decision: int) -> dict[str, Any]:
        self.proposals.append(decision)
        await asyncio.Event().wait()
        raise AssertionError

    async def moment(self, _table: str, n: int, seat: int | None) -> dict[str, Any]:
        state, told = self._moments[min(n, len(self._moments) - 1)]
        private = None if seat is None else to_map(self._rules.private(state, seat))
        scores = scores_so_far(cast("AnyRules", self._rules), state)
        return {"public": to_map(self._rules.public(state)), "private": private, "log": len(told), "scores": scores}

    async def after_round(self, _table: str, _number: int) -> dict[str, Any]:
        """The last one: earlier states are not known."""
        seats = range(len(self._state.players))
        scores = scores_so_far(cast("AnyRules", self._rules), self._state)
        private = [to_map(self._rules.private(self._state, seat)) for seat in seats]
        return {"public": to_map(self._rules.public(self._state)), "private": private, "scores": scores}

    async def history(self, _table: str, _stream: str, _before: int, _count: int) -> Lines:
        _state, told = self._moments[-1]
        return Lines(start=0, lines=tuple(map(to_map, told)))


class RecordedSession:
    """A client and a place."""

    def __init__(self, client: RecordedClient) -> None:
        self.client = client
        self.place = Place("away")


class RecordedTable(TableScreen):
    """Shows what it was given, and then does what keys do."""

    CSS_PATH = str(Path(opera_tui.__file__).parent / "styles/table.tcss")

    def __init__(
        self, app: OperaApp, client: RecordedClient, game: str, changes: Sequence[Changed], pace: float = 0.0
    ) -> None:
        super().__init__(cast("Session", RecordedSession(client)), app.looks, "t", game)
        self._changes = changes
        self._pace = pace
        self._end = EndOfGame(self, is_shown=True)  # the end is a scene of its own

    @property
    def pace(self) -> float:
        return self._pace

    def _ring(self) -> None:
        """Nobody listens."""

    def _follow(self) -> None:  # type: ignore[override]
        self.model.take_state(self.session.client.state)
        for change in self._changes:
            self.model.take(change)
            self._pacing.go_on()
