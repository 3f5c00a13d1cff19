"""Actions of Opera in few words, for a sentence about them."""

from collections.abc import Callable, Mapping
from typing import Final

from opera_protocol.i18n import N_
from opera_tui.boxes import Action
from opera_tui.faces.opera.box import INTERMEZZO
from opera_tui.faces.opera.names import CHARACTERS, codes, name
from opera_tui.i18n import _
from opera_tui.table_view import TableView

SHORT_PARTS: Final[Mapping[str, str]] = {
    "main": N_("{city} main"),
    "wing_a": N_("{city} wing a"),
    "wing_b": N_("{city} wing b"),
}


def deed(view: TableView, action: Action) -> str:
    """`Maestro to Wien`, `bid 5`."""
    match action["do"]:
        case "bid":
            return _("bid {amount}").format(amount=action["amount"])
        case "close":
            return _("close")
        case "appraise":
            return _("score there") if action["accept"] else _("keep your pieces")
    return _("intermezzo") if action == INTERMEZZO else _play(view, action)


def _play(view: TableView, action: Action) -> str:
    what = next(told for field, told in PLAYS.items() if field in action)(view, action)
    if "role" not in action:
        return what
    text = _("{role} {where}") if action["role"] in CHARACTERS else _("{role}, {what}")
    return text.format(role=name(view, action["role"]), what=what, where=what)


def _buy(view: TableView, action: Action) -> str:
    pieces = codes(view.glyphs, action["buy"])
    parts = [_("buy {pieces}").format(pieces=pieces)] if pieces else []
    parts += [_("arrange")] if action["layout"] is not None else []
    return ", ".join(parts) or _("leave all as it is")


def _build(view: TableView, action: Action) -> str:
    parts = [part.partition(".") for part in action["build"]]
    told = [
        _(SHORT_PARTS[wing]).format(city="" if place and parts[place - 1][0] == city else name(view, city)).strip()
        for place, (city, _dot, wing) in enumerate(parts)
    ]
    return _("build {parts}").format(parts=", ".join(told)) if told else _("build nothing")


def _sell(view: TableView, action: Action) -> str:
    piece = name(view, action["piece"])
    if action["source"] != "stock":
        piece = _("{piece} in {city}").format(piece=piece, city=name(view, action["source"]))
    text = _("sell {piece} for points") if action["reward"] == "points" else _("sell {piece} for ducats")
    return text.format(piece=piece)


def _visit(view: TableView, action: Action) -> str:
    where = _("to {city}").format(city=name(view, action["city"]))
    if not action.get("composer"):
        return where
    text = _("{where}, {composer} {steps:+d}")
    return text.format(where=where, composer=name(view, action["composer"]), steps=action["steps"])


PLAYS: Final[Mapping[str, Callable[[TableView, Action], str]]] = {
    "buy": _buy,
    "build": _build,
    "piece": _sell,
    "city": _visit,
}
"""A role's play is known by its fields."""
