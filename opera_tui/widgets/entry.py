"""A line for typing in place of the footer."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from opera_tui.widgets.key_line import KeyLine


class Entry(Horizontal):
    """Ask for a text; Enter gives it, Esc gives up."""

    DEFAULT_CSS = """
    Entry { dock: bottom; height: 1; display: none; background: $background; }
    Entry > Static { width: auto; padding: 0 1; }
    Entry > Input { width: 1fr; }
    """

    class Given(Message):
        """A text was typed."""

        def __init__(self, purpose: str, text: str) -> None:
            super().__init__()
            self.purpose = purpose
            self.text = text

    def __init__(self) -> None:
        super().__init__(id="entry")
        self._purpose = ""
        self._before: Widget | None = None

    def compose(self) -> ComposeResult:
        yield Static(markup=False)
        yield Input()

    @property
    def is_open(self) -> bool:
        return self.display

    def ask(self, purpose: str, label: str, text: str = "", most: int = 200) -> None:
        """Begin typing."""
        self._purpose = purpose
        self._before = self.screen.focused
        self.query_one(Static).update(label)
        typed = self.query_one(Input)
        typed.max_length = most
        typed.value = text
        typed.cursor_position = len(text)
        self._show(True)
        typed.focus()

    def close(self) -> None:
        """Give the line back to the footer."""
        self._show(False)
        self.screen.set_focus(self._before)

    def _show(self, is_open: bool) -> None:
        """Show either this line or the footer."""
        self.display = is_open
        self.screen.query_one(KeyLine).display = not is_open

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.close()
        self.post_message(self.Given(self._purpose, message.value.strip()))

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.close()
