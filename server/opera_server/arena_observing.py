"""What is counted while bots play, so that their games can be compared with those of people."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, Protocol

from opera_rules.api import Step
from opera_rules.opera import events as opera
from opera_rules.opera.state import Game as OperaGame
from opera_rules.opera.words import ROLES
from opera_rules.turandot import events as turandot
from opera_rules.turandot.scoring import points_of
from opera_rules.turandot.state import Game as TurandotGame
from opera_rules.turandot.words import DIRECTORS

Figures = dict[str, dict[str, float]]
"""Numbers by group and name; all games of a kind have the same ones, so that means can be taken."""


class Observation(NamedTuple):
    """What each seat did, and how the table looked at the end."""

    seats: tuple[Figures, ...]
    table: Figures


class Observer(Protocol):
    """Looks on from the first step to the last."""

    def see(self, step: Step[Any]) -> None: ...
    def seen(self, game: Any) -> Observation: ...


class OperaObserver:
    """Which roles are hired, which parts are built, and when points are made."""

    def __init__(self, players: int) -> None:
        self.hired: list[Counter[str]] = [Counter() for _ in range(players)]
        self.joined: list[Counter[str]] = [Counter() for _ in range(players)]
        self.parts: list[str] = []
        self.built: Counter[str] = Counter()
        self.points: list[list[int]] = [[] for _ in range(players)]

    def see(self, step: Step[OperaGame]) -> None:
        for event in step.events:
            match event:
                case opera.GameStarted():
                    self.parts = [part for part, copies in step.game.parts.items() if copies]
                case opera.RoleHired(seat=seat, role=role):
                    self.hired[seat][role] += 1
                case opera.JoinedIn(seat=seat, role=role):
                    self.joined[seat][role] += 1
                case opera.PartBuilt(part=part):
                    self.built[part] += 1
                case opera.RoundStarted() | opera.GameEnded():
                    for made, player in zip(self.points, step.game.players, strict=True):
                        made.append(player.points)

    def seen(self, game: OperaGame) -> Observation:
        return Observation(
            tuple(self._seat(game, seat) for seat in range(len(game.players))),
            {
                "parts_left": {part: float(game.parts[part]) for part in self.parts},
                "parts_never_built": {part: float(part not in self.built) for part in self.parts},
            },
        )

    def _seat(self, game: OperaGame, seat: int) -> Figures:
        player = game.players[seat]
        halls = [piece for house in player.houses.values() for piece in house.halls]
        return {
            "points_by_round": gains(self.points[seat]),
            "hired": counted(self.hired[seat], ROLES),
            "joined": counted(self.joined[seat], ROLES),
            "at_the_end": {
                "ducats": float(player.ducats),
                "level": float(player.level),
                "stock": float(len(player.stock)),
                "halls": float(len(halls)),
                "staged": float(sum(piece is not None for piece in halls)),
            },
        }


class TurandotObserver:
    """When points are made, and which director, how much money and scenery are there at the end."""

    def __init__(self, players: int) -> None:
        self.points: list[list[int]] = [[] for _ in range(players)]

    def see(self, step: Step[TurandotGame]) -> None:
        if any(isinstance(event, turandot.TurnStarted | turandot.GameEnded) for event in step.events):
            for seat, made in enumerate(self.points):
                made.append(points_of(step.game, seat).total)

    def seen(self, game: TurandotGame) -> Observation:
        in_play = [player.director for player in game.players if player.director is not None]
        return Observation(
            tuple(self._seat(game, seat) for seat in range(len(game.players))),
            {"directors_in_play": {director: float(director in in_play) for director in DIRECTORS}},
        )

    def _seat(self, game: TurandotGame, seat: int) -> Figures:
        player = game.players[seat]
        return {
            "points_by_turn": gains(self.points[seat]),
            "directors": {director: float(director == player.director) for director in DIRECTORS},
            "at_the_end": {
                "money": float(player.money),
                "scenery": float(player.scenery),
                "singers": float(len(player.singers)),
                "stars": float(points_of(game, seat).stars),
            },
        }


OBSERVERS: Mapping[str, Callable[[int], Observer]] = {"opera": OperaObserver, "turandot": TurandotObserver}


def observer_of(game: str, players: int) -> Observer:
    return OBSERVERS[game](players)


def gains(points: list[int]) -> dict[str, float]:
    """Points gained in round 1, 2, ... from the points before the first one and after each."""
    return {str(number): float(points[number] - points[number - 1]) for number in range(1, len(points))}


def counted(counts: Counter[str], names: Iterable[str]) -> dict[str, float]:
    return {name: float(counts[name]) for name in names}
