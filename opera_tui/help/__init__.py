"""Rules and help in our own words: a short page for everything on the screen, and the whole rules of each game.

rows = topic_rows("opera.signora", 76, glyphs)     what `?` shows
rows = rules_rows("turandot", 76, glyphs)          what `r` shows
tip = tip_for("opera", "bid")                      for a first game
"""

from collections.abc import Mapping

from opera_games.catalog import GAMES
from opera_tui.games import help_of
from opera_tui.games.face import Page, Tip
from opera_tui.help.page_rows import page_rows, pages_rows
from opera_tui.help.program_topics import PROGRAM_TOPICS
from opera_tui.look.glyphs import UNICODE, Glyphs
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row


def page_about(topic: str) -> Page:
    """Find the page of a topic such as `opera.signora` or `home`; for an unknown one, the page about keys."""
    game, _dot, name = topic.partition(".")
    page = help_of(game).TOPICS.get(name) if game in GAMES else PROGRAM_TOPICS.get(topic)
    return page or PROGRAM_TOPICS["keys"]


def topic_rows(topic: str, cells: int, glyphs: Glyphs = UNICODE, keys: Mapping[str, str] | None = None) -> list[Row]:
    """Show the page of a topic."""
    return page_rows(page_about(topic), cells, glyphs, keys)


def title_of(topic: str) -> str:
    """Return the translated title of a topic's page."""
    return _(page_about(topic).title)


def rules_rows(game: str, cells: int, glyphs: Glyphs = UNICODE) -> list[Row]:
    """Show the whole rules of a game."""
    return pages_rows(help_of(game).RULES, cells, glyphs)


def tip_for(game: str, kind: str) -> Tip | None:
    """Translate the tip for a kind of decision or a role; None if there is none."""
    tip = help_of(game).TIPS.get(kind)
    return Tip(_(tip.few_words), _(tip.sentence)) if tip else None
