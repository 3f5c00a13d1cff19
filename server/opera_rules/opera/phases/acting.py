"""The action phase: the seat with the initiative hires or closes, and the others answer."""

from collections.abc import Iterator
from functools import cache
from itertools import chain
from types import ModuleType

from opera_games.api import Refusal
from opera_games.opera.actions import ROLE_OF, Appraise, Close, Hire, Intermezzo, Join, Play
from opera_games.opera.events import Closed, IntermezzoTaken, JoinedIn, RoleHired
from opera_games.opera.words import EMPLOYEES, FEES, MOST_THINGS, ROLE_LIMIT, Role
from opera_rules.api import Log, Seat
from opera_rules.opera.phases.budget import pay_levels
from opera_rules.opera.roles import ROLE_RULES, esperto
from opera_rules.opera.state import Game
from opera_rules.refusals import Refused, refusal, refusal_of, refuse

CLOSE = Close()
INTERMEZZO = Intermezzo()
APPRAISALS = (Appraise(accept=True), Appraise(accept=False))
hiring = cache(Hire)
joining = cache(Join)


def possible_acts(game: Game, seat: Seat) -> Iterator[Hire | Close]:
    """Yield every way to hire and carry out a role, then closing."""
    level = game.players[seat].level
    return chain(
        (hiring(play) for role in game.roles if FEES[role] <= level for play in ROLE_RULES[role].plays(game, seat)),
        (CLOSE,),
    )


def check_act(game: Game, seat: Seat, action: Hire | Close) -> None:
    """Refuse a role that is taken, too expensive or carried out against its rules; closing is always allowed."""
    if isinstance(action, Hire):
        role = ROLE_OF[type(action.play)]
        check_role(game, seat, role)
        ROLE_RULES[role].check(game, seat, action.play)


def check_role(game: Game, seat: Seat, role: Role) -> None:
    """Refuse a role that cannot be hired at all, however it is carried out."""
    refuse(refusal_of_role(game, seat, role))


def refusal_of_role(game: Game, seat: Seat, role: Role) -> Refusal | None:
    if role not in game.roles:
        return refusal("role_taken", role=role)
    if FEES[role] > game.level(seat):
        return refusal("fee_too_high", role=role, fee=FEES[role], level=game.level(seat))
    return refusal_of(ROLE_RULES[role].check_hire, game, seat)


def act(game: Game, seat: Seat, action: Hire | Close, log: Log) -> None:
    if isinstance(action, Hire):
        hire(game, seat, action.play, log)
    else:
        close(game, seat, log, automatic=False)


def hire(game: Game, seat: Seat, play: Play, log: Log) -> None:
    """Pay the fee, take the card, carry out the role."""
    role = ROLE_OF[type(play)]
    before = game.level(seat)
    pay_levels(game, seat, FEES[role])
    game.players[seat].hired += 1
    game.roles = tuple(other for other in game.roles if other != role)
    game.takers = {**game.takers, role: seat}
    game.answers = {}
    log.append(RoleHired(seat, role, before, game.level(seat)))
    ROLE_RULES[role].carry_out(game, seat, play, log)
    if ROLE_RULES[role].ASKS:
        game.playing = role
        game.queue = tuple(game.others(seat))


def close(game: Game, seat: Seat, log: Log, *, automatic: bool) -> None:
    game.players[seat].closed = True
    log.append(Closed(seat, automatic))


def joining_cost(game: Game, things: int) -> int:
    """Return the levels that joining in costs: one for each thing; with two players the first is free."""
    return things - 1 if len(game.players) == 2 else things


def playing_rules(game: Game) -> ModuleType:
    assert game.playing is not None
    return ROLE_RULES[game.playing]


def possible_answers(game: Game, seat: Seat) -> Iterator[Join | Intermezzo]:
    """Yield every way to join in with the employee in play that the budget pays for, then the intermezzo."""
    rules = playing_rules(game)
    plays = rules.plays(game, seat, most_things(game, seat))
    return chain((joining(play) for play in plays if not rules.is_idle(play)), (INTERMEZZO,))


def most_things(game: Game, seat: Seat) -> int:
    """Return how many things the budget pays for when joining in."""
    level = game.players[seat].level
    return max(things for things in range(MOST_THINGS + 1) if joining_cost(game, things) <= level)


def check_answer(game: Game, seat: Seat, action: Join | Intermezzo) -> None:
    """Refuse joining in with nothing, with another role, or beyond the budget; an intermezzo is always allowed."""
    if isinstance(action, Intermezzo):
        return
    if ROLE_OF[type(action.play)] != game.playing:
        raise Refused("other_role", role=game.playing)
    rules = playing_rules(game)
    if rules.is_idle(action.play):
        raise Refused("nothing_done")
    rules.check(game, seat, action.play)
    cost = cost_in_levels(game, action.play)
    if cost > game.level(seat):
        raise Refused("level_short", cost=cost, level=game.level(seat))


def cost_in_levels(game: Game, play: Play) -> int:
    cost: int = joining_cost(game, ROLE_RULES[ROLE_OF[type(play)]].things(play))
    return cost


def answer(game: Game, seat: Seat, action: Join | Intermezzo, log: Log) -> None:
    assert game.playing is not None
    if isinstance(action, Intermezzo):
        game.answers = {**game.answers, seat: "intermezzo"}
        log.append(IntermezzoTaken(seat, game.playing))
        return
    before = game.level(seat)
    pay_levels(game, seat, cost_in_levels(game, action.play))
    game.answers = {**game.answers, seat: "joined"}
    log.append(JoinedIn(seat, game.playing, before, game.level(seat)))
    playing_rules(game).carry_out(game, seat, action.play, log)


def possible_appraisals(game: Game, seat: Seat) -> tuple[Appraise, ...]:
    return APPRAISALS


def check_appraisal(game: Game, seat: Seat, action: Appraise) -> None:
    """Refuse nothing: both answers are always allowed."""


def appraise(game: Game, seat: Seat, action: Appraise, log: Log) -> None:
    game.answers = {**game.answers, seat: "appraised" if action.accept else "declined"}
    esperto.answer(game, seat, action, log)


def may_be_asked(game: Game, seat: Seat) -> bool:
    """Say whether a seat is asked about the role in play; only public facts count, so being asked reveals nothing."""
    if game.playing in EMPLOYEES:
        player = game.players[seat]
        if player.closed or player.level < joining_cost(game, 1):
            return False
    asked: bool = playing_rules(game).may_be_asked(game, seat)
    return asked


def ask_for_action(game: Game, log: Log) -> None:
    """Ask the others about the role in play, then the seat with the initiative; nobody when the phase is over."""
    if game.playing:
        ask_next(game)
    if not game.waiting:
        ask_holder(game, log)


def ask_next(game: Game) -> None:
    """Ask the next seat in the queue that may still be asked; after the last one the role is done."""
    game.queue = tuple(seat for seat in game.queue if may_be_asked(game, seat))
    if game.queue:
        game.waiting = {game.queue[0]: playing_rules(game).ASKS}
        game.queue = game.queue[1:]
    else:
        game.playing = None


def ask_holder(game: Game, log: Log) -> None:
    """Ask the first seat in budget order that has not closed; nobody when the phase is over."""
    while (holder := initiative(game)) is not None:
        player = game.players[holder]
        if player.hired < ROLE_LIMIT[len(game.players)]:
            game.waiting = {holder: "act"}
            return
        close(game, holder, log, automatic=True)


def initiative(game: Game) -> Seat | None:
    """Return the seat with the initiative; None once no role is left, all have closed or the seat can pay for none."""
    holder = next((seat for seat in game.order if not game.players[seat].closed), None)
    if holder is None or not game.roles:
        return None
    return holder if min(map(FEES.__getitem__, game.roles)) <= game.level(holder) else None
