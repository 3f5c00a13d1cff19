"""The card game Turandot on the table screen."""

from opera_tui.games.turandot.face import TurandotFace

FACE = TurandotFace()
