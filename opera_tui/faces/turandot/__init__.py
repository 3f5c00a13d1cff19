"""Turandot's face: line-up, directors, casts, and the boxes of its four decisions."""

from opera_tui.faces.turandot.face import TurandotFace

__all__ = ["TurandotFace"]
