"""Simple answers to every decision, found in nothing but the choices that a private document offers."""

from collections.abc import Callable
from typing import Any

Map = dict[str, Any]


def chosen(choices: Map) -> Map:
    """An allowed action from what a private document offers, in both games."""
    return ANSWERS[choices["kind"]](choices)


def choose_bid(choices: Map) -> Map:
    return {"do": "bid", "amount": choices["rows"][len(choices["rows"]) // 2]["amount"]}


def choose_act(choices: Map) -> Map:
    """Build if possible, else send the Maestro somewhere, else close."""
    boxes = choices["boxes"]
    parts = [row["part"] for row in boxes.get("architetto", {"rows": []})["rows"] if "refusal" not in row]
    cities = [row["city"] for row in boxes.get("maestro", {"rows": []})["rows"] if "refusal" not in row]
    if parts:
        return {"do": "hire", "role": "architetto", "build": parts[:1]}
    return {"do": "hire", "role": "maestro", "city": cities[0]} if cities else {"do": "close"}


def choose_join(choices: Map) -> Map:
    """Buy the first piece that can be had, else nothing."""
    box = choices["box"]
    pieces = [row["composer"] for row in box["rows"] if "composer" in row and "refusal" not in row]
    if box["role"] == "impresario" and pieces and box["levels"][1] is not None:
        return {"do": "join", "buy": pieces[:1], "layout": None}
    return {"do": "intermezzo"}


def choose_appraise(choices: Map) -> Map:
    return {"do": "appraise", "accept": choices["points"] > 0}


def choose_offer(choices: Map) -> Map:
    best = max(choices["numbers"], key=lambda row: int(row["cast"][1]))
    return {"do": "offer", "number": best["number"], "money": 0, "bluff": False}


def choose_assign(choices: Map) -> Map:
    numbers = [row["number"] for row in choices["cards"]]
    return {"do": "assign", "cards": {str(seat): numbers.pop() for seat in choices["seats"]}}


def choose_nominate(choices: Map) -> Map:
    return {"do": "nominate", "seat": next(row["seat"] for row in choices["seats"] if "refusal" not in row)}


def choose_dismiss(choices: Map) -> Map:
    return {"do": "dismiss", "director": next(r["director"] for r in choices["directors"] if "refusal" not in r)}


ANSWERS: dict[str, Callable[[Map], Map]] = {
    "bid": choose_bid,
    "act": choose_act,
    "join": choose_join,
    "appraise": choose_appraise,
    "offer": choose_offer,
    "assign": choose_assign,
    "nominate": choose_nominate,
    "dismiss": choose_dismiss,
}
