"""The board game Opera on the table screen."""

from opera_tui.games.opera.face import OperaFace

FACE = OperaFace()
