"""What the rules pages have to know of a table: its players, its length, and its edition."""

import tomllib
from collections.abc import Mapping
from typing import Any, cast

from msgspec import Struct

from opera_games.catalog import edition_text
from opera_games.opera.documents import CityPlan, EditionFile
from opera_games.opera.words import CHARACTERS, CITIES, COUNTING_ROUNDS, City, Wing
from opera_tui.games.opera.labels import wings_in
from opera_tui.games.opera.view import OperaView


class RulesTable(Struct, frozen=True):
    """A table as the rules speak of it."""

    players: int
    rounds: int
    countings: tuple[int, ...]
    open_screens: bool
    edition: EditionFile

    @property
    def is_for_two(self) -> bool:
        return self.players == 2

    @property
    def wings(self) -> tuple[Wing, ...]:
        """Return the main part and the wings that some city has."""
        return wings_in(self.edition)

    def plan(self, city: City) -> CityPlan:
        return self.edition["cities"][city]

    def copies(self, city: City, wing: Wing) -> int:
        """Return how many copies of a part there are at the start, those that players begin with included."""
        return self.plan(city)["parts"][wing]["copies"][self.players - 2]

    @property
    def may_lack_pawn_places(self) -> bool:
        """Say whether two pawns can take all places outside the city of the third, while only the first are open."""
        places = [self.plan(city)["pawn_places"] for city in CITIES if not self.opens_after(city)]
        return any(sum(places) - here < len(CHARACTERS) for here in places)

    def opens_after(self, city: City) -> int:
        """Return the round after which a city opens; 0 for one that is open from the start."""
        episode = self.plan(city)["episode"]
        return self.countings[episode - 2] if episode > 1 else 0


def table_of(view: OperaView) -> RulesTable:
    """Return what the rules have to know of a table that is played."""
    game = view.game
    return RulesTable(len(view.seats), game.rounds, game.countings, game.open_screens, game.edition)


def usual_table(players: int, options: Mapping[str, Any]) -> RulesTable:
    """Return a table with the built-in edition, and with the usual value of every option that is not given."""
    rounds = options.get("rounds", max(COUNTING_ROUNDS))
    edition = cast("EditionFile", tomllib.loads(edition_text("opera")))
    return RulesTable(players, rounds, COUNTING_ROUNDS[rounds], options.get("open_screens", False), edition)
