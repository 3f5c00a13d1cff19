"""Who should sit where: what a host may change before the start, as a question."""

from collections.abc import Awaitable, Callable
from functools import partial
from typing import Any

from opera_protocol.telling import plain
from opera_tui.i18n import _
from opera_tui.lobby_view import OwnTable
from opera_tui.screens.question import Answer, QuestionScreen
from opera_tui.session import Session

Request = Callable[[], Awaitable[Any]]
KINDS = ("free", "bot", "human")
"""Nobody is sent away by a hasty Enter."""
LETTERS = "abcdefgimnoprstuvwxyz"
"""Without those that move the cursor and those that leave."""


def seat_question(own: OwnTable, session: Session) -> tuple[QuestionScreen, dict[str, Request]]:
    """The question, and for each answer what is asked of the server."""
    seats = sorted(range(len(own.head["seats"])), key=lambda seat: KINDS.index(own.head["seats"][seat]["kind"]))
    wishes = [wish for seat in seats for wish in _wishes(own, seat, session)]
    answers = [Answer(letter, text, _("do it")) for letter, (text, _request) in zip(LETTERS, wishes, strict=False)]
    requests = {letter: request for letter, (_text, request) in zip(LETTERS, wishes, strict=False)}
    return QuestionScreen(_("Seats"), [_("Bots are always ready.")], answers), requests


def _wishes(own: OwnTable, seat: int, session: Session) -> list[tuple[str, Request]]:
    """What can be done with a seat, the strongest bots first."""
    table, chair, client = own.view.room, own.head["seats"][seat], session.client
    place = _("seat {n}").format(n=seat + 1)
    if chair["kind"] == "human":
        told = _("{seat}: send {name} away").format(seat=place, name=plain(chair["name"]))
        return [] if seat == own.seat else [(told, partial(client.kick, table, seat))]
    wishes: list[tuple[str, Request]] = []
    if chair["kind"] == "bot":
        told = _("{seat}: take {name} away").format(seat=place, name=plain(chair["name"]))
        wishes.append((told, partial(client.set_bot, table, seat, None)))
    for level in reversed(session.levels):
        if level != chair.get("level"):
            told = _("{seat}: a bot, {level}").format(seat=place, level=plain(level))
            wishes.append((told, partial(client.set_bot, table, seat, level)))
    return wishes
