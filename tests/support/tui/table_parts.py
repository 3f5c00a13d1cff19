"""Parts of the table screen without the screen: rows of a panel, and requests that nobody answers."""

from collections.abc import Callable, Sequence
from typing import Any

from opera_games.api import Action
from opera_tui.games.box import Box, Layout, Previews
from opera_tui.games.face import Panel
from opera_tui.games.view import TableView
from opera_tui.look.rows import Row


def panel_rows(panel: Panel[Any], view: TableView, box: Box | None = None) -> list[Row]:
    """The panel in the wide layout."""
    return panel.wide_rows(view, box.pointed if box else "")


def tab_rows(panel: Panel[Any], view: TableView, box: Box | None = None, height: int = 9) -> list[Row]:
    """The panel as a tab of the narrow layout: nine rows at 80x24, eight at 80x23."""
    assert panel.narrow_rows is not None
    return panel.narrow_rows(view, box.pointed if box else "", height)


class NotedRequests:
    """Remembers what was sent and asked."""

    def __init__(self) -> None:
        self.sent: list[Action] = []
        self.proposals: list[int] = []
        """The decisions for which proposals were asked."""
        self.taken_back: list[int] = []

    def send(self, decision: int, action: Action) -> None:
        self.sent.append(action)

    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        """Nobody answers."""

    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], None]) -> None:
        """Nobody answers."""

    def propose(self, decision: int) -> None:
        self.proposals.append(decision)

    def take_back(self, decision: int) -> None:
        self.taken_back.append(decision)

    def taken(self) -> list[Action]:
        """What was sent since this was last asked."""
        sent, self.sent = self.sent, []
        return sent
