"""What offers lead to when they are revealed."""

from support.rules.turandot_builder import a_game, act, all_offer, ids, offer

from opera_games.turandot.events import CardTaken, HelperHired, OffersRevealed
from opera_rules.turandot.state import Game

LINEUP = ("corelli", "gualdi", "orsakova", "temnikov", "notturni", "malombra")


def money(game: Game) -> list[int]:
    return [player.money for player in game.players]


def scenery(game: Game) -> list[int]:
    return [player.scenery for player in game.players]


def test_nothing_happens_until_the_last_offer_is_made() -> None:
    """All reveal together."""
    game, events = act(a_game(3), (0, offer("1")), (2, offer("2")))
    assert game.phase == "offer"
    assert not any(isinstance(event, OffersRevealed) for event in events)


def test_alone_on_a_number_takes_the_card_and_discards_the_money() -> None:
    """The money goes even though nobody else wanted the card."""
    game, events = all_offer(a_game(3, lineup=LINEUP[:4]), "1+2", "2", "3+1")
    assert [ids(player) for player in game.players] == [["corelli"], ["gualdi"], ["orsakova"]]
    assert money(game) == [1, 3, 2]
    assert [event for event in events if isinstance(event, CardTaken)] == [
        CardTaken(0, 1, "corelli", 2),
        CardTaken(1, 2, "gualdi", 0),
        CardTaken(2, 3, "orsakova", 1),
    ]


def test_strictly_the_most_money_takes_a_card_that_several_want() -> None:
    """The winner discards, the others take theirs back."""
    game, _ = all_offer(a_game(3, lineup=LINEUP[:4]), "1+1", "1+3", "1+2")
    assert [ids(player) for player in game.players] == [[], ["corelli"], []]
    assert money(game) == [3, 0, 3]
    assert game.lacking == (0, 2)


def test_a_tie_for_the_most_money_gives_the_card_to_nobody() -> None:
    """All take their money back, also the one with less."""
    game, _ = all_offer(a_game(3, lineup=LINEUP[:4]), "1+2", "1+2", "1+1")
    assert [ids(player) for player in game.players] == [[], [], []]
    assert money(game) == [3, 3, 3]
    assert list(game.lineup) == [1, 2, 3, 4]


def test_a_tie_at_no_money_is_a_tie() -> None:
    """Two players who offer only the number both get nothing."""
    game, _ = all_offer(a_game(3, lineup=LINEUP[:4]), "1", "1", "2")
    assert [ids(player) for player in game.players] == [[], [], ["gualdi"]]


def test_a_tie_below_the_most_money_does_not_matter() -> None:
    """Only the most money must not be tied."""
    game, _ = all_offer(a_game(3, lineup=LINEUP[:4]), "1+1", "1+1", "1+2")
    assert [ids(player) for player in game.players] == [[], [], ["corelli"]]


def test_the_bluff_decides_nothing() -> None:
    """It counts as no money."""
    game, _ = all_offer(a_game(3, lineup=LINEUP[:4]), "1b", "1", "2")
    assert game.lacking == (0, 1)


def test_the_costumier_turns_money_alone_into_scenery() -> None:
    """The money card becomes a scenery card and is no longer money; a card still has to come by assignment."""
    game, events = all_offer(a_game(3, puccini=0), "1", "alone", "2")
    assert (money(game), scenery(game), game.lacking) == ([3, 2, 3], [0, 1, 0], (1,))
    assert HelperHired(1, "costumier", 1) in events


def test_helpers_go_clockwise_from_puccinis_holder() -> None:
    """First the costumier, then the carpenter; who comes third takes the money back."""
    game, events = all_offer(a_game(5, puccini=3), "alone", "1", "alone", "2", "alone")
    hired = [event for event in events if isinstance(event, HelperHired)]
    assert hired == [HelperHired(4, "costumier", 1), HelperHired(0, "carpenter", 1)]
    assert (money(game), scenery(game)) == ([2, 3, 3, 3, 2], [1, 0, 0, 0, 1])


def test_with_three_players_there_is_only_the_costumier() -> None:
    """The second who asks takes the money back."""
    game, _ = all_offer(a_game(3, puccini=1), "alone", "1", "alone")
    assert (money(game), scenery(game)) == ([3, 3, 2], [0, 0, 1])


def test_with_two_players_there_is_only_the_costumier() -> None:
    """Puccini's holder gets none, so the other one always does."""
    game, _ = all_offer(a_game(2, puccini=1), "alone", "1")
    assert (money(game), scenery(game)) == ([2, 3], [1, 0])


def test_puccinis_holder_gets_no_helper_for_money_alone() -> None:
    """The money comes back, the helper goes to who comes after, and the holder is without a card."""
    game, events = all_offer(a_game(3, puccini=1), "alone", "alone", "1")
    assert (money(game), scenery(game)) == ([2, 3, 3], [1, 0, 0])
    assert [event.seat for event in events if isinstance(event, HelperHired)] == [0]
    assert game.lacking == (0, 1)
    assert game.phase == "assign"


def test_the_holder_alone_with_money_alone_is_assigned_a_card() -> None:
    """A way to wait for what is left."""
    game, events = all_offer(a_game(3, lineup=LINEUP[:4], puccini=0), "alone", "1", "2")
    assert (money(game), game.lacking, list(game.lineup)) == ([3, 3, 3], (0,), [3, 4])
    revealed = next(event for event in events if isinstance(event, OffersRevealed))
    assert revealed.offers[0].led_to == "no_helper"


def test_in_turn_4_money_alone_brings_no_helper_to_anybody() -> None:
    """All get a director from what is left, and their money back."""
    game = a_game(4, turn=4, puccini=3, lineup=("gothic", "farce", "purist", "plain", "decorator"))
    after, events = all_offer(game, "alone", "alone", "1", "alone")
    assert (money(after), scenery(after)) == ([3, 3, 3, 3], [0, 0, 0, 0])
    assert not any(isinstance(event, HelperHired) for event in events)
    assert after.lacking == (0, 1, 3)


def test_helpers_are_back_for_the_next_turn() -> None:
    """The costumier helps every turn."""
    game = a_game(2, turn=5, puccini=1, scenery={0: 1}, money={0: 2})
    assigning, _ = all_offer(game, "alone", "1")
    assert scenery(assigning) == [2, 0]


def test_the_reveal_tells_every_offer_and_what_it_led_to() -> None:
    """Number, money, bluff, rivals, and the card if it was won."""
    _, events = all_offer(a_game(5, lineup=LINEUP, puccini=4), "1", "2+2b", "2+1", "alone", "3")
    revealed = next(event for event in events if isinstance(event, OffersRevealed))
    rows = [(row.number, row.money, row.bluff, row.led_to, row.rivals, row.card) for row in revealed.offers]
    assert rows == [
        (1, 0, False, "alone", (), "corelli"),
        (2, 2, True, "most", (2,), "gualdi"),
        (2, 1, False, "beaten", (1,), None),
        (None, 1, False, "costumier", (), None),
        (3, 0, False, "alone", (), "orsakova"),
    ]


def test_the_reveal_tells_of_ties_and_of_helpers_that_were_gone() -> None:
    """Both leave the player without anything."""
    _, events = all_offer(a_game(4, puccini=3), "alone", "alone", "alone", "1")
    revealed = next(event for event in events if isinstance(event, OffersRevealed))
    assert [row.led_to for row in revealed.offers] == ["costumier", "carpenter", "no_helper", "alone"]
    _, events = all_offer(a_game(3), "1", "1", "2")
    revealed = next(event for event in events if isinstance(event, OffersRevealed))
    assert [(row.led_to, row.rivals) for row in revealed.offers] == [("tied", (1,)), ("tied", (0,)), ("alone", ())]


def test_directors_are_won_like_singers() -> None:
    """In turn 4 the card taken is the player's director."""
    game = a_game(3, turn=4, lineup=("gothic", "farce", "purist", "plain"))
    after, _ = all_offer(game, "1+1", "2", "4")
    assert [player.director for player in after.players] == ["gothic", "farce", "plain"]
    assert after.turn == 5
