"""A question with a few answers; Esc is always the answer that changes nothing."""

from collections.abc import Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.texts.i18n import N_
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, row
from opera_tui.look.wrapping import wrapped
from opera_tui.widgets.key_line import KeyLine
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.shell_screen import ShellDialog

WIDTH = 68


class Answer(NamedTuple):
    """An answer with its letter; what it does stands in the lower border."""

    key: str
    text: str
    does: str


class QuestionScreen(ShellDialog[str]):
    """Ask; the result is the letter of the answer, empty after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", N_("back"), key_display="esc", tooltip=N_("Change nothing.")),
    ]

    def __init__(self, title: str, texts: Sequence[str], answers: Sequence[Answer]) -> None:
        super().__init__()
        self._title = title
        self._texts = texts
        self._answers = answers

    def compose(self) -> ComposeResult:
        yield Lines(self.looks, id="answers")
        yield KeyLine(self.looks)

    def on_mount(self) -> None:
        answers = self.query_one("#answers", Lines)
        answers.set_title(self._title)
        answers.enter_word = _("do it")
        answers.set_lines([self._line(answer) for answer in self._answers], head=[*self._sentences(), ()])

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.dismiss(message.line.id)

    def on_key(self, event: events.Key) -> None:
        """Move the cursor to the answer of a letter; Enter gives it."""
        if event.character and event.character in [answer.key for answer in self._answers]:
            event.stop()
            self.query_one("#answers", Lines).go_to(event.character)

    def _sentences(self) -> list[Row]:
        return [row(" ", line) for text in self._texts for line in wrapped(text, WIDTH - 2)]

    def _line(self, answer: Answer) -> Line:
        return Line(answer.key, row(Span(answer.key, "strong"), f" {answer.text}"), answer.does)


def note(title: str, text: str) -> QuestionScreen:
    """Show a sentence that has to be seen."""
    return QuestionScreen(title, [text], [Answer("o", _("All right"), _("go on"))])
