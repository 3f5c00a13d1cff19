"""Nothing is wider or higher than its place, with the widest content that rules and names allow."""

from itertools import product

import pytest
from msgspec import structs
from msgspec.structs import replace
from rich.cells import cell_len
from support.rules.turandot_builder import a_game, all_offer
from support.soaking import diagonal
from support.tui.table_parts import panel_rows, tab_rows
from support.tui.turandot_views import NAMES, WIDE_NAMES, Moment, moments, texts, view_of, widest

from opera_games.api import Event
from opera_games.turandot.events import OffersRevealed
from opera_tui.games.box import Box
from opera_tui.games.turandot.face import LINEUP, TurandotFace
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.palette import styles_of
from opera_tui.look.rows import Row, plain, width

FACE = TurandotFace()
PANELS = [panel for panels in FACE.wide for panel in panels]

GAMES = diagonal((2, 5), (NAMES, WIDE_NAMES), (UNICODE, ASCII))
games = pytest.mark.parametrize(("players", "names", "glyphs"), GAMES)


def _views(moment: Moment, glyphs: Glyphs, names: tuple[str, ...]) -> list[TurandotView]:
    """As who decides, as somebody else and as a spectator see it."""
    other = (moment.seat + 1) % len(moment.game.players)
    return [view_of(moment.game, seat, glyphs, names) for seat in (moment.seat, other, None)]


def _is_free_of_cuts(rows: list[str]) -> bool:
    """An ellipsis stands only where it means that an offer is still to come."""
    return not any("…" in text.replace(" … ", "") for text in rows)


def _has_known_roles(rows: list[Row]) -> bool:
    words = {word for content in rows for span in content for word in span.role.split()}
    return words <= styles_of("gala", "full").keys()


@games
def test_panels_and_tabs_fit_their_places(players: int, names: tuple[str, ...], glyphs: Glyphs) -> None:
    for moment in moments(players, 11):
        for view in _views(moment, glyphs, names):
            box = FACE.decision_box(view) if view.choices else None
            for panel in PANELS:
                rows = panel_rows(panel, view, box)
                assert panel.height is not None
                assert len(rows) <= panel.height - 2
                assert widest(rows) <= panel.width - 2
                assert _is_free_of_cuts(texts(rows))
            for panel, height in product(FACE.tabs, (9, 8)):
                rows = tab_rows(panel, view, box, height)
                assert len(rows) <= height
                assert widest(rows) <= 80
                assert _has_known_roles(rows)
                assert _is_free_of_cuts(texts(rows))


@games
def test_lines_fit_at_both_sizes(players: int, names: tuple[str, ...], glyphs: Glyphs) -> None:
    for moment in moments(players, 12):
        for view in _views(moment, glyphs, names):
            assert width(FACE.header(view, wide=True)) <= 85
            assert width(FACE.header(view, wide=False)) <= 66
            assert width(FACE.own_line(view, wide=True)) <= 120
            assert width(FACE.own_line(view, wide=False)) <= 80
            assert width(FACE.waiting_line(view)) <= 70


@games
def test_boxes_fit_78_by_8(players: int, names: tuple[str, ...], glyphs: Glyphs) -> None:
    since: list[Event] = []
    for moment in moments(players, 13):
        since += moment.events
        before = view_of(moment.before, moment.seat, glyphs, names)
        for view in _views(moment, glyphs, names):
            boxes: list[Box | None] = [
                FACE.waiting_box(view, since),
                *(FACE.reveal(event, before, view) for event in moment.events),
            ]
            boxes += [FACE.decision_box(view)] if view.choices else []
            for box in filter(None, boxes):
                assert len(box.rows()) <= 8
                assert widest(box.rows()) <= 78
                assert _is_free_of_cuts(texts(box.rows()))
                assert _has_known_roles(box.rows())
                assert cell_len(box.question) <= (58 if view.choices else 74)
                assert cell_len(f"{box.note}{box.does}") <= 70


@games
def test_the_last_screen_fits_78_columns(players: int, names: tuple[str, ...], glyphs: Glyphs) -> None:
    last = list(moments(players, 14))[-1]
    rows = FACE.final_rows(view_of(last.game, 0, glyphs, names), [])
    assert widest(rows) <= 78
    assert _is_free_of_cuts(texts(rows))


@pytest.mark.parametrize("players", [2, 5])
def test_ascii_has_only_ascii(players: int) -> None:
    since: list[Event] = []
    for moment in moments(players, 15):
        since += moment.events
        before = view_of(moment.before, moment.seat, ASCII)
        for view in _views(moment, ASCII, NAMES):
            box = FACE.decision_box(view) if view.choices else None
            shown = [plain(FACE.header(view, wide=True)), plain(FACE.own_line(view, wide=True))]
            shown.append(plain(FACE.waiting_line(view)))
            for panel in PANELS:
                shown += texts(panel_rows(panel, view, box)) + texts(tab_rows(panel, view, box))
            boxes = [box, FACE.waiting_box(view, since), *(FACE.reveal(event, before, view) for event in moment.events)]
            for one in filter(None, boxes):
                hints = [part for hint in one.hints() for part in (hint.key, hint.text)]
                shown += [*texts(one.rows()), one.title, one.question, one.does, one.note, *hints]
            shown += texts(FACE.final_rows(view, []))
            assert [text for text in shown if not text.isascii()] == []


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("names", [NAMES, WIDE_NAMES])
def test_five_on_one_number_fit_the_reveal_and_the_handing_out(names: tuple[str, ...], glyphs: Glyphs) -> None:
    game = a_game(5, turn=5, puccini=3)
    step = all_offer(game, "2+3b", "2+3b", "2+3b", "2+3b", "2+3b")
    before, after = view_of(game, 3, glyphs, names), view_of(step.game, 3, glyphs, names)
    event = next(event for event in step.events if isinstance(event, OffersRevealed))
    revealed, assigning = FACE.reveal(event, before, after), FACE.decision_box(after)
    assert revealed is not None
    revealed.move()
    for box in (revealed, assigning):
        assert len(box.rows()) == 8
        assert widest(box.rows()) <= 78
        assert _is_free_of_cuts(texts(box.rows()))
    assert cell_len(assigning.note) <= 70
    for key in ("right", "down") * 5:
        assigning.press(key)
    assert widest(assigning.rows()) <= 78
    assert assigning.does
    assert cell_len(assigning.does) <= 70


def test_singers_of_another_edition_are_cut_and_never_break_a_row() -> None:
    name = "[b]歌[/b]" * 10
    for moment in moments(5, 16):
        view = _renamed(view_of(moment.game, moment.seat), name)
        before = _renamed(view_of(moment.before, moment.seat), name)
        boxes: list[Box | None] = [
            FACE.waiting_box(view, moment.events),
            *(FACE.reveal(one, before, view) for one in moment.events),
        ]
        boxes += [FACE.decision_box(view)] if view.choices else []
        for box in filter(None, boxes):
            assert widest(box.rows()) <= 78
            assert len(box.rows()) <= 8
        assert widest(panel_rows(LINEUP, view, None)) <= 82
        assert widest(tab_rows(LINEUP, view, None)) <= 80
        assert widest(FACE.final_rows(view, [])) <= 78


def _renamed(view: TurandotView, name: str) -> TurandotView:
    """The same table with this name for every singer."""
    cards = {card: structs.replace(singer, name=name) for card, singer in view.game.cards.items()}
    return replace(view, game=structs.replace(view.game, cards=cards))
