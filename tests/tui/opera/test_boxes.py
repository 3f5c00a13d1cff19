"""How each box behaves at its edges."""

from copy import deepcopy

import pytest
from support.rules.opera_builder import a_game, act, hire
from support.tui.opera_driver import FACE, Driver
from support.tui.opera_views import drawn_state, moments, played_well, shown, view_of
from support.tui.table_parts import panel_rows

from opera_games.opera.actions import Architetto, Bid, Hire
from opera_games.opera.actions import Close as Closing
from opera_games.opera.choices import read_preview
from opera_games.opera.events import ComposersRose
from opera_games.opera.words import Piece
from opera_rules import opera
from opera_rules.api import to_map
from opera_rules.opera.state import Game
from opera_tui.games.box import AskPreviews, Close, Send
from opera_tui.games.opera.boxes.layout_draft import Arrangement, Slot
from opera_tui.games.opera.boxes.opera_reveal import ladder_before
from opera_tui.games.opera.face import FAME, HOUSES
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import plain


def the_initiative(players: int = 3) -> Game:
    return (
        a_game(players)
        .with_stock(0, "mozart", "verdi")
        .staged(0, "wien", "wagner", None)
        .with_offer(wagner=1, verdi=2)
        .acting()
    )


def test_two_digits_make_a_bid_of_ten_and_a_bid_too_high_is_refused_with_the_rule() -> None:
    driver = Driver(a_game(3).with_levels(0, 0, 5).bidding(), 0).press("1", "0")
    assert driver.box.does == "bid 10"
    high = Driver(a_game(3).with_levels(0, 0, 5).bidding(), 2).press("7")
    assert high.refusals == ["You can bid at most 5: as far as your ducats and the ten levels reach."]
    assert high.box.does == "bid 0"
    ten = Driver(a_game(3).with_ducats(9, 9, 9).with_levels(0, 0, 0).bidding(), 0).press("1", "0")
    assert (ten.box.does, len(ten.refusals)) == ("bid 9", 1)


def test_a_click_on_the_track_bids_up_to_that_level_and_a_second_one_seals_it() -> None:
    box = Driver(a_game(3).with_levels(0, 0, 5).bidding(), 2).box
    row = next(place for place, content in enumerate(box.rows()) if "──7──8──" in plain(content))
    cell = plain(box.rows()[row]).index("8")
    assert box.click(row, cell) == []
    assert box.does == "bid 3"
    assert box.click(row, plain(box.rows()[row]).index("●B")) == [Send(Bid(3))]
    assert box.click(row, plain(box.rows()[row]).index("1")) is None, "nobody goes down by a bid"


def test_a_bid_is_a_way_on_the_track_among_all_markers() -> None:
    """From where the own marker stands to where it goes if nobody else bids, behind those who stand there."""
    driver = Driver(a_game(4).with_levels(4, 7, 7, 0).with_order(1, 2, 0, 3).bidding(), 0)
    tracks = [driver.press(key).box.rows()[1] for key in "035"]
    assert [plain(track)[:42].strip() for track in tracks] == [
        "■──1──2──3──◆A─5──6──▲●─8──9──10",
        "■──1──2──3──├━━5━━6━━▲●◆A─8──9──10",
        "■──1──2──3──├━━5━━6━━▲●━8━━◆A─10",
    ]
    assert [span.role for span in tracks[2] if "━" in span.text] == ["player0"] * 5
    assert [span.role for span in tracks[2] if span.text == "◆A"] == ["value"]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_level_bid_and_ducats_fit_beside_the_market(glyphs: Glyphs) -> None:
    game = a_game(3).with_levels(0, 0, 0).with_ducats(120, 5, 5).bidding()
    box = Driver(game, 0, view_of(game, 0, glyphs)).press("1", "0").box
    line = plain(box.rows()[0])
    assert line[:42].split() == ["level", "0", *line[:42].split()[2:]]
    assert line[:42].rstrip().endswith("110")


def test_the_bid_box_follows_who_has_bid() -> None:
    game = a_game(3).with_levels(0, 0, 0).bidding()
    box = FACE.decision_box(view_of(game, 0))
    assert "made" not in shown(box.rows())
    box.take_view(view_of(act(game, 1, "bid", amount=4).game, 0))
    assert "bid made: ▲M  thinking ●B" in shown(box.rows())


def test_a_role_that_is_taken_names_who_has_it_and_is_refused_with_the_rule() -> None:
    game = the_initiative()
    game.roles, game.takers = game.roles[1:], {"impresario": 1}
    driver = Driver(game, 0).press("i", "enter")
    assert "taken by ▲M Massimiliano" in shown(driver.box.rows())
    assert driver.refusals == ["The Impresario is hired already; each role comes once in a round."]
    assert driver.box.does == ""


def test_what_was_prepared_in_a_role_is_kept_when_one_goes_back() -> None:
    driver = Driver(the_initiative(), 0).press("i", "enter", "5", "escape", "escape", "i", "enter")
    assert driver.box.arrangement.buy == ["verdi"]


def test_esc_leads_back_step_by_step_from_the_review() -> None:
    driver = Driver(the_initiative(), 0).press("i", "enter", "5", "enter")
    assert driver.box.does.startswith("buy Verdi")
    driver.press("escape")
    assert driver.box.does == "check…"
    assert driver.press("escape").box.title.startswith("The initiative")


def test_a_third_piece_and_one_that_is_not_offered_are_refused() -> None:
    driver = Driver(the_initiative(), 0).press("i", "enter", "1", "5", "5", "5", "6")
    assert driver.box.arrangement.buy == ["verdi", "verdi"]
    assert [sentence.split(";")[0] for sentence in driver.refusals] == [
        "No more Monteverdi is offered.",
        "At most 2 things can be bought or built in one go.",
        "At most 2 things can be bought or built in one go.",
    ]


def test_zero_puts_everything_back_and_backspace_the_last_purchase() -> None:
    driver = Driver(the_initiative(), 0).press("i", "enter", "5", "6", "backspace")
    assert driver.box.arrangement.buy == ["verdi"]
    assert not driver.press("0").box.arrangement.is_changed


def test_a_piece_bought_and_staged_goes_back_from_its_hall() -> None:
    arrangement = Arrangement({"wien": ["wagner", None]}, ["mozart"])
    arrangement.swap(arrangement.add_purchase("verdi"), Slot("wien", 1))
    assert arrangement.houses["wien"] == ["wagner", "verdi"]
    arrangement.give_back()
    assert arrangement.houses["wien"] == ["wagner", None]
    assert arrangement.stock == ["mozart"]


def test_swapping_keeps_all_pieces() -> None:
    arrangement = Arrangement({"wien": ["wagner", None], "paris": ["verdi", "house"]}, ["mozart"])
    arrangement.swap(Slot("stock", 0), Slot("wien", 0))
    arrangement.swap(Slot("wien", 1), Slot("paris", 1))
    arrangement.swap(Slot("stock", 1), Slot("paris", 0))
    assert arrangement.houses == {"wien": ["mozart", "house"], "paris": [None, None]}
    assert sorted(arrangement.stock) == ["verdi", "wagner"]


def test_arranging_by_goals_walks_to_most_income_most_points_and_back() -> None:
    driver = Driver(the_initiative(), 0).press("i", "enter")
    before = driver.box.arrangement.layout()
    assert driver.press("a").box.arrangement.layout()["wien"].count(None) == 0
    driver.press("a", "a")
    assert driver.box.arrangement.layout() == before


@pytest.mark.parametrize(
    ("stock", "why"),
    [
        (("verdi", "verdi"), "1 hall stays empty: a house shows no composer twice."),
        ((), "2 halls stay empty: you have no more pieces."),
    ],
)
def test_what_stays_empty_has_its_reason(stock: tuple[Piece, ...], why: str) -> None:
    """After arranging, the box says why halls stay empty."""
    game = a_game(3).staged(0, "wien", "verdi", None, None).with_stock(0, *stock).acting()
    box = Driver(game, 0).press("i", "enter", "a").box
    assert why in " ".join(shown(box.rows()).split())


def test_a_house_that_shows_the_composer_already_is_told_before_the_piece_is_put_down() -> None:
    """Not over the piece itself, which would be swapped."""
    game = a_game(3).staged(0, "wien", None, "verdi").with_offer(verdi=1).acting()
    driver = Driver(game, 0).press("i", "enter", "5")
    told = "Verdi is in Wien already, and a house shows no composer twice"
    driver.box.cursor = Slot("wien", 0)
    assert told in shown(driver.box.rows())
    driver.box.cursor = Slot("wien", 1)
    assert told not in shown(driver.box.rows())


def test_the_border_says_where_enter_leaves_a_piece_in_hand() -> None:
    """Where it was: a bought one in the stock; what is refused leaves it in hand."""
    game = a_game(3).staged(1, "wien", "wagner", None).with_offer(verdi=2).acting()
    driver = Driver(hire(game, 0, "impresario", buy=[], layout=None).game, 1).press("enter")
    driver.box.cursor = Slot("wien", 0)
    assert driver.press("space").box.does == "", "nothing is done yet"
    assert driver.press("enter").box.held == Slot("wien", 0)
    assert driver.press("escape", "5").box.does == "leave Verdi in stock, check…"
    assert driver.press("escape").box.does == "check…"
    driver.box.cursor = Slot("wien", 0)
    assert driver.press("space").box.does == "put Wagner back, check…"
    assert driver.press("enter").box.held is None
    assert driver.box.arrangement.at(Slot("wien", 0)) == "wagner"


def test_the_figures_stay_until_the_next_answer_is_there() -> None:
    driver = Driver(the_initiative(), 0).press("i", "enter")
    box = driver.box
    before = shown(box.rows())
    (asked,) = box.press("5")
    assert isinstance(asked, AskPreviews)
    figures = [line for line in before.splitlines() if line.startswith(("  now", "  then"))]
    assert all(line in shown(box.rows()) for line in figures)
    asked.take([read_preview(to_map(opera.preview(driver.game, 0, asked.actions[0])))])
    assert "then       15" in shown(box.rows())


def test_a_wing_goes_with_the_main_part_it_needs() -> None:
    driver = Driver(the_initiative(), 0).press("a", "enter", "down", "down", "left", "left")
    assert driver.box.cursor == "berlin.main"
    driver.press("space", "right", "space")
    assert driver.box.marked == ["berlin.main", "berlin.wing_a"]
    driver.press("left", "space")
    assert driver.box.marked == []
    driver.press("right", "space")
    assert driver.refusals == ["Berlin wing a needs the main part of the same city first."]


def test_the_architettos_cursor_begins_on_the_first_part_that_can_be_built() -> None:
    """Past what is built, sold out or without its main part, also after a proposal to build nothing."""
    game = a_game(3).staged(0, "venezia", "verdi").with_ducats(5, 5, 5).acting()
    game.parts = {**game.parts, "venezia.wing_a": 0, "venezia.wing_b": 0}
    driver = Driver(game, 0).press("a", "enter")
    assert driver.box.cursor == "wien.main"
    driver.press("down", "down")
    assert driver.box.prepare(Hire(Architetto(()))).cursor == "wien.main"
    assert driver.press("space").box.marked == ["wien.main"]


def test_parts_that_cost_too_much_together_are_shown_with_their_figures_but_not_sent() -> None:
    game = the_initiative()
    game.players[0].ducats = 3
    driver = Driver(game, 0).press("a", "enter", "space", "right", "space")
    assert driver.box.marked == ["venezia.wing_a", "venezia.wing_b"]
    assert driver.box.does == ""
    assert "not ready" in driver.box.note
    assert driver.press("enter").refusals == ["This costs 4 ducats, and you have 3."]


def test_joining_in_without_doing_anything_is_refused_and_an_intermezzo_sent() -> None:
    game = hire(the_initiative(), 0, "architetto", build=[]).game
    driver = Driver(game, 1).press("enter")
    assert driver.sent is None
    assert driver.refusals == ["Joining in means doing something; to do nothing, take an intermezzo."]
    assert driver.press("0", "enter").sent == {"do": "intermezzo"}


def test_esc_in_a_joining_box_takes_marks_off_and_never_leads_to_the_intermezzo() -> None:
    """So the next Enter declines nothing; from the intermezzo it leads back to the part."""
    game = hire(the_initiative(), 0, "architetto", build=[]).game
    driver = Driver(game, 1).press("space", "escape")
    assert (driver.box.marked, driver.box.does) == ([], "")
    driver.press("escape", "enter")
    assert driver.sent is None
    part = driver.box.cursor
    assert driver.press("space", "0", "escape").box.cursor == part
    assert driver.box.marked == [part]
    bought = hire(the_initiative(), 0, "impresario", buy=[], layout=None).game
    assert Driver(bought, 1).press("escape").box.does == "arrange…"


def test_a_digit_in_the_impresarios_first_list_buys_and_leads_on() -> None:
    """What cannot be bought is refused, and the list stays."""
    game = hire(the_initiative(), 0, "impresario", buy=[], layout=None).game
    assert Driver(game, 1).press("5").box.arrangement.buy == ["verdi"]
    refused = Driver(game, 1).press("1")
    assert (len(refused.boxes), refused.refusals) == (1, ["No more Monteverdi is offered."])


def test_a_piece_in_hand_is_told_where_to_go_while_the_cursor_is_on_the_offer() -> None:
    """Space there would buy once more; where it cannot, it says what is wanted: a hall."""
    game = hire(the_initiative(), 0, "impresario", buy=[], layout=None).game
    driver = Driver(game, 1).press("enter", "5")
    driver.box.cursor = driver.box.cursor._replace(where="offer", spot=1)
    assert "Verdi in hand: go to a hall, space puts it there" in shown(driver.box.rows())
    while driver.box._why_not_bought(driver.box.cursor.spot) is None:
        driver.press("space")
    driver.press("space")
    assert driver.refusals[-1].endswith("is still in hand: go to a hall first, then space puts it there.")
    assert "puts it down or swaps" in shown(driver.press("down").box.rows())


def test_the_last_role_allowed_is_announced() -> None:
    """Whoever hires it is closed when the turn comes again, and may join in until then."""
    for hired, asked in ((1, "Hire a role or close"), (2, "Hire your last role (closes you at your next turn)")):
        game = a_game(3).with_levels(9, 0, 0).with_hired(hired, 0, 0).acting()
        assert Driver(game, 0).box.question.startswith(asked)


def test_joining_the_impresario_says_what_one_and_two_pieces_cost() -> None:
    game = hire(the_initiative(), 0, "impresario", buy=[], layout=None).game
    driver = Driver(game, 1)
    one, two = driver.box.budget_change(1), driver.box.budget_change(2)
    assert f"Only arranging or one piece: budget {one}; two pieces: budget {two}." in shown(driver.box.rows())


def test_a_proposal_is_forgotten_once_the_player_leaves_it() -> None:
    """By Esc or by another row; what a row says is then what Enter opens again."""
    for leave in (("enter", "escape"), ("x", "a")):
        driver = Driver(the_initiative(), 0)
        driver.box.prepare(Hire(Architetto(("wien.wing_a",))))
        assert driver.press("enter").box.marked == ["wien.wing_a"]
        driver.press("escape")
        driver.box.prepare(Hire(Architetto(("wien.wing_a",))))
        assert driver.press(*leave, "enter").box.marked == []


def test_parts_with_long_names_are_named_shortly_where_the_border_is_too_narrow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    driver = Driver(the_initiative(), 0)
    driver.box.prepare(Hire(Architetto(("wien.wing_a", "wien.wing_b"))))
    box = driver.press("enter").box
    assert box.does == "build Wien wing a, Wien wing b"
    monkeypatch.setattr("opera_tui.games.opera.boxes.architetto.BORDER_CELLS", 29)
    assert box.does == "build Wien wing a, wing b"


def test_keys_that_do_nothing_are_not_offered() -> None:
    """A piece that is in one place only has no other place to come from."""
    driver = Driver(the_initiative(), 0).press("s", "enter", "3")
    assert "←→" not in [hint.key for hint in driver.box.hints()]
    assert driver.box.variants == "space ducats/points"


def test_from_the_intermezzo_any_arrow_leads_back_to_the_part() -> None:
    """And where Space does nothing, it is not offered."""
    game = hire(the_initiative(), 0, "architetto", build=[]).game
    driver = Driver(game, 1)
    part = driver.box.cursor
    for key in ("up", "down", "left", "right"):
        assert "space" not in [hint.key for hint in driver.press("0").box.hints()]
        assert driver.press(key).box.cursor == part
    assert driver.box.note == "space mark"
    assert driver.press("space").box.note == "space unmark"


def test_the_cursor_begins_on_a_role_that_would_bring_something() -> None:
    """Not on one that is allowed but has nothing to do."""
    game = a_game(3).staged(0, "wien", "wagner", "verdi").with_offer().acting()
    game.players[0].ducats = 0
    driver = Driver(game, 0)
    assert "i Impresario   3   10 → 7  buy nothing, 0 empty halls" in shown(driver.box.rows())
    assert driver.box.does == "Signora…"


def test_the_own_role_is_not_somebody_elses() -> None:
    game = the_initiative()
    game.roles, game.takers = game.roles[1:], {"impresario": 0}
    assert "you have it" in shown(Driver(game, 0).box.rows())


def test_the_points_stay_with_no_to_the_esperto() -> None:
    game = a_game(3).staged(0, "wien", "wagner", None).staged(1, "wien", "verdi", None).acting()
    driver = Driver(hire(game, 0, "esperto", city="wien").game, 1)
    assert "points 0 → " in shown(driver.box.rows())
    assert "→" not in shown(driver.press("n").box.rows()[3:])


def test_the_critico_says_where_the_ladder_ends() -> None:
    driver = Driver(the_initiative(), 0).press("c", "enter", *["up"] * 6)
    while driver.box.composer != "wagner":
        driver.press("down")
    assert driver.box.steps < 0
    driver.press("plus", "plus")
    assert any("beyond the ladder" in sentence for sentence in driver.refusals)


def test_a_click_moves_the_cursor_and_a_click_on_it_is_enter() -> None:
    driver = Driver(the_initiative(), 0)
    assert driver.box.click(7, 5) == []
    assert driver.box.does == "close for this round"
    assert driver.box.click(7, 30) == [Send(Closing())]
    assert driver.box.click(0, 3) is None


def test_clicks_take_and_put_pieces() -> None:
    driver = Driver(the_initiative(), 0).press("i", "enter")
    for row, cell in ((10, 13), (10, 13), (5, 20)):
        assert driver.box.click(row, cell) == []
    (asked,) = driver.box.click(5, 20)
    assert asked.actions[0].play.layout["wien"] == ("wagner", "mozart")


def test_the_other_panels_underline_the_composer_under_the_cursor() -> None:
    game = drawn_state()
    game.players[2].closed, game.waiting = True, {1: "act"}
    driver = Driver(game, 1).press("s", "enter")
    underlined = {
        span.text
        for panel in (FAME, HOUSES)
        for row in panel_rows(panel, driver.view, driver.box)
        for span in row
        if "moved" in span.role
    }
    assert underlined == {"Be", "[Be]"}


def test_reveals_are_put_away_by_enter_and_stay_as_they_were() -> None:
    *_before, last = moments(3, 2)
    view = view_of(last.game, 0)
    boxes = [FACE.reveal(event, view, view) for event in last.events]
    for box in filter(None, boxes):
        before = box.rows()
        box.take_view(view_of(the_initiative(), 0))
        assert box.rows() == before
        assert box.press("enter") == [Close()]


def test_the_ladder_before_is_told_from_what_rose() -> None:
    played = list(played_well(3, 4))
    ladder = tuple(played[0].game.ladder)
    risings = 0
    for event in played[-1].events:
        if isinstance(event, ComposersRose):
            assert ladder_before(event.ladder, event.rose) == ladder
            risings += 1
        ladder = getattr(event, "ladder", ladder)
    assert risings > 5


def test_waiting_never_sends_and_leaves_all_keys_to_the_table() -> None:
    game = hire(the_initiative(), 0, "impresario", buy=[], layout=None).game
    box = FACE.waiting_box(view_of(game, 0), [])
    assert all(box.press(key) is None for key in ("enter", "escape", "space", "i"))
    told = plain(FACE.waiting_line(view_of(game, 0)))
    assert told == "▲M Massimiliano: join in with the Impresario, or not (intermezzo)?", "a new word has its meaning"


def test_the_state_of_the_drawing_is_untouched_by_looking() -> None:
    game = drawn_state()
    before = deepcopy(game)
    view_of(game, 0)
    assert game == before
