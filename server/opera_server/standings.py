"""Who stands where: tables of plain text for the commands."""

from collections.abc import Sequence
from typing import Any, NamedTuple

from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_rules.api import Map

Rows = list[list[str]]


def table(rows: Rows) -> list[str]:
    """Rows in columns: the first one to the left, all others to the right; the first row holds the headings."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return ["  ".join(_aligned(row, widths)).rstrip() for row in rows]


def _aligned(row: list[str], widths: list[int]) -> list[str]:
    first, *others = row
    return [first.ljust(widths[0]), *(cell.rjust(width) for cell, width in zip(others, widths[1:], strict=True))]


def opera_standings(public: Map, names: Sequence[str]) -> list[str]:
    """Everybody in the order of play."""
    rows: Rows = [["", _("points"), _("level"), _("income"), _("staged"), _("halls"), _("stock")]]
    for seat in public["order"]:
        player = public["players"][seat]
        halls = [piece for house in player["houses"].values() for piece in house["halls"]]
        staged = sum(piece is not None for piece in halls)
        figures = (player["points"], player["level"], sum(player["income"].values()), staged, len(halls))
        rows.append([plain(names[seat]), *map(str, figures), str(player["stock_size"])])
    return table(rows)


def turandot_standings(public: Map, names: Sequence[str]) -> list[str]:
    """Everybody by seat, with the best cast as of now."""
    rows: Rows = [["", _("points"), _("stars"), _("money"), _("scenery"), _("singers")]]
    for name, player in zip(names, public["players"], strict=True):
        points = player["points"]
        figures = (points["total"], points["stars"], player["money"], player["scenery"], len(player["singers"]))
        rows.append([plain(name), *map(str, figures)])
    return table(rows)


STANDINGS = {"opera": opera_standings, "turandot": turandot_standings}


def winners(outcome: Map) -> list[int]:
    """The winning seats; Opera's ranking has no ties."""
    return list(outcome.get("winners", [outcome["ranking"][0][0]]))


class Result(NamedTuple):
    """How a game ended: points by seat, and the seats that won."""

    points: tuple[int, ...]
    winners: tuple[int, ...]


def result_of(outcome: Map | None) -> Result:
    """The result of a game that is over."""
    assert outcome is not None
    points = dict(outcome["ranking"])
    return Result(tuple(points[seat] for seat in sorted(points)), tuple(winners(outcome)))


def final_ranking(outcome: Map, names: Sequence[str]) -> list[str]:
    """Everybody from first to last, and who wins."""
    rows: Rows = [["", "", _("points")]]
    for place, (seat, points) in enumerate(outcome["ranking"], start=1):
        rows.append([f"{place}.", plain(names[seat]), str(points)])
    return [*_ranked(rows), _winning(outcome, names)]


def _ranked(rows: Rows) -> list[str]:
    width = max(len(row[1]) for row in rows)
    return table([[f"{place:2} {name.ljust(width)}", points] for place, name, points in rows])


def _winning(outcome: Map, names: Sequence[str]) -> str:
    winning = [plain(names[seat]) for seat in winners(outcome)]
    if not winning:
        return _("The silent hand has more points than both: nobody wins.")
    if len(winning) == 1:
        return _("{name} wins.").format(name=winning[0])
    return _("{names} share the win.").format(names=", ".join(winning))


def silent_points(outcome: Map) -> int | None:
    """What the silent hand has, if there is one."""
    hands: list[dict[str, Any]] = outcome.get("hands", [])
    return next((hand["total"] for hand in hands if hand["seat"] == "silent"), None)
