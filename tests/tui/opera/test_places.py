"""A thing keeps its key and its place in every box of Opera, also where it cannot be chosen."""

import pytest
from support.rules.opera_builder import a_game, hire
from support.tui.opera_driver import Driver
from support.tui.opera_views import shown

from opera_games.opera.actions import Join, Signora
from opera_games.opera.words import CITIES, COMPOSERS, City, Composer
from opera_rules.opera.state import Game


def with_all_roles(*, maestro: City | None = None) -> Game:
    builder = a_game(3).in_round(7).staged(0, "wien", "wagner", None).with_stock(0, "verdi").with_offer(wagner=2)
    return (builder.with_pawn("maestro", maestro) if maestro else builder).acting()


@pytest.mark.parametrize("maestro", [None, *CITIES])
def test_cities_have_the_same_digits_wherever_pawns_stand(maestro: City | None) -> None:
    """A city is its number in the order of the rules, also when another one is closed to the pawn."""
    for role in "mce":
        for number, city in enumerate(CITIES, start=1):
            assert Driver(with_all_roles(maestro=maestro), 0).press(role, "enter", str(number)).box.city == city


def test_a_city_that_cannot_be_chosen_keeps_its_key_and_says_why() -> None:
    """The digit leads to the row, which begins with a dash; the lower border has the reason, Enter the rule."""
    driver = Driver(with_all_roles(maestro="berlin"), 0).press("m", "enter", "3")
    assert "– Berlin    the Maestro stands there" in shown(driver.box.rows())
    assert (driver.box.note, driver.box.does) == ("the Maestro stands there", "")
    assert driver.press("enter").refusals == ["The Maestro stands in Berlin already and must move to another city."]


@pytest.mark.parametrize("top", COMPOSERS)
def test_a_digit_buys_the_same_composer_whatever_the_ladder_says(top: Composer) -> None:
    """Composers are 1 to 6 in the order of the rules, in the Impresario's box too."""
    ladder: list[Composer] = [top, *(composer for composer in COMPOSERS if composer != top)]
    game = a_game(3).with_offer(mozart=1, wagner=1).with_ladder(*ladder).acting()
    driver = Driver(game, 0).press("i", "enter", "3", "6")
    assert driver.box.arrangement.buy == ["mozart", "wagner"]


def test_the_offer_is_shown_in_the_order_of_its_keys_with_the_prices_below() -> None:
    """The key in front is neither fame, which stands bare on the ladder, nor a price: those have a row of their own."""
    game = a_game(3).with_offer(mozart=1, wagner=2).acting()
    offer, prices = (shown([line]) for line in Driver(game, 0).press("i", "enter").box.rows()[:2])
    assert offer == "  Offer      1) Mv –    2) Hä –   ‹3) Mz ♪›   4) Be –    5) Ve –    6) Wa ♪♪"
    assert prices == "  price         1 d        2 d        3 d        4 d        5 d        6 d"


def test_all_composers_stand_in_the_box_of_the_signora() -> None:
    """Also those of whom there is no piece, and those who are in the Palazzo already."""
    game = a_game(3).with_stock(0, "mozart", "verdi").with_palazzo("verdi").acting()
    driver = Driver(game, 0).press("s", "enter")
    rows = shown(driver.box.rows()).splitlines()
    assert rows[1] == " – Mv Monteverdi  you have none"
    assert rows[3].startswith("►3 Mz Mozart     ‹stock›")
    assert rows[5] == " – Ve Verdi       already in the Palazzo"
    assert driver.press("1", "enter").refusals == ["You have no Monteverdi in your stock; sell a piece that is there."]


def test_the_signora_begins_with_the_sale_that_costs_least() -> None:
    """A piece of the stock comes before one that leaves a hall, which costs income and the counting."""
    game = a_game(3).staged(0, "wien", "wagner", "verdi").with_stock(0, "mozart").acting()
    assert Driver(game, 0).press("s", "enter").box.pointed == "mozart"


def test_who_joins_in_with_the_signora_begins_with_a_sale_that_costs_no_income() -> None:
    """Nobody asked for her box, so that a stray Enter sells from the stock or nothing; a proposal is ready there."""
    builder = a_game(3).with_levels(9, 9, 9).with_stock(0, "verdi").staged(1, "wien", "verdi", "wagner")
    sold = hire(builder.acting(), 0, "signora", piece="verdi", source="stock", reward="ducats").game
    driver = Driver(sold, 1)
    assert driver.box.does == "take an intermezzo"
    assert driver.press("6").box.does == "sell Wagner for 12 ducats"
    proposed = Driver(sold, 1).box.prepare(Join(Signora("wagner", "wien", "ducats")))
    assert proposed.does == "sell Wagner for 12 ducats"
    stocked = builder.with_stock(1, "mozart").acting()
    sold = hire(stocked, 0, "signora", piece="verdi", source="stock", reward="ducats").game
    assert Driver(sold, 1).box.does == "sell Mozart for 6 ducats"


def test_in_the_last_round_the_signora_offers_points_first() -> None:
    """Ducats are worth nothing once the last round is over."""
    assert Driver(a_game(3).in_round(9).with_stock(0, "mozart").acting(), 0).press("s", "enter").box.reward == "points"
    assert Driver(a_game(3).in_round(8).with_stock(0, "mozart").acting(), 0).press("s", "enter").box.reward == "ducats"


def test_a_player_with_nothing_to_sell_is_told_so() -> None:
    """The question is not skipped, which would tell the others about the stock, but it does not pretend a choice."""
    game = hire(
        a_game(3).with_stock(0, "verdi").acting(), 0, "signora", piece="verdi", source="stock", reward="ducats"
    ).game
    driver = Driver(game, 1)
    assert driver.box.title == "Signora: you have nothing to sell"
    assert driver.box.question == "◆A Alessandro12 plays the Signora: you have nothing to sell"
    assert driver.box.does == "take an intermezzo"


def test_a_player_who_can_build_nothing_is_told_so() -> None:
    """As at the Signora, the only answer is ready."""
    game = hire(a_game(3).with_ducats(20, 0, 0).acting(), 0, "architetto", build=[]).game
    driver = Driver(game, 1)
    assert driver.box.question == "◆A Alessandro12 plays the Architetto: too few ducats for any part"
    assert driver.press("enter").sent == {"do": "intermezzo"}


def test_a_digit_goes_to_a_city_of_the_architetto() -> None:
    """To the same wing where it can be built, else to the first part that can."""
    driver = Driver(with_all_roles(), 0).press("a", "enter", "1", "left", "left", "right", "2")
    assert driver.box.cursor == "wien.wing_a"
    assert driver.press("3").box.cursor == "berlin.main"
    assert driver.press("2").box.cursor == "wien.wing_a", "its main part is built"


def test_a_marked_part_does_not_read_as_ducats_to_get() -> None:
    """It says that it is marked, and what it costs."""
    driver = Driver(with_all_roles(), 0).press("a", "enter", "3", *["left"] * 2, "space")
    assert "‹marked, 2d›" in shown(driver.box.rows())
    assert "1 of 2 marked" in shown(driver.box.rows())
    assert "+2d" not in shown(driver.box.rows())


def test_down_leads_from_a_wing_to_the_main_part_that_it_needs() -> None:
    """Who walks along a column of wings would meet nothing but parts that need another one first."""
    driver = Driver(with_all_roles(), 0).press("a", "enter", "2", "right")
    assert driver.box.cursor.startswith("wien.wing")
    assert driver.press("down").box.cursor == "berlin.main"


def test_why_a_part_cannot_be_built_stands_in_its_own_row_alone() -> None:
    """The lower border says it of the part under the cursor; no other city's row does."""
    driver = Driver(with_all_roles(), 0).press("a", "enter", "3", "right")
    rows = shown(driver.box.rows()).splitlines()
    assert "main first" in rows[3]
    assert "main first" not in rows[2]
    assert driver.box.note == "main first"


def test_the_intermezzo_shows_nothing_of_what_was_marked() -> None:
    """`0` leads from the parts to the intermezzo: ducats, points, budget and halls stay as they are."""
    game = hire(with_all_roles(), 0, "architetto", build=[]).game
    driver = Driver(game, 1)
    before = shown(driver.box.rows()[-1:])
    marked = shown(driver.press("space").box.rows()[-1:])
    assert marked != before
    assert shown(driver.press("0").box.rows()[-1:]) == before
    assert shown(driver.press("up").box.rows()[-1:]) == marked
