"""Dismissal, turns 1 to 3: Puccini's holder names another player, who removes a director in the open."""

from opera_games.turandot.actions import Dismiss, Nominate
from opera_games.turandot.events import DirectorDismissed, PlayerNominated
from opera_games.turandot.words import LAST_DISMISSAL, Phase
from opera_rules.api import Log, Seat
from opera_rules.refusals import Refused
from opera_rules.turandot.state import Game


def ask_nomination(game: Game, log: Log) -> Phase | None:
    """Ask for a nomination; with two players the other one is named without asking."""
    if game.turn > LAST_DISMISSAL or game.nominated is not None:
        return None
    if game.silent is not None:
        game.nominated = 1 - game.puccini
        return None
    return "nominate"


def check_nomination(game: Game, seat: Seat, action: Nominate) -> None:
    """Refuse to nominate oneself or a seat that does not exist."""
    if action.seat not in range(len(game.players)):
        raise Refused("no_such_seat", seat=action.seat, highest=len(game.players) - 1)
    if action.seat == seat:
        raise Refused("nominate_self")


def possible_nominations(game: Game, seat: Seat) -> tuple[Nominate, ...]:
    return tuple(Nominate(other) for other in range(len(game.players)) if other != seat)


def nominate(game: Game, seat: Seat, action: Nominate, log: Log) -> None:
    game.nominated = action.seat
    log.append(PlayerNominated(seat, action.seat))


def ask_dismissal(game: Game, log: Log) -> Phase | None:
    return None if game.nominated is None else "dismiss"


def check_dismissal(game: Game, seat: Seat, action: Dismiss) -> None:
    """Refuse anything but one of the directors left."""
    if action.director not in game.directors:
        raise Refused("director_not_left", director=action.director, left=[*map(str, game.directors)])


def possible_dismissals(game: Game, seat: Seat) -> tuple[Dismiss, ...]:
    return tuple(Dismiss(director) for director in game.directors)


def dismiss(game: Game, seat: Seat, action: Dismiss, log: Log) -> None:
    game.directors = tuple(director for director in game.directors if director != action.director)
    game.dismissed = (*game.dismissed, action.director)
    game.nominated = None
    log.append(DirectorDismissed(seat, action.director))
