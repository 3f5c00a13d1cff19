"""What the help says about Opera: the whole rules, a page for each thing on the screen, tips for a first game."""

from opera_tui.games.opera.help.card import card
from opera_tui.games.opera.help.rules_pages import rules
from opera_tui.games.opera.help.table import table_of, usual_table
from opera_tui.games.opera.help.topics import TIPS, TOPICS

__all__ = ["TIPS", "TOPICS", "card", "rules", "table_of", "usual_table"]
