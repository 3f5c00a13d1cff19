"""The board game Opera on the table screen."""

from opera_tui.faces.opera.face import OperaFace

__all__ = ["OperaFace"]
