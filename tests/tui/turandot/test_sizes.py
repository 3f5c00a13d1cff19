"""Nothing is wider or higher than its place, with the widest content that rules and names allow."""

from dataclasses import replace
from itertools import product

import pytest
from rich.cells import cell_len
from support.tui_turandot_views import NAMES, WIDE_NAMES, Moment, moments, texts, view_of, widest
from support.turandot_builder import a_game, all_offer

from opera_rules.api import to_map
from opera_tui.faces.turandot import TurandotFace
from opera_tui.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.palette import FULL
from opera_tui.rows import Row, plain, width
from opera_tui.table_view import TableView

FACE = TurandotFace()
PANELS = {spec.key: spec for specs in FACE.wide_rows for spec in specs}

GAMES = list(product((2, 5), (NAMES, WIDE_NAMES), (UNICODE, ASCII)))
games = pytest.mark.parametrize(("players", "names", "glyphs"), GAMES)


def _views(moment: Moment, glyphs: Glyphs, names: tuple[str, ...]) -> list[TableView]:
    """As who decides, as somebody else and as a spectator see it."""
    other = (moment.seat + 1) % len(moment.game.players)
    return [view_of(moment.game, seat, glyphs, names) for seat in (moment.seat, other, None)]


def _is_free_of_cuts(rows: list[str]) -> bool:
    """An ellipsis stands only where it means that an offer is still to come."""
    return not any("…" in text.replace(" … ", "") for text in rows)


def _has_known_roles(rows: list[Row]) -> bool:
    return {word for content in rows for span in content for word in span.role.split()} <= FULL.keys()


@games
def test_panels_and_tabs_fit_their_places(players: int, names: tuple[str, ...], glyphs: Glyphs) -> None:
    for moment in moments(players, 11):
        for view in _views(moment, glyphs, names):
            box = FACE.decision_box(view) if view.choices else None
            for key, spec in PANELS.items():
                rows = FACE.panel(key, view, box)
                assert len(rows) <= spec.height - 2
                assert widest(rows) <= spec.width - 2
                assert _is_free_of_cuts(texts(rows))
            for spec in FACE.tabs:
                rows = FACE.tab(spec.key, view, box)
                assert len(rows) <= 9
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
    since = []
    for moment in moments(players, 13):
        since += moment.events
        before = view_of(moment.before, moment.seat, glyphs, names)
        for view in _views(moment, glyphs, names):
            boxes = [FACE.waiting_box(view, since), *(FACE.reveal(event, before, view) for event in moment.events)]
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
    since = []
    for moment in moments(players, 15):
        since += moment.events
        before = view_of(moment.before, moment.seat, ASCII)
        for view in _views(moment, ASCII, NAMES):
            box = FACE.decision_box(view) if view.choices else None
            shown = [plain(FACE.header(view, wide=True)), plain(FACE.own_line(view, wide=True))]
            shown.append(plain(FACE.waiting_line(view)))
            for key in PANELS:
                shown += texts(FACE.panel(key, view, box)) + texts(FACE.tab(key, view, box))
            boxes = [box, FACE.waiting_box(view, since), *(FACE.reveal(event, before, view) for event in moment.events)]
            for one in filter(None, boxes):
                hints = [part for hint in one.hints() for part in hint]
                shown += [*texts(one.rows()), one.title, one.question, one.does, one.note, *hints]
            shown += texts(FACE.final_rows(view, []))
            assert [text for text in shown if not text.isascii()] == []


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("names", [NAMES, WIDE_NAMES])
def test_five_on_one_number_fit_the_reveal_and_the_handing_out(names: tuple[str, ...], glyphs: Glyphs) -> None:
    game = a_game(5, turn=5, puccini=3)
    step = all_offer(game, "2+3b", "2+3b", "2+3b", "2+3b", "2+3b")
    before, after = view_of(game, 3, glyphs, names), view_of(step.game, 3, glyphs, names)
    event = next(to_map(event) for event in step.events if to_map(event)["event"] == "offers_revealed")
    revealed, assigning = FACE.reveal(event, before, after), FACE.decision_box(after)
    assert revealed is not None
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
        boxes = [FACE.waiting_box(view, moment.events), *(FACE.reveal(one, before, view) for one in moment.events)]
        boxes += [FACE.decision_box(view)] if view.choices else []
        for box in filter(None, boxes):
            assert widest(box.rows()) <= 78
            assert len(box.rows()) <= 8
        assert widest(FACE.panel("u", view, None)) <= 82
        assert widest(FACE.tab("u", view, None)) <= 80
        assert widest(FACE.final_rows(view, [])) <= 78


def _renamed(view: TableView, name: str) -> TableView:
    """The same table with this name for every singer."""
    cards = {card: [name, *others] for card, (_, *others) in view.game["cards"].items()}
    public = {**view.view.public, "game": {**view.game, "cards": cards}}
    return view._replace(view=replace(view.view, public=public))
