"""The host's question about seats before the start: add a bot, remove one, or send a player away."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import BotSeat, FreeSeat, HumanSeat
from opera_tui.lobby.view import OwnTable
from opera_tui.look.i18n import _
from opera_tui.session.session import Session
from opera_tui.widgets.dialogs import Answer, QuestionScreen

Request = Callable[[], Awaitable[Any]]
KINDS = (FreeSeat, BotSeat, HumanSeat)
"""In this order, so that a hasty Enter sends nobody away."""
LETTERS = "abcdefgimnoprstuvwxyz"
"""Without those that move the cursor and those that leave."""


def seat_question(own: OwnTable, session: Session) -> tuple[QuestionScreen, dict[str, Request]]:
    """Return the question, and for each answer what is asked of the server."""
    seats = sorted(range(len(own.head.seats)), key=lambda seat: KINDS.index(type(own.head.seats[seat])))
    wishes = [wish for seat in seats for wish in _wishes(own, seat, session)]
    answers = [Answer(letter, text, _("do it")) for letter, (text, _request) in zip(LETTERS, wishes, strict=False)]
    requests = {letter: request for letter, (_text, request) in zip(LETTERS, wishes, strict=False)}
    return QuestionScreen(_("Seats"), [_("Bots are always ready.")], answers), requests


def _wishes(own: OwnTable, seat: int, session: Session) -> list[tuple[str, Request]]:
    """Return what can be done with a seat, the strongest bots first."""
    table, chair, client = own.room, own.head.seats[seat], session.client
    place = _("seat {n}").format(n=seat + 1)
    if isinstance(chair, HumanSeat):
        text = _("{seat}: send {name} away").format(seat=place, name=plain(chair.name))
        return [] if seat == own.seat else [(text, partial(client.kick, table, seat))]
    wishes: list[tuple[str, Request]] = []
    if isinstance(chair, BotSeat):
        text = _("{seat}: take {name} away").format(seat=place, name=plain(chair.name))
        wishes.append((text, partial(client.set_bot, table, seat, None)))
    level_now = chair.level if isinstance(chair, BotSeat) else ""
    for level in reversed(session.levels):
        if level != level_now:
            text = _("{seat}: a bot, {level}").format(seat=place, level=plain(level))
            wishes.append((text, partial(client.set_bot, table, seat, level)))
    return wishes
