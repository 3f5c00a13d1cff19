"""The screen for rules and help: sections of text to scroll through and to search."""

from functools import partial
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.geometry import Size

from opera_games.catalog import GAMES
from opera_protocol.texts.i18n import N_
from opera_tui.config.key_map import key_words
from opera_tui.help.pages import Rules, Source, TextPage, card_page, rules_page, usual_rules
from opera_tui.help.text_search import Search
from opera_tui.look.i18n import NP_, _
from opera_tui.look.rows import Row, row
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import ShellScreen, TooSmall

WIDTH = 78
MOST_WORDS = 40


class RulesScreen(ShellScreen[None]):
    """Show a page: arrows scroll, `n` and `p` go from section to section; the other keys are in the footer."""

    CSS_PATH = "../styles/rules.tcss"
    AUTO_FOCUS = ""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up,k", "scroll(-1)", N_("scroll"), key_display="↑↓", tooltip=N_("Line by line.")),
        Binding("down,j", "scroll(1)", show=False),
        Binding("pagedown,space", "page(1)", N_("page"), key_display="space", tooltip=N_("The next page.")),
        Binding("pageup,b", "page(-1)", show=False),
        Binding("home", "scroll(-100000)", show=False),
        Binding("end", "scroll(100000)", show=False),
        Binding("n", "hit(1)", N_("hits"), key_display="n N", tooltip=N_("Where the words stand.")),
        Binding("enter", "hit(1)", show=False),
        Binding("N", "hit(-1)", show=False),
        Binding("n", "section(1)", N_("section"), tooltip=N_("The next heading.")),
        Binding("right,l", "section(1)", show=False),
        Binding("p,left,h", "section(-1)", show=False),
        Binding("tab", "other_game", N_("game"), key_display="tab", tooltip=N_("Rules or card of another game.")),
        Binding("c", "card", NP_("reference card", "card"), tooltip=N_("The reference card, or back from it.")),
        Binding("slash", "search", N_("search"), key_display="/", tooltip=N_("Look for words.")),
        Binding("escape", "end_search", N_("end search"), key_display="esc", tooltip=N_("Mark nothing.")),
        Binding("escape", "back", N_("back"), key_display="esc", tooltip=N_("Go back.")),
        Binding("enter", "back", show=False),
        Binding("q", "dismiss", show=False),
    ]

    def __init__(self, rules: Rules, source: Source | None = None) -> None:
        super().__init__()
        self._rules = rules
        """Those that are shown, or that `c` has the card of."""
        self._is_about_a_thing = source is not None
        self._source = source or partial(rules_page, rules)
        self._before: tuple[Source, int] | None = None
        """While the card is shown: the page from which it was opened, and how far that was scrolled."""
        self._top = 0
        self._page = TextPage("", (), ())
        self._search = Search()

    def compose(self) -> ComposeResult:
        yield RowPanel(self.looks.palette, id="text")
        yield TooSmall()
        yield Entry()
        yield self.key_line()

    def on_mount(self) -> None:
        self._open()

    def on_resize(self) -> None:
        self.call_after_refresh(self._open)

    @property
    def panel(self) -> RowPanel:
        return self.query_one("#text", RowPanel)

    @property
    def _room(self) -> Size:
        """The size of the text: before it is laid out, as it will be, so that the first picture is whole."""
        border, footer = 2, 1
        laid_out = Size(self.app.size.width - border, self.app.size.height - border - footer)
        return self.panel.content_size or laid_out

    def _open(self) -> None:
        cells = min(WIDTH, self._room.width) - 2
        keys = key_words(self.looks.settings.keys)
        self._page = self._source(cells, self.looks.glyphs, keys)
        self.panel.set_title(self._page.title)
        self._search.begin(self._search.words, self._page.rows, self._top)
        self.action_scroll(0)
        self.refresh_bindings()

    def action_scroll(self, rows: int) -> None:
        height = max(1, self._room.height)
        self._top = max(0, min(self._top + rows, len(self._page.rows) - height))
        places = range(self._top, min(self._top + height, len(self._page.rows)))
        shown: list[Row] = [row(" ", self._search.marked(place, self._page.rows[place])) for place in places]
        self.panel.show(shown)
        more = _("more below") if self._top + height < len(self._page.rows) else ""
        text = "  ".join(part for part in (self._search.summary, more) if part)
        self.panel.set_note(text)

    def action_page(self, direction: int) -> None:
        self.action_scroll(direction * max(1, self._room.height - 1))

    def action_section(self, direction: int) -> None:
        """Scroll to the next heading or the one before."""
        places = self._page.headings
        after = [place for place in places if place > self._top]
        before = [place for place in places if place < self._top]
        if direction > 0 and after:
            self.action_scroll(after[0] - self._top)
        elif direction < 0 and before:
            self.action_scroll(before[-1] - self._top)

    def action_search(self) -> None:
        self.query_one(Entry).ask("search", _("Search for"), self._search.words, MOST_WORDS)

    def on_entry_given(self, message: Entry.Given) -> None:
        self._look_for(message.text)

    def action_end_search(self) -> None:
        self._look_for("")

    def _look_for(self, words: str) -> None:
        """Mark these words and go to the next place where they occur."""
        self._search.begin(words, self._page.rows, self._top)
        self._go_to_hit()
        self.refresh_bindings()

    def action_hit(self, steps: int) -> None:
        self._search.go(steps)
        self._go_to_hit()

    def _go_to_hit(self) -> None:
        """Scroll until the place is seen with some rows around it, and no further."""
        height, place = max(1, self._room.height), self._search.row
        is_seen = place is None or self._top <= place < self._top + height
        self.action_scroll(0 if place is None or is_seen else place - height // 3 - self._top)

    def action_other_game(self) -> None:
        """Show the rules of the game that an explanation is about, then those of the next one.

        A card gives way to that of the next game, from which `c` leads to the rules.
        """
        is_card = self._before is not None
        if is_card or not self._is_about_a_thing:
            self._rules = usual_rules(GAMES[(GAMES.index(self._rules.game) + 1) % len(GAMES)])
        self._is_about_a_thing = False
        rules = partial(rules_page, self._rules)
        self._before = (rules, 0) if is_card else None
        self._show(partial(card_page, self._rules) if is_card else rules)

    def action_card(self) -> None:
        """Show the reference card, or what was shown before it."""
        if self._before is None:
            self._before = self._source, self._top
            self._show(partial(card_page, self._rules))
        else:
            source, top = self._before
            self._before = None
            self._show(source, top)

    def action_back(self) -> None:
        """Go back from the card to the page from which it was opened, else from this screen."""
        if self._before is None:
            self.dismiss()
        else:
            self.action_card()

    def _show(self, source: Source, top: int = 0) -> None:
        self._source, self._top = source, top
        self._open()

    def action_help(self) -> None:
        """Do nothing: this is the help."""

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Allow the keys that do something: a page may have one section, or fit the screen; words may be marked."""
        does_something = {
            "hit": self._search.row is not None,
            "end_search": bool(self._search.words),
            "section": len(self._page.headings) > 1,
            "scroll": self._is_longer,
            "page": self._is_longer,
            "help": False,
        }
        return does_something.get(action, True)

    @property
    def _is_longer(self) -> bool:
        """Whether the page does not fit the screen."""
        return len(self._page.rows) > self._room.height
