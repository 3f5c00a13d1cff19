"""The table's screen on documents of the real rules: a state and a seat instead of a server and a connection."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from opera_protocol.client import Changed, RefusedByServer, Stage, State
from opera_protocol.messages import Lines
from opera_rules import opera, turandot
from opera_rules.api import to_map
from opera_rules.refusals import Refused
from opera_tui import screens
from opera_tui.app import OperaApp
from opera_tui.glyphs import Glyphs
from opera_tui.screens.table import TableScreen
from opera_tui.session import Looks, Place, Session
from opera_tui.settings import Settings
from opera_tui.table_model import TableModel
from opera_tui.table_view import TableView

RULES: Mapping[str, ModuleType] = {"opera": opera, "turandot": turandot}
Log = Sequence[Mapping[str, Any]]


def changed(view: TableView, log: Log = (), *, start: int = 0, is_entry: bool = False, **head: Any) -> Changed:
    """A view as it comes from the server, with whatever its head should say."""
    public = {**view.view.public, "table": {"state": "running", "actions": 40, **view.head, **head}}
    lines = Lines(start=start, lines=tuple(dict(event) for event in log))
    return Changed(replace(view.view, public=public), log=lines, is_entry=is_entry)


class RecordedClient:
    """Answers as a server with this state would; earlier moments are states with what had been told by then."""

    def __init__(
        self, rules: ModuleType, state: Any, seat: int | None, moments: Sequence[tuple[Any, Log]] = ()
    ) -> None:
        self._rules, self._state, self._seat, self._moments = rules, state, seat, moments
        self.state = State(Stage.LIVE)
        self.sent: Mapping[str, Any] | None = None
        """The action that was sent last."""

    def go_to(self, state: Any, seat: int | None) -> None:
        """The game has gone on to this state."""
        self._state, self._seat = state, seat

    async def act(self, _table: str, _decision: int, action: Mapping[str, Any]) -> None:
        self.sent = action

    async def preview(self, _table: str, actions: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
        read = [self._rules.read_action(dict(action)) for action in actions]
        return {"previews": [to_map(self._rules.preview(self._state, self._seat, action)) for action in read]}

    async def arrange(self, _table: str, buy: Sequence[str], goal: str) -> dict[str, Any]:
        try:
            return {"layout": self._rules.arrange(self._state, self._seat, buy, goal)}
        except Refused as refused:
            raise RefusedByServer(refused.code, refused.parameters) from refused

    async def moment(self, _table: str, n: int, seat: int | None) -> dict[str, Any]:
        state, told = self._moments[min(n, len(self._moments) - 1)]
        private = None if seat is None else to_map(self._rules.private(state, seat))
        return {"public": to_map(self._rules.public(state)), "private": private, "log": len(told)}

    async def history(self, _table: str, _stream: str, _before: int, _count: int) -> Lines:
        _state, told = self._moments[-1]
        return Lines(start=0, lines=tuple(dict(event) for event in told))


class RecordedSession:
    """How things look, and a client; it leads to no other screen."""

    def __init__(self, looks: Looks, client: RecordedClient, pace: float) -> None:
        self.looks, self.client, self.pace = looks, client, pace
        self.place = Place("away")

    @property
    def settings(self) -> Settings:
        return self.looks.settings

    @property
    def palette(self) -> Any:
        return self.looks.palette

    @property
    def glyphs(self) -> Glyphs:
        return self.looks.glyphs

    def ring(self, _app: object) -> None:
        """Nobody listens."""

    def show_help(self, app: Any, model: TableModel, topic: str) -> None:
        assert model.view is not None
        app.show_rules(model.view.head["game"], topic)

    def show_end(self, _app: object, _model: object) -> None:
        """The end is a scene of its own."""


class RecordedTable(TableScreen):
    """Shows what it was given, and then does what keys do."""

    CSS_PATH = str(Path(screens.__file__).parent / "table.tcss")

    def __init__(
        self, app: OperaApp, client: RecordedClient, game: str, changes: Sequence[Changed], pace: float = 0.0
    ) -> None:
        super().__init__(cast("Session", RecordedSession(app.looks, client, pace)), "t", game)
        self._changes = changes

    def _follow(self) -> None:  # type: ignore[override]
        self.model.take_state(self.session.client.state)
        for change in self._changes:
            self.model.take(change)
            self._go_on()
