"""What happened in Opera, told in one line a turn."""

from itertools import pairwise

import pytest
from support.rules.opera_builder import a_game
from support.tui.opera_views import NAMES, drawn_state, played_well, view_of

from opera_games.api import Event
from opera_games.opera.events import (
    AppraisalDeclined,
    BidMade,
    BidsRevealed,
    CitiesOpened,
    Closed,
    Counted,
    DucatsGranted,
    FameChanged,
    GameStarted,
    HousesArranged,
    IncomePaid,
    IntermezzoTaken,
    JoinedIn,
    OfferFilled,
    PalazzoEmptied,
    PartBuilt,
    PawnMoved,
    PieceBought,
    PieceGivenAway,
    PiecesAppraised,
    PieceSold,
    RoleHired,
    RoundEnded,
    RoundStarted,
)
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.telling import tell
from opera_tui.games.view import OtherEvent
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import plain, width, wrapped_row
from opera_tui.table.model.log import TableLog

FACE = OperaFace()


def test_the_log_begins_with_the_game_and_not_with_its_first_round() -> None:
    """What is told before the first round has a rule of its own above it."""
    logged = FACE.telling.logged(view_of(a_game(2).acting(), 0), [GameStarted((1, 0))])
    assert plain(logged[0]).strip("─ ") == "the game begins"
    assert "order of play" in plain(logged[1])


def told(*events: Event | OtherEvent, glyphs: Glyphs = UNICODE) -> list[str]:
    return [plain(turn.whole) for turn in tell(FACE.telling, view_of(drawn_state(), 0, glyphs), events)]


def logged(*events: Event | OtherEvent) -> list[str]:
    return [plain(line) for line in TableLog.of(FACE, events, view_of(drawn_state(), 0)).lines]


def test_a_role_and_all_who_join_in_are_one_line() -> None:
    """A city is named once, points are those of all parts together."""
    events = (
        *(RoleHired(1, "architetto", 8, 6), PartBuilt(1, "wien.main", 4, 4), PartBuilt(1, "wien.wing_a", 2, 2)),
        *(JoinedIn(2, "architetto", 7, 6), PartBuilt(2, "paris.main", 4, 4)),
        IntermezzoTaken(3, "architetto"),
    )
    assert told(*events) == ["▲M Architetto: Wien main, wing a, +6 · ●B joins in: Paris main, +4 · ■W intermezzo"]


@pytest.mark.parametrize(
    ("events", "line"),
    [
        (
            (RoleHired(1, "impresario", 8, 5), PieceBought(1, "verdi", 6), PieceBought(1, "verdi", 6)),
            "▲M Impresario: buys Verdi ×2 for 12 ducats",
        ),
        ((RoleHired(1, "impresario", 8, 5), HousesArranged(1, {})), "▲M Impresario: rearranges"),
        (
            (
                *(RoleHired(1, "impresario", 8, 5), PieceBought(1, "verdi", 6), PieceBought(1, "mozart", 3)),
                HousesArranged(1, {"wien": ("verdi", "mozart"), "berlin": ("mozart", None)}),
            ),
            "▲M Impresario: buys Verdi, Mozart for 9 ducats",
        ),
        (
            (RoleHired(1, "signora", 8, 6), PieceSold(1, "mozart", "stock", 0, 4)),
            "▲M Signora: sells Mozart for 4 points",
        ),
        ((RoleHired(1, "signora", 8, 6),), "▲M Signora: nothing"),
        ((RoleHired(2, "maestro", 8, 6), PawnMoved(2, "maestro", "wien")), "●B Maestro: Wien"),
        (
            (
                *(RoleHired(2, "critico", 8, 5), PawnMoved(2, "critico", "milano")),
                FameChanged(2, "verdi", 2, ("wagner", "mozart", "handel", "beethoven", "verdi", "monteverdi")),
            ),
            "●B Critico: Milano, Verdi 3 → 5",
        ),
        (
            (
                *(RoleHired(0, "esperto", 9, 5), PawnMoved(0, "esperto", "wien"), PiecesAppraised(0, "wien", 14)),
                *(PieceGivenAway(0, "wien", "wagner", 3), PiecesAppraised(1, "wien", 6)),
                PieceGivenAway(1, "wien", "verdi", None),
            ),
            "◆A Esperto: Wien, +14, Wagner to ■W · ▲M +6, Verdi to the discard pile",
        ),
        ((Closed(3, automatic=False),), "■W closes"),
    ],
)
def test_every_role_is_told_with_what_came_of_it(events: tuple[Event, ...], line: str) -> None:
    assert told(*events) == [line]


def test_joining_in_says_whether_something_is_sold_or_bought() -> None:
    """A price alone would read the same."""
    assert told(JoinedIn(2, "impresario", 7, 6), PieceBought(2, "wagner", 8)) == [
        "●B joins in: buys Wagner for 8 ducats"
    ]
    assert told(JoinedIn(2, "signora", 7, 6), PieceSold(2, "wagner", "stock", 8, 0)) == [
        "●B joins in: sells Wagner for 8 ducats"
    ]


ESPERTO = (RoleHired(1, "esperto", 9, 5), PiecesAppraised(1, "wien", 14), PieceGivenAway(1, "wien", "wagner", 0))


def test_a_piece_from_the_esperto_is_a_line_of_its_own_for_who_gets_it() -> None:
    """At the next decision it is the last one, so that it is in sight; others read of it in the line of the turn."""
    line = "You receive Wagner from ▲M, into your stock"
    mine, other = (FACE.waiting_box(view_of(drawn_state(), seat), ESPERTO).news for seat in (0, 2))
    assert plain(mine[-1].whole) == line
    assert line not in [plain(one.whole) for one in other]


def test_while_others_act_the_newest_action_is_the_last_line() -> None:
    """Also after a piece was received from the Esperto: what follows would stand above that."""
    events = (*ESPERTO, AppraisalDeclined(2, "wien"), Closed(3, automatic=False))
    told = [plain(line).strip() for line in FACE.waiting_box(view_of(drawn_state(), 0), events).rows()]
    assert told[-2:] == ["▲M Esperto: +14, Wagner to ◆A · ●B keeps the pieces", "■W closes"]


def test_rounds_are_parted_by_a_line_with_the_bids() -> None:
    bids = BidsRevealed({0: 5, 1: 6, 2: 4, 3: 0}, (1, 0, 2, 3), {0: 5, 1: 6, 2: 4, 3: 0})
    begun = (RoundStarted(8), BidMade(0), BidMade(1))
    assert logged(*begun) == ["── round 8 ──"]
    assert logged(*begun, BidMade(2), BidMade(3), bids) == ["── round 8 · bids ◆5 ▲6 ●4 ■0 ──"]


def test_the_end_of_a_round_is_a_line_without_the_offer_which_the_board_shows() -> None:
    nothing = dict.fromkeys(range(4), 0)
    events = (
        IncomePaid({0: {"wien": 5}, 1: {}, 2: {"wien": 2, "paris": 1}, 3: {}}),
        *(OfferFilled({"verdi": 7}, {}, reshuffled=False), DucatsGranted((3,)), RoundEnded(3)),
        Counted(1, {**nothing, 0: 7}, nothing, {**nothing, 1: -2}, nothing),
    )
    assert told(*events) == ["income ◆5 ▲0 ●3 ■0 · 1 ducat on level 0: ■W", "counting 1 ◆+7 ▲-2 ●0 ■0"]


def test_the_log_has_the_new_offer_and_the_palazzo_as_tokens() -> None:
    """The lines in boxes, which have little room, have no offer."""
    events = (
        IncomePaid({0: {"wien": 5}, 1: {}, 2: {}, 3: {}}),
        *(OfferFilled({"monteverdi": 2, "handel": 1}, {}, reshuffled=False), PalazzoEmptied(("beethoven", "mozart"))),
        RoundEnded(3),
    )
    assert logged(*events) == ["income ◆5 ▲0 ●0 ■0 · the Palazzo is emptied: Be Mz", "new offer Mv×2 Hä"]
    lines = TableLog.of(FACE, events, view_of(drawn_state(), 0)).lines
    assert [span.role for span in lines[0] if span.text in ("Be", "Mz")] == ["beethoven", "mozart"]
    assert [span.role for span in lines[1] if span.text in ("Mv", "Hä")] == ["monteverdi", "handel"]


def test_a_counting_has_its_own_rule_in_the_log_with_gains_and_points() -> None:
    nothing = dict.fromkeys(range(4), 0)
    counted = Counted(2, {**nothing, 0: 26, 1: 13}, nothing, {**nothing, 3: -2}, {0: 56, 1: 33, 2: 63, 3: 57})
    events = (counted, PalazzoEmptied(("beethoven",)), CitiesOpened(("milano",)))
    assert logged(*events) == [
        "── counting 2 ──",
        "◆A +26 = 56 · ▲M +13 = 33",
        "●B 0 = 63 · ■W -2 = 57",
        "the Palazzo is emptied: Be",
        "now open: Milano",
    ]
    lines = TableLog.of(FACE, events, view_of(drawn_state(), 0)).lines
    assert [span.text for line in lines for span in line if span.role == "gain"] == ["+26", "+13"]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_rules_are_drawn_across_the_log(glyphs: Glyphs) -> None:
    """Whatever its width; other lines stay as long as they are."""
    log = TableLog.of(FACE, (RoundStarted(8), Closed(3, automatic=False)), view_of(drawn_state(), 0, glyphs))
    for cells in (38, 78, 20):
        rule, other = log.last(5, cells)
        assert width(rule) == cells
        assert plain(rule).startswith(f" {glyphs.rule} round 8 {glyphs.rule[0]}")
        assert {span.role for span in rule if span.text.strip()} == {"gold"}
        assert width(other) <= 11


def test_numbers_that_brought_points_stand_out() -> None:
    """Those of ducats do not."""
    sold = (RoleHired(1, "signora", 8, 6), PieceSold(1, "mozart", "stock", 0, 4))
    for events, gains in (
        (sold, ["4"]),
        ((RoleHired(1, "signora", 8, 6), PieceSold(1, "mozart", "stock", 8, 0)), []),
        ((RoleHired(1, "architetto", 8, 6), PartBuilt(1, "wien.main", 4, 4)), ["+4"]),
        ((RoleHired(0, "esperto", 9, 5), PiecesAppraised(0, "wien", 14)), ["+14"]),
    ):
        (turn,) = tell(FACE.telling, view_of(drawn_state(), 0), events)
        assert [span.text for span in turn.whole if span.role == "gain"] == gains


def test_what_happens_at_the_table_interrupts_no_turn() -> None:
    """A player who comes back is a line of its own, and the turn goes on in its line."""
    back = OtherEvent({"event": "table_returned", "seat": 3})
    events = (RoleHired(1, "signora", 8, 6), back, IntermezzoTaken(2, "signora"))
    assert told(*events) == ["▲M Signora: nothing · ●B intermezzo", "■W is back"]


def test_a_log_that_begins_in_the_middle_of_a_turn_is_told_from_there() -> None:
    """A snapshot brings only the last lines."""
    assert told(JoinedIn(2, "signora", 7, 6), PieceSold(2, "verdi", "stock", 6, 0)) == [
        "●B joins in: sells Verdi for 6 ducats"
    ]


def test_every_action_but_a_sealed_bid_adds_something_to_the_lines() -> None:
    """Nothing that a player does goes untold."""
    for before, after in pairwise(played_well(4, 5)):
        news = after.events[len(before.events) :]
        if not all(isinstance(event, FACE.telling.passing) for event in news):
            assert told(*before.events) != told(*after.events), news


def test_lines_have_signs_and_no_names() -> None:
    lines = logged(*list(played_well(4, 5))[-1].events)
    assert len(lines) > 50
    assert not [line for line in lines if any(name in line for name in NAMES)]


def test_no_row_begins_with_an_arrow_or_a_dot() -> None:
    view = view_of(drawn_state(), 0)
    for line in (turn.whole for turn in tell(FACE.telling, view, list(played_well(4, 5))[-1].events)):
        rows = [plain(row).strip() for row in wrapped_row(line, 36, "  ")]
        assert not [row for row in rows if row.startswith(("→", "·"))]
        assert "  ".join(rows).replace("  ", " ") == plain(line)


def test_in_ascii_the_lines_are_ascii() -> None:
    events = list(played_well(4, 5))[-1].events
    assert all(line.isascii() for line in told(*events, glyphs=ASCII))


def test_no_row_ends_with_the_sign_of_who_did_what_the_next_one_tells() -> None:
    line = tell(
        FACE.telling,
        view_of(drawn_state(), 0),
        [RoleHired(1, "signora", 8, 6), IntermezzoTaken(2, "signora"), IntermezzoTaken(3, "signora")],
    )[0].whole
    for cells in range(20, 60):
        rows = [plain(row).rstrip() for row in wrapped_row(line, cells, "  ")]
        assert not [row for row in rows if row.endswith(("▲M", "●B", "■W"))]
