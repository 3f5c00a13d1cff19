"""A finished game after one of its rounds, with what lay behind every screen."""

from typing import TypeVar

from opera_games.errors import Coded
from opera_protocol.client import Client, Unreadable, read
from opera_protocol.wire.answers import AfterRound, Moment
from opera_tui.games.reading import read_moment
from opera_tui.games.view import AnyGameView

V = TypeVar("V", bound=AnyGameView)


async def seen_by_all(client: Client, view: AnyGameView, number: int) -> list[AnyGameView]:
    """Return the table after a round, as every seat saw it."""
    then = read(await client.after_round(view.room, number), AfterRound)
    if len(then.private) != len(view.seats):
        raise Unreadable
    moments = [Moment(log=0, scores=then.scores, public=then.public, private=own) for own in then.private]
    return [read_moment(view, moment, seat) for seat, moment in enumerate(moments)]


async def all_open(client: Client, view: V) -> V:
    """Return a table after its end with everything open; as it is where the server does not tell.

    The server has to rebuild the game for it, and all who were there may ask at once: only where it shows something.
    """
    if not view.opens_at_end:
        return view
    try:
        seen = await seen_by_all(client, view, len(view.head.scores))
    except Coded:
        return view
    return view.with_all_open([one.own for one in seen])
