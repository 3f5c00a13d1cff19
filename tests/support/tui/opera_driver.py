"""Drives the boxes of a decision by keys alone, answers them as the server would, and checks what they promise."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from support.tui.opera_views import view_of

from opera_games.api import Action, Map
from opera_games.opera.actions import write_action
from opera_games.opera.choices import read_preview
from opera_games.opera.words import CITIES, COMPOSERS
from opera_rules import opera
from opera_rules.api import to_map
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused
from opera_tui.games.box import Box, Effect, Layout, Previews
from opera_tui.games.list_box import ListBox
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.opera.view import OperaView
from opera_tui.look.rows import plain, width

FACE = OperaFace()
CELLS = 78
ROWS = 8
TALL_ROWS = 17
MOST_PREVIEWS = 32
TABLE_KEYS = ("b", "o", "g", "t", "p", "v", "r", "q", "tab", "question_mark", "f1")


class Driver:
    """One decision of one seat, from its opening to its answer."""

    def __init__(self, game: Game, seat: int, view: OperaView | None = None) -> None:
        self.game, self.seat = game, seat
        self.view = view or view_of(game, seat)
        self.boxes: list[Box] = []
        self.sent: Mapping[str, Any] | None = None
        self.promised = ""
        self.refusals: list[str] = []
        self._key = ""
        self.open(FACE.decision_box(self.view))

    @property
    def box(self) -> Any:
        return self.boxes[-1]

    def press(self, *keys: str) -> "Driver":
        for key in keys:
            assert self.sent is None, f"{key} after the decision was sent"
            self.promised = self.box.does
            self._key = key
            self.answer(self.box.press(key) or [])
        return self

    def answer(self, effects: Sequence[Effect]) -> None:
        """Run what the box wants."""
        for effect in effects:
            effect.run(self)
        check_box(self.box)

    def send(self, action: Action) -> None:
        assert self._key == "enter", f"{self._key} sent something"
        assert self.promised, "Enter sent something that the border did not say"
        assert not self.promised.endswith("…"), "a line that leads on sent something"
        self.sent = write_action(action)

    def open(self, box: Box, begun: Map | None = None) -> None:
        assert self._key in ("", "enter", *"123456")
        self.boxes.append(box)
        check_box(box)
        effects = box.opened()
        if effects:
            self.answer(effects)

    def close(self) -> None:
        if len(self.boxes) > 1:
            self.boxes.pop()
            self.box.come_back()

    def refuse(self, sentence: str) -> None:
        self.refusals.append(sentence)

    def preview(self, actions: Sequence[Action], take: Callable[[Previews], None]) -> None:
        assert 1 <= len(actions) <= MOST_PREVIEWS
        read = [opera.read_action(write_action(action)) for action in actions]
        take([read_preview(to_map(opera.preview(self.game, self.seat, action))) for action in read])

    def arrange(self, buy: Sequence[str], goal: str, take: Callable[[Layout], list[Effect]]) -> None:
        try:
            layout = opera.arrange(self.game, self.seat, buy, goal)
        except Refused as refused:
            self.refusals.append(refused.code)
            return
        self.answer(take(layout))


def check_box(box: Box) -> None:
    """Widths, heights, and no text that was cut but people's names."""
    rows = box.rows()
    assert len(rows) <= (TALL_ROWS if box.is_tall else ROWS), box.title
    for row in rows:
        assert width(row) <= CELLS, plain(row)
        assert "…" not in plain(row).replace("Arrange…", ""), plain(row)
    does = box.does
    border = "  ".join(part for part in (box.note, does and f"enter {does}") if part)
    assert len(border) <= CELLS - 4, border
    assert len(box.title) <= CELLS - 4
    assert all(hint.key and hint.text for hint in box.hints())
    assert bool(box.help_topic)
    assert not isinstance(box, ListBox) or box.refusal == box.lines()[box.cursor].refusal


def reach(driver: Driver, action: Mapping[str, Any]) -> Driver:
    """Press the keys with which a player who knows the interface makes this action."""
    do = action["do"]
    if do == "bid":
        driver.press(*str(action["amount"]), "enter")
    elif do == "appraise":
        driver.press("y" if action["accept"] else "n", "enter")
    elif do == "close":
        driver.press("x", "enter")
    elif do == "intermezzo":
        driver.press("0", "enter")
    else:
        _play(driver, action)
    return driver


def _play(driver: Driver, action: Mapping[str, Any]) -> None:
    if action["do"] == "hire":
        driver.press(action["role"][0], "enter")
    elif "buy" in action:
        driver.press("a", "enter")
    for fields, steps in STEPS.items():
        if fields in action:
            steps(driver, action)
            return


def _until(driver: Driver, key: str, attribute: str, wanted: Any, most: int = 40) -> None:
    for _press in range(most):
        if getattr(driver.box, attribute) == wanted:
            return
        driver.press(key)
    raise AssertionError(f"{key} never led to {wanted}")


def _arrange(driver: Driver, action: Mapping[str, Any]) -> None:
    for composer in action["buy"]:
        driver.press(str(COMPOSERS.index(composer) + 1), "escape")
    for city, halls in (action["layout"] or {}).items():
        for hall, piece in enumerate(halls):
            _stage(driver, city, hall, piece, action["layout"])
    driver.press("enter", "enter")


def _stage(driver: Driver, city: str, hall: int, piece: str | None, layout: Mapping[str, Any]) -> None:
    """Bring a piece from where it is not wanted; an unwanted one goes to the stock."""
    houses = driver.box.arrangement.houses
    if houses[city][hall] == piece:
        return
    if piece is None:
        _go(driver, city, hall)
        driver.press("space")
        _go(driver, "stock", len(driver.box.arrangement.stock))
    else:
        _go(driver, *_source(driver, piece, layout))
        driver.press("space")
        _go(driver, city, hall)
    driver.press("space")


def _source(driver: Driver, piece: str, layout: Mapping[str, Any]) -> tuple[str, int]:
    arrangement = driver.box.arrangement
    if piece in arrangement.stock:
        return "stock", arrangement.stock.index(piece)
    return next(
        (city, hall)
        for city, halls in arrangement.houses.items()
        for hall, other in enumerate(halls)
        if other == piece and layout[city][hall] != piece
    )


def _go(driver: Driver, where: str, spot: int) -> None:
    for _press in range(10):
        driver.press("up")
    for _press in range(10):
        if driver.box.cursor.where == where:
            break
        driver.press("down")
    for _press in range(40):
        here = driver.box.cursor.spot
        if here == spot:
            return
        driver.press("right" if here < spot else "left")
    raise AssertionError(f"the cursor never came to {where} {spot}")


def _build(driver: Driver, action: Mapping[str, Any]) -> None:
    for part in action["build"]:
        city, _dot, wing = part.partition(".")
        driver.press(str(CITIES.index(city) + 1), *["left"] * 3)
        driver.press(*["right"] * ["main", "wing_a", "wing_b", "wing_c"].index(wing))
        assert driver.box.cursor == part
        driver.press("space")
    driver.press("enter")


def _sell(driver: Driver, action: Mapping[str, Any]) -> None:
    driver.press(*["up"] * 8)
    _until(driver, "down", "pointed", action["piece"])
    _until(driver, "right", "source", action["source"])
    _until(driver, "space", "reward", action["reward"])
    driver.press("enter")


def _visit(driver: Driver, action: Mapping[str, Any]) -> None:
    driver.press(*["up"] * 6)
    _until(driver, "down", "city", action["city"])
    if "steps" in action:
        _until(driver, "right", "composer", action["composer"])
        if action["composer"]:
            driver.press(*["minus"] * 3)
            _until(driver, "plus", "steps", action["steps"])
    driver.press("enter")


STEPS = {"buy": _arrange, "build": _build, "piece": _sell, "city": _visit}
