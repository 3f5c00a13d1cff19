"""The line in which a player or a spectator talks, in place of the footer."""

from textual import events
from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.message import Message
from textual.widgets import Input, Static

from opera_tui.look.i18n import _

LONGEST = 200


class TalkLine(Horizontal):
    """A label that says who hears it, and what is typed."""

    DEFAULT_CSS = """
    TalkLine { dock: bottom; height: 1; display: none; background: $background; }
    TalkLine > Static { width: auto; padding: 0 1; }
    TalkLine > Input { width: 1fr; height: 1; border: none; padding: 0; }
    """

    class Closed(Message):
        """Something was typed, or nothing after Esc."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def compose(self) -> ComposeResult:
        yield Static(markup=False)
        yield Input(id="talk", max_length=LONGEST)

    @property
    def is_open(self) -> bool:
        return self.display

    def open(self, *, is_unheard: bool) -> None:
        """Begin typing; players do not hear spectators before the end."""
        self.query_one(Static).update(_("To the spectators") if is_unheard else _("Say"))
        talk = self.query_one(Input)
        talk.value = ""
        talk.placeholder = (
            _("players hear you after the end of the game") if is_unheard else _("enter says it, esc does not")
        )
        self.display = True
        talk.focus()

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self._close(message.value.strip())

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self._close("")

    def _close(self, text: str) -> None:
        self.display = False
        self.post_message(self.Closed(text))
