"""The moves since the own last decision, looked at again while deciding: what its box says in both games."""

from opera_tui.boxes import KeyHint
from opera_tui.i18n import _


class MovesTexts:
    """Stands before a game's waiting box, which tells the moves."""

    @property
    def title(self) -> str:
        return _("Since your last decision")

    @property
    def question(self) -> str:
        return _("MOVES  since your last decision")

    @property
    def does(self) -> str:
        return _("go on")

    def hints(self) -> list[KeyHint]:
        return [KeyHint("enter", _("go on"))]
