"""A box: what a decision or a reveal looks like, what keys do in it, and the effects that follow, without any terminal.

A decision's box is made when the decision opens and lives until it is answered. It holds what is being prepared; it
reaches the server only by the effects that it returns. So a lost connection loses nothing, and tests need no screen.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from msgspec import Struct

from opera_games.api import Action, Map, Refusal
from opera_tui.games.view import TableView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row

CELLS: Final = 78
MOST_ROWS: Final = 8
MOST_TALL_ROWS: Final = 17

UP: Final = ("up", "k")
DOWN: Final = ("down", "j")
YES_OR_NO: Final = frozenset("yn")
UP_DOWN: Final = {**dict.fromkeys(UP, -1), **dict.fromkeys(DOWN, 1)}
LEFT_RIGHT: Final = {"left": -1, "h": -1, "right": 1, "l": 1}
"""Keys that move a cursor, and by how much."""
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

    def open(self, box: "Box", begun: Map | None = None) -> None:
        """Put a box in front of the others, unless a lesson takes no action that begins so."""

    def close(self) -> None:
        """Close the box in front, unless it is the only one."""

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
    begun: Map | None = None
    """The fields of the action that are chosen by this, as they go over the wire."""

    def run(self, table: Table) -> None:
        table.open(self.box, self.begun)


class Close(NamedTuple):
    """Return to the previous box, or dismiss a box that only shows something."""

    def run(self, table: Table) -> None:
        table.close()


class Refuse(NamedTuple):
    """Do nothing, and show why."""

    sentence: str

    def run(self, table: Table) -> None:
        table.refuse(self.sentence)


class KeyHint(NamedTuple):
    """A key for the footer and what it does now."""

    key: str
    text: str
    is_kept: bool = False
    """Whether it stays where the footer has no room for all."""


class Text:
    """A text of a class, marked with `N_` and translated whenever it is read."""

    def __init__(self, english: str) -> None:
        self._english = english

    def __get__(self, box: object, owner: type | None = None) -> str:
        return _(self._english)


class Box:
    """Draw at most 8 rows of 78 cells, in a tall box 17. Subclasses override what they show and what keys do."""

    is_tall = False
    """Whether it needs the whole screen below the prompt line."""
    answers: frozenset[str] = frozenset()
    """Keys that answer a question of the box, whatever command has them elsewhere."""

    def __init__(self, view: TableView) -> None:
        self.view = view

    @property
    def glyphs(self) -> Glyphs:
        return self.view.glyphs

    # Properties, since mypy lets them be overridden by properties as well as by class attributes.

    @property
    def title(self) -> str:
        """Return the text of the upper border."""
        return ""

    @property
    def question(self) -> str:
        """Return the text of the prompt line."""
        return ""

    @property
    def does(self) -> str:
        """Return what Enter does, for the lower border; empty if it does nothing."""
        return ""

    @property
    def note(self) -> str:
        """Return what the lower border says left of `does`: keys that vary the choice, or why Enter does nothing."""
        return ""

    @property
    def help_topic(self) -> str:
        """Return what `?` explains: the thing under the cursor."""
        return ""

    @property
    def asked_topic(self) -> str:
        """Return what `?` explains before that thing: the decision, where the thing is only one of its choices."""
        return ""

    @property
    def pointed(self) -> str:
        """Return what the panels point out: composer or number under the cursor; empty for nothing."""
        return ""

    @property
    def tip(self) -> str:
        """Return the name of the advice for a first game that is true now; empty for none."""
        return ""

    @property
    def panel(self) -> str:
        """Return the id of the panel that helps most with this box, where panels are tabs; empty for the usual one."""
        return ""

    @property
    def pinned(self) -> int:
        """Return how many rows at its end stay in sight where the terminal is too low for all."""
        return 0

    @property
    def beside_at(self) -> int:
        """Return the cell where a block begins that may as well stand below the rest; 0 if there is none."""
        return 0

    def rows(self) -> list[Row]:
        return []

    def further_rows(self) -> list[Row]:
        """Return what stands below the rows of a tall box where there is room for more than those."""
        return []

    def chosen(self, text: str, is_chosen: bool = True) -> str:
        """Put `‹ ›` around the chosen variant, and blanks around the others."""
        left, right = self.glyphs.chosen if is_chosen else (" ", " ")
        return f"{left}{text}{right}"

    def hints(self) -> list[KeyHint]:
        """List the keys that do something now."""
        return []

    def opened(self) -> list[Effect]:
        """Ask the server for what is needed when the box comes to the screen."""
        return []

    def come_back(self) -> None:
        """Take note that the player has left the box in front of this one."""

    def take_view(self, view: TableView) -> None:
        """Use a newer view of the table: somebody else has bid while the decision is open."""
        self.view = view

    def press(self, key: str) -> list[Effect] | None:
        """Handle a key by Textual's name (`up`, `h`, `enter`, `plus`, `1`); None if it means nothing here."""
        if key == "enter":
            return self.enter()
        return self.back() if key == "escape" else self.vary(key)

    def enter(self) -> list[Effect] | None:
        """Do what `does` says."""
        return None

    def back(self) -> list[Effect] | None:
        """Handle Esc."""
        return None

    def vary(self, key: str) -> list[Effect] | None:
        """Move the cursor or change what is being prepared."""
        return None

    def refuse(self, refusal: Refusal) -> list[Effect]:
        """Do nothing, and say why."""
        return [Refuse(self.view.why(refusal))]

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """Move the cursor to where the player clicked; a click on the cursor is Enter."""
        return None

    def doubts(self, action: Action) -> Sequence[str]:
        """Return why a player may regret to send this action, in a few sentences; none for most."""
        return ()

    def choose(self, thing: str) -> list[Effect] | None:
        """Move the cursor to a thing that was clicked in a panel, such as `city:wien`; None if it is nothing here."""
        return None

    def prepare(self, action: Action) -> "Box":
        """Prepare this action, as keys would, and return the box in which Enter will send it: this or a later step."""
        return self
