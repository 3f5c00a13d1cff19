"""The host's question about the seats of a table: put a bot there, take it away, send somebody away."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import BotSeat, FreeSeat, HumanSeat
from opera_tui.lobby.model import OwnTable
from opera_tui.look.i18n import _
from opera_tui.look.levels import LEVEL_WORDS, level_name
from opera_tui.session.session import Session
from opera_tui.session.solo import usual_level
from opera_tui.widgets.dialogs import Answer, QuestionScreen

Request = Callable[[], Awaitable[Any]]
KINDS = (FreeSeat, BotSeat, HumanSeat)
"""The kinds of seats, in this order so that a hasty Enter sends nobody away."""
LETTERS = "abcdefgimnoprstuvwxyz"
"""The letters of answers, without those that move the cursor and those that leave."""


def seat_question(own: OwnTable, session: Session) -> tuple[QuestionScreen, dict[str, Request]]:
    """Ask the host what to change about the seats; return also the request for each answer."""
    seats = sorted(range(len(own.head.seats)), key=lambda seat: KINDS.index(type(own.head.seats[seat])))
    changes = [change for seat in seats for change in _seat_changes(own, seat, session)]
    answers = [Answer(letter, text, _("do it")) for letter, (text, _request) in zip(LETTERS, changes, strict=False)]
    requests = {letter: request for letter, (_text, request) in zip(LETTERS, changes, strict=False)}
    usual = _("a bot, {level}").format(level=_level_text(usual_level(session.levels)))
    start = next((answer.key for answer in answers if answer.text.endswith(usual)), "")
    return QuestionScreen(_("Seats"), [_("Bots are always ready.")], answers, start), requests


def _seat_changes(own: OwnTable, seat: int, session: Session) -> list[tuple[str, Request]]:
    """Return what can be done with a seat, the strongest bots first."""
    table, chair, client = own.room, own.head.seats[seat], session.client
    place = _("seat {n}").format(n=seat + 1)
    if isinstance(chair, HumanSeat):
        text = _("{seat}: send {name} away").format(seat=place, name=plain(chair.name))
        return [] if seat == own.seat else [(text, partial(client.kick, table, seat))]
    changes: list[tuple[str, Request]] = []
    if isinstance(chair, BotSeat):
        text = _("{seat}: take {name} away").format(seat=place, name=plain(chair.name))
        changes.append((text, partial(client.set_bot, table, seat, None)))
    level_now = chair.level if isinstance(chair, BotSeat) else ""
    for level in reversed(session.levels):
        bot = _("a bot, {level}").format(level=_level_text(level))
        if level == level_now:
            # All levels are listed: one that was missing would be looked for.
            changes.append((_("{seat}: {bot}, as now").format(seat=place, bot=bot), _leave_it))
        else:
            text = _("{seat}: {bot}").format(seat=place, bot=bot)
            changes.append((text, partial(client.set_bot, table, seat, level)))
    return changes


async def _leave_it() -> None:
    """Change nothing: the seat has what was chosen."""


def _level_text(level: str) -> str:
    """Return a level with its strength; a newer server may have others."""
    if level not in LEVEL_WORDS:
        return level_name(level)
    return _("{level}, {strength}").format(level=level_name(level), strength=_(LEVEL_WORDS[level].strength))
