"""Documents as the server sends them, for tests of the client: a table's head, and a view turned back into maps."""

from collections.abc import Sequence
from typing import Any

from opera_games.api import Map, Seat, to_map
from opera_protocol.client import View
from opera_tui.games.view import GameView, TableView


def head_of(game: str, names: Sequence[str], **changes: Any) -> Map:
    """The head of a running table where these people sit."""
    return {
        "id": "t",
        "name": "Fenice",
        "game": game,
        "options": {},
        "state": "running",
        "host": None,
        "code": False,
        "spectators": True,
        "hints": False,
        "stand_in": "chorus",
        "absence": 180,
        "clock": {"mode": "none", "seconds": 0},
        "deadlines": {},
        "banks": {},
        "seats": [person(name) for name in names],
        "watching": [],
        "actions": 40,
        "taken_back": 0,
        "from": None,
        "verified": True,
        "start": None,
        "shuffle": None,
        "rematch": None,
        "fault": None,
        **changes,
    }


def person(name: str, *, ready: bool = True, key: str = "") -> Map:
    return {"kind": "human", "name": name, "key": key, "ready": ready, "present": True, "stand_in": None}


def seat_document(seat: Seat, decision: int | None, game: Any, choices: Any, *, take_back: int | None = None) -> Map:
    return {"seat": seat, "decision": decision, "take_back": take_back, "game": game, "choices": choices}


def sent(view: TableView, **head: Any) -> View:
    """The documents from which a view was read, with whatever else its head should say."""
    game = view if isinstance(view, GameView) else None
    public = {"table": {**to_map(view.head), **head}, "game": game and game.game}
    if view.me is None:
        return View(view.room, to_map(public), 1)
    private = seat_document(view.me, view.decision, game and game.own, game and game.choices)
    return View(view.room, to_map(public), 1, to_map(private), 1)
