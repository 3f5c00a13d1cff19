"""What bots and the laboratory may use of Opera's rules besides the functions of `opera_rules.opera`.

They import nothing else from inside this package. Nothing here checks an action, because a search only tries what is
allowed; `play_on` and `end_round` change a state in place, and do not draw the offer of the next round, which is the
same for all seats: a search ends where chance begins.
"""

from collections.abc import Iterator

from opera_games.api import Action, Seat
from opera_games.opera.actions import Play
from opera_games.opera.words import DUCATS_PER_FAME, Role
from opera_rules.opera.decisions import carry_out
from opera_rules.opera.edition import Edition
from opera_rules.opera.phases.acting import APPRAISALS, CLOSE, INTERMEZZO, ask_for_action, joining_cost
from opera_rules.opera.phases.budget import ask_bids, highest_bid, possible_bids, reveal_bids
from opera_rules.opera.phases.round_end import raise_composers, reopen, return_roles
from opera_rules.opera.phases.scoring import count_if_due, fame_on, great_hall_points, pay_income
from opera_rules.opera.roles import ROLE_RULES
from opera_rules.opera.roles.architetto import plays as possible_buildings
from opera_rules.opera.roles.critico import plays as possible_reviews
from opera_rules.opera.roles.esperto import appraisable as appraisable_pieces
from opera_rules.opera.roles.esperto import best_piece
from opera_rules.opera.roles.esperto import worth as appraisal_points
from opera_rules.opera.roles.impresario import plays as possible_purchases
from opera_rules.opera.roles.pawns import targets as pawn_targets
from opera_rules.opera.roles.signora import plays as possible_sales
from opera_rules.opera.state import Game
from opera_rules.opera.views.choices import box as box_of_role
from opera_rules.opera.views.choices import pictured as state_after
from opera_rules.opera.views.layouts import Halls, Task, best_layout, best_worth, counting_of, income_of
from opera_rules.opera.views.layouts import solve as solve_layout


def possible_plays(game: Game, seat: Seat, role: Role) -> Iterator[Play]:
    plays: Iterator[Play] = ROLE_RULES[role].plays(game, seat)
    return plays


def play_on(game: Game, seat: Seat, action: Action) -> None:
    """Carry out an action and go on until somebody must decide, at the latest when the next round begins."""
    carry_out(game, seat, action, [])
    if game.waiting:
        return
    if game.phase == "bid":
        reveal_bids(game, [])
    ask_for_action(game, [])
    if not game.waiting:
        end_round(game)


def end_round(game: Game) -> None:
    """Go on to the next bids, or the end of the game, as if no seat did anything more in this round."""
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
    ask_bids(game)
