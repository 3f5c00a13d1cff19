"""The last line of a screen: the keys that do something now, or a text that is typed in their place."""

from collections.abc import Iterable, Sequence

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from opera_tui.config.appearance import Looks
from opera_tui.look.i18n import _
from opera_tui.look.key_names import key_name
from opera_tui.look.rows import EMPTY, Row, Span, joined, row, width
from opera_tui.widgets.row_panel import RowPanel


class KeyLine(RowPanel):
    """Show the bindings of the screen that are active and meant to be seen."""

    DEFAULT_CSS = "KeyLine { dock: bottom; height: 1; }"

    def __init__(self, looks: Looks) -> None:
        super().__init__(looks.palette, id="keys")
        self._glyphs = looks.glyphs
        self._is_due = False
        """Whether the line is going to be brought up to date: one screen may tell of several changes at once."""

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, lambda _screen: self._update_soon())
        self._update_soon()

    def _update_soon(self) -> None:
        if not self._is_due:
            self._is_due = True
            self.call_after_refresh(self.update_keys)

    def update_keys(self) -> None:
        """Show what the keys do now."""
        self._is_due = False
        if not self.is_attached or not self.screen.is_current:
            return
        active = [found.binding for found in self.screen.active_bindings.values() if found.enabled]
        shown = [binding for binding in active if binding.show]
        whole = (self._line(shown, gap) for gap in (2, 1))
        fitting = (line for line in whole if width(line) <= self.size.width)
        self.show([next(fitting, EMPTY) or self._shortened(shown)])

    def _line(self, bindings: Iterable[Binding], gap: int) -> Row:
        """Draw the bindings with so many cells between them; those of one action are one entry."""
        return _line_of(list(map(self._entry, self._entries(bindings))), gap)

    def _shortened(self, bindings: Iterable[Binding]) -> Row:
        """Draw as many bindings as fit; the way back and the keys of every screen stay."""
        shown = self._entries(bindings)
        entries = list(map(self._entry, shown))
        less_needed = [place for place, binding in enumerate(shown) if not _sort_key(binding)]
        while less_needed and width(_line_of(entries, 1)) > self.size.width:
            del entries[less_needed.pop()]
        return _line_of(entries, 1)

    def _entries(self, bindings: Iterable[Binding]) -> list[Binding]:
        by_action: dict[str, Binding] = {}
        for binding in bindings:
            by_action.setdefault(binding.action.partition("(")[0], binding)
        return [binding for binding in sorted(by_action.values(), key=_sort_key) if self._text(binding)]

    def _entry(self, binding: Binding) -> Row:
        return row(Span(self._key(binding), "key"), Span(f" {self._text(binding)}", "quiet"))

    def _text(self, binding: Binding) -> str:
        """Return what a key does; the focused list may have its own word for Enter, empty if it does nothing there."""
        own = getattr(self.screen.focused, "enter_word", None) if binding.key == "enter" else None
        return _(binding.description) if own is None else str(own)

    def _key(self, binding: Binding) -> str:
        shown = key_name(self.app.get_key_display(binding))
        return shown.replace("↑↓", self._glyphs.up_down).replace("←→", self._glyphs.left_right)


def _line_of(entries: Sequence[Row], gap: int) -> Row:
    return row(" ", joined(entries, Span(" " * gap)))


def _sort_key(binding: Binding) -> int:
    """Return the sort key of a binding: the way back near the end, keys of every screen last."""
    return 2 if (binding.id or "").startswith("everywhere.") else int(binding.key == "escape")


class Entry(Horizontal):
    """Ask for a text; Enter gives it, Esc gives up."""

    DEFAULT_CSS = """
    Entry { dock: bottom; height: 1; display: none; background: $background; }
    Entry > Static { width: auto; padding: 0 1; }
    Entry > Input { width: 1fr; }
    """

    class Typed(Message):
        """A text is being typed."""

        def __init__(self, purpose: str, text: str) -> None:
            super().__init__()
            self.purpose = purpose
            self.text = text

    class Given(Message):
        """A text was typed."""

        def __init__(self, purpose: str, text: str) -> None:
            super().__init__()
            self.purpose = purpose
            self.text = text

    class GivenUp(Message):
        """Esc was pressed instead."""

        def __init__(self, purpose: str) -> None:
            super().__init__()
            self.purpose = purpose

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

    def ask(self, purpose: str, label: str, text: str = "", most: int = 200, remark: str = "") -> None:
        """Begin typing; a remark stands there until something is typed."""
        self._purpose = purpose
        self._before = self.screen.focused
        self.query_one(Static).update(label)
        typed = self.query_one(Input)
        typed.max_length = most
        typed.value = text
        typed.placeholder = remark
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

    def on_input_changed(self, message: Input.Changed) -> None:
        message.stop()
        if self.is_open:
            self.post_message(self.Typed(self._purpose, message.value.strip()))

    def on_input_submitted(self, message: Input.Submitted) -> None:
        message.stop()
        self.close()
        self.post_message(self.Given(self._purpose, message.value.strip()))

    def on_key(self, event: events.Key) -> None:
        if event.key == "escape":
            event.stop()
            self.close()
            self.post_message(self.GivenUp(self._purpose))
