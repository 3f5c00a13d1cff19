"""The action phase: who holds the initiative hires or closes, and the others answer."""

from types import ModuleType

from opera_rules.api import Seat
from opera_rules.opera.actions import ROLE_OF, Appraise, Close, Hire, Intermezzo, Join, Play
from opera_rules.opera.budget import pay_levels
from opera_rules.opera.events import Closed, IntermezzoTaken, JoinedIn, Log, RoleHired
from opera_rules.opera.roles import architetto, critico, esperto, impresario, maestro, signora
from opera_rules.opera.state import Game
from opera_rules.opera.words import EMPLOYEES, FEES, ROLE_LIMIT, Role
from opera_rules.refusals import Refused

ROLE_RULES: dict[Role, ModuleType] = {
    "impresario": impresario,
    "architetto": architetto,
    "signora": signora,
    "maestro": maestro,
    "critico": critico,
    "esperto": esperto,
}
ASKING_OTHERS: tuple[Role, ...] = (*EMPLOYEES, "esperto")


def check_hire(game: Game, seat: Seat, action: Hire) -> None:
    role = ROLE_OF[type(action.play)]
    check_role(game, seat, role)
    ROLE_RULES[role].check(game, seat, action.play)


def check_role(game: Game, seat: Seat, role: Role) -> None:
    """Whether the role can be hired at all, however it is carried out."""
    if role not in game.roles:
        raise Refused("role_taken", role=role)
    if FEES[role] > game.level(seat):
        raise Refused("fee_too_high", role=role, fee=FEES[role], level=game.level(seat))
    ROLE_RULES[role].check_hire(game, seat)


def hire(game: Game, seat: Seat, action: Hire, log: Log) -> None:
    """Pay the fee, take the card, carry out the role."""
    role = ROLE_OF[type(action.play)]
    before = game.level(seat)
    pay_levels(game, seat, FEES[role])
    game.players[seat].hired += 1
    game.roles = tuple(other for other in game.roles if other != role)
    game.takers = {**game.takers, role: seat}
    game.answers = {}
    log.append(RoleHired(seat, role, before, game.level(seat)))
    ROLE_RULES[role].carry_out(game, seat, action.play, log)
    if role in ASKING_OTHERS:
        game.playing = role
        game.queue = tuple(game.others(seat))


def close(game: Game, seat: Seat, action: Close, log: Log) -> None:
    close_for_round(game, seat, log, automatic=False)


def close_for_round(game: Game, seat: Seat, log: Log, *, automatic: bool) -> None:
    game.players[seat].closed = True
    log.append(Closed(seat, automatic))


def joining_cost(game: Game, things: int) -> int:
    """One level for each thing; with two players the first is free."""
    return things - 1 if len(game.players) == 2 else things


def playing_rules(game: Game) -> ModuleType:
    assert game.playing is not None
    return ROLE_RULES[game.playing]


def check_join(game: Game, seat: Seat, action: Join) -> None:
    if ROLE_OF[type(action.play)] != game.playing:
        raise Refused("other_role", role=game.playing)
    rules = playing_rules(game)
    if rules.is_idle(action.play):
        raise Refused("nothing_done")
    rules.check(game, seat, action.play)
    cost = cost_of_joining(game, action.play)
    if cost > game.level(seat):
        raise Refused("level_short", cost=cost, level=game.level(seat))


def cost_of_joining(game: Game, play: Play) -> int:
    cost: int = joining_cost(game, ROLE_RULES[ROLE_OF[type(play)]].things(play))
    return cost


def join(game: Game, seat: Seat, action: Join, log: Log) -> None:
    assert game.playing is not None
    before = game.level(seat)
    pay_levels(game, seat, cost_of_joining(game, action.play))
    game.answers = {**game.answers, seat: "joined"}
    log.append(JoinedIn(seat, game.playing, before, game.level(seat)))
    playing_rules(game).carry_out(game, seat, action.play, log)


def take_intermezzo(game: Game, seat: Seat, action: Intermezzo, log: Log) -> None:
    assert game.playing is not None
    game.answers = {**game.answers, seat: "intermezzo"}
    log.append(IntermezzoTaken(seat, game.playing))


def answer_esperto(game: Game, seat: Seat, action: Appraise, log: Log) -> None:
    game.answers = {**game.answers, seat: "appraised" if action.accept else "declined"}
    esperto.answer(game, seat, action, log)


def may_be_asked(game: Game, seat: Seat) -> bool:
    """Whether a seat is asked about the role in play; only public facts count, so being asked tells nothing."""
    if game.playing in EMPLOYEES:
        player = game.players[seat]
        if player.closed or player.level < joining_cost(game, 1):
            return False
    asked: bool = playing_rules(game).may_be_asked(game, seat)
    return asked


def ask_next(game: Game) -> None:
    """The next in the queue who may still be asked decides; after the last one the role is done."""
    game.queue = tuple(seat for seat in game.queue if may_be_asked(game, seat))
    if game.queue:
        game.waiting = {game.queue[0]: "appraise" if game.playing == "esperto" else "join"}
        game.queue = game.queue[1:]
    else:
        game.playing = None


def ask_holder(game: Game, log: Log) -> None:
    """The first in budget order who has not closed decides; nobody is asked when the phase is over."""
    while (holder := initiative(game)) is not None:
        player = game.players[holder]
        if player.hired < ROLE_LIMIT[len(game.players)]:
            game.waiting = {holder: "act"}
            return
        close_for_round(game, holder, log, automatic=True)


def initiative(game: Game) -> Seat | None:
    """Who holds the initiative; None once no role is left, all have closed or the holder can pay none."""
    holder = next((seat for seat in game.order if not game.players[seat].closed), None)
    if holder is None or not game.roles:
        return None
    return holder if min(map(_fee, game.roles)) <= game.level(holder) else None


def _fee(role: Role) -> int:
    return FEES[role]
