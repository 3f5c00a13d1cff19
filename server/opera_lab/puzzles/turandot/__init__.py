"""Puzzles of Turandot: the offers of the last turn, which `counting` counts out."""

from opera_lab.puzzles.turandot.counting import count_out, first_look
from opera_lab.puzzles.turandot.positions import positions, setup_of
from opera_lab.puzzles.turandot.reasons import reason

__all__ = ["MARGIN", "count_out", "first_look", "positions", "reason", "setup_of"]

MARGIN = 2
