"""Documents as the server sends them, for tests of the client: a table's head, and a view turned back into maps."""

from collections.abc import Sequence
from typing import Any

from opera_games.api import Map, Seat, to_map
from opera_protocol.client import View
from opera_protocol.wire.letters import letters_of
from opera_rules.api import AnyRules
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
        "seats": [person(name, letter) for name, letter in zip(names, letters_of(names), strict=True)],
        "watching": [],
        "actions": 40,
        "taken_back": 0,
        "scores": [],
        "from": None,
        "verified": True,
        "start": None,
        "shuffle": None,
        "rematch": None,
        "fault": None,
        **changes,
    }


def person(name: str, letter: str = "A", *, ready: bool = True, key: str = "") -> Map:
    fields = {"kind": "human", "name": name, "letter": letter, "key": key, "ready": ready}
    return {**fields, "present": True, "stand_in": None}


def bot(name: str, level: str, letter: str = "A", temperament: str = "") -> Map:
    return {"kind": "bot", "name": name, "letter": letter, "level": level, "temperament": temperament}


def scores_so_far(rules: AnyRules, game: Any) -> list[list[int]]:
    """Points after each round before this state, as they may have grown: ever faster up to what they are now."""
    finished, now = rules.finished(game), rules.scores(game)
    last = finished + bool(rules.waiting(game))
    return [[points * n**2 // last**2 for points in now] for n in range(1, finished + 1)]


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
