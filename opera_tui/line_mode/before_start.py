"""A table whose game has not begun: being ready, bots on free seats, and the start."""

from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from typing import Any, Final

from opera_protocol.wire.documents import BotSeat, FreeSeat, HumanSeat
from opera_tui.games.speech import Unclear, both, folded, is_said, phrases
from opera_tui.games.view import GameView, TableView
from opera_tui.line_mode.answers import where
from opera_tui.line_mode.deciding import ANSWER_SECONDS
from opera_tui.line_mode.live_table import LiveTable
from opera_tui.look.i18n import N_, _, sentence_for
from opera_tui.look.levels import LEVEL_WORDS, level_name
from opera_tui.session.solo import usual_level

SEAT_LEVEL: Final = N_("seat {n} {level}")
SEAT_FREE: Final = N_("seat {n} free")


def what_to_type(view: TableView) -> str:
    """Say what somebody can do at a table that has not begun."""
    if view.me is None:
        return _("You watch; what happens is told once the game has begun")
    if view.me != view.head.host:
        return _("Type ready when you are; the host starts the game. Enter says who sits here, q leaves")
    if free_seats(view):
        return _(
            "You are the host: type bots to put bots on the free seats, levels to hear how well they play, "
            "start to begin; seats says how single seats are changed. Enter says who sits here"
        )
    return _("You are the host: type start to begin; seats says how single seats are changed. Enter says who sits here")


def free_seats(view: TableView) -> list[int]:
    """Return the seats that nobody has taken."""
    return [seat for seat, chair in enumerate(view.head.seats) if isinstance(chair, FreeSeat)]


def has_bots_of(view: TableView, level: str) -> bool:
    """Say whether no seat is free, and all bots are of a level, if one is named."""
    bots = [chair for chair in view.head.seats if isinstance(chair, BotSeat)]
    return not free_seats(view) and all(not level or bot.level == level for bot in bots)


def levels_told(levels: Sequence[str]) -> list[str]:
    """Say how well bots of each level play, and how one is chosen."""
    usual = usual_level(levels)
    told = [
        _("{level}: {way}, {strength}").format(level=_(words.name), way=_(words.way), strength=_(words.strength))
        for words in (LEVEL_WORDS[level] for level in levels if level in LEVEL_WORDS)
    ]
    how = _("Type bots and a level, such as: bots {level}. Without one they are of the level {usual}")
    return [*told, how.format(level=level_name(levels[0] if levels else usual), usual=level_name(usual))]


def seats_told(levels: Sequence[str]) -> list[str]:
    """Say how the host changes single seats."""
    example = _(SEAT_LEVEL).format(n=2, level=level_name(levels[-1]))
    puts = _("{example} puts one bot on the second seat").format(example=example)
    frees = _("{example} takes the bot away that is there, or sends the person away")
    return [puts, frees.format(example=_(SEAT_FREE).format(n=2))]


def said_of(level: str) -> Sequence[str]:
    """Return how a level is typed: by its name in the reader's language, or in English."""
    return both(LEVEL_WORDS[level].name) if level in LEVEL_WORDS else (level,)


def level_typed(words: Sequence[str], levels: Sequence[str]) -> str:
    """Return the level that folded words name, empty for no words; raises `Unclear` if there is none such."""
    for level in levels:
        if any(words == folded(name) for name in said_of(level)):
            return level
    if words:
        names = ", ".join(map(level_name, levels))
        raise Unclear(_("There are no bots of that level; there are: {levels}").format(levels=names))
    return ""


class BeforeStart:
    """What can be done at a table before its game begins."""

    def __init__(self, live: LiveTable) -> None:
        self._live = live

    @property
    def commands(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """What is done by one word, marked with `N_`."""
        return {
            N_("levels"): self._tell_levels,
            N_("seats"): self._tell_seats,
            N_("ready"): self._get_ready,
            N_("start"): self._start,
        }

    async def obey(self, text: str) -> bool:
        """Do what a text says about bots and seats; return False if it is about neither."""
        typed = folded(text)
        if typed and any(typed[0] == word for phrase in phrases(N_("bots")) for word in folded(phrase)):
            self._check_open()
            await self._put_bots(level_typed(typed[1:], self._live.session.levels))
            return True
        change = self._seat_change(text)
        if change is None:
            return False
        self._check_open()
        before = self._live.view.head
        await change()
        await self._live.arrivals.until(lambda: self._live.view.head != before, ANSWER_SECONDS)
        self._say_who_sits_here()
        return True

    def _check_open(self) -> None:
        if isinstance(self._live.view, GameView):
            raise Unclear(sentence_for("not_open", {}))

    def _say_who_sits_here(self) -> None:
        if not self._live.has_news:
            self._live.speaker.say_all([where(self._live.view), what_to_type(self._live.view)])

    async def _tell_levels(self) -> None:
        self._live.speaker.say_all(levels_told(self._live.session.levels))

    async def _tell_seats(self) -> None:
        self._check_open()
        self._live.speaker.say_all(seats_told(self._live.session.levels))

    async def _get_ready(self) -> None:
        await self._live.session.client.ready(self._live.table_id)
        self._live.speaker.say(_("You are ready; the host starts the game"))

    async def _start(self) -> None:
        """Be ready and start the game."""
        client, table_id = self._live.session.client, self._live.table_id
        await client.ready(table_id)
        await client.start(table_id)
        await client.room(table_id).until(lambda view: view.head.state == "running")
        await self._live.arrivals.until(lambda: isinstance(self._live.view, GameView), ANSWER_SECONDS)

    async def _put_bots(self, level: str) -> None:
        """Put bots of a level on all free seats and in the place of others, or bots of the usual one on free seats."""
        session, view = self._live.session, self._live.view
        chairs = enumerate(view.head.seats)
        others = [seat for seat, chair in chairs if isinstance(chair, BotSeat) and chair.level != level]
        for seat in [*free_seats(view), *(others if level else [])]:
            await session.client.set_bot(self._live.table_id, seat, level or usual_level(session.levels))
        await self._live.arrivals.until(lambda: has_bots_of(self._live.view, level), ANSWER_SECONDS)
        self._say_who_sits_here()

    def _seat_change(self, text: str) -> Callable[[], Awaitable[Any]] | None:
        """Return what puts a bot on one seat, or frees it; None if the text is about no seat."""
        session, table_id = self._live.session, self._live.table_id
        for seat, chair in enumerate(self._live.view.head.seats):
            for level in session.levels:
                if is_said(text, SEAT_LEVEL, n=seat + 1, level=said_of(level)):
                    return partial(session.client.set_bot, table_id, seat, level)
            if is_said(text, SEAT_FREE, n=seat + 1):
                if isinstance(chair, HumanSeat):
                    return partial(session.client.kick, table_id, seat)
                return partial(session.client.set_bot, table_id, seat, None)
        return None
