"""What is shown and not decided: reveals, waiting, the end."""

from msgspec import structs
from msgspec.structs import replace
from support.rules.turandot_builder import a_game, act, all_offer, offer
from support.tui.table_parts import panel_rows, tab_rows
from support.tui.turandot_views import moments, texts, view_of

from opera_games.api import tag_of
from opera_games.turandot.actions import Assign
from opera_games.turandot.documents import Ending
from opera_games.turandot.events import GameEnded, OffersRevealed, PlayerNominated, TurnStarted
from opera_rules.api import Step
from opera_rules.turandot.state import Game
from opera_tui.games.box import Box, Close
from opera_tui.games.reveal_box import RevealBox
from opera_tui.games.turandot.face import LINEUP, TurandotFace
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look import i18n
from opera_tui.look.rows import plain

FACE = TurandotFace()


def _revealed(before: Game, step: Step[Game], event: str, seat: int = 0) -> Box | None:
    """The box of an event, in its last frame."""
    found = next(one for one in step.events if tag_of(one) == event)
    return _whole(FACE.reveal(found, view_of(before, seat), view_of(step.game, seat)))


def _whole(box: RevealBox | None) -> RevealBox | None:
    while box is not None and box.is_moving:
        box.move()
    return box


def test_offers_lie_face_down_until_all_are_turned() -> None:
    """Nobody's number is seen before, and the casts are as they were."""
    game = a_game(3, turn=5, puccini=0, lineup=("corelli", "strozzapreti", "balestrieri"))
    step = all_offer(game, "1", "1", "2")
    (found,) = [one for one in step.events if isinstance(one, OffersRevealed)]
    before = view_of(game, 0)
    box = FACE.reveal(found, before, view_of(step.game, 0))
    assert box is not None
    assert [line.split()[-1] for line in texts(box.rows())[1:]] == ["▐▌", "▐▌", "▐▌"]
    assert box.board == before
    box.move()
    assert not [line for line in texts(box.rows()) if "▐▌" in line]
    assert box.board is None


def test_the_last_turn_says_that_the_game_is_over() -> None:
    """Where everybody has won a card, where the rest was handed out, and above the counting before the result."""
    over = "That was the last turn: the game is over, and now the casts are counted."
    lineup = ("corelli", "strozzapreti", "balestrieri", "gualdi")
    for turn in (6, 7):
        game = a_game(3, turn=turn, puccini=2, lineup=lineup)
        step = all_offer(game, "1", "2", "3")
        offers = _revealed(game, step, "offers_revealed")
        assert offers is not None
        assert (texts(offers.rows())[-1].strip() == over) == (turn == 7)
    between = all_offer(game, "1", "1", "3").game
    handed = act(between, (2, Assign(cards={0: 2, 1: 4})))
    assigned = _revealed(between, handed, "cards_assigned")
    counting = _revealed(between, handed, "game_ended")
    assert assigned is not None
    assert texts(assigned.rows())[-1].strip() == over
    assert counting is not None
    assert counting.title == "The game is over: the casts are counted"


def test_parts_of_the_last_counting_come_one_after_the_other() -> None:
    *_, last = moments(3, 61)
    (ended,) = [event for event in last.events if isinstance(event, GameEnded)]
    box = FACE.reveal(ended, view_of(last.before, 0), view_of(last.game, 0))
    assert box is not None
    heights = []
    while box.is_moving:
        heights.append(len(box.rows()))
        box.move()
    assert heights == sorted(heights)
    assert heights[0] == 1
    assert texts(box.rows())[-2].strip().startswith("points")


def test_the_reveal_tells_what_every_offer_led_to() -> None:
    lineup = ("corelli", "strozzapreti", "balestrieri", "orsakova", "grubbiacci", "ferravilla")
    game = a_game(5, turn=5, puccini=1, lineup=lineup, hands={1: ("gualdi",)})
    box = _revealed(game, all_offer(game, "4+2b", "4+1", "2", "2", "alone"), "offers_revealed")
    assert box is not None
    assert box.does == "go on"
    assert box.press("enter") == [Close()]
    assert texts(box.rows()) == [
        " player          offer      result              card                  cast",
        " ◆A Alessandro12 4 +2 bluff beats ▲M            Ludmilla Orsakova     0 → 4",
        " ▲M Massimiliano 4 +1       beaten by ◆A        money back            1",
        " ●B Bartholomeus 2          tied ■W             –                     0",
        " ■W Wilhelmina-K 2          tied ●B             –                     0",
        " ▼R Maria-Teresa – +1       costumier           scenery for 1 money   0 → 1",
        "",
        " ▲M Massimiliano hands out cards to ▲M ●B ■W ▼R",
    ]


def test_a_tie_of_all_is_set_apart_from_what_comes_of_it() -> None:
    """The French word for a tie and the signs of four rivals leave a cell before the next column."""
    lineup = ("corelli", "strozzapreti", "balestrieri", "orsakova", "grubbiacci", "ferravilla")
    game = a_game(5, turn=5, puccini=1, lineup=lineup)
    i18n.choose_language("fr")
    try:
        box = _revealed(game, all_offer(game, "1", "1", "1", "1", "1"), "offers_revealed")
        assert box is not None
        assert "égalité ▲M ●B ■W ▼R –" in texts(box.rows())[1]
    finally:
        i18n.choose_language()


def test_the_reader_is_not_spoken_of_as_somebody_else() -> None:
    """Whoever holds Puccini and hands out cards reads `you`."""
    game = a_game(3, turn=5, puccini=0, lineup=("corelli", "strozzapreti", "balestrieri"))
    step = all_offer(game, "1", "1", "2")
    own, other = (_revealed(game, step, "offers_revealed", seat) for seat in (0, 1))
    assert own is not None
    assert other is not None
    assert texts(own.rows())[-1] == " You hand out cards to ◆A ▲M"
    assert texts(other.rows())[-1] == " ◆A Alessandro12 hands out cards to ◆A ▲M"
    between = replace(view_of(game, 0), game=structs.replace(view_of(game, 0).game, waiting={}, lacking=(0, 1)))
    assert plain(FACE.waiting_line(between)) == "You hand out what is left"


def test_the_footer_says_the_same_of_enter_as_the_border() -> None:
    """At the end it shows the casts."""
    for moment in moments(3, 1):
        for event in moment.events:
            box = FACE.reveal(event, view_of(moment.game, 0), view_of(moment.game, 0))
            assert box is None or [hint.text for hint in box.hints() if hint.key == "enter"] == [box.does]


def test_only_those_with_the_most_money_are_tied() -> None:
    """Nobody gets the card, but who had less was outbid."""
    game = a_game(3, turn=5, puccini=1, lineup=("corelli", "strozzapreti", "balestrieri"))
    box = _revealed(game, all_offer(game, "1+1", "1", "1+1"), "offers_revealed")
    assert box is not None
    led_to = [text[28:46].strip() for text in texts(box.rows())[1:4]]
    assert led_to == ["tied ●B", "less money", "tied ◆A"]


def test_cards_that_were_handed_out_are_shown_to_all_but_who_did_it() -> None:
    """Each turn has the same screens, whoever lacks a card: an Enter meant for one of them never makes an offer."""
    game = a_game(3, turn=5, phase="assign", puccini=1, lineup=("corelli", "gualdi"), lacking=(0,))
    step = act(game, (1, Assign({0: 1})))
    box = _revealed(game, step, "cards_assigned", seat=0)
    assert box is not None
    assert texts(box.rows())[1] == " ◆A Alessandro12 1 Fiammetta Corelli       0 → 4"
    assert _revealed(game, step, "cards_assigned", seat=1) is None
    assert _revealed(game, step, "cards_assigned", seat=2) is not None


def test_a_reveal_of_directors_needs_no_line_up_of_the_same_turn() -> None:
    """Whoever fell behind gets several steps as one."""
    game = a_game(3, turn=4, lineup=("gothic", "purist", "plain", "eclectic"))
    step = all_offer(game, "1", "2", "3")
    found = next(one for one in step.events if isinstance(one, OffersRevealed))
    box = _whole(FACE.reveal(found, view_of(a_game(3, turn=3), 0), view_of(step.game, 0)))
    assert box is not None
    assert "gothic" in texts(box.rows())[1]


def test_other_events_are_not_worth_a_stop() -> None:
    view = view_of(a_game(3), 0)
    assert FACE.reveal(TurnStarted(1, 0), view, view) is None


def test_who_waits_sees_what_lies_face_down() -> None:
    game = act(a_game(3, puccini=2), (0, offer("2+1b"))).game
    box = FACE.waiting_box(view_of(game, 0), [PlayerNominated(1, 2)])
    assert texts(box.rows()) == [
        " Offers are being made. Still to come: ▲M ●B",
        " Your offer stands: 2 with 1 money and the bluff, 3 cards face down.",
        " Then all offers are turned over; Puccini's holder hands out what is left.",
        "",
        " ▲M has a director dismissed by ●B",
    ]
    assert box.press("enter") is None


def test_nothing_hidden_is_shown_to_spectators() -> None:
    game = act(a_game(3), (0, offer("2+1b"))).game
    view = view_of(game, None)
    shown = texts(FACE.waiting_box(view, []).rows())
    assert shown == [" Offers are being made. Still to come: ▲M ●B", ""]


def _finished(players: int = 3) -> TurandotView:
    game = list(moments(players, 61))[-1].game
    return view_of(game, 0)


def _with_end(view: TurandotView, winners: list[int], points: int) -> TurandotView:
    """The same end with other winners."""
    stars = [99 if seat < len(winners) else player.points.stars for seat, player in enumerate(view.game.players)]
    players = [
        structs.replace(player, points=structs.replace(player.points, total=points, stars=number))
        for player, number in zip(view.game.players, stars, strict=True)
    ]
    end = Ending(ranking=tuple((seat, points) for seat in view.seats), winners=tuple(winners))
    return replace(view, game=structs.replace(view.game, players=tuple(players), end=end))


def test_the_end_names_winner_ranking_and_casts() -> None:
    view = _finished()
    rows = texts(FACE.final_rows(view, []))
    assert " wins with " in plain(FACE.waiting_line(view))
    assert [row.split()[0] for row in rows[:3]] == ["1.", "2.", "3."]
    assert rows[3].split() == ["★", "stars", "s", "scenery", "p", "preferred", "x", "sex", "d", "director"]
    table = rows[next(place for place, row in enumerate(rows) if row.startswith(" points from")) :][:7]
    assert [row.split()[:2] for row in table[1:6]] == [
        ["★", "stars"],
        ["s", "scenery"],
        *map(str.split, ("p preferred", "x sex", "d director")),
    ]
    assert [int(number) for number in table[6].split()[1:]] == [player.points.total for player in view.game.players]
    assert sum("  director " in row for row in rows) == 4, "one with the letter of the bars"


def test_a_win_may_be_shared_decided_by_stars_or_nobodys() -> None:
    view = _finished(players=2)
    shared = FACE.waiting_line(_with_end(view, [0, 1], 15))
    assert plain(shared) == "◆A ▲M win together with 15, equal in stars too"
    places = [row.split()[0] for row in texts(FACE.final_rows(_with_end(view, [0, 1], 15), []))[:2]]
    assert places == ["1.", "1."], "who wins together is at the same place"
    by_stars = _with_end(view, [0], 15)
    assert plain(FACE.waiting_line(by_stars)) == "◆A Alessandro12 wins with 15 and more stars"
    assert texts(FACE.final_rows(by_stars, []))[0] == " Equal in points: the stars decide."
    lost = FACE.waiting_line(_with_end(view, [], 15))
    assert plain(lost) == "The silent hand has more points than either player: both lose"


def test_the_silent_hand_stands_below_the_players() -> None:
    rows = texts(FACE.final_rows(_finished(players=2), []))
    assert rows[2].startswith("    sh silent hand")
    assert any(row.startswith(" sh silent hand  director") for row in rows)


def test_the_counting_has_a_column_for_every_hand() -> None:
    last = list(moments(2, 62))[-1]
    ended = next(event for event in last.events if isinstance(event, GameEnded))
    box = _whole(FACE.reveal(ended, view_of(last.before, 0), view_of(last.game, 0)))
    assert box is not None
    rows = texts(box.rows())
    assert rows[0].split() == ["◆A", "▲M", "sh"]
    assert FACE.own_line(view_of(last.before, 0), wide=False)
    assert FACE.own_line(view_of(last.game, 0), wide=False) == (), "no hand is left once the casts are counted"
    assert [row[1:17].strip() for row in rows[1:]] == [
        "stars",
        "scenery",
        "preferred parts",
        "wrong sex",
        "director",
        "Puccini",
        "points",
    ]


def test_puccini_is_counted_only_between_two_players() -> None:
    last = list(moments(3, 61))[-1]
    ended = next(event for event in last.events if isinstance(event, GameEnded))
    box = _whole(FACE.reveal(ended, view_of(last.before, 0), view_of(last.game, 0)))
    assert box is not None
    assert "Puccini" not in "\n".join([*texts(box.rows()), *texts(FACE.final_rows(view_of(last.game, 0), []))])
    assert "Puccini" in texts(FACE.final_rows(_finished(players=2), []))[3]


def test_points_after_each_turn_are_plotted() -> None:
    view = _finished()
    scores = tuple((turn, 2 * turn, turn + 3) for turn in range(1, 8))
    rows = texts(FACE.final_rows(replace(view, head=replace(view.head, scores=scores)), []))
    head = next(place for place, row in enumerate(rows) if row.startswith(" turn "))
    plot = [[int(number) for number in row.split() if number.isdecimal()] for row in rows[head + 1 :][:7]]
    assert plot == [[turn, *points] for turn, points in enumerate(scores, start=1)]


def test_cards_stand_by_their_numbers_however_updates_came() -> None:
    """An update puts new entries of a map behind those that were there."""
    view = view_of(a_game(3, turn=5, lineup=("corelli", "gualdi", "grubbiacci", "ferravilla")), 0)
    mixed = {number: view.game.lineup[number] for number in ("3", "1", "4", "2")}
    shuffled = replace(view, game=structs.replace(view.game, lineup=mixed))
    assert texts(panel_rows(LINEUP, shuffled, None)) == texts(panel_rows(LINEUP, view, None))
    assert [row.split()[0] for row in texts(tab_rows(LINEUP, shuffled, None))[1:5]] == ["1", "2", "3", "4"]
