"""Every figure in the booklet of a game of Turandot is that of the transcript and of the rules."""

import gzip
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
from support.tui.booklets import GAMES as FOLDER
from support.tui.booklets import Booklet, booklet_of_recorded, recorded, text

from opera_rules import turandot
from opera_rules.transcript import read

GAMES = ("turandot-2-silent-hand-wins", "turandot-3-random", "turandot-5-shared-win")
SOURCES = ("stars", "scenery", "preferred", "sex", "director", "puccini")
PARTS = 6

Line = dict[str, Any]


def turns_of(lines: list[Line]) -> list[list[Line]]:
    """The actions of each turn."""
    turns: list[list[Line]] = []
    turn = 0
    for before, line in pairwise(lines[:-1]):
        if before["state"]["turn"] != turn:
            turn = before["state"]["turn"]
            turns.append([])
        turns[-1].append(line)
    return turns


def not_needed(offers: dict[int, Line], before: Line, after: Line, seat: int) -> int:
    """The money that a winning offer spent beyond what beat the others: by what is left in the player's hand."""
    own = offers[seat]
    spent: int = before["players"][seat]["money"] - after["players"][seat]["money"]
    if own["number"] is None or not spent:
        return 0
    rivals = [offer["money"] for other, offer in offers.items() if other != seat and offer["number"] == own["number"]]
    return spent - (max(rivals) + 1 if rivals else 0)


@pytest.mark.parametrize("name", GAMES)
async def test_every_figure_is_that_of_the_transcript(name: str, tmp_path: Path) -> None:
    lines = recorded(name)
    booklet = await booklet_of_recorded(name, tmp_path)
    turns = turns_of(lines)
    states = [lines[0]["state"], *(turn[-1]["state"] for turn in turns)]
    seats = range(len(lines[0]["players"]))
    for figure in ("money", "scenery"):
        assert booklet.figures(figure) == [[state["players"][seat][figure] for state in states] for seat in seats]
    assert booklet.figures("points") == [[0, *each] for each in zip(*_points(name), strict=True)]
    _check_accounts(lines, booklet)
    _check_offers(turns, states, booklet)


async def test_the_cover_says_that_stars_decided_between_equals(tmp_path: Path) -> None:
    """Not where both win, equal in stars too."""
    told = "equal, by more stars"
    alone, both = [await booklet_of_recorded(name, tmp_path) for name in ("turandot-2-chorus", "turandot-5-shared-win")]
    assert [told in text(place) for place in alone.part("ranking")][:2] == [True, False]
    assert not any(told in text(place) for place in both.part("ranking"))


def _points(name: str) -> list[list[int]]:
    """What the best casts are worth after each turn, by the rules."""
    moments = read(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True)).moments()
    after: dict[int, list[int]] = {}
    for moment in moments:
        public = turandot.public(moment.game)
        after.setdefault(turandot.finished(moment.game), [player.points.total for player in public.players])
    return [points for turn, points in sorted(after.items()) if turn]


def _check_accounts(lines: list[Line], booklet: Booklet) -> None:
    """The last line of the transcript has them all; hands stand in the order of the ranking, the silent one last."""
    end, names = lines[-1], lines[0]["players"]
    hands = {hand["seat"]: hand for hand in end["hands"]}
    order = [seat for seat, _points in end["ranking"]] + ["silent"] * ("silent" in hands)
    sources = SOURCES if "silent" in hands else SOURCES[:-1]
    shown = [*([hands[seat][source] for seat in order] for source in sources), [hands[seat]["total"] for seat in order]]
    assert booklet.figures("sources") == shown
    assert [sum(each[:-1]) for each in zip(*shown, strict=True)] == shown[-1]
    for place, seat in zip(booklet.part("ranking"), order, strict=True):
        assert text(place).endswith(str(hands[seat]["total"]))
        assert seat == "silent" or names[seat] in text(place)
    winners = [text(place) for place in booklet.part("ranking") if list(place[-1].iter("b"))]
    assert len(winners) == len(end["winners"])
    cast = booklet.rows("casts-made")
    assert len(cast) == PARTS + 1
    singers = {singer["id"]: singer for singer in _singers(lines)}
    for column, seat in enumerate(order, start=1):
        for row, card in zip(cast, hands[seat]["casting"], strict=False):
            assert card is None or singers[card]["name"] in row[column]
            assert card is None or row[column].count("★") == singers[card]["stars"]


def _singers(lines: list[Line]) -> list[Line]:
    hands = [*lines[-2]["state"]["players"], lines[-2]["state"]["silent"] or {"singers": []}]
    return [singer for hand in hands for singer in hand["singers"]]


def _check_offers(turns: list[list[Line]], states: list[Line], booklet: Booklet) -> None:
    rows = booklet.rows("offers-made")
    sums = [0] * len(states[0]["players"])
    for row, turn, before, after in zip(rows, turns, states, states[1:], strict=False):
        offers = {line["seat"]: line["action"] for line in turn if line["action"]["do"] == "offer"}
        for seat, offer in offers.items():
            cell = row[seat + 1]
            assert cell.startswith("money alone" if offer["number"] is None else str(offer["number"]))
            assert ("bluff" in cell.partition("→")[0]) == offer["bluff"]
            spare = not_needed(offers, before, after, seat)
            assert (f"{spare} not needed" in cell) if spare else ("not needed" not in cell)
            sums[seat] += spare
    assert rows[-1][1:] == [str(each) for each in sums]
