"""What stands out in the boxes of Opera: pieces in their colours, and of every figure what it becomes."""

import pytest
from support.rules.opera_builder import a_game
from support.tui.gallery import in_hall
from support.tui.opera_driver import FACE, Driver
from support.tui.opera_scenes import all_roles_left, show
from support.tui.opera_views import drawn_state, view_of
from support.tui.shell_app import rows as screen_rows

from opera_games.opera.words import COMPOSERS
from opera_tui.games.opera.labels import changed, notes, signed_changed, stock_row, token
from opera_tui.look.glyphs import ASCII, UNICODE
from opera_tui.look.palette import Palette
from opera_tui.look.rows import Row, Span, grounded, plain


def with_text(rows: list[Row], text: str) -> Row:
    """The only row that has this text."""
    (found,) = [row for row in rows if text in plain(row)]
    return found


def role_at(row: Row, cell: int) -> str:
    """The role of what stands at a cell."""
    for span in row:
        if cell < len(span.text):
            return span.role
        cell -= len(span.text)
    return ""


@pytest.mark.parametrize(
    ("change", "more_is_better", "drawn"),
    [
        ((9, 6), None, (Span("9 → "), Span("6", "strong"))),
        ((44, 51), True, (Span("44 → "), Span("51", "gain"))),
        ((44, 38), True, (Span("44 → "), Span("38", "strong"))),
        ((3, 1), False, (Span("3 → "), Span("1", "gain"))),
        ((5, 5), True, (Span("5"),)),
    ],
)
def test_what_a_figure_becomes_stands_out_most_of_all_for_the_better(
    change: tuple[int, int], more_is_better: bool | None, drawn: Row
) -> None:
    """What it was is plain, and a figure that stays is."""
    assert changed(UNICODE, change, more_is_better=more_is_better) == drawn


def test_a_counting_has_its_sign() -> None:
    assert plain(signed_changed(UNICODE, (0, 24))) == "0 → +24"
    assert plain(signed_changed(ASCII, (22, -1))) == "+22 -> -1"


def test_each_line_of_the_initiative_has_one_gain() -> None:
    """And of the fee what the level becomes; under the cursor nothing has a colour of its own."""
    rows = Driver(all_roles_left(), 0).box.rows()
    for role, gain in (("Architetto", "+4"), ("Maestro", "51"), ("Critico", "+24"), ("Esperto", "+21")):
        line = with_text(rows, role)
        assert [span.text for span in line if span.role == "gain"] == [gain]
        assert next(span.text for span in line if span.role == "strong") in "567"
    assert all("cursor" in span.role for span in with_text(rows, "Impresario"))
    assert "player1" in {word for span in with_text(rows, "Signora") for word in span.role.split()}


def test_others_gain_nothing_for_the_reader() -> None:
    """In the box of the Maestro a higher income is a gain only in the reader's own column."""
    line = with_text(Driver(all_roles_left(), 0).press("m", "enter", "1").box.rows(), "Milano")
    assert [span.text for span in line if span.role == "gain"] == ["51"]
    assert [span.text for span in line if span.role == "strong"] == ["24", "25"]


def test_a_house_of_the_impresario_is_one_piece_of_wall_with_windows() -> None:
    """From one cell before the great hall to one behind the last hall."""
    rows = Driver(all_roles_left(), 0).press("i", "enter").box.rows()
    house = with_text(rows, "Paris")
    text = plain(house)
    begin, end = text.index("[Ve]") - 1, text.index("··") + 2
    grounds = {role_at(house, cell).split()[0] for cell in range(begin, end + 1)}
    assert grounds == {"wall"}
    assert not role_at(house, begin - 1)
    assert not role_at(house, end + 1)
    assert role_at(house, begin + 1) == "wall verdi"
    assert role_at(house, end - 1) == "wall window"


def test_signs_around_the_cursor_and_the_piece_in_hand_are_gains() -> None:
    """The pieces between them keep their colours."""
    driver = Driver(all_roles_left(), 0).press("i", "enter", "5", "down", "right")
    rows = driver.box.rows()
    stock, house = with_text(rows, "(Ve)"), with_text(rows, "Venezia")
    assert role_at(stock, plain(stock).index("(")) == "gain"
    assert role_at(stock, plain(stock).index("(") + 1) == "verdi moved"
    at = plain(house).index("‹")
    assert role_at(house, at).startswith("wall gain")
    assert "at_cursor" in role_at(house, at + 1)
    assert plain(house)[at + 3] == "›"


def test_of_the_figures_then_only_those_that_change_stand_out() -> None:
    """Fewer ducats are bold, more points at the counting a gain, and what stays is plain."""
    driver = Driver(all_roles_left(), 0).press("i", "enter", "5", "2", "a")
    now, then = (with_text(driver.box.rows(), label) for label in ("now", "then"))
    before, after = plain(now).split(), plain(then).split()
    looks = [span.role for span in then if span.text.strip()]
    for one, other, look in zip(before[1:], after[1:], looks[1:], strict=True):
        better, worse = int(other) > int(one), int(other) < int(one)
        assert look == ("gain" if better else "strong" if worse else "")
    assert {span.role for span in now if span.text.strip()} == {"quiet", ""}


async def test_a_large_terminal_shows_what_the_figures_come_from(monkeypatch: pytest.MonkeyPatch) -> None:
    """The scale of the income, and what a great hall counts; a small one has no room for them."""
    for size, is_shown in (((120, 36), True), ((80, 24), False)):
        async with in_hall(size, monkeypatch) as hall:
            await show(hall, all_roles_left(), 0, "i", "enter")
            screen = "\n".join(screen_rows(hall.app))
            assert ("1 1  2 3  3 5  4 8  5 11  6 15" in screen) is is_shown
            assert ("fame, century +3; an empty hall -1" in screen) is is_shown


def test_the_stock_behind_the_screen_keeps_its_colours() -> None:
    """The bar is the ground of all but the pieces; ducats are a gain."""
    line = FACE.own_line(view_of(drawn_state(), 0), wide=False)
    assert Span("14", "gain") in line
    assert Span("Mz", "mozart") in line
    style = Palette("gala", "full").style
    (piece,) = [span for span in grounded(line, "behind") if span.text == "Mz"]
    assert style(piece.role).bgcolor == style("mozart").bgcolor
    assert style(grounded(line, "behind")[0].role).bgcolor == style("behind").bgcolor


def test_every_piece_has_a_colour_and_every_offer_its_notes() -> None:
    for composer in COMPOSERS:
        assert token(UNICODE, composer).role == composer
        assert notes(UNICODE, composer, 2) == Span("♪♪", f"ink_{composer}")
        assert notes(ASCII, composer, 0) == Span("-", "quiet")
    assert token(UNICODE, None) == Span("··", "window")
    assert token(UNICODE, "house") == Span("Ho", "house")


def test_a_stock_that_is_counted_keeps_its_colours() -> None:
    counted = stock_row(UNICODE, ("mozart", "mozart", "verdi"), 7)
    assert counted == (Span("Mz", "mozart"), Span("2"), Span(" "), Span("Ve", "verdi"), Span("1"))


def test_pieces_that_score_are_filled_in_the_box_of_the_esperto() -> None:
    game = a_game(3).staged(0, "wien", "verdi", "mozart").acting()
    rows = Driver(game, 0).press("e", "enter", "1").box.rows()
    line = with_text(rows, "Wien")
    assert Span("Ve", "verdi") in line
    assert Span("Mz", "mozart") in line
    assert [span.text.strip() for span in line if span.role == "gain"] == [plain(line).split("=")[1].split()[0]]
