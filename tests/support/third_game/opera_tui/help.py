"""What the help says about the game of coins."""

from collections.abc import Mapping, Sequence
from typing import Any

from opera_tui.games.face import Page, Section, Tip

TOPICS: Mapping[str, Page] = {"heap": Page("The heap", ("So many coins are left.",))}
TIPS: Mapping[str, Tip] = {"take": Tip("Count to four", "Leave a number of coins that four divides.")}


def table_of(view: Any) -> int:
    """Return how many play."""
    return len(view.seats)


def usual_table(players: int, options: Mapping[str, Any]) -> int:
    return players


def rules(table: int) -> Sequence[Section]:
    return [Section("Coins in short", (f"The {table} of you take one to three coins in turn. The most coins win.",))]


def card(table: int) -> Section:
    return Section("Coins", (("one to three coins",),))
