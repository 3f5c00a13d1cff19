"""Every figure in the booklet of a game of Opera is that of the transcript, added up here from states and actions."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.tui.booklets import Booklet, booklet_of_recorded, recorded, text

COUNTINGS = {9: (3, 6, 9), 7: (3, 5, 7)}
INCOME = (0, 1, 3, 5, 8, 11, 15)
COMPOSERS = ("monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner")
ROLES = ("impresario", "architetto", "signora", "maestro", "critico", "esperto")
SOURCES = ("built", "sold", "appraised", "great", "century", "empty")
GAMES = ("opera-2-rounds-7-random", "opera-3-larger-houses", "opera-4-mixed")

Line = dict[str, Any]
State = dict[str, Any]


class Move(NamedTuple):
    """An action with the states before and after it."""

    before: State
    line: Line

    @property
    def after(self) -> State:
        return self.line["state"]  # type: ignore[no-any-return]

    @property
    def is_round_over(self) -> bool:
        return bool(self.after["round"] != self.before["round"] or self.after["phase"] == "done")


class Sums:
    """What a transcript comes to, by plain arithmetic on its states and actions."""

    def __init__(self, lines: list[Line]) -> None:
        start, *self.actions, self.end = lines
        self.start: State = start["state"]
        self.names: list[str] = start["players"]
        self.seats = range(len(self.names))
        states = [self.start, *(line["state"] for line in self.actions)]
        self.moves = [Move(before, line) for before, line in zip(states, self.actions, strict=False)]
        self.ends = [move for move in self.moves if move.is_round_over]
        self.states = [self.start, *(move.after for move in self.ends)]

    def by_seat(self, of: str) -> list[list[int]]:
        """A figure of every player before the first round and after each."""
        return [[_size(state["players"][seat][of]) for state in self.states] for seat in self.seats]

    def income(self, seat: int) -> list[int]:
        return [
            sum(
                INCOME[len([piece for piece in house["halls"] if piece])] * (1 + (state["pawns"]["maestro"] == city))
                for city, house in state["players"][seat]["houses"].items()
            )
            for state in self.states[1:]
        ]

    def countings(self) -> list[dict[str, list[int]]]:
        """What each counting brought, from the houses and the ladder after it."""
        after = COUNTINGS[len(self.states) - 1]
        return [self._counting(self.states[number], place) for place, number in enumerate(after)]

    def _counting(self, state: State, number: int) -> dict[str, list[int]]:
        parts: dict[str, list[int]] = {"great": [], "century": [], "empty": []}
        for seat in self.seats:
            houses = state["players"][seat]["houses"].values()
            great = [house["halls"][0] for house in houses if house["halls"][0] in COMPOSERS]
            parts["great"].append(sum(state["ladder"].index(piece) + 1 for piece in great))
            parts["century"].append((number + 1) * great.count(state["century"][number]))
            parts["empty"].append(-sum(house["halls"].count(None) for house in houses))
        return parts

    def _gain(self, move: Move, seat: int) -> tuple[str, int]:
        """What an action itself brought a seat, and from what."""
        if move.line["seat"] != seat:
            return "", 0
        action, before = move.line["action"], move.before
        fame = {composer: level for level, composer in enumerate(before["ladder"], start=1)}
        role = action.get("role") or before["playing"]
        if action["do"] in ("hire", "join") and role == "architetto":
            new, old = (sum(len(house["halls"]) for house in _houses(state, seat)) for state in (move.after, before))
            return "built", 2 * (new - old)
        if action["do"] in ("hire", "join") and role == "signora":
            return "sold", fame[action["piece"]] if action["reward"] == "points" else 0
        if role == "esperto" and (action["do"] == "hire" or action.get("accept")):
            city = action.get("city") or before["pawns"]["esperto"]
            staged = before["players"][seat]["houses"].get(city, {"halls": []})["halls"]
            return "appraised", sum(fame[piece] for piece in staged if piece in COMPOSERS)
        return "", 0

    def sources(self) -> list[list[int]]:
        sums: Counter[tuple[str, int]] = Counter()
        for move in self.moves:
            source, points = self._gain(move, move.line["seat"])
            sums[source, move.line["seat"]] += points
        for parts in self.countings():
            for source, each in parts.items():
                sums.update({(source, seat): points for seat, points in enumerate(each)})
        return [[sums[source, seat] for seat in self.seats] for source in SOURCES]

    def bids(self) -> Iterator[list[tuple[int, int, int]]]:
        """Of each round and seat the bid, the level after the bids, and what of the bid was left after the round."""
        for number, state in enumerate(self.states[1:], start=1):
            made = {move.line["seat"]: move for move in self.moves if _is_bid(move, number)}
            levels = next(_levels(move.after) for move in made.values() if not move.after["bids"])
            amounts = {seat: move.line["action"]["amount"] for seat, move in made.items()}
            left = _levels(state)
            yield [(amounts[seat], levels[seat], min(amounts[seat], left[seat])) for seat in self.seats]

    def engaged(self) -> list[list[list[str]]]:
        """The roles that each seat hired or joined, by round, joined ones with a mark."""
        rounds: list[list[list[str]]] = [[[] for _seat in self.seats] for _state in self.states[1:]]
        for move in self.moves:
            action, seat = move.line["action"], move.line["seat"]
            if action["do"] == "hire":
                rounds[move.before["round"] - 1][seat].append(action["role"].capitalize())
            elif action["do"] == "join":
                rounds[move.before["round"] - 1][seat].append(f"({move.before['playing'].capitalize()})")
        return rounds


def _size(figure: Any) -> int:
    return len(figure) if isinstance(figure, list) else figure


def _houses(state: State, seat: int) -> list[dict[str, Any]]:
    return list(state["players"][seat]["houses"].values())


def _is_bid(move: Move, number: int) -> bool:
    return bool(move.line["action"]["do"] == "bid" and move.before["round"] == number)


def _levels(state: State) -> dict[int, int]:
    return {seat: level for level, seats in enumerate(state["budget"]) for seat in seats}


@pytest.mark.parametrize("name", GAMES)
async def test_every_figure_is_that_of_the_transcript(name: str, tmp_path: Path) -> None:
    lines = recorded(name)
    played, booklet = Sums(lines), await booklet_of_recorded(name, tmp_path)
    seats, final = played.seats, played.states[-1]["players"]
    _check_accounts(played, booklet)
    points = played.by_seat("points")
    assert booklet.figures("points") == points
    assert booklet.figures("ducats") == played.by_seat("ducats")
    assert booklet.figures("stock") == played.by_seat("stock")
    assert booklet.figures("income") == [[*played.income(seat), sum(played.income(seat))] for seat in seats]
    bids = list(played.bids())
    assert booklet.figures("levels") == [[each[seat][1] for each in bids] for seat in seats]
    made = [[figure for own in each for figure in own] for each in bids]
    sums = [sum(each) for each in zip(*made, strict=True)]
    assert booklet.rows("bids-made")[1:-1] == [[str(n), *map(str, own)] for n, own in enumerate(made, start=1)]
    assert booklet.rows("bids-made")[-1][1:] == ["" if n % 3 == 1 else str(each) for n, each in enumerate(sums)]
    ladders = [state["ladder"] for state in played.states]
    assert booklet.figures("fame-levels") == [[ladder.index(name) + 1 for ladder in ladders] for name in COMPOSERS]
    assert booklet.rows("left-over")[1][1:] == [str(own["ducats"]) for own in final]
    assert [len(row.split()) for row in booklet.rows("left-over")[0][1:]] == [len(own["stock"]) or 1 for own in final]
    _check_best(points, booklet)
    _check_roles(played, booklet)
    _check_houses(played, booklet)


def _check_accounts(sums: Sums, booklet: Booklet) -> None:
    """The sources add up to the points, and the countings to their parts; the ranking is that of the last line."""
    total = [own["points"] for own in sums.states[-1]["players"]]
    sources = sums.sources()
    assert [sum(each) for each in zip(*sources, strict=True)] == total
    assert booklet.figures("sources") == [*sources, total]
    for number, parts in enumerate(sums.countings(), start=1):
        together = [sum(each) for each in zip(*parts.values(), strict=True)]
        assert booklet.figures(f"counting{number}") == [*parts.values(), together]
    ranking = [text(place) for place in booklet.part("ranking")]
    for place, (seat, points) in zip(ranking, sums.end["ranking"], strict=True):
        assert sums.names[seat] in place
        assert place.endswith(str(points))
    assert sums.end["shuffle"]["seed"] in text(next(booklet.root.iter("header")))


async def test_the_cover_says_what_decided_between_equals(tmp_path: Path) -> None:
    """Only beside the winner, and only where points did not decide."""
    told = "equal, by the better place on the budget table"
    tie, other = [await booklet_of_recorded(name, tmp_path) for name in ("opera-2-tie", "opera-3-larger-houses")]
    assert [told in text(place) for place in tie.part("ranking")] == [True, False]
    assert not any(told in text(place) for place in other.part("ranking"))


def _check_best(points: list[list[int]], booklet: Booklet) -> None:
    gains = [[now - then for then, now in pairwise(own)] for own in points]
    for own, row in zip(gains, booklet.rows("best"), strict=True):
        assert row[1] == f"{max(own):+d}"
        assert row[2] == ", ".join(str(number) for number, gain in enumerate(own, start=1) if gain == max(own))
    after = [list(each) for each in zip(*points, strict=True)][1:]
    leaders = [{seat for seat, own in enumerate(each) if own == max(each)} for each in after]
    changes = [n for n, now in enumerate(leaders) if n == 0 or now != leaders[n - 1]]
    assert [row[0] for row in booklet.rows("leads")] == [str(number + 1) for number in changes]
    assert [row[2] for row in booklet.rows("leads")] == [str(max(after[number])) for number in changes]


def _check_roles(sums: Sums, booklet: Booklet) -> None:
    rounds = sums.engaged()
    shown = [
        [[f"({text(tag)})" if "joined" in str(tag.get("class")) else text(tag) for tag in cell] for cell in row[1:]]
        for row in list(booklet.part("roles-by-round").iter("tr"))[1:]
    ]
    assert shown == rounds
    for role, row in zip(ROLES, booklet.rows("roles-sums"), strict=False):
        named = role.capitalize()
        for seat, cell in enumerate(row[1:]):
            own = [each for number in rounds for each in number[seat]]
            hired, joined = own.count(named), own.count(f"({named})")
            assert cell == (f"{hired} + {joined}" if joined else str(hired))


def _check_houses(sums: Sums, booklet: Booklet) -> None:
    """Each hall has the colour of its piece, the great hall first; empty ones are dark."""
    drawn = [found for found in booklet.part("houses").iter("div") if found.get("class") == "house"]
    for city in ("venezia", "wien", "berlin", "london", "paris", "milano"):
        for seat in sums.seats:
            house = sums.states[-1]["players"][seat]["houses"].get(city)
            if house is None:
                continue
            shown = drawn.pop(0)
            assert sums.names[seat] in text(shown)
            panes = [str(found.get("class")) for found in shown.iter("path")]
            halls = [pane for pane in panes if pane.startswith("g-") or pane == "pane"]
            assert halls == [f"g-{piece}" if piece else "pane" for piece in house["halls"]]
    assert not drawn
