"""Points and the end of the game."""

import pytest
from support.rules.turandot_builder import a_game, all_offer, singers

from opera_games.turandot.documents import Points
from opera_games.turandot.events import GameEnded
from opera_games.turandot.words import Director
from opera_rules import turandot
from opera_rules.api import to_map
from opera_rules.turandot.phases.scoring import best_cast
from opera_rules.turandot.state import Game

# Without preference, 8 stars together.
MEN = ("gualdi", "ostermeyer", "tenebrini", "sartorelli", "wolkenrad", "malombra")
# The two women and four men of this cast all fit, Corelli and Orsakova where they prefer.
STRONG = ("corelli", "orsakova", "malaspina", "temnikov", "piripicchi", "brandimarte")


def points(*names: str, director: Director | None = None, scenery: int = 0) -> Points:
    return best_cast(singers(*names), director, scenery).points


def test_stars_count_one_point_each() -> None:
    """Three, two and one star."""
    assert points("malaspina", "wolkenrad", "gualdi") == Points(6, 0, 0, 0, 0, 0, 6)


def test_every_scenery_card_is_a_point() -> None:
    """Also before the end."""
    assert points("gualdi", scenery=2) == Points(1, 2, 0, 0, 0, 0, 3)


def test_a_singer_in_the_preferred_part_is_a_point() -> None:
    """Corelli as Turandot, Orsakova as Liù, Brandimarte as Calaf."""
    assert points("corelli", "orsakova", "brandimarte") == Points(9, 0, 3, 0, 0, 0, 12)


def test_the_wrong_sex_costs_a_point() -> None:
    """Six men: two of them sing women's parts."""
    assert points(*MEN) == Points(8, 0, 0, -2, 0, 0, 6)


def test_a_singer_of_undefined_sex_fits_every_part() -> None:
    """Nobody loses a point by Aubelune as Turandot and Cocoritti as Liù."""
    assert points("aubelune", "cocoritti", *MEN[:4]).sex == 0


@pytest.mark.parametrize(
    ("director", "hand", "scenery", "brings"),
    [
        ("gothic", ("temnikov", "altomare", "grubbiacci"), 0, 1),
        ("farce", ("temnikov", "altomare", "grubbiacci"), 0, -1),
        ("avant_garde", ("wolkenrad", "malombra", "gualdi"), 0, 1),
        ("traditional", ("wolkenrad", "malombra", "gualdi"), 0, -1),
        ("purist", ("corelli", "orsakova", "gualdi"), 0, 2),
        ("decorator", ("gualdi",), 2, 2),
        ("eclectic", ("hartwang", "trombadori", "wolkenrad", "gualdi", "grubbiacci", "altomare"), 0, 3),
        ("eclectic", ("hartwang", "trombadori", "wolkenrad", "gualdi", "grubbiacci", "piripicchi"), 0, 0),
        ("androgynous", ("aubelune", "cocoritti", "gualdi"), 0, 2),
        ("plain", ("corelli", "aubelune", "gualdi"), 1, 0),
    ],
)
def test_what_each_director_brings(director: Director, hand: tuple[str, ...], scenery: int, brings: int) -> None:
    """Singers of a category for and against, preferred parts, scenery, six categories, undefined sex, nothing."""
    assert points(*hand, director=director, scenery=scenery).director == brings


def last_turn(players: int, **described: object) -> Game:
    return a_game(players, turn=7, **described)  # type: ignore[arg-type]


def ended(game: Game) -> GameEnded:
    """All take the card of their own number in turn 7."""
    _, events = all_offer(game, *(str(seat + 1) for seat in range(len(game.players))))
    last = events[-1]
    assert isinstance(last, GameEnded)
    return last


def test_most_points_win() -> None:
    """The ranking goes by points."""
    hands = {0: MEN[:5], 1: STRONG[:5], 2: ("altomare",)}
    result = ended(last_turn(3, hands=hands, lineup=("malombra", "brandimarte", "hartwang", "falconeri")))
    assert result.winners == (1,)
    assert result.ranking == ((1, 21), (0, 6), (2, 4))


def test_a_tie_in_points_is_broken_by_stars_alone() -> None:
    """4 points both: Strozzapreti and Altomare have 4 stars; Balestrieri and Gualdi 2, a preferred part, scenery."""
    hands = {0: ("strozzapreti",), 1: ("balestrieri",), 2: ()}
    game = last_turn(3, hands=hands, scenery={1: 1}, lineup=("altomare", "gualdi", "sartorelli", "tenebrini"))
    result = ended(game)
    assert [total for _, total in result.ranking] == [4, 4, 1]
    assert (result.ranking[0][0], result.winners) == (0, (0,))


def test_then_the_win_is_shared() -> None:
    """Same points, same stars; the ranking names the lower seat first."""
    result = ended(last_turn(3, lineup=("gualdi", "wolkenrad", "malombra", "tenebrini")))
    assert result.winners == (1, 2)
    assert result.ranking == ((1, 2), (2, 2), (0, 1))


def test_with_two_players_the_silent_hand_sings_in_its_order() -> None:
    """First singer Turandot, second Calaf, ...: Gualdi as Turandot is of the wrong sex, Brandimarte loves Calaf."""
    game = last_turn(
        2, silent=("gualdi", "brandimarte"), silent_director="purist", lineup=("altomare", "malombra", "orsakova")
    )
    hand = ended(game).hands[-1]
    assert hand.seat == "silent"
    assert hand.casting == ("gualdi", "brandimarte", "orsakova", None, None, None)
    assert (hand.stars, hand.preferred, hand.sex, hand.director, hand.total) == (7, 2, -1, 2, 10)


def test_with_two_players_puccinis_last_holder_loses_a_point_in_all_comparisons() -> None:
    """Equal casts: the other one wins."""
    result = ended(last_turn(2, puccini=0, lineup=("altomare", "malombra", "gualdi")))
    assert [hand.puccini for hand in result.hands] == [-1, 0, 0]
    assert (result.ranking, result.winners) == (((1, 2), (0, 1)), (1,))


def test_with_three_players_puccini_costs_nothing() -> None:
    """Only a game for two has this point."""
    result = ended(last_turn(3, lineup=("altomare", "malombra", "gualdi", "tenebrini")))
    assert [hand.puccini for hand in result.hands] == [0, 0, 0]


def test_both_lose_if_the_silent_hand_has_more_points_than_both() -> None:
    """The ranking stays, but nobody wins."""
    game = last_turn(2, silent=("corelli", "brandimarte"), lineup=("altomare", "malombra", "gualdi"))
    result = ended(game)
    assert (result.winners, result.ranking) == ((), ((1, 2), (0, 1)))


def test_a_silent_hand_that_only_draws_level_beats_nobody() -> None:
    """It must have more points; Puccini's point counts here too."""
    lineup = ("altomare", "malombra", "gualdi")
    level = last_turn(2, silent=("corelli",), hands={1: ("malaspina",)}, lineup=lineup)
    assert (ended(level).hands[-1].total, ended(level).winners) == (5, (1,))
    holder = last_turn(2, puccini=1, silent=("corelli",), hands={1: ("malaspina",)}, lineup=lineup)
    assert (ended(holder).ranking, ended(holder).winners) == (((1, 4), (0, 2)), ())


def test_the_cast_as_of_now_is_without_director_and_without_puccinis_point() -> None:
    """Until there is a director, and until the game is over."""
    game = last_turn(2, puccini=0, hands={0: ("corelli",)})
    assert to_map(turandot.public(game).players[0].points) == {
        "stars": 3,
        "scenery": 0,
        "preferred": 1,
        "sex": 0,
        "director": 0,
        "puccini": 0,
        "total": 4,
    }


def test_the_outcome_is_the_transcripts_last_line() -> None:
    """Ranking, winners, and each hand's casting with the parts of its score; None while the game goes on."""
    game = last_turn(2, puccini=0, lineup=("altomare", "malombra", "gualdi"))
    assert turandot.outcome(game) is None
    done, _ = all_offer(game, "1", "2")
    outcome = turandot.outcome(done)
    assert outcome
    assert list(outcome) == ["ranking", "winners", "hands"]
    assert (outcome["ranking"], outcome["winners"]) == ([[1, 2], [0, 1]], [1])
    assert outcome["hands"][0] == {
        "seat": 0,
        "casting": [None, "altomare", None, None, None, None],
        "stars": 2,
        "scenery": 0,
        "preferred": 0,
        "sex": 0,
        "director": 0,
        "puccini": -1,
        "total": 1,
    }
    assert to_map(turandot.public(done).end) == {"ranking": [[1, 2], [0, 1]], "winners": [1]}
