"""What has happened at a table since it was last told, in the sentences of the log."""

from collections.abc import Iterable, Sequence

from opera_games.api import Seat
from opera_protocol.client import State
from opera_protocol.client.items import Stage
from opera_protocol.wire.documents import FreeSeat, HumanSeat
from opera_tui.games.view import AnyLine, TableView
from opera_tui.look.i18n import _, listed, sentence_for
from opera_tui.table.model.log import TableLog

MOST_AT_FIRST = 12
"""Events that somebody who comes to a table is told of."""


class News:
    """Where in the log and in the talk the reader is."""

    def __init__(self) -> None:
        self._told = 0
        self._heard = 0
        self.last: Sequence[AnyLine] = ()
        """The events that were told last."""

    def begin(self, log: TableLog, view: TableView) -> None:
        """Begin with what happened since the reader's own last action, and with all that is said from now on."""
        own = [at + 1 for at, event in enumerate(log.events) if view.me is not None and view.actor(event) == view.me]
        self._told = max([*own, len(log.events) - MOST_AT_FIRST, 0])
        self._heard = len(log.said)

    def take(self, log: TableLog, view: TableView) -> list[str]:
        """Return what is new, and take it for told."""
        if len(log.events) < self._told:
            # The server went back to an earlier state: its log began again.
            self._told = 0
        events, said = self.coming(log), log.said[self._heard :]
        self.last = events
        self._told, self._heard = len(log.events), len(log.said)
        talk = [_("{who} says: {text}").format(who=line.name, text=line.text) for line in said]
        return [*told_once(view.log_text(event) for event in events), *talk]

    def coming(self, log: TableLog) -> Sequence[AnyLine]:
        """Return the events that have not been told yet."""
        return log.events[self._told :]

    def has_any(self, log: TableLog) -> bool:
        """Say whether something has not been told yet."""
        return len(log.events) != self._told or len(log.said) != self._heard


def told_once(sentences: Iterable[str]) -> list[str]:
    """Return sentences without repetitions in a row: how often something happened is said behind it."""
    told: list[tuple[str, int]] = []
    for sentence in sentences:
        if told and told[-1][0] == sentence:
            told[-1] = sentence, told[-1][1] + 1
        else:
            told.append((sentence, 1))
    return [
        text if number == 1 else _("{sentence}, {n} times").format(sentence=text, n=number) for text, number in told
    ]


def last_moves(log: TableLog, view: TableView, number: int) -> list[str]:
    """Return the last so many events."""
    return told_once(view.log_text(event) for event in log.events[-number:])


def connection_text(before: State, state: State) -> str:
    """Say that the connection was lost or is back; empty for the steps in between."""
    if state.stage is Stage.LOST and before.stage is Stage.LIVE:
        return sentence_for(state.code, state.parameters) + " " + _("Trying again")
    was_lost = before.stage is not Stage.LIVE and before.tries > 0
    return _("The connection is back") if state.stage is Stage.LIVE and was_lost else ""


def seats_text(view: TableView) -> str:
    """Say who sits at a table that has not begun."""
    return ", ".join(_seat(view, seat) for seat in view.seats)


def _seat(view: TableView, seat: Seat) -> str:
    chair = view.head.seats[seat]
    if isinstance(chair, FreeSeat):
        return _("a free seat")
    if isinstance(chair, HumanSeat):
        return _("{who}, ready").format(who=chair.name) if chair.ready else _("{who}, not ready").format(who=chair.name)
    return _("{who}, a bot").format(who=chair.name)


def names_of(view: TableView, seats: Sequence[Seat]) -> str:
    return listed(view.name(seat) for seat in seats)
