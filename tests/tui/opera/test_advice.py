"""Advice follows the situation: tips are said only while they are true, and the cursor begins where they point."""

from collections.abc import Iterator

import pytest
from support.rules.opera_builder import a_game, hire
from support.tui.opera_driver import FACE, Driver
from support.tui.opera_views import moments, played_well, shown, view_of

from opera_games.opera.actions import Hire, Signora
from opera_games.opera.choices import ActChoices, ArchitettoProspect, BidChoices, ImpresarioProspect
from opera_rules.opera.state import Game
from opera_tui.games.box import Box
from opera_tui.games.opera.help.topics import TIPS
from opera_tui.games.opera.view import OperaView
from opera_tui.look.rows import plain


def boxes_of_games() -> Iterator[tuple[OperaView, Box]]:
    """Every box of every decision of some games, well played and at random, with two to four players."""
    for players, play in ((2, played_well), (3, played_well), (4, moments)):
        for moment in play(players, 1):
            if moment.seat >= 0:
                view = view_of(moment.game, moment.seat)
                yield view, FACE.decision_box(view)


def test_every_tip_that_a_box_names_is_there_and_true() -> None:
    """Levels do not stay after the last round, and a budget of 5 is praised only to who can reach it."""
    seen = set()
    for view, box in boxes_of_games():
        tip = box.tip
        assert not tip or tip in TIPS
        seen.add(tip)
        if not tip:
            continue
        words = f"{TIPS[tip].few_words} {TIPS[tip].sentence}"
        assert not (view.is_last_round and "next round" in words)
        assert ("ast round" not in words) or view.is_last_round
        if isinstance(view.choices, BidChoices) and "evel 5" in words:
            paid = [{*bid.roles} for bid in view.choices.rows]
            assert any(roles >= {"impresario", "architetto"} for roles in paid)
            assert "level 7" not in words or any(roles & {"signora", "maestro"} for roles in paid)
        if "1 level each" in words:
            assert len(view.seats) > 2
    assert {"bid_three", "bid_last", "act", "act_build", "act_fill", "act_last", "join", "join_of_two"} <= seen


def test_a_tip_recommends_no_role_that_is_taken_or_has_nothing_to_do() -> None:
    """Nor building late in the game; and the cursor stands on the role that is recommended."""
    for view, box in boxes_of_games():
        if not isinstance(view.choices, ActChoices):
            continue
        could = {offered.role: offered.could for offered in view.choices.rows}
        if box.tip == "act_build":
            building = could["architetto"]
            assert isinstance(building, ArchitettoProspect)
            assert building.parts
            assert view.game.episode == 1
            assert box.does == "Architetto…"
        if box.tip == "act_fill":
            buying = could["impresario"]
            assert isinstance(buying, ImpresarioProspect)
            assert buying.buy
            assert box.does == "Impresario…"


def test_where_no_role_helps_the_cursor_is_on_closing() -> None:
    """It keeps the levels; the tip says so."""
    game = a_game(3).with_roles("maestro", "critico").acting()
    box = Driver(game, 0).box
    assert (box.tip, box.does) == ("act_close", "close for this round")


def test_the_maestro_is_not_advised_in_the_last_round() -> None:
    """Its income buys nothing any more, and the list says it."""
    builder = a_game(3).staged(0, "wien", "wagner", "verdi").with_roles("maestro")
    before, last = builder.in_round(8).acting(), builder.in_round(9).acting()
    assert Driver(before, 0).box.does == "Maestro…"
    assert Driver(last, 0).box.does == "close for this round"
    assert "the last income buys nothing any more" in shown(Driver(last, 0).box.rows())


def test_who_can_do_nothing_with_an_employee_gets_no_praise_of_joining_in() -> None:
    """Nothing to sell, no ducats to build with, nothing to buy or to place: the cursor is on the intermezzo."""
    sold = a_game(3).with_stock(0, "verdi").acting()
    assert not Driver(hire(sold, 0, "signora", piece="verdi", source="stock", reward="ducats").game, 1).box.tip
    poor = a_game(3).with_ducats(20, 0, 0).with_offer(verdi=1).acting()
    assert not Driver(hire(poor, 0, "architetto", build=[]).game, 1).box.tip
    arranging = Driver(hire(poor, 0, "impresario", buy=[], layout=None).game, 1).box
    assert (arranging.tip, arranging.does) == ("", "take an intermezzo")


@pytest.mark.parametrize(
    ("ducats", "level", "round_", "tip"),
    [
        *((20, 0, 1, "bid_two"), (8, 0, 1, "bid_one"), (1, 0, 1, "")),
        *((9, 6, 1, "bid_enough"), (9, 0, 9, "bid_last")),
    ],
)
def test_the_tip_of_a_bid_fits_what_can_be_reached(ducats: int, level: int, round_: int, tip: str) -> None:
    """By the level, the ducats and the round."""
    table = a_game(3).in_round(round_).with_ducats(ducats, 20, 20).with_levels(level, 0, 0)
    assert Driver(table.with_offer(verdi=2).bidding(), 0).box.tip == tip


def without_parts(game: Game) -> Game:
    """All building parts are gone."""
    game.parts = dict.fromkeys(game.parts, 0)
    return game


def test_the_tip_of_a_bid_praises_no_role_that_would_bring_nothing() -> None:
    """Level 5 is no advice to who cannot build or buy any more, level 7 only where one more role helps."""
    table = a_game(3).with_levels(0, 0, 0).with_ducats(30, 20, 20)
    assert Driver(table.with_offer(verdi=2).staged(0, "wien", "wagner", "verdi").bidding(), 0).box.tip == "bid_three"
    assert Driver(without_parts(table.with_offer(verdi=2).bidding()), 0).box.tip == "bid_some"
    assert not Driver(without_parts(table.bidding()), 0).box.tip


def test_the_architetto_tells_what_is_missing() -> None:
    """No part that is left, or only ducats: these may come in the same round."""
    assert "too few ducats: the cheapest part costs 2" in the_row(a_game(3).with_ducats(1, 9, 9).acting(), "Architetto")
    assert "no part left: he" in the_row(without_parts(a_game(3).acting()), "Architetto")
    poor = hire(a_game(3).with_ducats(20, 1, 1).acting(), 0, "architetto", build=[]).game
    assert Driver(poor, 1).box.question.endswith("too few ducats for any part")


def test_an_alternative_names_all_that_comes_with_it() -> None:
    """The Signora instead of the Architetto, not of both."""
    game = a_game(3).with_levels(0, 0, 0).with_ducats(30, 30, 30).with_offer(verdi=2)
    rows = shown(Driver(game.staged(0, "wien", "wagner", "verdi").bidding(), 0).press("5").box.rows()).splitlines()
    paid = " ".join(line[:42].strip() for line in rows[4:6])
    assert paid == "level 5 pays for Impresario + Architetto, or Impresario + Signora"


def the_bid(game: Game, amount: int) -> str:
    return shown(Driver(game, 0).press(str(amount)).box.rows())


def test_a_bid_pays_for_roles_that_are_worth_having() -> None:
    """Early there is nothing to appraise and no income to double; without ducats left, nothing is built or bought."""
    game = a_game(3).with_levels(0, 0, 0).with_offer(verdi=2).bidding()
    assert "Impresario + Architetto" in the_bid(game, 9)
    poor = a_game(3).with_levels(0, 0, 0).with_ducats(9, 20, 20).with_offer(verdi=2).bidding()
    assert "joining in" in the_bid(poor, 9)
    rich = a_game(3).with_levels(0, 0, 0).staged(0, "wien", "wagner", "verdi").bidding()
    assert "Esperto" in the_bid(rich, 9)


@pytest.mark.parametrize(
    ("amount", "roles"),
    [
        (2, "Architetto (or Maestro)"),
        (4, "Architetto (or Maestro or Critico)"),
        (5, "Impresario + Architetto"),
        (7, "Impresario + Architetto (+ Maestro)"),
        (10, "Impresario + Architetto (+ Maestro)"),
    ],
)
def test_a_bid_names_all_that_its_level_pays_for(amount: int, roles: str) -> None:
    """Together, one instead of another, and in brackets what could be paid but brings nothing now."""
    game = a_game(3).with_levels(0, 0, 0).with_ducats(30, 30, 30).with_offer(verdi=2).bidding()
    rows = shown(Driver(game, 0).press(*str(amount)).box.rows()).splitlines()
    assert rows[5][:42].strip() == roles


def the_row(game: Game, role: str) -> str:
    return next(line for line in shown(Driver(game, 0).box.rows()).splitlines() if role in line)


def test_the_signora_sells_from_the_stock_first() -> None:
    """Not the only piece in a great hall; Enter opens on what the row says."""
    game = a_game(3).staged(0, "wien", "wagner", "handel").with_stock(0, "mozart").acting()
    assert "sell Mozart: 6 ducats or 3 points" in the_row(game, "Signora")
    assert Driver(game, 0).press("s", "enter").box.does == "sell Mozart for 6 ducats"
    bare = a_game(3).staged(0, "wien", "wagner", "handel").acting()
    assert "sell Händel in Wien" in the_row(bare, "Signora")
    cheap = a_game(3).with_stock(0, "monteverdi").acting()
    assert "sell Monteverdi: 2 ducats or 1 point" in the_row(cheap, "Signora")
    assert Driver(cheap, 0).press("s", "enter", "space").box.does == "sell Monteverdi for 1 point"


def test_in_the_last_round_the_signora_names_the_sale_that_brings_most_points() -> None:
    """Wagner leaves a small hall, which costs a point; ducats, and Mozart in the stock, are worth less."""
    builder = a_game(3).staged(0, "wien", "handel", "wagner").with_stock(0, "mozart")
    last = builder.in_round(9).acting()
    assert "sell Wagner for 6 points, counting +2 → +1" in the_row(last, "Signora")
    assert Driver(last, 0).press("s", "enter").box.does == "sell Wagner for 6 points"


def test_the_signora_is_advised_only_where_a_sale_brings_more_than_it_costs() -> None:
    """The only piece of a house stays where it is, and one beside the great hall is sold."""
    builder = a_game(3).with_roles("signora")
    assert Driver(builder.staged(0, "wien", "wagner", None).acting(), 0).box.does == "close for this round"
    assert Driver(builder.staged(0, "wien", "handel", "wagner").acting(), 0).box.does == "Signora…"


def test_no_tip_speaks_against_a_sale_that_was_proposed() -> None:
    """A bot may see more in a piece's price than in its great hall."""
    game = a_game(3).staged(0, "wien", "handel", "wagner").with_roles("signora").acting()
    box = Driver(game, 0).press("s", "enter").box
    assert box.tip == "signora"
    assert box.prepare(Hire(Signora("handel", "wien", "ducats"))).tip == ""


def test_the_signora_is_not_advised_where_a_sale_costs_more_than_it_brings() -> None:
    """The only piece in a great hall: neither by the cursor, nor by a tip, nor by what a bid pays for."""
    builder = a_game(3).staged(0, "wien", "wagner", "house")
    acting = builder.with_roles("signora").acting()
    assert Driver(acting, 0).box.does == "close for this round"
    assert not Driver(acting, 0).press("s", "enter").box.tip
    assert "Signora" not in the_bid(builder.with_levels(0, 0, 0).bidding(), 2)
    stocked = builder.with_stock(0, "mozart")
    assert Driver(stocked.with_roles("signora").acting(), 0).box.does == "Signora…"
    assert "Signora" in the_bid(stocked.with_levels(0, 0, 0).bidding(), 2)


def test_the_critico_counts_with_the_rise_before_a_counting() -> None:
    """Handel is staged most and rises above Mozart, so that lifting Mozart by 1 is undone in a counting round."""
    builder = a_game(3).staged(0, "wien", "mozart", "handel").staged(1, "venezia", "handel").with_roles("critico")
    before, counting = builder.in_round(2).acting(), builder.in_round(3).acting()
    assert "counting +3 → +5" in the_row(before, "Critico")
    assert "counting +2 → +5" in the_row(counting, "Critico")
    assert "after the rise" in shown(Driver(counting, 0).press("c", "enter").box.rows())


def test_in_a_counting_round_the_own_line_says_what_the_rise_makes_of_it() -> None:
    """The same figure as the Critico begins with; nothing where the rise changes nothing for the reader."""
    builder = a_game(3).staged(0, "wien", "mozart", "handel").staged(1, "venezia", "handel")
    line = {now: plain(FACE.own_line(view_of(builder.in_round(now).acting(), 0), wide=False)) for now in (2, 3)}
    assert line[3].endswith("counting now +3, after the rise +2")
    assert line[2].endswith("counting now +3")
    alone = a_game(3).staged(0, "wien", "mozart", None).staged(1, "venezia", "wagner").in_round(3).acting()
    assert plain(FACE.own_line(view_of(alone, 0), wide=False)).endswith("counting now +2, after the rise +3")
    other = a_game(3).staged(0, "wien", "mozart", None).staged(1, "venezia", "wagner", "verdi")
    risen = other.staged(2, "berlin", "wagner", None).in_round(3).acting()
    assert plain(FACE.own_line(view_of(risen, 0), wide=False)).endswith("counting now +2")


def test_the_critico_is_praised_for_great_halls_only_where_he_lifts_one() -> None:
    """Not where the own great hall is in the city that he cannot go to."""
    builder = a_game(3).staged(0, "wien", "mozart", "handel").staged(1, "venezia", "beethoven").with_roles("critico")
    assert Driver(builder.acting(), 0).press("c", "enter").box.tip == "critico"
    assert Driver(builder.with_pawn("critico", "wien").acting(), 0).press("c", "enter").box.tip == ""


def test_the_maestro_says_what_he_takes_from_others() -> None:
    """Where no city would raise the own income, sending him away may lower that of others."""
    builder = a_game(3).staged(1, "wien", "wagner", "verdi").with_pawn("maestro", "wien").with_roles("maestro")
    assert "nothing for you; in Berlin, others earn 3 less" in the_row(
        builder.with_stock(0, "house").staged(0, "venezia", None).acting(), "Maestro"
    )


def test_an_architetto_without_anything_to_build_says_so() -> None:
    """His row is quiet, and the cursor stands elsewhere."""
    game = a_game(3).with_ducats(0, 20, 20).with_roles("architetto").acting()
    assert "too few ducats" in the_row(game, "Architetto")
    assert Driver(game, 0).box.does == "close for this round"


def test_wings_of_a_city_without_main_parts_cannot_be_waited_for() -> None:
    """They are not said to need a main part first."""
    builder = a_game(2).built(1, "berlin.main")
    game = builder.acting()
    assert not game.parts["berlin.main"]
    rows = shown(Driver(game, 0).press("a", "enter").box.rows()).splitlines()
    assert "no main" in rows[3]
    assert "main first" not in rows[3]


def test_what_decides_a_bid_stands_beside_it() -> None:
    """Copies left and prices of all parts, also in closed cities, and pawn places."""
    game = a_game(3).with_levels(0, 0, 0).with_pawn("critico", "wien").staged(0, "wien", "wagner", None).bidding()
    rows = the_bid(game, 3).splitlines()
    assert "ducats 20 → 17" in rows[0]
    market = [row[42:] for row in rows]
    assert market[0] == "left×cost main a    b    pawns"
    assert market[2].rstrip() == "Wien      own  2×2  2×2  C○"
    assert market[4].rstrip() == "London    2×4  2×4       ○   from 4"
    assert market[6].rstrip() == "Milano    2×6  1×6       ○○  from 7"


def test_the_bid_leaves_a_row_for_what_happened() -> None:
    """Seven rows of eight."""
    assert len(Driver(a_game(4).bidding(), 0).box.rows()) == 7
