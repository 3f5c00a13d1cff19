"""Puzzles of Opera: `positions` plays up to last rounds and on in many ways, `counting` counts decisions out."""

from opera_lab.puzzles.opera.counting import count_out, first_look
from opera_lab.puzzles.opera.positions import positions, setup_of
from opera_lab.puzzles.opera.reasons import reason

__all__ = ["MARGIN", "count_out", "first_look", "positions", "reason", "setup_of"]

MARGIN = 4
