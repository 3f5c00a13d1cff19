"""Find a page of the help or the rules, and break it into rows.

rows = topic_rows("opera.signora", 76, glyphs)     what `?` shows
page = rules_page("turandot", 76, glyphs)          what `r` shows
tip = tip_for("opera", "bid")                      for a first game
"""

from collections.abc import Mapping
from typing import NamedTuple

from opera_games.catalog import GAMES, about
from opera_tui.config.commands import key_words
from opera_tui.games import help_of
from opera_tui.games.face import Page, Tip
from opera_tui.help.program_topics import PROGRAM_TOPICS
from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, row, wrapped


class TextPage(NamedTuple):
    """A text as rows, and the places of its headings among them."""

    title: str
    rows: tuple[Row, ...]
    headings: tuple[int, ...]


def page_about(topic: str) -> Page:
    """Find the page of a topic such as `opera.signora` or `home`; for an unknown one, the page about keys."""
    game, _dot, name = topic.partition(".")
    page = help_of(game).TOPICS.get(name) if game in GAMES else PROGRAM_TOPICS.get(topic)
    return page or PROGRAM_TOPICS["keys"]


def topic_rows(topic: str, cells: int, glyphs: Glyphs = UNICODE, keys: Mapping[str, str] | None = None) -> list[Row]:
    """Draw the page of a topic."""
    return _page_rows(page_about(topic), cells, glyphs, keys)


def rules_page(game: str, cells: int, glyphs: Glyphs = UNICODE) -> TextPage:
    """Draw the whole rules of a game, its pages below each other."""
    rows: list[Row] = []
    headings = []
    for page in help_of(game).RULES:
        rows += [EMPTY, EMPTY] if rows else []
        headings.append(len(rows))
        rows += _page_rows(page, cells, glyphs)
    return TextPage(_("Rules of {game}").format(game=about(game).title), tuple(rows), tuple(headings))


def page_of(game: str, topic: str, cells: int, glyphs: Glyphs, keys: Mapping[str, str] | None = None) -> TextPage:
    """Draw the page of a topic; without one, the whole rules of a game."""
    if topic:
        return TextPage(_(page_about(topic).title), tuple(topic_rows(topic, cells, glyphs, keys)[2:]), (0,))
    return rules_page(game, cells, glyphs)


def tip_for(game: str, kind: str) -> Tip | None:
    """Return the translated tip for a kind of decision or a role; None if there is none."""
    tip = help_of(game).TIPS.get(kind)
    return Tip(_(tip.few_words), _(tip.sentence)) if tip else None


def _page_rows(page: Page, cells: int, glyphs: Glyphs, keys: Mapping[str, str] | None = None) -> list[Row]:
    """Draw the title and the paragraphs with an empty row between them; keys are named as they are set."""
    words = key_words() if keys is None else keys
    rows = [row(Span(line, "strong")) for line in wrapped(glyphs.say(_(page.title)), cells)]
    for paragraph in page.paragraphs:
        text = glyphs.say(_(paragraph).format_map(words))
        rows += [EMPTY, *(row(line) for line in wrapped(text, cells))]
    return rows
