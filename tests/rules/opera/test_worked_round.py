"""The worked round of the rules: three players, round six and the second counting, every figure."""

from collections import Counter
from typing import NamedTuple

import pytest
from support.rules.opera_builder import (
    a_game,
    act,
    bid_all,
    ducats,
    every,
    from_six_down,
    halls,
    kinds,
    levels,
    only,
    points,
    some,
)

from opera_games.opera.events import (
    BidsRevealed,
    CitiesOpened,
    Closed,
    ComposersRose,
    Counted,
    DucatsGranted,
    FameChanged,
    IncomePaid,
    JoinedIn,
    PalazzoEmptied,
    PartBuilt,
    PieceBought,
    PieceGivenAway,
    PiecesAppraised,
    PieceSold,
    RoleHired,
)
from opera_rules.api import Event
from opera_rules.opera.state import Game, write_state

KATE, PETER, MARK = 0, 1, 2
PARIS = ("paris.main", "paris.wing_a", "paris.wing_b")


class Moment(NamedTuple):
    """A state of the round and what led to it from the moment before."""

    game: Game
    events: tuple[Event, ...]


def before_the_bids() -> Game:
    """Holdings that make every printed figure come out."""
    return (
        a_game(3)
        .in_round(6)
        .with_points(39, 40, 43)
        .with_ducats(30, 30, 30)
        .with_levels(4, 6, 0)
        .with_ladder("verdi", "wagner", "mozart", "handel", "beethoven", "monteverdi")
        .with_century("handel", "monteverdi", "mozart")
        .with_palazzo("wagner")
        .with_offer(verdi=2, wagner=2, beethoven=1, handel=1, mozart=1)
        .staged(KATE, "venezia", "monteverdi", "beethoven", "house")
        .staged(KATE, "berlin", "verdi")
        .built(KATE, "paris.main", "paris.wing_b")
        .with_stock(KATE, "mozart")
        .staged(PETER, "venezia", "monteverdi")
        .staged(PETER, "berlin", "monteverdi")
        .staged(PETER, "london", "house", "mozart")
        .staged(PETER, "wien", "monteverdi", "wagner", "handel", None)
        .staged(MARK, "venezia", "house")
        .staged(MARK, "wien", "wagner", "beethoven")
        .built(MARK, *PARIS)
        .staged(MARK, "paris", "handel", "beethoven", "mozart", None, None)
        .with_stock(MARK, "verdi")
        .bidding()
    )


def play_the_round() -> dict[str, Moment]:
    """The round, step by step, each under the name of what was just done."""
    moments: dict[str, Moment] = {"start": Moment(before_the_bids(), ())}

    def then(name: str, seat: int, do: str, **fields: object) -> None:
        game = list(moments.values())[-1].game
        moments[name] = Moment(*act(game, seat, do, **fields))

    moments["bids"] = Moment(*bid_all(moments["start"].game, 1, 3, 10))
    then("signora", MARK, "hire", role="signora", piece="verdi", source="stock", reward="ducats")
    then("peter passes", PETER, "intermezzo")
    then("kate sells", KATE, "join", piece="mozart", source="stock", reward="ducats")
    then("critico", PETER, "hire", role="critico", city="venezia", composer="monteverdi", steps=2)
    mark = {
        "venezia": ["wagner"],
        "wien": ["wagner", "beethoven"],
        "paris": ["wagner", "beethoven", "mozart", None, None],
    }
    then("impresario", MARK, "hire", role="impresario", buy=["wagner", "wagner"], layout=mark)
    peter = {
        "venezia": ["monteverdi"],
        "wien": ["monteverdi", "verdi", "wagner", "handel"],
        "berlin": ["monteverdi"],
        "london": ["beethoven", "mozart"],
    }
    then("peter buys", PETER, "join", buy=["verdi", "beethoven"], layout=peter)
    kate = {"venezia": ["monteverdi", "beethoven", "house"], "berlin": ["verdi"], "paris": ["verdi", "handel", None]}
    then("kate buys", KATE, "join", buy=["verdi", "handel"], layout=kate)
    then("maestro", MARK, "hire", role="maestro", city="paris")
    then("esperto", PETER, "hire", role="esperto", city="wien")
    then("mark declines", MARK, "appraise", accept=False)
    then("architetto", KATE, "hire", role="architetto", build=["paris.wing_a"])
    return moments


@pytest.fixture(scope="module")
def moments() -> dict[str, Moment]:
    return play_the_round()


def test_the_state_before_the_bids_is_the_printed_one() -> None:
    """Peter on level 6, Kate on 4, Mark on 0; Wagner in the Palazzo; all decide on a bid."""
    game = before_the_bids()
    assert game.order == (PETER, KATE, MARK)
    assert from_six_down(game) == ("verdi", "wagner", "mozart", "handel", "beethoven", "monteverdi")
    assert game.waiting == {KATE: "bid", PETER: "bid", MARK: "bid"}
    assert game.episode == 2


def test_the_bids_of_one_three_and_ten(moments: dict[str, Moment]) -> None:
    """Mark is on 10, Peter on 9, Kate on 5, and each has paid the bid."""
    game, events = moments["bids"]
    assert levels(game) == (5, 9, 10)
    assert game.order == (MARK, PETER, KATE)
    assert ducats(game) == (29, 27, 20)
    assert only(events, BidsRevealed).bids == {KATE: 1, PETER: 3, MARK: 10}
    assert game.waiting == {MARK: "act"}


def test_mark_sells_a_verdi_to_the_signora_for_twelve(moments: dict[str, Moment]) -> None:
    """His level is 8 then, and Peter is asked before Kate."""
    game, events = moments["signora"]
    assert only(events, PieceSold) == PieceSold(MARK, "verdi", "stock", 12, 0)
    assert only(events, RoleHired) == RoleHired(MARK, "signora", 10, 8)
    assert ducats(game)[MARK] == 32
    assert (game.waiting, game.queue) == ({PETER: "join"}, (KATE,))


def test_peter_takes_an_intermezzo_and_kate_sells_a_mozart_for_eight(moments: dict[str, Moment]) -> None:
    """Peter stays on 9, Kate goes down to 4, and the Palazzo is full."""
    assert moments["peter passes"].game.waiting == {KATE: "join"}
    game, events = moments["kate sells"]
    assert only(events, PieceSold) == PieceSold(KATE, "mozart", "stock", 8, 0)
    assert only(events, JoinedIn) == JoinedIn(KATE, "signora", 5, 4)
    assert levels(game) == (4, 9, 8)
    assert ducats(game)[KATE] == 37
    assert game.palazzo == ("wagner", "verdi", "mozart")
    assert game.waiting == {PETER: "act"}


def test_peter_has_the_critico_raise_monteverdi_by_two(moments: dict[str, Moment]) -> None:
    """Peter's level is 6; Händel and Beethoven are passed."""
    game, events = moments["critico"]
    assert levels(game)[PETER] == 6
    assert game.pawns["critico"] == "venezia"
    assert from_six_down(game) == ("verdi", "wagner", "mozart", "monteverdi", "handel", "beethoven")
    assert only(events, FameChanged).steps == 2
    assert game.waiting == {MARK: "act"}


def test_mark_buys_two_wagner_for_ten_and_rearranges(moments: dict[str, Moment]) -> None:
    """His level is 5; Peter, on 6, is asked first."""
    game, events = moments["impresario"]
    assert [(event.composer, event.ducats) for event in every(events, PieceBought)] == [("wagner", 5), ("wagner", 5)]
    assert (levels(game)[MARK], ducats(game)[MARK]) == (5, 22)
    assert [halls(game, MARK, city)[0] for city in ("venezia", "wien", "paris")] == ["wagner"] * 3
    assert (game.waiting, game.queue) == ({PETER: "join"}, (KATE,))


def test_peter_buys_verdi_and_beethoven_for_seven(moments: dict[str, Moment]) -> None:
    """Two levels bring him to 4, to the right of Kate."""
    game, events = moments["peter buys"]
    assert [(event.composer, event.ducats) for event in every(events, PieceBought)] == [("verdi", 6), ("beethoven", 1)]
    assert (levels(game)[PETER], ducats(game)[PETER]) == (4, 20)
    assert write_state(game)["budget"][4] == [KATE, PETER]


def test_kate_buys_verdi_and_handel_for_eight(moments: dict[str, Moment]) -> None:
    """Two levels bring her to 2; what is left on offer is a Mozart."""
    game, events = moments["kate buys"]
    assert [(event.composer, event.ducats) for event in every(events, PieceBought)] == [("verdi", 6), ("handel", 2)]
    assert (levels(game)[KATE], ducats(game)[KATE]) == (2, 29)
    assert some(game.offer) == {"mozart": 1}
    assert game.waiting == {MARK: "act"}


def test_mark_sends_the_maestro_to_paris(moments: dict[str, Moment]) -> None:
    """His level is 3, Peter has the initiative."""
    game, _ = moments["maestro"]
    assert levels(game) == (2, 4, 3)
    assert game.pawns["maestro"] == "paris"
    assert game.waiting == {PETER: "act"}


def test_peter_scores_sixteen_with_the_esperto_in_wien(moments: dict[str, Moment]) -> None:
    """Verdi 6, Wagner 5, Monteverdi 3 and Händel 2; his Verdi goes to Kate, who has the fewest points."""
    game, events = moments["esperto"]
    assert levels(game)[PETER] == 0
    assert game.pawns["esperto"] == "wien"
    assert only(events, PiecesAppraised) == PiecesAppraised(PETER, "wien", 16)
    assert points(game) == (39, 56, 43)
    assert only(events, PieceGivenAway) == PieceGivenAway(PETER, "wien", "verdi", KATE)
    assert game.players[KATE].stock == ("verdi",)
    assert halls(game, PETER, "wien") == ("monteverdi", None, "wagner", "handel")
    assert (game.waiting, game.queue) == ({MARK: "appraise"}, ())


def test_mark_declines_and_closes_automatically_after_three_roles(moments: dict[str, Moment]) -> None:
    """Kate holds the initiative then."""
    game, events = moments["mark declines"]
    assert points(game)[MARK] == 43
    assert only(events, Closed) == Closed(MARK, automatic=True)
    assert game.players[MARK].hired == 3
    assert game.waiting == {KATE: "act"}


def test_kate_builds_a_wing_in_paris_for_four_ducats_and_four_points(moments: dict[str, Moment]) -> None:
    """Her level is 0, to the right of Peter's marker; nobody is asked, no role is left."""
    game, events = moments["architetto"]
    assert only(events, RoleHired) == RoleHired(KATE, "architetto", 2, 0)
    assert only(events, PartBuilt) == PartBuilt(KATE, "paris.wing_a", 4, 4)
    assert write_state(game)["budget"][0] == [PETER, KATE]
    assert not kinds(events) & {JoinedIn, Closed}


def test_the_income_of_fourteen_ten_and_twelve(moments: dict[str, Moment]) -> None:
    """Doubled in Paris, where the Maestro stands."""
    incomes = only(moments["architetto"].events, IncomePaid).incomes
    assert incomes[MARK] == {"venezia": 1, "wien": 3, "paris": 10}
    assert incomes[PETER] == {"venezia": 1, "wien": 5, "berlin": 1, "london": 3}
    assert incomes[KATE] == {"venezia": 5, "berlin": 1, "paris": 6}
    assert [sum(incomes[seat].values()) for seat in (MARK, PETER, KATE)] == [14, 10, 12]


def test_three_composers_are_staged_four_times_and_rise(moments: dict[str, Moment]) -> None:
    """Wagner, Monteverdi and Beethoven change places with those above them."""
    game, events = moments["architetto"]
    houses = [house for player in game.players for house in player.houses.values()]
    staged = Counter(piece for house in houses for piece in house.halls if piece not in (None, "house"))
    assert {composer for composer, number in staged.items() if number == 4} == {"wagner", "monteverdi", "beethoven"}
    assert max(staged.values()) == 4
    assert set(only(events, ComposersRose).rose) == {"wagner", "monteverdi", "beethoven"}
    assert from_six_down(game) == ("wagner", "verdi", "monteverdi", "mozart", "beethoven", "handel")


def test_the_full_palazzo_is_emptied_and_level_zero_gets_a_ducat(moments: dict[str, Moment]) -> None:
    """Peter and Kate are on level 0."""
    game, events = moments["architetto"]
    assert only(events, PalazzoEmptied).pieces == ("wagner", "verdi", "mozart")
    assert game.palazzo == ()
    assert set(only(events, DucatsGranted).seats) == {PETER, KATE}
    assert ducats(game) == (29 - 4 + 12 + 1, 20 + 10 + 1, 22 + 14)


def test_the_second_counting_gives_sixteen_nineteen_and_thirteen(moments: dict[str, Moment]) -> None:
    """Mark 43 + 16, Peter 56 + 19, Kate 43 + 13."""
    game, events = moments["architetto"]
    count = only(events, Counted)
    assert count.counting == 2
    assert (count.great[MARK], count.century[MARK], count.empty[MARK]) == (18, 0, -2)
    assert (count.great[PETER], count.century[PETER], count.empty[PETER]) == (3 * 4 + 2, 3 * 2, -1)
    assert (count.great[KATE], count.century[KATE], count.empty[KATE]) == (4 + 5 + 5, 2, -3)
    assert count.points == {MARK: 59, PETER: 75, KATE: 56}
    assert points(game) == (56, 75, 59)


def test_the_great_halls_of_the_counting_are_the_printed_ones(moments: dict[str, Moment]) -> None:
    """Wagner three times; Monteverdi three times and Beethoven; Monteverdi and two Verdi."""
    players = moments["architetto"].game.players
    great = [sorted(str(house.halls[0]) for house in player.houses.values()) for player in players]
    assert great[MARK] == ["wagner"] * 3
    assert great[PETER] == ["beethoven", *["monteverdi"] * 3]
    assert great[KATE] == ["monteverdi", "verdi", "verdi"]


def test_milano_opens_and_round_seven_begins(moments: dict[str, Moment]) -> None:
    """The second counting is over."""
    game, events = moments["architetto"]
    assert only(events, CitiesOpened).cities == ("milano",)
    assert (game.round, game.phase) == (7, "bid")
    assert game.order == (MARK, PETER, KATE)


def test_between_the_bids_and_the_end_exactly_one_seat_is_asked(moments: dict[str, Moment]) -> None:
    """Acting, joining in and appraising go one after the other."""
    for name, moment in moments.items():
        if name not in ("start", "architetto"):
            assert len(moment.game.waiting) == 1, name
