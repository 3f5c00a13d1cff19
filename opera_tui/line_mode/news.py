"""What has happened at a table since it was last told, in the sentences of the log."""

from collections.abc import Iterable, Sequence
from itertools import takewhile
from typing import Any, Final

from opera_games.api import Seat, tag_of
from opera_protocol.client import Client, State
from opera_protocol.client.items import Stage
from opera_protocol.wire.documents import FreeSeat, HumanSeat, TalkLine
from opera_protocol.wire.messages import MOST_HISTORY
from opera_tui.games.reading import read_events
from opera_tui.games.speech import GameSpeech
from opera_tui.games.telling import Telling, last_decision
from opera_tui.games.view import AnyGameView, AnyLine, OtherEvent, TableView
from opera_tui.look.i18n import _, listed, mark, sentence_for
from opera_tui.table.model.log import TableLog

MOST_AT_FIRST: Final = 40
"""Events that a player who comes back to a table is told of."""
MOST_TO_WATCHERS: Final = 12
"""The same for somebody who only watches."""


class News:
    """Where in the log and in the talk the reader is."""

    def __init__(self) -> None:
        self._told = 0
        self._heard = 0
        self._missed: Sequence[AnyLine] = ()
        """What happened before the reader came, and is still to be told."""
        self.last: Sequence[AnyLine] = ()
        """The events that were told last."""
        self._own: list[str] = []
        """What the reader has said, and need not hear again."""

    def note_own(self, text: str) -> None:
        """Note what the reader says: it is confirmed at once and is no news."""
        self._own.append(text)

    def begin(self, log: TableLog) -> None:
        """Begin with all that happens and is said from now on."""
        self._told, self._heard = len(log.events), len(log.said)

    async def begin_with_missed(self, client: Client, log: TableLog, view: AnyGameView, telling: Telling[Any]) -> None:
        """Begin with what the reader has missed."""
        self.begin(log)
        self._missed = await missed(client, view, log.number, telling)

    def take(
        self,
        log: TableLog,
        view: TableView,
        speech: GameSpeech | None = None,
        *,
        is_asked: bool = False,
        before: AnyLine | None = None,
    ) -> list[str]:
        """Return what is new, or only what comes before an event, and take it for told; nothing is told twice."""
        if len(log.events) < self._told:
            # The server went back to an earlier state: its log began again.
            self._told = 0
        coming, said = self.coming(log), log.said[self._heard :]
        events = list(takewhile(lambda event: event is not before, coming))
        self.last, self._missed = events, self._missed[len(events) :]
        self._told, self._heard = len(log.events) - len(coming[len(events) :]) + len(self._missed), len(log.said)
        talk = [
            _("{who} says: {text}").format(who=line.name, text=line.text)
            for line in said
            if not self._is_own(line, view)
        ]
        told = _without_what_is_said_again(events, speech, is_asked=is_asked) if speech else events
        return [*told_once(view.log_text(event) for event in told), *talk]

    def _is_own(self, line: TalkLine, view: TableView) -> bool:
        """Say whether the reader has said this here, and take it for heard."""
        if line.seat != view.me or line.text not in self._own:
            return False
        self._own.remove(line.text)
        return True

    def coming(self, log: TableLog) -> Sequence[AnyLine]:
        """Return the events that have not been told yet."""
        return [*self._missed, *log.events[self._told :]]

    def has_any(self, log: TableLog) -> bool:
        """Say whether something has not been told yet."""
        return bool(self._missed) or len(log.events) != self._told or len(log.said) != self._heard


async def missed(client: Client, view: AnyGameView, number: int, telling: Telling[Any]) -> Sequence[AnyLine]:
    """Return what happened since the reader's own last decision, up to a number; a client that enters gets less."""
    lines = await client.history(view.room, "log", number, MOST_AT_FIRST)
    events = read_events(type(view), lines.lines)
    own = last_decision(telling, view, events)
    if own:
        return events[own.stop :]
    return events if view.me is not None else events[-MOST_TO_WATCHERS:]


def _without_what_is_said_again(events: Sequence[AnyLine], speech: GameSpeech, *, is_asked: bool) -> Sequence[AnyLine]:
    tags = ["" if isinstance(event, OtherEvent) else tag_of(event) for event in events]
    return [
        event
        for place, event in enumerate(events)
        if not speech.is_said_again(tags[place], tags[place + 1 :], is_asked=is_asked)
    ]


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


async def last_moves(client: Client, log: TableLog, view: AnyGameView, number: int) -> list[str]:
    """Return the last so many events, also from before this client came."""
    events: Sequence[AnyLine] = log.events
    if len(events) < number:
        lines = await client.history(view.room, "log", log.number, min(number, MOST_HISTORY))
        events = read_events(type(view), lines.lines)
    return told_once(view.log_text(event) for event in events[-number:])


def connection_text(before: State, state: State) -> str:
    """Say that the connection was lost or is back; empty for the steps in between."""
    if state.stage is Stage.LOST and before.stage is Stage.LIVE:
        return sentence_for(state.code, state.parameters) + " " + _("Trying again")
    was_lost = before.stage is not Stage.LIVE and before.tries > 0
    return _("The connection is back") if state.stage is Stage.LIVE and was_lost else ""


def seats_text(view: TableView) -> str:
    """Say who sits at a table that has not begun."""
    return mark(";").join(_seat(view, seat) for seat in view.seats)


def _seat(view: TableView, seat: Seat) -> str:
    chair = view.head.seats[seat]
    if isinstance(chair, FreeSeat):
        return _("a free seat")
    if isinstance(chair, HumanSeat):
        return _("{who}, ready").format(who=chair.name) if chair.ready else _("{who}, not ready").format(who=chair.name)
    return view.with_level(seat, chair.name)


def names_of(view: TableView, seats: Sequence[Seat]) -> str:
    return listed(view.name(seat) for seat in seats)
