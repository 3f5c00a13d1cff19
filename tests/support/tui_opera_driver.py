"""Drives the boxes of a decision by keys alone, answers them as the server would, and checks what they promise."""

from collections.abc import Mapping, Sequence
from typing import Any

from support.tui_opera_views import view_of

from opera_rules import opera
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused
from opera_tui.boxes import AskLayout, AskPreviews, AskProposal, Box, Close, Effect, Open, Refuse, Send
from opera_tui.faces.opera import OperaFace
from opera_tui.rows import plain, width
from opera_tui.table_view import TableView

FACE = OperaFace()
CELLS = 78
ROWS = 8
TALL_ROWS = 18
MOST_PREVIEWS = 32
TABLE_KEYS = ("b", "o", "g", "t", "p", "v", "r", "q", "tab", "question_mark", "f1")


class Driver:
    """One decision of one seat, from its opening to its answer."""

    def __init__(self, game: Game, seat: int, view: TableView | None = None) -> None:
        self.game, self.seat = game, seat
        self.view = view or view_of(game, seat)
        self.boxes: list[Box] = []
        self.sent: Mapping[str, Any] | None = None
        self.promised = ""
        self.refusals: list[str] = []
        self._open(FACE.decision_box(self.view))

    @property
    def box(self) -> Any:
        return self.boxes[-1]

    def press(self, *keys: str) -> "Driver":
        for key in keys:
            assert self.sent is None, f"{key} after the decision was sent"
            self.promised = self.box.does
            effects = self.box.press(key)
            self._carry_out(key, effects or [])
            check_box(self.box)
        return self

    def _carry_out(self, key: str, effects: Sequence[Effect]) -> None:
        for effect in effects:
            if isinstance(effect, Send):
                assert key == "enter", f"{key} sent something"
                assert self.promised, "Enter sent something that the border did not say"
                assert not self.promised.endswith("…"), "a line that leads on sent something"
                self.sent = effect.action
            elif isinstance(effect, Open):
                assert key == "enter"
                self._open(effect.box)
            elif isinstance(effect, Close):
                self.boxes = self.boxes[:-1] or self.boxes
            elif isinstance(effect, Refuse):
                self.refusals.append(effect.sentence)
            elif not isinstance(effect, AskProposal):
                self._answer(key, effect)

    def _open(self, box: Box) -> None:
        self.boxes.append(box)
        check_box(box)
        self.answer(box.opened())

    def answer(self, effects: Sequence[Effect]) -> None:
        """What the box asks by itself."""
        self._carry_out("", effects)
        check_box(self.box)

    def _answer(self, key: str, effect: AskPreviews | AskLayout) -> None:
        if isinstance(effect, AskLayout):
            self._arrange(key, effect)
            return
        assert 1 <= len(effect.actions) <= MOST_PREVIEWS
        actions = [opera.read_action(dict(action)) for action in effect.actions]
        self.box.take_previews([opera.preview(self.game, self.seat, action) for action in actions])

    def _arrange(self, key: str, effect: AskLayout) -> None:
        try:
            layout = opera.arrange(self.game, self.seat, effect.buy, effect.goal)
        except Refused as refused:
            self.refusals.append(refused.code)
            return
        self._carry_out(key, self.box.take_layout(layout))


def check_box(box: Box) -> None:
    """Widths, heights, and no text that was cut but people's names."""
    rows = box.rows()
    assert len(rows) <= (TALL_ROWS if box.is_tall else ROWS), box.title
    for row in rows:
        assert width(row) <= CELLS, plain(row)
        assert "…" not in plain(row).replace("Arrange…", ""), plain(row)
    border = "  ".join(part for part in (box.note, box.does and f"enter {box.does}") if part)
    assert len(border) <= CELLS - 4, border
    assert len(box.title) <= CELLS - 4
    assert all(hint.key and hint.text for hint in box.hints())
    assert bool(box.help_topic)


def reach(driver: Driver, action: Mapping[str, Any]) -> Driver:
    """Press the keys with which a player who knows the interface makes this action."""
    do = action["do"]
    if do == "bid":
        driver.press(*str(action["amount"]), "enter")
    elif do == "appraise":
        driver.press("y" if action["accept"] else "n", "enter")
    elif do == "close":
        driver.press("x", "enter", *(["enter"] if driver.view.choices["close"]["payable"] else []))  # type: ignore[index]
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
        driver.press(str(driver.game.fame(composer)), "escape")
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
        city, wing = part.split(".")
        driver.press(*["up"] * 6, "left", "left")
        for _press in range(6):
            if driver.box.cursor.startswith(city):
                break
            driver.press("down")
        driver.press(*["right"] * ["main", "wing_a", "wing_b"].index(wing))
        assert driver.box.cursor == part
        driver.press("space")
    driver.press("enter")


def _sell(driver: Driver, action: Mapping[str, Any]) -> None:
    driver.press(*["up"] * 8)
    _until(driver, "down", "pointed", action["piece"])
    sale = next(row for row in driver.box.play.box["rows"] if row["piece"] == action["piece"])
    driver.press(*["right"] * [source["source"] for source in sale["sources"]].index(action["source"]))
    driver.press(*(["space"] if action["reward"] == "points" else []), "enter")


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
