"""The words and sentences of the game of coins."""

from collections.abc import Callable, Mapping
from typing import Any

from opera_games.catalog import ToText

WORDS: Mapping[str, str] = {"coins": "Coins"}
FORMS: Mapping[str, Mapping[str, str]] = {}
DECISIONS: Mapping[str, str] = {"take": "take coins"}
ACTIONS: Mapping[str, str] = {"take": "taking coins"}
UNITS: Mapping[str, tuple[str, str]] = {"coins": ("{n} coin", "{n} coins")}
ITEMS: Mapping[str, str] = {}
SEAT_PARAMETERS: frozenset[str] = frozenset({"seat", "winners"})
WORD_PARAMETERS: frozenset[str] = frozenset()
SHOWN: Mapping[str, ToText] = {}
REFUSALS: Mapping[str, str] = {"not_so_many_coins": "You can take 1 to {highest} coins."}
HINTS: Mapping[str, str] = {}
EVENTS: Mapping[str, str] = {
    "coins_taken": "{seat} takes {coins:coins} and leaves {left}",
    "heap_emptied": "The heap is empty: {ranking}. Most coins: {winners}",
}
VARIANTS: Mapping[str, tuple[str, Callable[[Mapping[str, Any]], bool]]] = {}
COMPOSITES: Mapping[tuple[str, str], ToText] = {}
