"""What the screens read of a table of Opera."""

from collections import Counter
from collections.abc import Sequence
from typing import ClassVar, Final, Self

from msgspec.structs import replace

from opera_games.api import Seat
from opera_games.opera.actions import Layout, read_action, write_action
from opera_games.opera.choices import Choices, read_preview
from opera_games.opera.documents import PrivateDocument, PublicDocument, PublicPlayer
from opera_games.opera.events import AnyEvent
from opera_games.opera.ladder import risen
from opera_games.opera.words import DUCATS_PER_HALL, Part
from opera_protocol.wire.documents import SeatDocument
from opera_tui.games.view import GameView, Types

BUDGET, ACTIONS, INCOME, END = range(4)
"""The parts of a round."""
PARTS: Final = {"bid": BUDGET, "act": ACTIONS}


class OperaView(GameView[PublicDocument, PrivateDocument, Choices], frozen=True, kw_only=True):
    """A table of Opera at one moment, as its reader may see it."""

    types: ClassVar = Types(
        game=PublicDocument,
        own=PrivateDocument,
        seat=SeatDocument[PrivateDocument, Choices],
        event=AnyEvent,
        read_action=read_action,
        write_action=write_action,
        read_preview=read_preview,
        layout=Layout,
    )
    shown_part: int | None = None
    """The part of the round that a reveal is about, where it says more than the documents."""

    @property
    def round(self) -> int:
        return self.game.round

    @property
    def opens_at_end(self) -> bool:
        return any(player.ducats is None for player in self.game.players)

    def with_all_open(self, seats: Sequence[PrivateDocument]) -> Self:
        players = tuple(
            replace(player, ducats=own.ducats) for player, own in zip(self.game.players, seats, strict=True)
        )
        return replace(self, game=replace(self.game, players=players))

    @property
    def is_for_two(self) -> bool:
        """Say whether two play: some things cost them less."""
        return len(self.seats) == 2

    @property
    def my_player(self) -> PublicPlayer:
        """Return the reader's own player; there must be one."""
        assert self.me is not None
        return self.game.players[self.me]

    @property
    def is_counting_round(self) -> bool:
        """Say whether this round ends with a counting, before which composers may rise."""
        return self.game.round in self.game.countings

    @property
    def is_last_round(self) -> bool:
        """Say whether nothing follows this round but its income and the last counting."""
        return self.game.round == self.game.rounds

    @property
    def is_round_ending(self) -> bool:
        """Say whether nobody is asked any more in this round; what is left of it is income, fame and counting."""
        if self.game.phase != "act" or self.game.waiting:
            return False
        return self.are_roles_back or not self.can_anybody_hire

    @property
    def are_roles_back(self) -> bool:
        """Say whether a round has ended but for its counting: nobody is asked, nobody has closed, no role is taken."""
        game = self.game
        is_anybody_closed = any(player.closed for player in game.players)
        return game.phase == "act" and not game.waiting and not game.takers and not is_anybody_closed

    @property
    def part_of_round(self) -> int | None:
        """Return which part of the round it is; None after the end."""
        if self.shown_part is not None or self.game.phase == "done":
            return self.shown_part
        if self.is_round_ending:
            return END if self.are_roles_back else INCOME
        return PARTS[self.game.phase]

    @property
    def can_anybody_hire(self) -> bool:
        """Say whether the first in the order of play who has not closed can pay for a role that is left."""
        game = self.game
        holder = next((seat for seat in game.order if not game.players[seat].closed), None)
        return holder is not None and any(game.fees[role] <= game.players[holder].level for role in game.roles)

    @property
    def counting_after_rise(self) -> int:
        """Return the reader's counting on the ladder as it is once the most staged composers have risen."""
        now, then = self.game.ladder, risen(self.game.ladder, self.game.rising)
        player = self.my_player
        great = [house.halls[0] for house in player.houses.values() if house.halls[0] in now]
        return player.counting.total + sum(then.index(piece) - now.index(piece) for piece in great)

    def allowed_parts(self, seat: Seat | None) -> list[Part]:
        """Return the building parts that a player's houses allow, whatever they cost and how many are left."""
        if seat is None:
            return []
        houses, cities = self.game.players[seat].houses, self.game.edition["cities"]
        allowed: list[Part] = []
        for city in self.game.open_cities:
            if city not in houses:
                allowed.append(f"{city}.main")
            else:
                parts = [f"{city}.{wing}" for wing in cities[city]["parts"]]
                allowed += [part for part in parts if part not in houses[city].parts]
        return allowed

    @property
    def cheapest_part(self) -> int | None:
        """Return the least price of a part that is left and that the reader's houses allow; None if there is none."""
        left = {part for part in self.allowed_parts(self.me) if self.game.parts[part]}
        halls = [
            plan["halls"]
            for city, plans in self.game.edition["cities"].items()
            for wing, plan in plans["parts"].items()
            if f"{city}.{wing}" in left
        ]
        return DUCATS_PER_HALL * min(halls) if halls else None

    @property
    def is_a_part_scarce(self) -> bool:
        """Say whether a part that the reader may build has fewer copies left than players who may build it."""
        wanted = Counter(part for seat in self.seats for part in self.allowed_parts(seat))
        return any(0 < self.game.parts[part] < wanted[part] for part in self.allowed_parts(self.me))
