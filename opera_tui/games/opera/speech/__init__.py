"""Opera in words: what its decisions ask, how answers are typed, what they bring, and what the board says."""

from opera_tui.games.opera.speech.effects import effect
from opera_tui.games.opera.speech.facts import FACTS
from opera_tui.games.opera.speech.news import is_said_again, remarks
from opera_tui.games.opera.speech.steps import first_step

__all__ = ["FACTS", "effect", "first_step", "is_said_again", "remarks"]
