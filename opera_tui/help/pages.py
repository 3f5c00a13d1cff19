"""Find a page of the help or the rules, and break it into rows.

page = topic_page("opera.signora", 76, glyphs)     what `?` shows
page = rules_page(rules_at(view), 76, glyphs)      what `r` shows
page = card_page(rules_at(view), 76, glyphs)       what `c` shows there
text = as_text(usual_rules("opera").sections(), 78, glyphs)
tip = tip_for("opera", "bid_two")                  for a first game
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from typing import Any, Final, NamedTuple

from rich.cells import cell_len

from opera_games.catalog import GAMES, about
from opera_protocol.wire.plain_text import cut
from opera_tui.config.key_map import key_words
from opera_tui.games import help_of
from opera_tui.games.face import Page, Section, Tip
from opera_tui.games.view import AnyGameView
from opera_tui.help.program_topics import PACE_TIP, PROGRAM_TOPICS
from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, plain, row, wrapped

Keys = Mapping[str, str]
"""The keys of a table as texts name them."""
COLUMN_GAP: Final = "  "
MOST_SECTIONS: Final = 128
"""Sections that are kept as they were drawn last: a screen draws its page when it opens and at each change of size."""


class TextPage(NamedTuple):
    """A text as rows, and the places of its headings among them."""

    title: str
    rows: tuple[Row, ...]
    headings: tuple[int, ...]


Source = Callable[[int, Glyphs, Keys], TextPage]
"""Draws a page in so many cells, with these signs and keys."""


def page_about(topic: str) -> Page:
    """Find the page of a topic such as `opera.signora` or `home`; for an unknown one, the page about keys."""
    game, _dot, name = topic.partition(".")
    page = help_of(game).TOPICS.get(name) if game in GAMES else PROGRAM_TOPICS.get(topic)
    return page or PROGRAM_TOPICS["keys"]


def topic_rows(topic: str, cells: int, glyphs: Glyphs = UNICODE, keys: Keys | None = None) -> tuple[Row, ...]:
    """Draw the page of a topic."""
    return _page_rows(page_about(topic), cells, glyphs, keys)


def topic_page(
    topic: str,
    cells: int,
    glyphs: Glyphs = UNICODE,
    keys: Keys | None = None,
    *,
    further: str = "",
    tip: Tip | None = None,
) -> TextPage:
    """Draw the page of a topic for the screen, which shows its title in the border, and below it that of a further one.

    A tip stands at the end.
    """
    rows, headings = topic_rows(topic, cells, glyphs, keys)[2:], [0]
    if further:
        headings.append(len(rows) + 1)
        rows = (*rows, EMPTY, *topic_rows(further, cells, glyphs, keys))
    if tip:
        lines = wrapped(glyphs.say(_("Tip: {tip}").format(tip=tip.sentence)), cells)
        rows = (*rows, EMPTY, *(row(Span(line, "soft")) for line in lines))
    return TextPage(_(page_about(topic).title), rows, tuple(headings))


def section_page(section: Section, cells: int, glyphs: Glyphs = UNICODE, keys: Keys | None = None) -> TextPage:
    """Draw a section about something at the table."""
    return TextPage(glyphs.say(section.title), _section_rows(section, cells, glyphs)[2:], (0,))


class Rules(NamedTuple):
    """The rules of a game as they hold at one table, which is what its help made of that."""

    game: str
    table: Any
    is_played: bool = False
    """Whether somebody sits there; if not, how to begin comes before the rules."""

    def sections(self) -> list[Section]:
        return list(help_of(self.game).rules(self.table))

    def card(self) -> Section:
        return help_of(self.game).card(self.table)


def usual_rules(game: str, players: int | None = None, options: Mapping[str, Any] | None = None) -> Rules:
    """Return the rules of a table of the built-in edition, with the usual number of players if none is given."""
    return Rules(game, help_of(game).usual_table(players or about(game).usual_seats, options or {}))


def rules_at(view: AnyGameView) -> Rules:
    """Return the rules of a table that is played."""
    game = view.head.game
    return Rules(game, help_of(game).table_of(view), is_played=True)


def rules_page(rules: Rules, cells: int, glyphs: Glyphs = UNICODE, keys: Keys | None = None) -> TextPage:
    """Draw the whole rules of a table, section below section."""
    sections = rules.sections()
    if not rules.is_played:
        sections.insert(0, _section_of(PROGRAM_TOPICS["beginning"], keys))
    rows: list[Row] = []
    headings = []
    for section in sections:
        rows += [EMPTY, EMPTY] if rows else []
        headings.append(len(rows))
        rows += _section_rows(section, cells, glyphs)
    return TextPage(_("Rules of {game}").format(game=about(rules.game).title), tuple(rows), tuple(headings))


def card_page(rules: Rules, cells: int, glyphs: Glyphs = UNICODE, keys: Keys | None = None) -> TextPage:
    """Draw the reference card of a table."""
    return section_page(rules.card(), cells, glyphs)


def as_text(sections: Iterable[Section], cells: int, glyphs: Glyphs) -> str:
    """Return sections as plain text for a file or a pipe, with underlined titles."""
    lines: list[str] = []
    for section in sections:
        title, *rows = map(plain, _section_rows(section, cells, glyphs))
        lines += [*([""] * bool(lines)), title, "-" * cell_len(title), *rows]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def tip_for(game: str, kind: str) -> Tip | None:
    """Return the translated tip for a kind of decision or a role; None if there is none."""
    tip = help_of(game).TIPS.get(kind)
    return _translated(tip) if tip else None


def pace_tip() -> Tip:
    """Return the translated tip about the pace at which others' moves are shown."""
    return _translated(PACE_TIP)


def _translated(tip: Tip) -> Tip:
    return Tip(_(tip.few_words), _(tip.sentence))


def _page_rows(page: Page, cells: int, glyphs: Glyphs, keys: Keys | None = None) -> tuple[Row, ...]:
    """Draw the title and the paragraphs with an empty row between them; keys are named as they are set."""
    return _section_rows(_section_of(page, keys), cells, glyphs)


def _section_of(page: Page, keys: Keys | None) -> Section:
    """Translate a page."""
    words = key_words() if keys is None else keys
    return Section(_(page.title), tuple(_(paragraph).format_map(words) for paragraph in page.paragraphs))


@lru_cache(maxsize=MOST_SECTIONS)
def _section_rows(section: Section, cells: int, glyphs: Glyphs) -> tuple[Row, ...]:
    """Draw the title and the blocks with an empty row between them."""
    rows = [row(Span(line, "title")) for line in wrapped(glyphs.say(section.title), cells)]
    for block in section.blocks:
        parts = [block] if isinstance(block, str) else block
        rows += [EMPTY, *(row(line) for part in parts for line in _fitting(glyphs.say(part), cells))]
    return tuple(rows)


def _fitting(text: str, cells: int) -> list[str]:
    """Break a sentence that is too long into lines; a row of a table, with gaps between its columns, is cut."""
    is_of_a_table = COLUMN_GAP in text.strip()
    return [cut(text, cells)] if is_of_a_table or not text else wrapped(text, cells)
