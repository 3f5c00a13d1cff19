"""What the laboratory counts and shows of Turandot."""

from collections.abc import Mapping, Sequence
from typing import Any

from opera_games.turandot import events
from opera_games.turandot.documents import PublicDocument
from opera_games.turandot.words import DIRECTORS, SILENT
from opera_lab.games import Figures, Heading, Observation, Rung, Section, gains
from opera_lab.text_tables import Rows, percent
from opera_protocol.texts.format import plain
from opera_protocol.texts.vocabulary import WORDS
from opera_rules.api import Map, Step
from opera_rules.turandot.search import Game, points_of

LADDER = (
    Rung(2, "soloist,random", 200),
    Rung(4, "soloist,random", 200),
    Rung(2, "soloist,chorus", 400),
    Rung(4, "soloist,chorus", 400),
    Rung(2, "virtuoso:1500,soloist", 100),
    Rung(4, "virtuoso:370,soloist", 100),
    Rung(2, "diva:300,virtuoso:150", 200),
    Rung(3, "diva:100,virtuoso:60", 60),
    Rung(4, "diva:100,virtuoso:150", 60),
    Rung(5, "diva:100,virtuoso:60", 30),
    Rung(2, "diva:100,diva:25", 200),
    Rung(2, "diva:400,diva:100", 200),
)
VARIANTS: tuple[Map, ...] = ({},)
HEADING = Heading("turn", "Turn {number} of {last}")
SILENT_EVENTS = frozenset({"offer_made", "game_ended"})
TITLES = {
    "points_by_turn": "Points gained in each turn",
    "directors": "Directors at the end, in % of a seat's games",
    "at_the_end": "At the end of a game",
}
LABELS = {
    "money": "money",
    "scenery": "scenery",
    "singers": "singers",
    "stars": "stars",
}
PERCENTAGES = ("directors",)
NOBODY_WINS = "The silent hand has more points than both: nobody wins."


class Observer:
    """Counts when points are made, and which director, how much money and scenery are there at the end."""

    def __init__(self, players: int) -> None:
        self.points: list[list[int]] = [[] for _ in range(players)]

    def see(self, step: Step[Game]) -> None:
        if any(isinstance(event, events.TurnStarted | events.GameEnded) for event in step.events):
            for seat, made in enumerate(self.points):
                made.append(points_of(step.game, seat).total)

    def seen(self, game: Game) -> Observation:
        in_play = [player.director for player in game.players if player.director is not None]
        return Observation(
            tuple(self._seat(game, seat) for seat in range(len(game.players))),
            {"directors_in_play": {director: float(director in in_play) for director in DIRECTORS}},
        )

    def _seat(self, game: Game, seat: int) -> Figures:
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


def edition_names(edition: Any) -> Mapping[str, str]:
    return {singer.id: singer.name for singer in edition.singers}


def standings(public: PublicDocument, names: Sequence[str]) -> Rows:
    """List the players by seat, with the best cast as of now."""
    rows: Rows = [["", "points", "stars", "money", "scenery", "singers"]]
    for name, player in zip(names, public.players, strict=True):
        points = player.points
        figures = (points.total, points.stars, player.money, player.scenery, len(player.singers))
        rows.append([plain(name), *map(str, figures)])
    return rows


def places(outcome: Map) -> list[int]:
    """Rank by points, then stars."""
    stars = {hand["seat"]: hand["stars"] for hand in outcome["hands"]}
    results = [(points, stars[seat]) for seat, points in outcome["ranking"]]
    return [1 + sum(other > result for other in results) for result in results]


def remarks(outcome: Map) -> list[str]:
    """Return the points of the silent hand, if there is one."""
    silent = [hand["total"] for hand in outcome["hands"] if hand["seat"] == SILENT]
    return [f"Points of the silent hand: {points}" for points in silent]


def table_section(figures: Figures) -> Section:
    """List how often each director is in play."""
    rows = [[(WORDS[director]), percent(share)] for director, share in figures["directors_in_play"].items()]
    return Section("Directors in play with anybody, in % of games", rows)
