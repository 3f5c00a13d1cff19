"""A panel that paints only the rows that changed; of these, the driver sends only the cells that changed."""

from collections.abc import Iterable, Sequence

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.content import Content
from textual.geometry import Region
from textual.message import Message
from textual.strip import Strip
from textual.widget import Widget

from opera_protocol.texts.format import plain
from opera_tui.look.palette import Palette
from opera_tui.look.rows import Row, Span, fit
from opera_tui.terminal.textual_private import set_border_texts


class RowPanel(Widget):
    """Show rows as they are given, cut or padded to its width."""

    DEFAULT_CSS = """
    RowPanel {
        border-title-color: $accent; border-title-style: bold;
        border-subtitle-color: $secondary;
    }
    """

    class Clicked(Message):
        """A row was clicked."""

        def __init__(self, panel: "RowPanel", index: int, cell: int) -> None:
            super().__init__()
            self.panel = panel
            self.index = index
            self.cell = cell

    class NoteClicked(Message):
        """The lower border was clicked, which says what Enter does."""

        def __init__(self, panel: "RowPanel") -> None:
            super().__init__()
            self.panel = panel

    def __init__(self, palette: Palette, rows: Sequence[Row] = (), id: str | None = None) -> None:  # noqa: A002
        super().__init__(id=id)
        self._palette = palette
        self._rows: list[Row] = [_harmless(content) for content in rows]
        self._title = self._note = ""

    @property
    def shown(self) -> list[Row]:
        """Return the rows as they are now."""
        return self._rows

    def show(self, rows: Sequence[Row]) -> None:
        """Show these rows; only those that differ are painted."""
        before, self._rows = self._rows, [_harmless(content) for content in rows]
        if len(before) != len(self._rows) and self.styles.height is not None and self.styles.height.is_auto:
            self.refresh(layout=True)
            return
        if before != self._rows:
            self._paint(
                Region(0, line, self.size.width, 1)
                for line in range(max(len(before), len(self._rows)))
                if _at(before, line) != _at(self._rows, line)
            )

    def _paint(self, regions: Iterable[Region]) -> None:
        """Paint some regions, or all if the panel is hidden: the lines that Textual has cached must not come back."""
        if not self.size.width:
            self.refresh()
        elif named := list(regions):
            self.refresh(*named)

    def set_title(self, title: str) -> None:
        """Show a text in the upper border, and paint only that."""
        if title != self._title:
            self._title = title
            self._set_border()
            self._paint([Region(-1, -1, self.outer_size.width, 1)])

    def set_note(self, note: str) -> None:
        """Show a text in the lower border, and paint only that."""
        if note != self._note:
            self._note = note
            self._set_border()
            self._paint([Region(-1, self.size.height, self.outer_size.width, 1)])

    def _set_border(self) -> None:
        set_border_texts(self, _one_line(self._title), _one_line(self._note))

    def get_content_height(self, container: object, viewport: object, width: int) -> int:
        return len(self._rows)

    def render_line(self, y: int) -> Strip:
        return Strip(self._segments(fit(_at(self._rows, y), self.size.width)), self.size.width)

    def _segments(self, content: Row) -> list[Segment]:
        """Join spans into few segments: each sends its colours again, and blanks look alike on the same background."""
        texts: list[str] = []
        styles: list[Style] = []
        for span in content:
            style = self._palette.style(span.role)
            if styles and (style == styles[-1] or (_is_blank(span.text) and _blanks_look_alike(style, styles[-1]))):
                texts[-1] += span.text
            elif styles and _is_blank(texts[-1]) and _blanks_look_alike(style, styles[-1]):
                texts[-1] += span.text
                styles[-1] = style
            else:
                texts.append(span.text)
                styles.append(style)
        return [Segment(text, style) for text, style in zip(texts, styles, strict=True)]

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        if offset is not None:
            self.post_message(self.Clicked(self, offset.y, offset.x))
        elif self._note and event.y == self.outer_size.height - 1:
            self.post_message(self.NoteClicked(self))


def _at(rows: Sequence[Row], line: int) -> Row:
    return rows[line] if line < len(rows) else ()


def _harmless(content: Row) -> Row:
    """Remove anything that a terminal could act on, whatever names the server gives to players."""
    if all(span.text.isprintable() for span in content):
        return content
    return tuple(Span(plain(span.text), span.role) for span in content)


def _one_line(text: str) -> Content | None:
    """Return the text of a border, never as markup."""
    return Content(plain(text)) if text else None


def _is_blank(text: str) -> bool:
    return not text.strip(" ")


def _blanks_look_alike(one: Style, other: Style) -> bool:
    return one.bgcolor == other.bgcolor and not any((one.reverse, one.underline, other.reverse, other.underline))
