"""Turandot in words: what its decisions ask, how answers are typed, what they bring, and what lies on the table."""

from opera_tui.games.turandot.speech.effects import effect
from opera_tui.games.turandot.speech.facts import FACTS
from opera_tui.games.turandot.speech.news import is_said_again, remarks
from opera_tui.games.turandot.speech.steps import first_step

__all__ = ["FACTS", "effect", "first_step", "is_said_again", "remarks"]
