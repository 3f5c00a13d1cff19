"""Find the results of this player's games in what servers list, and remember them for the record.

The games are those where this player's key had a seat: at the servers of this machine, and at servers elsewhere when a
game ends there.
"""

import contextlib
from collections.abc import Iterable, Sequence

import msgspec
from rich.cells import cell_len

from opera_games.catalog import GAMES, about
from opera_protocol.client import ClientError
from opera_protocol.texts.format import plain
from opera_protocol.wire.answers import FinishedTable, Outcome, read_outcome
from opera_protocol.wire.errors import ProtocolError
from opera_tui.local.last_tables import Where
from opera_tui.local.results import MIXED, PEOPLE, Result, keep_results
from opera_tui.look.i18n import _, listed
from opera_tui.session.session import Session


async def note_results(session: Session) -> None:
    """Remember how the player's games at a server ended; if it does not answer, the next end of a game does it."""
    place = session.place
    if place.where == "replay":
        return
    with contextlib.suppress(ClientError, ProtocolError):
        await keep_results(results_in(await session.finished(), place.where, place.address, session.name))


def results_in(tables: Iterable[FinishedTable], where: Where, address: str, name: str) -> list[Result]:
    """Return the results of games that a server lists; without one the game does not count, and no lesson does."""
    found = (_result(table, where, address, name) for table in tables if not table.lesson)
    return [result for result in found if result is not None]


def own_seat(table: FinishedTable, name: str) -> int | None:
    """Return the player's seat; where the server does not know it any more, as far as the names tell."""
    if table.seat is not None:
        return table.seat
    return next((seat for seat, player in enumerate(table.players) if player == name), None)


def result_text(players: Sequence[str], outcome: Outcome | None, me: int | None, cells: int = 0) -> str:
    """Return the player's own points and who has won, else those of all, the winners first; without a result names.

    Behind a win of the player stand the others' points where so many cells have room for them.
    """
    names = [plain(player) for player in players]
    if outcome is None:
        return ", ".join(names)
    points = {seat: number for seat, number in outcome.ranking if seat < len(names)}
    winners = [outcome.ranking[0][0]] if outcome.winners is None else outcome.winners
    if not winners or me not in points:
        text = ", ".join(f"{names[seat]} {number}" for seat, number in points.items())
        return text if winners else _("nobody: {players}").format(players=text)
    if me in winners:
        won = _("you win, {points}").format(points=points[me])
        others = sorted((number for seat, number in points.items() if seat != me), reverse=True)
        whole = f"{won} ({', '.join(map(str, others))})"
        return whole if others and cell_len(whole) <= cells else won
    first = listed(names[seat] for seat in winners if seat in points)
    text = _("you {points}; {winners} won {most}")
    return text.format(points=points[me], winners=first, most=max(points.values()))


async def own_finished(session: Session, most: int) -> list[tuple[str, str, str]]:
    """Return the player's last games at a server, each by its id, its table's name, and what became of it in words."""
    tables = [table for table in await session.finished() if not table.lesson][:most]
    return [(table.id, plain(table.name), _told(table, session.name)) for table in tables]


def _told(table: FinishedTable, name: str) -> str:
    game = about(table.game).title if table.game in GAMES else plain(table.game)
    result = result_text(table.players, read_outcome(table.outcome), own_seat(table, name))
    return _("{table}, {game}: {result}").format(table=plain(table.name), game=game, result=result)


def _result(table: FinishedTable, where: Where, address: str, name: str) -> Result | None:
    outcome, me = read_outcome(table.outcome), own_seat(table, name)
    points = dict(outcome.ranking) if outcome else {}
    if outcome is None or me not in points:
        return None
    winners = [outcome.ranking[0][0]] if outcome.winners is None else outcome.winners
    fields = {
        "table": table.id,
        "where": where,
        "address": address,
        "game": table.game,
        "ended": table.ended,
        "players": len(table.players),
        "against": _against(table, me),
        "points": points[me],
        "has_won": me in winners,
    }
    try:
        return msgspec.convert(fields, Result)
    except msgspec.ValidationError:
        return None


def _against(table: FinishedTable, me: int | None) -> str:
    others = [level for seat, level in enumerate(table.levels) if seat != me]
    if not others:
        return ""
    if not all(others):
        return PEOPLE
    return others[0] if len(set(others)) == 1 else MIXED
