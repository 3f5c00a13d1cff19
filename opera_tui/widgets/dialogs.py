"""Boxes in front of another screen: a question with a few answers or a text, a note, and a waiting screen."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.widgets import Input, Static

from opera_protocol.texts.i18n import N_
from opera_tui.look.i18n import _
from opera_tui.look.key_names import key_does
from opera_tui.look.rows import Row, Span, row, wrapped
from opera_tui.widgets.footer import KeyLine
from opera_tui.widgets.lines import Line, Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import ShellDialog

WIDTH = 68
BORDER = 2


class Answer(NamedTuple):
    """An answer with its letter; what it does stands in the lower border."""

    key: str
    text: str
    does: str


class QuestionScreen(ShellDialog[str]):
    """Ask a question; the result is the letter of the answer, empty after Esc, which always changes nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", N_("back"), key_display="esc", tooltip=N_("Change nothing.")),
    ]

    def __init__(self, title: str, texts: Sequence[str], answers: Sequence[Answer], start: str = "") -> None:
        super().__init__()
        self._start = start
        """The letter of the answer where the cursor begins; empty for the first."""
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
        sentences = [row(" ", line) for text in self._texts for line in wrapped(text, text_cells(self))]
        lines = [
            Line(answer.key, row(Span(answer.key, "key"), f" {answer.text}"), answer.does) for answer in self._answers
        ]
        answers.set_lines(lines, head=[*sentences, ()])
        answers.go_to(self._start)

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        self.dismiss(message.line.id)

    def on_key(self, event: events.Key) -> None:
        """Give the answer of a letter."""
        if event.character and event.character in [answer.key for answer in self._answers]:
            event.stop()
            self.dismiss(event.character)


def text_cells(dialog: ShellDialog[str]) -> int:
    """Return how wide the texts of a dialog may be: within its border, and with a blank on either side."""
    return min(WIDTH, dialog.app.size.width - BORDER) - 2


def note(title: str, text: str) -> QuestionScreen:
    """Make a box with a sentence that the player must confirm."""
    return QuestionScreen(title, [text], [Answer("o", _("All right"), _("go on"))])


class TextScreen(ShellDialog[str]):
    """Ask for a text; the result is empty after Esc."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('')", N_("back"), key_display="esc", tooltip=N_("Change nothing.")),
    ]

    def __init__(
        self, sentence: str, label: str, most: int, object_to: Callable[[str], str] = lambda _text: ""
    ) -> None:
        super().__init__()
        self._sentence = sentence
        self._label = label
        self._most = most
        self._object_to = object_to
        """Returns what is wrong with a text, which is then asked for again."""

    def compose(self) -> ComposeResult:
        with Vertical(id="question"):
            yield RowPanel(self.looks.palette, self._rows(self._sentence), id="sentence")
            with Horizontal():
                yield Static(self._label, markup=False)
                yield Input(max_length=self._most)
            yield RowPanel(self.looks.palette, id="objection")
        yield KeyLine(self.looks)

    def _rows(self, text: str, role: str = "") -> list[Row]:
        return [row(" ", Span(line, role)) for line in wrapped(text, text_cells(self))]

    def on_mount(self) -> None:
        self.query_one("#question").border_subtitle = key_does("enter", _("go on"))
        self.query_one(Input).focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        text = message.value.strip()
        objection = self._object_to(text)
        if objection:
            self.query_one("#objection", RowPanel).show(self._rows(objection, "warning"))
        else:
            self.dismiss(text)


class WaitingScreen(ShellDialog[None]):
    """Say what is waited for while a server is started or looked for; Esc gives up."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "give_up", N_("give up"), key_display="esc", tooltip=N_("Do not wait any longer.")),
    ]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        yield RowPanel(self.looks.palette, [row(" ", self._text)], id="waiting")
        yield KeyLine(self.looks)

    def action_give_up(self) -> None:
        self.shell.give_up()
