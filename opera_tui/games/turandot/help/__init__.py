"""What the help says about Turandot: the whole rules, a page for each thing on the screen, tips for a first game."""

from opera_tui.games.turandot.help.rules_pages import RULES
from opera_tui.games.turandot.help.topics import TIPS, TOPICS

__all__ = ["RULES", "TIPS", "TOPICS"]
