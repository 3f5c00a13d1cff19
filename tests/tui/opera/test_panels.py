"""What the panels of Opera show of the board: pawn places, wings of the edition, the composers of the century."""

import pytest
from support.rules.opera_builder import THREE_WINGS, a_game
from support.tui.opera_driver import Driver
from support.tui.opera_views import shown, view_of
from support.tui.table_parts import panel_rows, tab_rows

from opera_games.opera.words import Composer
from opera_rules.opera.state import Game
from opera_tui.games.opera.face import BOARD, FAME, HOUSES
from opera_tui.games.opera.panels.details import city_section, player_section
from opera_tui.games.opera.view import OperaView
from opera_tui.look.glyphs import ASCII
from opera_tui.look.rows import Row

CENTURY: tuple[Composer, ...] = ("mozart", "monteverdi", "wagner")


def roles_of(rows: list[Row], text: str) -> str:
    """The roles of the span with this text."""
    (role,) = {span.role for row in rows for span in row if span.text.strip() == text}
    return role


def houses(game: Game) -> tuple[list[str], list[str]]:
    """The rows of the houses, wide and narrow."""
    view = view_of(game, 0)
    return shown(panel_rows(HOUSES, view)).splitlines(), shown(tab_rows(HOUSES, view)).splitlines()


def test_pawn_places_are_circles_where_no_pawn_stands() -> None:
    """Also in cities that are not open yet; a pawn's letter takes the place of a circle."""
    wide, narrow = houses(a_game(3).with_pawn("maestro", "wien").with_pawn("critico", "venezia").acting())
    assert [line[10:22].rstrip() for line in wide[1:]] == ["C", "M ×2 ○", "○ ○", "○", "○ ○", "○ ○"]
    assert [line[:5].rstrip() for line in narrow[1:7]] == ["VenC", "WieM○", "Ber○○", "Lon○", "Par○○", "Mil○○"]


def test_a_circle_is_a_letter_in_ascii() -> None:
    """And the legend says what it is."""
    rows = shown(tab_rows(HOUSES, view_of(a_game(3).acting(), 0, ASCII)))
    assert "Ven- " not in rows
    assert "Veno" in rows
    assert "o free place" in rows


def test_a_fourth_column_of_parts_stands_only_where_the_edition_has_one() -> None:
    """Copies left in the houses, and the grid of the Architetto."""
    wide, _narrow = houses(a_game(3).acting())
    assert "left m a b " in wide[0]
    assert "left m a b c" not in wide[0]
    other = a_game(3).with_edition(THREE_WINGS).acting()
    wide, _narrow = houses(other)
    assert "left m a b c" in wide[0]
    assert "2 2 1 " in wide[1] + " "
    grid = shown(Driver(other, 0).press("a", "enter").box.rows()).splitlines()
    assert grid[0].split()[:7] == ["main", "wing", "a", "wing", "b", "wing", "c"]
    assert "1 at 4d" in grid[1]


def test_a_third_wing_is_reached_and_built_by_keys() -> None:
    """The grid with four columns works as the one with three."""
    game = a_game(3).with_edition(THREE_WINGS).acting()
    driver = Driver(game, 0).press("a", "enter", "1", *["right"] * 3, "space", "enter")
    assert driver.sent == {"do": "hire", "role": "architetto", "build": ["venezia.wing_c"]}


def view_in(round_: int) -> OperaView:
    return view_of(a_game(3).in_round(round_).with_century(*CENTURY).acting(), 0)


@pytest.mark.parametrize(
    ("round_", "bonuses", "looks"),
    [
        (1, "Mz+1 Mv+2 Wa+3", ("own", "", "")),
        (4, "Mv+2 Wa+3", ("own", "")),
        (9, "Wa+3", ("own",)),
    ],
)
def test_all_composers_of_the_century_to_come_are_shown(round_: int, bonuses: str, looks: tuple[str, ...]) -> None:
    """With what each adds at its counting; past ones add nothing, and the one that counts next stands out."""
    view = view_in(round_)
    to_come = bonuses.split()
    for rows in (panel_rows(FAME, view), tab_rows(BOARD, view)):
        text = shown(rows)
        for name, bonus in (("Mozart", "Mz+1"), ("Monteverdi", "Mv+2"), ("Wagner", "Wa+3")):
            line = next(line for line in text.splitlines() if name in line)
            assert (bonus[2:] in line) is (bonus in to_come)
        assert tuple(roles_of(rows, bonus[2:]) for bonus in to_come) == looks


def test_the_board_is_whole_in_eight_rows() -> None:
    """A terminal of 80x23 has no room for nine: roles, Palazzo, supply and discard are all there."""
    game = a_game(4).with_palazzo("mozart").with_discard(verdi=3).acting()
    rows = shown(tab_rows(BOARD, view_of(game, 0), height=8)).splitlines()
    assert len(rows) == 8
    assert "Signora" in rows[7]
    assert "Esperto" in rows[7]
    assert "Palazzo Mz ·· ·· ·· supply" in rows[7]
    assert "disc. 3" in rows[7]


def test_the_details_of_a_city_and_of_a_player_show_the_same_houses() -> None:
    """The great hall in brackets, then the income to come; a player without a house there has none."""
    view = view_of(a_game(3).with_pawn("maestro", "wien").staged(0, "wien", "verdi", "mozart").acting(), 0)
    state, _parts, there = city_section(view, "wien").blocks
    assert state == "Open. 2 places for pawns, here: Maestro."
    assert [line[19:] for line in there] == ["[Ve] Mz                income 6", "no house", "no house"]
    _figures, coming, own = player_section(view, 0).blocks
    assert str(coming).endswith("(great halls 5, century 0, empty halls 0).")
    assert [line[13:] for line in own] == ["[Ho]                   income 1", "[Ve] Mz                income 6"]
