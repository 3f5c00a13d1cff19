"""What follows from a key in a box. A box only returns effects; the table runs them, so tests need no screen."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from msgspec import Struct

from opera_games.api import Action

if TYPE_CHECKING:
    from opera_tui.games.box import Box

Previews = Sequence[Struct]
"""What actions would bring, in the types of the game."""
Layout = Mapping[Any, Sequence[Any]]
"""Pieces by the place where they stand, in the words of the game."""


class Table(Protocol):
    """The table that runs the effects of its boxes."""

    def send(self, action: Action) -> None:
        """Answer the open decision."""

    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        """Ask the server what these actions would bring."""

    def arrange(self, buy: Sequence[str], goal: str, take: "Callable[[Layout], list[Effect]]") -> None:
        """Ask the server for the best layout."""

    def open(self, box: "Box") -> None:
        """Put a box in front of the others."""

    def close(self) -> None:
        """Take the box in front away, unless it is the only one."""

    def refuse(self, sentence: str) -> None:
        """Say why nothing happened."""


class Effect(Protocol):
    """Something that a box wants to happen."""

    def run(self, table: Table) -> None: ...


class Send(NamedTuple):
    """Answer the decision with this action."""

    action: Action

    def run(self, table: Table) -> None:
        table.send(self.action)


class AskPreviews(NamedTuple):
    """Ask the server what these actions would bring; `take` gets the answers."""

    actions: Sequence[Action]
    take: Callable[[Previews], None]

    def run(self, table: Table) -> None:
        table.preview(self.actions, self.take)


class AskLayout(NamedTuple):
    """Ask the server for the best layout after these purchases; `take` gets it and returns what follows."""

    buy: Sequence[str]
    goal: str
    take: Callable[[Layout], list[Effect]]

    def run(self, table: Table) -> None:
        table.arrange(self.buy, self.goal, self.take)


class Open(NamedTuple):
    """Continue in another box; Esc there returns to this one."""

    box: "Box"

    def run(self, table: Table) -> None:
        table.open(self.box)


class Close(NamedTuple):
    """Return to the previous box, or dismiss a box that only shows something."""

    def run(self, table: Table) -> None:
        table.close()


class Refuse(NamedTuple):
    """Do nothing, and show why."""

    sentence: str

    def run(self, table: Table) -> None:
        table.refuse(self.sentence)
