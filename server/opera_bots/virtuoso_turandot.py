"""Virtuoso plays Turandot by searching: offers as the simultaneous moves they are, the rest by playing on."""

from collections.abc import Callable
from typing import Protocol

from opera_bots.offer_search_turandot import OfferSearch
from opera_bots.option_search_turandot import OptionSearch
from opera_bots.proposal import Proposal
from opera_bots.view import View
from opera_rules.chance import Chance


class Search(Protocol):
    """A search that gets better with every iteration."""

    iterations: int

    def is_clear(self) -> bool:
        """Whether more iterations would hardly change the choice."""
        ...

    def iterate(self) -> None: ...

    def proposal(self) -> Proposal: ...


def think(view: View, chance: Chance, should_stop: Callable[[], bool]) -> Proposal:
    """The best found for the decision that the seat is asked for; `should_stop` is asked before each iteration."""
    search = search_for(view, chance)
    while not search.is_clear() and not should_stop():
        search.iterate()
    return search.proposal()


def search_for(view: View, chance: Chance) -> Search:
    if view.private["choices"]["kind"] == "offer":
        return OfferSearch(view, chance)
    return OptionSearch(view, chance)
