"""What the rules pages have to know of a table: its players and its singers."""

import tomllib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct

from opera_games.catalog import edition_text
from opera_games.turandot.documents import Singer, SingerRow
from opera_games.turandot.words import SEX_OF_PART, Helper, Part, Sex, helpers_with
from opera_tui.games.turandot.view import TurandotView


class RulesTable(Struct, frozen=True):
    """A table as the rules speak of it."""

    players: int
    edition: str
    singers: tuple[SingerRow, ...]
    parts: Mapping[Part, Sex]
    helpers: tuple[Helper, ...]

    @property
    def is_for_two(self) -> bool:
        return self.players == 2

    def number_of(self, sex: Sex) -> int:
        """Count the singers of a sex."""
        return sum(singer.sex == sex for singer in self.singers)


def table_of(view: TurandotView) -> RulesTable:
    """Return what the rules have to know of a table that is played."""
    game = view.game
    return RulesTable(len(view.seats), game.edition, tuple(game.cards.values()), game.parts, game.helpers)


def usual_table(players: int, options: Mapping[str, Any]) -> RulesTable:
    """Return a table with the built-in edition; the game has no options."""
    source = tomllib.loads(edition_text("turandot"))
    singers = [msgspec.convert(singer, Singer) for singer in source["singers"]]
    rows = tuple(SingerRow(*msgspec.structs.astuple(singer)[1:]) for singer in singers)
    return RulesTable(players, source["name"], rows, SEX_OF_PART, helpers_with(players))
