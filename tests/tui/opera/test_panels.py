"""What the panels of Opera show of the board: pawn places, wings of the edition, the composers of the century."""

import re

import pytest
from msgspec.structs import replace
from support.rules.opera_builder import THREE_WINGS, a_game
from support.tui.opera_driver import Driver
from support.tui.opera_views import shown, view_of
from support.tui.table_parts import panel_rows, tab_rows

from opera_games.opera.words import CITIES, Composer
from opera_protocol.wire.documents import BotSeat
from opera_rules.opera.state import Game
from opera_tui.games.opera.face import BOARD, FAME, HOUSES
from opera_tui.games.opera.panels.details import city_section, player_section
from opera_tui.games.opera.panels.street import street_of
from opera_tui.games.opera.view import OperaView
from opera_tui.look.glyphs import ASCII, UNICODE
from opera_tui.look.rows import Row, Span, plain, width

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
    assert re.split(" {2,}", wide[0].strip())[1:] == [
        "Venezia C",
        "Wien M×2 ○",
        "Berlin ○ ○",
        "London ○",
        "Paris ○ ○",
        "Milano ○ ○",
    ]
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
    assert "m0 a2 b2  " in wide[1]
    assert not re.search("c[0-9]", wide[1])
    other = a_game(3).with_edition(THREE_WINGS).acting()
    wide, _narrow = houses(other)
    assert "m0 a2 b2 c1" in wide[1]
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
    ("round_", "looks"),
    [(1, ("value", "", "")), (4, ("quiet", "value", "")), (9, ("quiet", "quiet", "value"))],
)
def test_all_composers_of_the_century_are_shown(round_: int, looks: tuple[str, ...]) -> None:
    """With what each adds at its counting: the one that counts next is filled with gold, past ones are quiet."""
    view = view_in(round_)
    for rows in (panel_rows(FAME, view), tab_rows(BOARD, view)):
        for name, bonus in (("Mozart", "+1"), ("Monteverdi", "+2"), ("Wagner", "+3")):
            (line,) = [line for line in shown(rows).splitlines() if name in line]
            assert bonus in line
        assert tuple(roles_of(rows, bonus) for bonus in ("+1", "+2", "+3")) == looks


def test_the_board_is_whole_in_eight_rows() -> None:
    """A terminal of 80x23 has no room for nine: roles, Palazzo, supply and discard are all there."""
    game = a_game(4).with_palazzo("mozart").with_discard(verdi=3).acting()
    rows = shown(tab_rows(BOARD, view_of(game, 0), height=8)).splitlines()
    assert len(rows) == 8
    assert "Signora" in rows[7]
    assert "Esperto" in rows[7]
    assert "Palazzo  Mz ·· ·· ·· supply" in rows[7]
    assert "disc. 3" in rows[7]


def test_the_palazzo_and_the_supply_have_a_row_each_where_there_are_nine() -> None:
    """And the name of the episode stands behind them."""
    game = a_game(4).in_round(8).with_palazzo("mozart").with_discard(verdi=3).acting()
    rows = shown(tab_rows(BOARD, view_of(game, 0), height=9)).splitlines()
    assert rows[7].endswith("Palazzo  Mz ·· ·· ··   1 of 4")
    assert re.search(r"supply \d+ · discard 3 · Romanticism$", rows[8])


def test_pieces_are_filled_with_the_colour_of_their_composer() -> None:
    """A great hall is one run with its brackets, an empty hall a window, a house piece of stone, all in a wall."""
    view = view_of(a_game(3).staged(0, "wien", "wagner", "house", None).acting(), 0)
    for rows in (panel_rows(HOUSES, view), tab_rows(HOUSES, view)):
        (line,) = [line for line in rows if "[Wa]" in plain(line)]
        begun = [span.text for span in line].index("[Wa]")
        shown_halls = [span for span in line[begun : begun + 6] if span.text.strip() or span.role]
        assert shown_halls[0] == Span("[Wa]", "wagner")
        assert Span("Ho", "house") in shown_halls
        assert Span("··", "window") in shown_halls
        assert Span(" ", "wall") in shown_halls


def test_the_rungs_of_the_ladder_stand_one_below_the_other() -> None:
    """In the wide panel and in the tab; in ASCII they are bars."""
    for glyphs, rungs in ((UNICODE, "╞╡"), (ASCII, "||")):
        view = view_of(a_game(3).acting(), 0, glyphs)
        for rows in (panel_rows(FAME, view), tab_rows(BOARD, view)):
            lines = shown(rows).splitlines()
            places = {line.find(f"{rungs[0]}{fame}{rungs[1]}") for line, fame in zip(lines[1:7], "654321", strict=True)}
            assert len(places) == 1
            assert places != {-1}


def test_every_house_of_the_street_has_a_roof_above_its_halls() -> None:
    """A gable over the great hall, and three cells for each further one; neither in ASCII nor in a low terminal."""
    game = a_game(2).staged(1, "wien", "verdi", "mozart", None).acting()
    view = view_of(game, 0)
    rows = shown(panel_rows(HOUSES, view)).splitlines()
    assert len(rows) == 6
    at = rows[5].index("[Ve] Mz ··")
    assert rows[4][at : at + 11] == "▂▅▅▂▁▁▁▁▁▁ "
    assert HOUSES.low_rows is not None
    assert shown(HOUSES.low_rows(view, "")).splitlines() == [*rows[:2], *rows[3::2]]
    assert len(panel_rows(HOUSES, view_of(game, 0, ASCII))) == 4


@pytest.mark.parametrize(("halls", "label", "gap"), [(4, 25, 2), (5, 4, 1), (6, 4, 0)])
def test_gaps_and_names_give_way_to_the_houses_of_a_wide_edition(halls: int, label: int, gap: int) -> None:
    """Six cities with six halls each fill the panel to the last cell."""
    view = view_of(a_game(4).acting(), 0)
    cities = view.game.edition["cities"]
    for city in CITIES:
        cities[city]["parts"] = {"main": {"halls": halls, "copies": [1, 1, 1]}}
    street = street_of(view)
    assert (street.label, street.gap) == (label, gap)
    assert all(width(row) <= 118 for row in panel_rows(HOUSES, view))
    assert street.cells_of("milano").stop <= 118


def test_cities_are_columns_that_can_be_looked_at_and_clicked() -> None:
    """A column covers all rows of the street, its head is marked; as a tab a city is a row."""
    view = view_of(a_game(4).acting(), 0)
    wide = HOUSES.entries(view, None)
    head = plain(panel_rows(HOUSES, view)[0])
    for entry, city in zip(wide, CITIES, strict=True):
        assert entry.cells is not None
        assert head[entry.cells.start :].startswith(entry.name)
        assert (entry.rows, entry.head, entry.thing) == (range(10), range(2), f"city:{city}")
    assert [entry.rows for entry in HOUSES.entries(view, 9)] == [range(row, row + 1) for row in range(1, 7)]


def test_the_details_of_a_bot_name_its_level() -> None:
    """At the table one could not see whom one had chosen to play against."""
    view = view_of(a_game(3).acting(), 0)
    seats = (*view.head.seats[:2], BotSeat("Carlo", "C", "virtuoso"))
    view = replace(view, head=replace(view.head, seats=seats))
    assert player_section(view, 2).title == f"{view.sign(2).text} Carlo, a bot of the level virtuoso"
    assert player_section(view, 1).title == view.who(1)


def test_the_details_of_a_city_and_of_a_player_show_the_same_houses() -> None:
    """The great hall in brackets, then the income to come; a player without a house there has none."""
    view = view_of(a_game(3).with_pawn("maestro", "wien").staged(0, "wien", "verdi", "mozart").acting(), 0)
    state, _parts, there = city_section(view, "wien").blocks
    assert state == "Open. 2 places for pawns, here: Maestro."
    assert [line[19:] for line in there] == ["[Ve] Mz                income 6", "no house", "no house"]
    _figures, coming, own = player_section(view, 0).blocks
    assert str(coming).endswith("(great halls 5, century 0, empty halls 0).")
    assert [line[13:] for line in own] == ["[Ho]                   income 1", "[Ve] Mz                income 6"]


def test_where_no_row_is_free_the_legend_of_the_houses_stands_behind_closed_cities() -> None:
    """A lesson takes two rows of the tab."""
    view = view_of(a_game(2).acting(), 0)
    rows = [plain(line).rstrip() for line in HOUSES.narrow_rows(view, "", 7)] if HOUSES.narrow_rows else []
    assert [line[43:] for line in rows[4:]] == [
        "[great hall]  ·· empty  – none",
        "Ho house piece  M C E pawns, M ×2",
        "○ free place",
    ]
    assert max(map(len, rows)) <= 80
