"""A question before a reveal: what will the reader get? Any number will do, and it can be left out."""

from collections.abc import Callable
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.box import KeyHint, Text
from opera_tui.games.reveal_box import RevealBox
from opera_tui.games.view import TableView
from opera_tui.look.i18n import _, ngettext, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, row

MOST_DIGITS: Final = 3


class GuessBox(RevealBox):
    """Ask for the points of a reveal before it is shown."""

    question = Text(N_("YOUR GUESS  how many points is that for you?"))
    answers = frozenset({*"0123456789", "minus", "backspace"})

    def __init__(self, coming: RevealBox, gain: int, settle: Callable[[str], None]) -> None:
        super().__init__(coming.before, coming.view, coming.event)
        self._coming = coming
        self._gain = gain
        self._settle = settle
        self._typed = ""

    @property
    def title(self) -> str:
        return self._coming.title

    @property
    def does(self) -> str:  # type: ignore[override]
        return _("see it") if self._number is not None else _("see it without a guess")

    @property
    def help_topic(self) -> str:
        return self._coming.help_topic

    @property
    def panel(self) -> str:
        return self._coming.panel

    def board_so_far(self) -> TableView | None:
        return self.before

    def board_at_last(self) -> TableView | None:
        """Show the table as it was counted."""
        return self.before

    @property
    def _number(self) -> int | None:
        return int(self._typed) if self._typed not in ("", "-") else None

    def rows(self) -> list[Row]:
        shown = Span(f" {self._typed or self.glyphs.none} ", "value" if self._typed else "quiet")
        return [EMPTY, row("  ", _("Points for you:"), "  ", shown), EMPTY, self._coming.to_go_by]

    def hints(self) -> list[KeyHint]:
        clear = [KeyHint("bksp", _("correct"))] if self._typed else []
        return [
            KeyHint("0-9", pgettext("how many", "number")),
            *clear,
            KeyHint("enter", _("see it")),
            KeyHint("esc", _("do without"), True),
        ]

    def take(self, key: str) -> bool:
        """Type a digit or the sign, or take the last one away; Enter and Esc settle the guess and go on."""
        if key.isdigit() and len(self._typed.lstrip("-")) < MOST_DIGITS:
            self._typed += key
        elif key == "minus" and not self._typed:
            self._typed = "-"
        elif key == "backspace":
            self._typed = self._typed[:-1]
        else:
            if key == "enter":
                self._settle(verdict(self._number, self._gain))
            elif key == "escape":
                self._settle("")
            return False
        return True


def verdict(guess: int | None, gain: int) -> str:
    """Say whether a guess was right, or by how much it was wrong; nothing without a guess."""
    if guess is None:
        return ""
    if guess == gain:
        return _("Right, it is {gain}.").format(gain=gain)
    more = abs(gain - guess)
    text = (
        ngettext("It is {gain}, {n} more than you thought.", "It is {gain}, {n} more than you thought.", more)
        if gain > guess
        else ngettext("It is {gain}, {n} less than you thought.", "It is {gain}, {n} less than you thought.", more)
    )
    return text.format(gain=gain, n=more)
