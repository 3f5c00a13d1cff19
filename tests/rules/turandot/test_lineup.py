"""Setup and the line-up of each turn."""

from collections.abc import Sequence
from hashlib import sha256

import pytest
from support.rules.turandot_builder import SEED, a_game, act, all_offer, edition, ids, played_out, seed_of

from opera_games.turandot.actions import Dismiss, Nominate
from opera_games.turandot.documents import Singer
from opera_games.turandot.events import DirectorsLeft, LineupDealt, TurnStarted
from opera_games.turandot.words import DIRECTORS
from opera_rules import turandot
from opera_rules.api import to_map
from opera_rules.chance import Chance
from opera_rules.refusals import Refused


def by_hand(seed: bytes, draws: int, things: Sequence[str]) -> tuple[list[str], int]:
    """A shuffle written down once more, as a stranger would from the description."""
    order = list(things)
    for place in range(len(order) - 1, 0, -1):
        number = int.from_bytes(sha256(seed + draws.to_bytes(8, "big")).digest(), "big")
        draws += 1
        other = number % (place + 1)
        order[place], order[other] = order[other], order[place]
    return order, draws


@pytest.mark.parametrize("players", turandot.SEATS)
def test_one_singer_more_than_players_is_dealt_face_up(players: int) -> None:
    """The line-up has players + 1 cards, at the numbers 1, 2, 3, ..."""
    game, events = turandot.new_game(players, {}, edition(), SEED)
    assert list(game.lineup) == list(range(1, players + 2))
    assert len(game.deck) == 36 - players - 1
    assert events == (TurnStarted(1, game.puccini), LineupDealt(game.lineup))


def test_deck_and_first_puccini_come_from_the_seed_in_the_pinned_order() -> None:
    """The deck is shuffled first, then Puccini's first holder is drawn; the last of the pile is its top."""
    game, _ = turandot.new_game(3, {}, edition(), SEED)
    deck, draws = by_hand(SEED, 0, [singer.id for singer in edition().singers])
    holder = int.from_bytes(sha256(SEED + draws.to_bytes(8, "big")).digest(), "big") % 3
    assert [card.id for card in game.lineup.values() if isinstance(card, Singer)] == deck[:-5:-1]
    assert [singer.id for singer in game.deck] == deck[:-4]
    assert (game.puccini, game.draws) == (holder, draws + 1)


def test_everyone_may_start_with_puccini() -> None:
    """A random player starts with Puccini."""
    holders = [turandot.new_game(5, {}, edition(), seed_of(seed))[0].puccini for seed in range(40)]
    assert sorted(dict.fromkeys(holders)) == [0, 1, 2, 3, 4]


def test_everybody_starts_with_three_money_cards_and_nothing_else() -> None:
    """A hand is the numbers, 3 money cards and the bluff."""
    game, _ = turandot.new_game(4, {}, edition(), SEED)
    assert all((p.money, p.scenery, p.singers, p.director) == (3, 0, (), None) for p in game.players)
    assert to_map(turandot.private(game, 2).hand) == {"numbers": [1, 2, 3, 4, 5], "money": 3, "bluff": True}


def test_directors_are_dealt_in_turn_4_and_the_others_leave() -> None:
    """The six directors still there are shuffled and players + 1 dealt; the rest leaves the game."""
    left = tuple(director for director in DIRECTORS if director not in ("farce", "plain"))
    game = a_game(3, turn=3, phase="dismiss", puccini=1, nominated=2, directors=left)
    after, events = act(game, (2, Dismiss("gothic")))
    order, draws = by_hand(SEED, 100, [director for director in left if director != "gothic"])
    dealt = next(event for event in events if isinstance(event, LineupDealt))
    assert list(dealt.cards.values()) == order[:-5:-1]
    assert (after.turn, after.directors, after.draws) == (4, (), draws)
    gone = [director for director in DIRECTORS if director in order[:2]]
    assert [event for event in events if isinstance(event, DirectorsLeft)] == [DirectorsLeft(tuple(gone))]


def test_with_five_players_all_six_directors_are_dealt() -> None:
    """Nobody leaves the game then, and nothing is said about it."""
    game = a_game(5, turn=3, phase="dismiss", nominated=2, directors=DIRECTORS[:7])
    after, events = act(game, (2, Dismiss("gothic")))
    assert len(after.lineup) == 6
    assert not any(isinstance(event, DirectorsLeft) for event in events)


def test_cards_taken_leave_the_lineup_at_once_and_the_last_when_all_have_theirs() -> None:
    """Two take theirs: three cards wait for the two others; then the line-up is empty until the next turn."""
    game = a_game(4, puccini=0)
    assigning, _ = all_offer(game, "1", "2", "5", "5")
    assert list(assigning.lineup) == [3, 4, 5]
    nominating, _ = all_offer(game, "1", "2", "3", "4")
    assert (nominating.phase, nominating.lineup) == ("nominate", {})
    dismissing, _ = act(nominating, (0, Nominate(3)))
    assert (dismissing.phase, dismissing.lineup) == ("dismiss", {})


def test_puccini_passes_to_the_left_after_turns_1_to_6() -> None:
    """Left is the next higher seat, and seat 0 after the last; after turn 7 he stays."""
    game = a_game(3, turn=5, puccini=2)
    six, _ = all_offer(game, "1", "2", "3")
    assert (six.turn, six.puccini) == (6, 0)
    seven, _ = all_offer(six, "1", "2", "3")
    assert (seven.turn, seven.puccini) == (7, 1)
    done, _ = all_offer(seven, "1", "2", "3")
    assert (done.turn, done.puccini, done.phase) == (7, 1, "done")


@pytest.mark.parametrize("players", turandot.SEATS)
def test_after_turn_7_everyone_has_six_singers_and_a_director(players: int) -> None:
    """Seven turns, six of singers and one of directors."""
    game, events = played_out(players, SEED, Chance(SEED))
    assert all(len(ids(player)) == 6 and player.director for player in game.players)
    assert [event.turn for event in events if isinstance(event, TurnStarted)] == [1, 2, 3, 4, 5, 6, 7]


@pytest.mark.parametrize("players", [1, 6, 0, -1])
def test_two_to_five_play(players: int) -> None:
    """Another number of players is refused."""
    with pytest.raises(Refused) as refused:
        turandot.new_game(players, {}, edition(), SEED)
    assert refused.value.to_map() == {
        "code": "players_out_of_range",
        "players": players,
        "lowest": 2,
        "highest": 5,
    }


def test_there_are_no_options() -> None:
    """Nothing can be chosen at a table of Turandot."""
    assert turandot.read_options({}) == {}
    with pytest.raises(Refused, match=r"unknown_option\(option='rounds'\)"):
        turandot.new_game(3, {"rounds": 7}, edition(), SEED)
