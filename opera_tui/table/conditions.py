"""What applies at a table now: commands name these conditions, and are shown and run only where they hold."""

from opera_tui.games.view import GameView
from opera_tui.session.session import Session
from opera_tui.table.model import TableModel
from opera_tui.widgets.shell_screen import AtTable


class TableConditions(AtTable):
    """A screen of a table that knows what its reader may do there."""

    model: TableModel
    session: Session

    @property
    def may_take_back(self) -> bool:
        """Whether this player acts here, or did: whether something can be taken back is said by what is asked for."""
        present = self.model.present
        return present.me is not None and (present.may_branch or not self.may_look_back)

    @property
    def is_deciding(self) -> bool:
        return self.model.is_deciding

    @property
    def is_behind(self) -> bool:
        return self.model.playback.is_behind

    @property
    def is_over(self) -> bool:
        view = self.model.view
        return isinstance(view, GameView) and view.head.state == "finished"

    @property
    def is_open(self) -> bool:
        """Whether every seat's hidden things may be looked at: in a transcript, where nobody plays any more."""
        return self.session.place.where == "replay"

    @property
    def may_choose_seat(self) -> bool:
        return self.may_look_back and self.is_open

    @property
    def may_host(self) -> bool:
        """Whether there is something that only this player may change."""
        view = self.model.view
        return view is not None and view.is_host

    @property
    def may_look_back(self) -> bool:
        """Whether earlier moments may be shown: to spectators always, to players after the end."""
        view = self.model.view
        return isinstance(view, GameView) and (view.me is None or view.head.state != "running")

    @property
    def is_unheard(self) -> bool:
        """Whether players do not hear what is said: that of spectators before the end."""
        view = self.model.view
        return view is not None and view.me is None and view.head.state == "running"
