"""Playing on in thought: a state is changed in place, and at the end of a round no new offer is drawn.

Whatever the next offer will be, all seats can buy from it; so thoughts end where chance begins.
"""

from opera_rules.api import Action, Seat
from opera_rules.opera.acting import ask_holder, ask_next
from opera_rules.opera.budget import begin_bidding, reveal_bids
from opera_rules.opera.counting import count_if_due
from opera_rules.opera.decisions import carry_out
from opera_rules.opera.income import pay_income
from opera_rules.opera.round_end import raise_composers, reopen, return_roles
from opera_rules.opera.state import Game


def act(game: Game, seat: Seat, action: Action) -> None:
    """Do it and go on until somebody must decide, or to the end of the round; the action must be allowed."""
    carry_out(game, seat, action, [])
    while not game.waiting:
        if game.phase == "bid":
            reveal_bids(game, [])
            game.phase = "act"
        if game.playing:
            ask_next(game)
        else:
            ask_holder(game, [])
            if not game.waiting:
                end_round(game)
                return


def end_round(game: Game) -> None:
    """As if nobody did anything more in this round."""
    pay_income(game, [])
    raise_composers(game, [])
    if game.round == game.rounds:
        count_if_due(game, [])
        game.phase = "done"
        game.waiting = {}
        return
    reopen(game, [])
    count_if_due(game, [])
    return_roles(game)
    game.playing = None
    game.round += 1
    begin_bidding(game)
