"""The game of coins: its words, actions, events and documents."""

from typing import Annotated

from msgspec import Meta

from opera_games.api import Action, Event, Seat, Shown
from opera_games.catalog import About, Option

NAME = "coins"
SEATS = range(2, 5)
MOST = 3
ABOUT = About(
    title="Coins",
    seats=SEATS,
    usual_seats=2,
    progress_fields=("taken", "all"),
    progress="coin {n} of {all}",
    named_progress="{name}, coin {n} of {all}",
    options=(Option("double", "heap", ((False, ""),), "twice as many coins"),),
)


class Take(Action, frozen=True, tag="take"):
    """Take so many coins."""

    coins: Annotated[int, Meta(ge=0, le=99)]


class CoinsTaken(Event, frozen=True, tag="coins_taken"):
    """A seat took coins; so many are left."""

    seat: Seat
    coins: int
    left: int


class HeapEmptied(Event, frozen=True, tag="heap_emptied"):
    """The game is over."""

    ranking: tuple[tuple[Seat, int], ...]
    winners: tuple[Seat, ...]


AnyEvent = CoinsTaken | HeapEmptied


class PublicDocument(Shown, frozen=True):
    """What everybody sees, and that is all there is."""

    all: int
    taken: int
    turn: int
    coins: tuple[int, ...]
    waiting: tuple[Seat, ...]
    winners: tuple[Seat, ...]


class PrivateDocument(Shown, frozen=True):
    """What only one seat sees."""

    seat: Seat


class Choices(Shown, frozen=True, tag_field="kind", tag="take"):
    """How many coins can be taken."""

    highest: int
