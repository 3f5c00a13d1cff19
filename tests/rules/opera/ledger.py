"""What must hold after every action of Opera, whatever was done: nothing appears and nothing is lost."""

from collections import Counter

from support.rules.opera_builder import COMPOSERS

from opera_games.opera.events import (
    BidsRevealed,
    Counted,
    DucatsGranted,
    IncomePaid,
    PartBuilt,
    PieceBought,
    PiecesAppraised,
    PieceSold,
)
from opera_rules.api import Event, Seat
from opera_rules.opera.state import Game, Player

FOURTEEN_EACH = dict.fromkeys(COMPOSERS, 14)


def check_step(before: Game, after: Game, events: tuple[Event, ...]) -> None:
    """All that must hold between two states and in the second one."""
    check_pieces(after)
    if after.parts is not before.parts:
        check_parts(after)
    for old, new in zip(before.players, after.players, strict=True):
        if new.houses is not old.houses:
            check_houses(after, new)
    check_budget(after)
    check_decisions(after)
    check_flows(before, after, events)


def check_pieces(game: Game) -> None:
    """Fourteen pieces of each composer, and one house piece per player."""
    total = dict(FOURTEEN_EACH)
    for composer in COMPOSERS:
        total[composer] = game.offer[composer] + game.discard[composer]
    assert min(*game.offer.values(), *game.discard.values()) >= 0
    everywhere: list[str] = [*game.supply, *game.palazzo, *game.century]
    for player in game.players:
        own: list[str | None] = [*player.stock]
        for house in player.houses.values():
            own += house.halls
        assert own.count("house") == 1
        everywhere += [piece for piece in own if piece and piece != "house"]
    for composer in COMPOSERS:
        total[composer] += everywhere.count(composer)
    assert total == FOURTEEN_EACH
    assert len(set(game.palazzo)) == len(game.palazzo) <= (4 if len(game.players) == 4 else 3)


def check_parts(game: Game) -> None:
    """What is built and what is left make what the box holds for this number of players."""
    built = Counter(part for player in game.players for house in player.houses.values() for part in house.parts)
    for part, left in game.parts.items():
        assert left >= 0
        assert left + built[part] == game.edition.plans[part].copies[len(game.players) - 2]


def check_houses(game: Game, player: Player) -> None:
    """As many halls as the parts have, the main part first, no composer twice, only open cities."""
    for city, house in player.houses.items():
        plans = [game.edition.plans[part] for part in house.parts]
        assert len(house.halls) == sum(plan.halls for plan in plans)
        assert [plan.wing for plan in plans] == sorted({plan.wing for plan in plans})
        assert plans[0].wing == "main"
        assert {plan.city for plan in plans} == {city}
        assert game.edition.episodes[city] <= game.episode
        staged = [piece for piece in house.halls if piece]
        assert len(set(staged)) == len(staged)


def check_budget(game: Game) -> None:
    """The order of play is a permutation of the seats with levels from 10 down to 0; nobody is in debt."""
    assert sorted(game.order) == list(range(len(game.players)))
    levels = [game.players[seat].level for seat in game.order]
    assert levels == sorted(levels, reverse=True)
    assert 0 <= levels[-1] <= levels[0] <= 10
    assert all(player.ducats >= 0 for player in game.players)


def check_decisions(game: Game) -> None:
    """Bids of all at once; else one seat is asked, and nobody twice."""
    kinds = set(game.waiting.values())
    if game.phase == "done":
        assert (game.waiting, game.queue, game.playing, game.bids) == ({}, (), None, {})
    elif game.phase == "bid":
        assert kinds == {"bid"}
        assert sorted([*game.waiting, *game.bids]) == list(range(len(game.players)))
        assert (game.queue, game.playing) == ((), None)
    else:
        ((seat, kind),) = game.waiting.items()
        assert kind in ("act", "join", "appraise")
        assert len({seat, *game.queue}) == 1 + len(game.queue)
        assert (game.playing is None) == (kind == "act")
        assert not game.bids
        assert game.playing or not game.queue


def check_flows(before: Game, after: Game, events: tuple[Event, ...]) -> None:
    """Purses and scores change by what the events tell, and by nothing else."""
    ducats = Counter({seat: player.ducats for seat, player in enumerate(before.players)})
    points = Counter({seat: player.points for seat, player in enumerate(before.players)})
    for event in events:
        for seat, amount in ducats_of(event):
            ducats[seat] += amount
        for seat, amount in points_of(event):
            points[seat] += amount
        if isinstance(event, Counted):
            assert points == event.points
    assert [ducats[seat] for seat in sorted(ducats)] == [player.ducats for player in after.players]
    assert [points[seat] for seat in sorted(points)] == [player.points for player in after.players]


def ducats_of(event: Event) -> list[tuple[Seat, int]]:
    """Who gets or pays how many ducats."""
    match event:
        case BidsRevealed():
            return [(seat, -amount) for seat, amount in event.bids.items()]
        case PieceBought() | PartBuilt():
            return [(event.seat, -event.ducats)]
        case PieceSold():
            return [(event.seat, event.ducats)]
        case IncomePaid():
            return [(seat, sum(cities.values())) for seat, cities in event.incomes.items()]
        case DucatsGranted():
            return [(seat, 1) for seat in event.seats]
    return []


def points_of(event: Event) -> list[tuple[Seat, int]]:
    """Who scores or loses how many points."""
    match event:
        case PartBuilt() | PieceSold() | PiecesAppraised():
            return [(event.seat, event.points)]
        case Counted():
            return [(seat, event.great[seat] + event.century[seat] + event.empty[seat]) for seat in event.points]
    return []
