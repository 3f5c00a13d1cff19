"""What the laboratory counts and shows of Opera."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from opera_games.opera import events
from opera_games.opera.documents import PublicDocument
from opera_games.opera.words import COUNTING_ROUNDS, ROLES
from opera_lab.games import Figures, Heading, Observation, Rung, Section, gains
from opera_lab.text_tables import Rows, percent
from opera_protocol.texts.format import plain
from opera_rules.api import Map, Step
from opera_rules.opera.search import Game

LADDER = (
    Rung(2, "soloist,random", 200),
    Rung(4, "soloist,random", 200),
    Rung(2, "soloist,chorus", 200),
    Rung(4, "soloist,chorus", 200),
    Rung(2, "soloist:builder,soloist", 1000),
    Rung(2, "soloist:collector,soloist", 1000),
    Rung(2, "soloist:schemer,soloist", 1000),
    Rung(2, "virtuoso:400,soloist", 100),
    Rung(4, "virtuoso:200,soloist", 92),
    Rung(2, "diva:4000,virtuoso", 200),
    Rung(3, "diva:2000,virtuoso:200", 198),
    Rung(4, "diva:4000,virtuoso:200", 200),
    Rung(2, "diva:4000,diva:1000", 200),
    Rung(2, "diva:16000,diva:4000", 200),
)
VARIANTS: tuple[Map, ...] = tuple({"rounds": rounds} for rounds in COUNTING_ROUNDS)
HEADING = Heading("round", "Round {number} of {last}")
SILENT_EVENTS = frozenset({"round", "bid", "round_ended", "ended"})
TITLES = {
    "points_by_round": "Points gained in each round",
    "hired": "Roles hired in a game",
    "joined": "Roles joined in with in a game",
    "at_the_end": "At the end of a game",
}
LABELS = {
    "ducats": "ducats",
    "level": "level",
    "stock": "stock",
    "halls": "halls",
    "staged": "staged",
}
PERCENTAGES = ()
NOBODY_WINS = ""


class Observer:
    """Counts which roles are hired, which parts are built, and when points are made."""

    def __init__(self, players: int) -> None:
        self.hired: list[Counter[str]] = [Counter() for _ in range(players)]
        self.joined: list[Counter[str]] = [Counter() for _ in range(players)]
        self.parts: list[str] = []
        self.built: Counter[str] = Counter()
        self.points: list[list[int]] = [[] for _ in range(players)]

    def see(self, step: Step[Game]) -> None:
        for event in step.events:
            match event:
                case events.GameStarted():
                    self.parts = [part for part, copies in step.game.parts.items() if copies]
                case events.RoleHired(seat=seat, role=role):
                    self.hired[seat][role] += 1
                case events.JoinedIn(seat=seat, role=role):
                    self.joined[seat][role] += 1
                case events.PartBuilt(part=part):
                    self.built[part] += 1
                case events.RoundStarted() | events.GameEnded():
                    for made, player in zip(self.points, step.game.players, strict=True):
                        made.append(player.points)

    def seen(self, game: Game) -> Observation:
        return Observation(
            tuple(self._seat(game, seat) for seat in range(len(game.players))),
            {
                "parts_left": {part: float(game.parts[part]) for part in self.parts},
                "parts_never_built": {part: float(part not in self.built) for part in self.parts},
            },
        )

    def _seat(self, game: Game, seat: int) -> Figures:
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


def counted(counts: Counter[str], names: Iterable[str]) -> dict[str, float]:
    return {name: float(counts[name]) for name in names}


def edition_names(edition: Any) -> Mapping[str, str]:
    """Return nothing: an edition of Opera gives no names."""
    return {}


def standings(public: PublicDocument, names: Sequence[str]) -> Rows:
    """List the players in the order of play."""
    rows: Rows = [["", "points", "level", "income", "staged", "halls", "stock"]]
    for seat in public.order:
        player = public.players[seat]
        halls = [piece for house in player.houses.values() for piece in house.halls]
        staged = sum(piece is not None for piece in halls)
        figures = (player.points, player.level, sum(player.income.values()), staged, len(halls))
        rows.append([plain(names[seat]), *map(str, figures), str(player.stock_size)])
    return rows


def places(outcome: Map) -> list[int]:
    """Number the ranking, which has no ties."""
    return list(range(1, len(outcome["ranking"]) + 1))


def remarks(_outcome: Map) -> list[str]:
    return []


def table_section(figures: Figures) -> Section:
    """List what is left of the building parts."""
    left, never = figures["parts_left"], figures["parts_never_built"]
    rows = [[part, f"{left[part]:.2f}", percent(never[part])] for part in left]
    return Section("Building parts at the end of a game", [["", "copies left", "% never built"], *rows])
