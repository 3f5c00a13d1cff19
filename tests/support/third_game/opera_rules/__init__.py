"""The rules of the game of coins; all that is not about coins is what every game has to offer to shared code."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NoReturn, cast

import msgspec
from support.third_game.opera_games import (
    MOST,
    NAME,
    SEATS,
    AnyEvent,
    Choices,
    CoinsTaken,
    HeapEmptied,
    PrivateDocument,
    PublicDocument,
    Take,
)

from opera_rules.api import Event, Map, NewGame, Seat, Step, to_map
from opera_rules.chance import Chance
from opera_rules.decisions import not_asked_for
from opera_rules.reading import document_reader, event_reader
from opera_rules.refusals import Refused, refusal_of

__all__ = ["EARLIER", "NAME", "SEATS", "VERSION"]

VERSION = 1
EARLIER: Mapping[int, NewGame[Any, Any]] = {}


class Game(msgspec.Struct, frozen=True):
    """Coins in the heap at first and of each seat; the seat whose turn it is, and the number of the turn."""

    all: int
    coins: tuple[int, ...]
    seat: Seat
    turn: int = 1

    @property
    def left(self) -> int:
        return self.all - sum(self.coins)

    @property
    def highest(self) -> int:
        return min(MOST, self.left)


class Edition(msgspec.Struct, frozen=True):
    """How many coins there are."""

    source: Map


def new_game(players: int, options: Mapping[str, Any], edition: Edition, seed: bytes) -> Step[Game]:
    if players not in SEATS:
        raise Refused("players_out_of_range", players=players, lowest=SEATS[0], highest=SEATS[-1])
    heap: int = edition.source["coins"] * (2 if read_options(options)["double"] else 1)
    return Step(Game(heap, (0,) * players, Chance(seed).below(players)), ())


def apply(game: Game, seat: Seat, action: Take) -> Step[Game]:
    check(game, seat, action)
    coins = tuple(owned + action.coins * (owner == seat) for owner, owned in enumerate(game.coins))
    after = Game(game.all, coins, (seat + 1) % len(coins), game.turn + 1)
    taken = CoinsTaken(seat, action.coins, after.left)
    return Step(after, (taken,) if after.left else (taken, _end(after)))


def unfold(game: Game, seat: Seat, action: Take) -> list[Step[Game]]:
    return [apply(game, seat, action)]


def check(game: Game, seat: Seat, action: Take) -> None:
    if seat not in waiting(game):
        raise not_asked_for(None, action, is_over=not game.left)
    if not 1 <= action.coins <= game.highest:
        raise Refused("not_so_many_coins", highest=game.highest)


def waiting(game: Game) -> Mapping[Seat, str]:
    return {game.seat: "take"} if game.left else {}


def _end(game: Game) -> HeapEmptied:
    ranking = sorted(enumerate(game.coins), key=lambda owner: -owner[1])
    return HeapEmptied(tuple(ranking), tuple(seat for seat, coins in ranking if coins == ranking[0][1]))


def outcome(game: Game) -> Map | None:
    end = _end(game)
    return None if game.left else {"ranking": to_map(end.ranking), "winners": list(end.winners)}


def finished(game: Game) -> int:
    """Say how many turns are over."""
    return game.turn - 1


def scores(game: Game) -> tuple[int, ...]:
    return game.coins


def progress(game: Game) -> dict[str, int]:
    return {"taken": sum(game.coins), "all": game.all}


class Offers:
    """The numbers of coins that a seat may take."""

    def __init__(self, game: Game, seat: Seat) -> None:
        self._game, self._seat = game, seat

    def __iter__(self) -> Iterator[Take]:
        return iter([Take(coins) for coins in range(1, self._game.highest + 1) if self._seat in waiting(self._game)])

    def __contains__(self, action: object, /) -> bool:
        return refusal_of(check, self._game, self._seat, action) is None

    def sample(self, chance: Chance) -> Take:
        return chance.choice(list(self))


offers = Offers


def read_edition(source: Map) -> Edition:
    if source.get("game") != NAME:
        raise Refused("edition_bad_value", key="game", expected=NAME)
    return Edition(source)


def read_options(options: Mapping[str, Any]) -> Map:
    for option in options:
        if option != "double":
            raise Refused("unknown_option", option=str(option)[:20])
    return {"double": options.get("double", False)}


def public(game: Game) -> PublicDocument:
    winners = () if game.left else _end(game).winners
    return PublicDocument(game.all, sum(game.coins), game.turn, game.coins, tuple(waiting(game)), winners)


def private(game: Game, seat: Seat) -> PrivateDocument:
    return PrivateDocument(seat)


def choices(game: Game, seat: Seat) -> Choices | None:
    return Choices(game.highest) if seat in waiting(game) else None


def preview(game: Game, seat: Seat, action: Take) -> Map:
    return {"refusal": refusal_of(check, game, seat, action)}


def arrange(game: Game, seat: Seat, buy: Sequence[str], goal: str | tuple[int, int]) -> NoReturn:
    raise Refused("nothing_to_arrange")


def visible(events: Iterable[Event], seat: Seat | None) -> tuple[Event, ...]:
    return tuple(events)


def imagine(public: PublicDocument, private: PrivateDocument, events: Sequence[Event], seed: bytes) -> Game:
    return Game(public.all, public.coins, public.waiting[0] if public.waiting else 0, public.turn)


read_public = document_reader(PublicDocument)
read_private = document_reader(PrivateDocument)
read_choices = document_reader(Choices)
read_event = event_reader(AnyEvent)


def read_action(action: object) -> Take:
    try:
        return msgspec.convert(action, Take)
    except msgspec.ValidationError:
        raise Refused("malformed_action", field="coins") from None


def write_action(action: Take) -> Map:
    return cast("Map", to_map(action))


def write_state(game: Game) -> Map:
    return cast("Map", to_map(game))
