"""The pages of the rules screen, made of the help texts."""

from collections.abc import Mapping
from typing import NamedTuple

from opera_tui.glyphs import Glyphs
from opera_tui.help import RULES, title_of, topic_rows
from opera_tui.help.pages import page_rows
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row


class TextPage(NamedTuple):
    """Rows, and where among them headings stand."""

    title: str
    rows: tuple[Row, ...]
    headings: tuple[int, ...]


def page_of(game: str, topic: str, cells: int, glyphs: Glyphs, keys: Mapping[str, str] | None = None) -> TextPage:
    """The text about a topic, or the whole rules of a game without one."""
    if topic:
        return TextPage(title_of(topic), tuple(topic_rows(topic, cells, glyphs, keys)[2:]), (0,))
    rows: list[Row] = []
    headings = []
    for page in RULES[game]:
        rows += [EMPTY, EMPTY] if rows else []
        headings.append(len(rows))
        rows += page_rows(page, cells, glyphs)
    return TextPage(_("Rules of {game}").format(game=game.capitalize()), tuple(rows), tuple(headings))
