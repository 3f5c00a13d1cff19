"""How results are told: who wins, and places that equals share."""

from typing import Any

import pytest

from opera_lab.results import final_ranking

NAMES = ("Anna", "Bert", "Carla")


def turandot_outcome(*results: tuple[int, int]) -> dict[str, Any]:
    """The outcome of players with these points and stars, the best first."""
    return {
        "ranking": [[seat, points] for seat, (points, _stars) in enumerate(results)],
        "winners": [0],
        "hands": [{"seat": seat, "stars": stars, "total": points} for seat, (points, stars) in enumerate(results)],
    }


@pytest.mark.parametrize(
    ("results", "places"),
    [
        (((17, 12), (15, 11), (15, 11)), ["1.", "2.", "2."]),
        (((17, 12), (15, 11), (15, 10)), ["1.", "2.", "3."]),
        (((15, 11), (15, 11), (14, 10)), ["1.", "1.", "3."]),
    ],
)
def test_players_equal_in_points_and_stars_share_a_place(results: Any, places: list[str]) -> None:
    """As the screen says it: 2, 2, not 2, 3."""
    lines = final_ranking("turandot", turandot_outcome(*results), NAMES)
    assert [line.split()[0] for line in lines[1:4]] == places


def test_opera_has_no_ties() -> None:
    """Equal points are ranked by the order of play."""
    lines = final_ranking("opera", {"ranking": [[0, 90], [2, 80], [1, 80]]}, NAMES)
    assert [line.split()[0] for line in lines[1:4]] == ["1.", "2.", "3."]
