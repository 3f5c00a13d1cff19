"""Rules and help in our own words: a short page for everything on the screen, and the whole rules of both games.

rows = topic_rows("opera.signora", 76, glyphs)     what `?` shows
rows = rules_rows("turandot", 76, glyphs)          what `r` shows
tip = tip_now(view)                                for a first game
"""

from collections.abc import Mapping
from typing import Final

from opera_tui.glyphs import UNICODE, Glyphs
from opera_tui.help.opera_rules_pages import OPERA_RULES
from opera_tui.help.opera_topics import OPERA_TOPICS
from opera_tui.help.pages import Page, Tip, page_rows, pages_rows
from opera_tui.help.program_topics import PROGRAM_TOPICS
from opera_tui.help.tips import TIPS, kind_of_tip
from opera_tui.help.turandot_rules_pages import TURANDOT_RULES
from opera_tui.help.turandot_topics import TURANDOT_TOPICS
from opera_tui.i18n import _
from opera_tui.rows import Row
from opera_tui.table_view import TableView

__all__ = [
    "FIRST_STEPS",
    "PANEL_TOPICS",
    "RULES",
    "TOPICS",
    "Page",
    "Tip",
    "panel_topic",
    "rules_rows",
    "tip_for",
    "tip_now",
    "title_of",
    "topic_rows",
]

TOPICS: Final[Mapping[str, Page]] = {
    **PROGRAM_TOPICS,
    **{f"opera.{name}": page for name, page in OPERA_TOPICS.items()},
    **{f"turandot.{name}": page for name, page in TURANDOT_TOPICS.items()},
}
"""Everything that `?` explains: `opera.signora`, `turandot.offer`, `home`."""

RULES: Final[Mapping[str, tuple[Page, ...]]] = {"opera": OPERA_RULES, "turandot": TURANDOT_RULES}
FIRST_STEPS: Final = TIPS

PANEL_TOPICS: Final[Mapping[str, Mapping[str, str]]] = {
    "opera": {"b": "opera.budget", "f": "opera.fame", "r": "opera.roles", "o": "opera.houses", "g": "log"},
    "turandot": {"u": "turandot.lineup", "o": "turandot.casts", "d": "turandot.directors", "g": "log"},
}
"""What explains a panel, by game and the panel's key."""


def topic_rows(topic: str, cells: int, glyphs: Glyphs = UNICODE, keys: Mapping[str, str] | None = None) -> list[Row]:
    """The page of a topic; for an unknown one how to get on."""
    return page_rows(TOPICS.get(topic, TOPICS["keys"]), cells, glyphs, keys)


def title_of(topic: str) -> str:
    return _(TOPICS.get(topic, TOPICS["keys"]).title)


def rules_rows(game: str, cells: int, glyphs: Glyphs = UNICODE) -> list[Row]:
    """The whole rules of a game."""
    return pages_rows(RULES[game], cells, glyphs)


def panel_topic(game: str, key: str) -> str:
    """What `?` explains while a panel has the arrows."""
    return PANEL_TOPICS[game].get(key, "keys")


def tip_now(view: TableView, step: str = "") -> Tip | None:
    """The tip for the decision that is open, or for the step of it that a topic names: `opera.signora`."""
    if view.choices is None:
        return None
    return tip_for(view.head["game"], step.partition(".")[2] if step else kind_of_tip(view.game, view.choices))


def tip_for(game: str, kind: str) -> Tip | None:
    """A tip for a kind of decision or a role, translated; None if there is none."""
    tip = TIPS.get(f"{game}.{kind}")
    return Tip(_(tip.few_words), _(tip.sentence)) if tip else None
