"""Rules and help: sections of text to scroll through, one for each thing on the screen."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content

from opera_protocol.i18n import N_
from opera_tui.i18n import _
from opera_tui.rows import Row, row
from opera_tui.rules_texts import TextPage, page_of
from opera_tui.screens.shell_screen import ShellScreen
from opera_tui.table_keys import key_words
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.too_small import TooSmall

WIDTH = 78


class RulesScreen(ShellScreen[None]):
    """Shows a page; arrows scroll, `n` and `p` go from section to section, Tab changes the game."""

    CSS_PATH = "../styles/rules.tcss"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", N_("scroll"), key_display="↑↓", tooltip=N_("Line by line.")),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pagedown,space", "page(1)", N_("page"), key_display="space", tooltip=N_("The next page.")),
        Binding("pageup,b", "page(-1)", show=False),
        Binding("home", "scroll(-100000)", show=False),
        Binding("end", "scroll(100000)", show=False),
        Binding("n,right,l", "section(1)", N_("next section"), key_display="n", tooltip=N_("The next heading.")),
        Binding("p,left,h", "section(-1)", N_("section before"), key_display="p", tooltip=N_("The heading before.")),
        Binding("tab", "other_game", N_("other game"), key_display="tab", tooltip=N_("Opera or Turandot.")),
        Binding("escape,q,enter", "dismiss", N_("back"), key_display="esc", tooltip=N_("Go back.")),
    ]

    def __init__(self, game: str, topic: str = "") -> None:
        super().__init__()
        self._game = game
        self._topic = topic
        self._top = 0
        self._page = TextPage("", (), ())

    def compose(self) -> ComposeResult:
        yield RowPanel(self.looks.palette, id="text")
        yield TooSmall()
        yield self.key_line()

    def on_mount(self) -> None:
        self._open()

    def on_resize(self) -> None:
        self.call_after_refresh(self._open)

    @property
    def panel(self) -> RowPanel:
        return self.query_one("#text", RowPanel)

    def _open(self) -> None:
        cells = min(WIDTH, self.panel.content_size.width or WIDTH) - 2
        keys = key_words(self.looks.settings.keys)
        self._page = page_of(self._game, self._topic, cells, self.looks.glyphs, keys)
        self.panel.border_title = Content(self._page.title)
        self.action_scroll(0)

    def action_scroll(self, rows: int) -> None:
        height = max(1, self.panel.content_size.height)
        self._top = max(0, min(self._top + rows, len(self._page.rows) - height))
        shown: list[Row] = [row(" ", content) for content in self._page.rows[self._top : self._top + height]]
        self.panel.show(shown)
        more = self._top + height < len(self._page.rows)
        told = _("more below") if more else ""
        if str(self.panel.border_subtitle or "") != told:
            self.panel.border_subtitle = Content(told)

    def action_page(self, direction: int) -> None:
        self.action_scroll(direction * max(1, self.panel.content_size.height - 1))

    def action_section(self, direction: int) -> None:
        """To the next heading or the one before."""
        places = self._page.headings
        after = [place for place in places if place > self._top]
        before = [place for place in places if place < self._top]
        if direction > 0 and after:
            self.action_scroll(after[0] - self._top)
        elif direction < 0 and before:
            self.action_scroll(before[-1] - self._top)

    def action_other_game(self) -> None:
        self._game = "opera" if self._game == "turandot" else "turandot"
        self._topic = ""
        self._top = 0
        self._open()

    def action_help(self) -> None:
        """This is the help."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        return action != "help"
