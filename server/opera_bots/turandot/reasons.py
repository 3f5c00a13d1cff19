"""Why an action of Turandot is proposed: facts of the position that a player can check, the weightiest first."""

from collections.abc import Iterator

from opera_bots.api import Reason
from opera_bots.turandot.evaluation import director_points
from opera_games.turandot.actions import AnyAction, Assign, Dismiss, Nominate, Offer
from opera_games.turandot.documents import Card, Singer, card_id
from opera_rules.api import Seat
from opera_rules.turandot.search import Game, card_brings, helpers_for

MOST = 2
"""More reasons than this are no help."""


def reasons(game: Game, seat: Seat, action: AnyAction) -> tuple[Reason, ...]:
    """Say what speaks for an action."""
    return tuple(_facts(game, seat, action))[:MOST]


def _facts(game: Game, seat: Seat, action: AnyAction) -> Iterator[Reason]:
    if isinstance(action, Offer):
        return _card_facts(game, seat, action.number) if action.number is not None else _waiting_facts(game, seat)
    if isinstance(action, Assign):
        return _hand_out_facts(game, seat, action)
    if isinstance(action, Nominate):
        return _nominee_facts(game, action)
    return _dismissal_facts(game, seat, action)


def gain(game: Game, seat: Seat, card: Card) -> int:
    """Return what a card adds to a seat's cast as of now."""
    (before, after), _part = card_brings(game.players[seat], card)
    return after - before


def wanting(game: Game, seat: Seat, number: int) -> list[Seat]:
    """Name the others for whom no card of the line-up brings more than this one, and this one brings something."""
    found: list[Seat] = []
    for other in range(len(game.players)):
        gains = {place: gain(game, other, card) for place, card in game.lineup.items()}
        if other != seat and gains[number] == max(gains.values()) > min(gains.values()):
            found.append(other)
    return found


def _card_facts(game: Game, seat: Seat, number: int) -> Iterator[Reason]:
    card = game.lineup[number]
    brings = gain(game, seat, card)
    rivals = wanting(game, seat, number)
    others = [gain(game, seat, other) for place, other in game.lineup.items() if place != number]
    if brings > max(others):
        yield Reason("brings_most", {"card": card_id(card), "points": brings, "next": max(others)})
    elif not rivals:
        yield Reason("wanted_by_nobody", {"card": card_id(card)})
    elif brings > 0:
        yield Reason("brings", {"card": card_id(card), "points": brings})
    part = card_brings(game.players[seat], card)[1]
    if isinstance(card, Singer) and card.prefers and card.prefers == part:
        yield Reason("sings_preferred", {"card": card.id, "part": part})
    if rivals:
        yield Reason("wanted_too", {"card": card_id(card), "seats": rivals})


def _waiting_facts(game: Game, seat: Seat) -> Iterator[Reason]:
    """Say what money alone brings, a helper or the money back, and why no number is better."""
    if helpers_for(game, seat):
        yield Reason("helper_brings", {"scenery": game.players[seat].scenery + 1})
    else:
        yield Reason("money_comes_back", {})
    best = max(gain(game, seat, card) for card in game.lineup.values())
    best_cards = [number for number, card in game.lineup.items() if gain(game, seat, card) == best]
    if all(wanting(game, seat, number) for number in best_cards):
        yield Reason("best_is_contested", {"points": best})


def _hand_out_facts(game: Game, seat: Seat, action: Assign) -> Iterator[Reason]:
    """Name what the holder keeps, and each player who gets the card that helps least."""
    if seat in action.cards:
        card = game.lineup[action.cards[seat]]
        if gain(game, seat, card) == max(gain(game, seat, other) for other in game.lineup.values()) > 0:
            yield Reason("keeps_best", {"card": card_id(card), "points": gain(game, seat, card)})
    for other, number in sorted(action.cards.items()):
        gains = [gain(game, other, card) for card in game.lineup.values()]
        if other != seat and gain(game, other, game.lineup[number]) == min(gains) < max(gains):
            yield Reason("gives_least", {"seat": other, "card": card_id(game.lineup[number])})


def _nominee_facts(game: Game, action: Nominate) -> Iterator[Reason]:
    """Name the director that the nominated player has least use for."""
    player = game.players[action.seat]
    brings = {director: director_points(player, director) for director in game.directors}
    least = min(brings, key=lambda director: brings[director])
    yield Reason("least_use", {"seat": action.seat, "director": least})


def _dismissal_facts(game: Game, seat: Seat, action: Dismiss) -> Iterator[Reason]:
    """Name the player who would have had more of the director than the one who dismisses."""
    own = director_points(game.players[seat], action.director)
    others = {
        other: director_points(player, action.director) for other, player in enumerate(game.players) if other != seat
    }
    best = max(others, key=lambda other: others[other])
    if others[best] > own:
        yield Reason("helps_other_more", {"seat": best, "director": action.director})
    if own == min(director_points(game.players[seat], director) for director in game.directors):
        yield Reason("least_for_you", {"director": action.director})
