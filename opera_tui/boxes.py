"""The decision box: what a decision looks like and what keys do in it, without any terminal.

A box is made when a decision opens and lives until it is answered. It holds what is being prepared; nothing it does
reaches the server but by the effects it returns. So a lost connection loses nothing of it, and tests need no screen.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from opera_tui.rows import Row
from opera_tui.table_view import TableView

Action = Mapping[str, Any]


class Send(NamedTuple):
    """Answer the decision with this action."""

    action: Action


class AskPreviews(NamedTuple):
    """Ask the server what these actions would bring; the answers come by `take_previews`."""

    actions: Sequence[Action]


class AskLayout(NamedTuple):
    """Ask the server for the best layout; the answer comes by `take_layout`."""

    buy: Sequence[str]
    goal: str


class AskProposal(NamedTuple):
    """Ask the server what a strong bot would do at this decision."""

    decision: int


class Open(NamedTuple):
    """Go on in another box; Esc there comes back to this one."""

    box: "Box"


class Close(NamedTuple):
    """Go back to the box before, or, for a box that only shows something, put it away."""


class Refuse(NamedTuple):
    """Nothing happened, and this sentence says why."""

    sentence: str


Effect = Send | AskPreviews | AskLayout | AskProposal | Open | Close | Refuse


class KeyHint(NamedTuple):
    """A key for the footer and what it does now."""

    key: str
    text: str


class Box(Protocol):
    """78 columns of rows: at most 8, the arranging box 18."""

    @property
    def title(self) -> str: ...

    @property
    def does(self) -> str:
        """What Enter does, for the lower border; empty if it does nothing."""
        ...

    @property
    def note(self) -> str:
        """What else the lower border says, left of `does`: keys that vary the choice, or why Enter does nothing."""
        ...

    @property
    def question(self) -> str:
        """For the prompt line."""
        ...

    @property
    def is_tall(self) -> bool:
        """Whether it needs the whole screen below the prompt line (arranging)."""
        ...

    @property
    def help_topic(self) -> str:
        """What `?` explains: the thing under the cursor."""
        ...

    @property
    def pointed(self) -> str:
        """The composer under the cursor, whose pieces the panels underline; empty for none."""
        ...

    def rows(self) -> list[Row]: ...

    def opened(self) -> list[Effect]:
        """What to ask the server for when the box comes to the screen."""
        ...

    def take_view(self, view: TableView) -> None:
        """The table changed while the decision is open: somebody else has bid."""
        ...

    def hints(self) -> list[KeyHint]:
        """Keys that do something now."""
        ...

    def press(self, key: str) -> list[Effect] | None:
        """Handle a key of Textual's names (`up`, `h`, `enter`, `plus`, `1`); None if it means nothing here."""
        ...

    def click(self, row: int, cell: int) -> list[Effect] | None:
        """A click moves the cursor; a click on the cursor is Enter."""
        ...

    def prepare(self, action: Action) -> "Box":
        """Prepare this action, as keys would; the box in which Enter will send it, this one or a later step."""
        ...

    @property
    def headline(self) -> TableView | None:
        """The table whose round the header tells, if the box is about an earlier one; None for the present."""
        ...

    @property
    def board(self) -> TableView | None:
        """What the panels show instead of the present while markers move; None for the present."""
        ...

    @property
    def is_moving(self) -> bool:
        """Whether markers have still to move, one after the other."""
        ...

    def move(self) -> None:
        """Move the next marker."""
        ...

    def start_again(self) -> None:
        """Put all markers back."""
        ...

    def take_previews(self, previews: Sequence[Mapping[str, Any]]) -> None: ...

    def take_layout(self, layout: Mapping[str, Sequence[str | None]]) -> list[Effect]:
        """Take the layout that was asked for, and perhaps ask for its preview."""
        ...


class TableBox:
    """A box that knows its table and shows nothing yet: what the boxes of both games begin with.

    Unless it decides something, it goes away with Enter, Esc or Space.
    """

    def __init__(self, view: TableView) -> None:
        self.view = view

    @property
    def title(self) -> str:
        return ""

    @property
    def does(self) -> str:
        return ""

    @property
    def note(self) -> str:
        return ""

    @property
    def question(self) -> str:
        return ""

    @property
    def is_tall(self) -> bool:
        return False

    @property
    def help_topic(self) -> str:
        return ""

    @property
    def pointed(self) -> str:
        return ""

    def rows(self) -> list[Row]:
        return []

    def hints(self) -> list[KeyHint]:
        return []

    def opened(self) -> list[Effect]:
        return []

    def take_view(self, view: TableView) -> None:
        self.view = view

    def press(self, key: str) -> list[Effect] | None:
        return [Close()] if key in ("enter", "escape", "space") else None

    def click(self, row: int, cell: int) -> list[Effect] | None:
        return None

    def prepare(self, action: Action) -> Box:
        return self

    @property
    def headline(self) -> TableView | None:
        return None

    @property
    def board(self) -> TableView | None:
        return None

    @property
    def is_moving(self) -> bool:
        return False

    def move(self) -> None:
        return None

    def start_again(self) -> None:
        return None

    def take_previews(self, previews: Sequence[Mapping[str, Any]]) -> None:
        return None

    def take_layout(self, layout: Mapping[str, Sequence[str | None]]) -> list[Effect]:
        return []


UP = ("up", "k")
DOWN = ("down", "j")
LEFT = ("left", "h")
RIGHT = ("right", "l")


def moved(cursor: int, key: str, places: int) -> int:
    """The cursor after an up or down key; it stops at the ends."""
    if key in UP:
        return max(0, cursor - 1)
    return min(places - 1, cursor + 1) if key in DOWN else cursor
