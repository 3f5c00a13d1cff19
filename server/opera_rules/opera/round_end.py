"""What happens between the income and the next bids."""

from opera_rules.opera.events import ComposersRose, DucatsGranted, Log, PalazzoEmptied, RoundEnded
from opera_rules.opera.purse import earn
from opera_rules.opera.state import Game, no_pieces
from opera_rules.opera.supply import fill_offer
from opera_rules.opera.words import COMPOSERS, PALAZZO_PLACES, ROLES, Composer


def end_round(game: Game, log: Log) -> None:
    """The end of a round, in its order; after the last round only composers rise."""
    raise_composers(game, log)
    if game.round < game.rounds:
        renew_offer(game, log)
        return_roles(game)
        if len(game.palazzo) == PALAZZO_PLACES[len(game.players)]:
            log.append(PalazzoEmptied(game.empty_palazzo()))
        reopen(game, log)
    log.append(RoundEnded(game.round))


def staged_composers(game: Game) -> dict[Composer, int]:
    """How often each composer is on a stage; stocks and Palazzo do not count."""
    counts = no_pieces()
    for player in game.players:
        for house in player.houses.values():
            for composer in house.composers():
                counts[composer] += 1
    return counts


def most_staged(counts: dict[Composer, int]) -> tuple[Composer, ...]:
    """All composers with the highest count above 0."""
    highest = max(counts.values())
    return tuple(composer for composer, count in counts.items() if count == highest) if highest else ()


def risen(ladder: tuple[Composer, ...], movers: tuple[Composer, ...]) -> tuple[Composer, ...]:
    """All movers rise at once, from the highest down: each changes places with the composer above,
    unless that one is a mover that could not rise."""
    places = list(ladder)
    for at in range(len(places) - 1, -1, -1):
        above = at + 1
        if places[at] in movers and above < len(places) and places[above] not in movers:
            places[at], places[above] = places[above], places[at]
    return tuple(places)


def raise_composers(game: Game, log: Log) -> None:
    movers = most_staged(staged_composers(game))
    before = game.ladder
    game.ladder = risen(before, movers)
    rose = tuple(mover for mover in movers if game.ladder.index(mover) > before.index(mover))
    if movers:
        log.append(ComposersRose(movers, rose, game.ladder))


def renew_offer(game: Game, log: Log) -> None:
    game.put_on_discard(c for c in COMPOSERS for _ in range(game.offer[c]))
    fill_offer(game, log)


def return_roles(game: Game) -> None:
    game.roles = ROLES
    game.takers = {}
    for player in game.players:
        player.hired = 0


def reopen(game: Game, log: Log) -> None:
    """Pass discs return, and who stands on level 0 gets a ducat."""
    game.answers = {}
    for player in game.players:
        player.closed = False
    poor = tuple(seat for seat, player in enumerate(game.players) if player.level == 0)
    for seat in poor:
        earn(game, seat, 1)
    if poor:
        log.append(DucatsGranted(poor))
