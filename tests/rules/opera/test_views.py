"""What players are shown and told beforehand: documents, choices, previews, imagined states and best layouts."""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from support.rules.opera_builder import THREE_WINGS, a_game
from support.soaking import soak_seed, soak_size

from opera_games.opera.actions import Bid, Esperto, Hire, Impresario, Join, Maestro, Play, Signora
from opera_games.opera.words import FEES
from opera_rules import opera
from opera_rules.api import Action, Event, to_map
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera.edition import Edition
from opera_rules.opera.phases.scoring import count, great_hall_points, income
from opera_rules.opera.roles import ROLE_RULES
from opera_rules.opera.roles.impresario import random_layout
from opera_rules.opera.state import Game
from opera_rules.opera.views.choices import pictured
from opera_rules.opera.views.figures import order_of_play
from opera_rules.opera.views.layouts import counting_of, income_of
from opera_rules.refusals import Refused, refusal_of

GAMES = 1
SOAK_GAMES = 40
TABLES = [
    pytest.param(players, {"rounds": rounds, "open_screens": screens}, id=f"{players}-{rounds}{'-open' * screens}")
    for players in (2, 3, 4)
    for rounds, screens in ((9, False), (9, True), (7, False))
]
EACH_TABLE = pytest.mark.parametrize(("players", "options"), TABLES)


class Decision(NamedTuple):
    """A moment of a random game: somebody is asked, and answers."""

    game: Game
    seat: int
    action: Action
    events: list[Event]


def decisions(players: int, options: dict[str, Any], seed: bytes, edition: Edition) -> Iterator[Decision]:
    """Every decision of a random game, in which everybody is rich so that much is possible."""
    game, opening = opera.new_game(players, options, edition, seed)
    events = list(opening)
    chance = Chance(derive(seed, "views"))
    while game.waiting:
        seat = chance.choice(list(game.waiting))
        action = opera.offers(game, seat).sample(chance)
        yield Decision(game, seat, action, events)
        game, more = opera.apply(game, seat, action)
        events += more


def everything_seen(game: Game, seat: int) -> tuple[Any, ...]:
    """All that a seat is shown, offered and told beforehand."""
    offered = list(opera.offers(game, seat))
    previews = [opera.preview(game, seat, action) for action in offered[:20]]
    return opera.public(game), opera.private(game, seat), opera.choices(game, seat), offered, previews


def check_imagined(now: Decision) -> None:
    """Every seat that has to decide could be in the state it imagines."""
    public, private = opera.public(now.game), opera.private(now.game, now.seat)
    imagined = opera.imagine(public, private, now.events, b"any seed")
    assert opera.public(imagined) == public
    assert opera.private(imagined, now.seat) == private
    assert opera.choices(imagined, now.seat) == opera.choices(now.game, now.seat)
    assert list(opera.offers(imagined, now.seat)) == list(opera.offers(now.game, now.seat))
    assert [player.ducats for player in imagined.players] == [player.ducats for player in now.game.players]
    assert [player.stock for player in imagined.players] == [player.stock for player in now.game.players]


def check_sealed(now: Decision) -> None:
    """A bid that is not the last says nothing to the others but that it was made."""
    if not isinstance(now.action, Bid) or len(now.game.waiting) == 1:
        return
    bids = list(opera.offers(now.game, now.seat))
    (one, events), (other, other_events) = (opera.apply(now.game, now.seat, bid) for bid in (bids[0], bids[-1]))
    assert opera.visible(events, None) == opera.visible(other_events, None)
    for seat in range(len(now.game.players)):
        if seat != now.seat:
            assert everything_seen(one, seat) == everything_seen(other, seat)


def check_screens(now: Decision) -> None:
    """What stands behind a rival's screen changes nothing for anybody else."""
    rival = (now.seat + 1) % len(now.game.players)
    if now.game.open_screens or rival in now.game.waiting:
        return
    changed = now.game.copy()
    changed.players[rival].ducats += 7
    changed.players[rival].stock = tuple("mozart" for _ in changed.players[rival].stock)
    assert everything_seen(changed, now.seat) == everything_seen(now.game, now.seat)


def check_preview(now: Decision) -> None:
    """Where nothing hidden and no chance is involved, what was foreseen is what happens."""
    foreseen = to_map(opera.preview(now.game, now.seat, now.action))
    assert foreseen["refusal"] is None
    after = opera.apply(now.game, now.seat, now.action).game
    if isinstance(now.action, Bid) or after.round != now.game.round or after.phase != now.game.phase:
        return
    me = after.players[now.seat]
    assert foreseen["level"] == [now.game.level(now.seat), me.level]
    assert foreseen["order"] == to_map(order_of_play(after))
    assert foreseen["ducats"][1] == me.ducats
    assert foreseen["points"][1] == me.points
    assert foreseen["stock"] == list(me.stock)
    assert foreseen["ladder"] == list(after.ladder)
    for seat in range(len(after.players)):
        assert foreseen["income"][str(seat)][1] == sum(income(after, seat).values())
        assert foreseen["counting"][str(seat)][1] == count(after, seat).total


def check_choices(now: Decision) -> None:
    """A role's row is allowed exactly if it can be hired somehow; a refusal is the one that hiring would get."""
    choices = to_map(opera.choices(now.game, now.seat))
    assert choices["kind"] == now.game.waiting[now.seat]
    if choices["kind"] == "bid":
        assert [row["amount"] for row in choices["rows"]] == [
            bid.amount for bid in opera.offers(now.game, now.seat) if isinstance(bid, Bid)
        ]
    if choices["kind"] != "act":
        return
    hired = {opera.write_action(action).get("role") for action in opera.offers(now.game, now.seat)}
    for row in choices["rows"]:
        assert ("refusal" not in row) == (row["role"] in hired)
        assert (row["role"] in choices["boxes"]) == (row["role"] in hired)


def check_helpful_roles(now: Decision) -> None:
    """A bid names exactly the roles that its level pays for and that would help with the ducats left."""
    if now.game.waiting[now.seat] != "bid":
        return
    is_last_round = now.game.round == now.game.rounds
    for row in to_map(opera.choices(now.game, now.seat))["rows"]:
        after = pictured(now.game, now.seat, Bid(row["amount"]))
        helpful = {
            role
            for role, rules in ROLE_RULES.items()
            if FEES[role] <= after.level(now.seat)
            and not refusal_of(rules.check_hire, after, now.seat)
            and rules.prospect(after, now.seat).helps(is_last_round=is_last_round)
        }
        assert {*row["roles"], *row["instead"]} == helpful


def check_boxes(now: Decision) -> None:
    """Income and counting in the boxes of Signora, Esperto and Maestro are those that the preview has."""
    if now.game.waiting[now.seat] != "act":
        return
    boxes = to_map(opera.choices(now.game, now.seat))["boxes"]
    seat = str(now.seat)
    for sale in boxes.get("signora", {"rows": ()})["rows"]:
        for row in sale["sources"] if "refusal" not in sale else ():
            foreseen = previewed(now, Signora(sale["piece"], row["source"], "ducats"))
            assert (row["income"], row["counting"]) == (foreseen["income"][seat], foreseen["counting"][seat])
    for row in boxes.get("esperto", {"rows": ()})["rows"]:
        if "refusal" not in row:
            foreseen = previewed(now, Esperto(row["city"]))
            assert (row["income"], row["counting"]) == (foreseen["income"][seat], foreseen["counting"][seat])
    for row in boxes.get("maestro", {"rows": ()})["rows"]:
        if "refusal" not in row:
            assert row["income"] == previewed(now, Maestro(row["city"]))["income"]


def previewed(now: Decision, play: Play) -> Any:
    return to_map(opera.preview(now.game, now.seat, Hire(play)))


def check_arranged(now: Decision) -> None:
    """The layout for a goal is allowed, and no random layout is better."""
    if not isinstance(now.action, Hire | Join) or not isinstance(now.action.play, Impresario):
        return
    buy = now.action.play.buy
    points, doubled = great_hall_points(now.game), now.game.pawns["maestro"]
    other: dict[str, tuple[str | None, ...]] = {
        str(city): halls for city, halls in random_layout(now.game, now.seat, buy, Chance(b"any")).items()
    }
    most_income = opera.arrange(now.game, now.seat, buy, "income")
    most_points = opera.arrange(now.game, now.seat, buy, "counting")
    for layout in (most_income, most_points):
        assert type(now.action)(Impresario(buy, layout)) in opera.offers(now.game, now.seat)
    by_city: dict[str, tuple[str | None, ...]] = {str(city): halls for city, halls in most_income.items()}
    assert income_of(by_city, doubled) >= income_of(other, doubled)
    by_city = {str(city): halls for city, halls in most_points.items()}
    assert counting_of(by_city, points) >= counting_of(other, points)


def check_game(players: int, options: dict[str, Any], seed: bytes, edition: Edition) -> None:
    for number, now in enumerate(decisions(players, options, seed, edition)):
        check_imagined(now)
        check_preview(now)
        if number % 3 == 0:
            check_sealed(now)
            check_screens(now)
            check_choices(now)
            check_helpful_roles(now)
            check_boxes(now)
            check_arranged(now)


@EACH_TABLE
def test_what_is_shown_holds_at_every_decision(players: int, options: dict[str, Any]) -> None:
    """Imagined states, sealed bids, screens, previews, choices and layouts, all along random games."""
    for number in range(GAMES):
        check_game(players, options, derive(bytes(32), "views", players, number), built_in("opera"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_what_is_shown_holds_in_an_edition_with_a_third_wing(players: int) -> None:
    """The same in a short game with `wing_c`."""
    check_game(players, {"rounds": 7}, derive(bytes(32), "three wings", players), THREE_WINGS)


@pytest.mark.soak
@EACH_TABLE
def test_what_is_shown_holds_in_many_more_games(players: int, options: dict[str, Any]) -> None:
    """The same with a seed that is printed."""
    seed, games = soak_seed(), soak_size(SOAK_GAMES)
    for number in range(games):
        check_game(players, options, derive(seed.encode(), "views", players, number), built_in("opera"))
    print(f"{games} games")


def test_a_layout_with_a_composer_twice_is_refused_and_still_has_figures() -> None:
    """A player sees what an arrangement would bring while it is not allowed yet."""
    game = a_game(3).staged(0, "wien", "verdi", None).with_stock(0, "verdi").with_levels(5, 0, 0).acting()
    layout = {"venezia": ("house",), "wien": ("verdi", "verdi")}
    twice = Hire(Impresario((), layout))  # type: ignore[arg-type]
    preview = to_map(opera.preview(game, 0, twice))
    assert preview["refusal"] == {"code": "composer_twice", "composer": "verdi", "city": "wien"}
    assert preview["income"]["0"] == [2, 4]
    with pytest.raises(Refused):
        opera.apply(game, 0, twice)


def test_screens_are_closed_unless_the_table_opens_them() -> None:
    """Ducats and stocks are in the public document only with open screens; their size always is."""
    closed = opera.new_game(2, {}, built_in("opera"), bytes(32)).game
    opened = opera.new_game(2, {"open_screens": True}, built_in("opera"), bytes(32)).game
    assert all("ducats" not in player and "stock" not in player for player in to_map(opera.public(closed))["players"])
    assert all("ducats" in player and "stock" in player for player in to_map(opera.public(opened))["players"])
    assert all(player["stock_size"] == 0 for player in to_map(opera.public(closed))["players"])


def test_an_event_that_is_not_listed_is_shown_to_nobody() -> None:
    """What may be heard of is named; everything else is closed."""

    class Secret(Event, frozen=True, tag="secret"):
        seat: int

    assert opera.visible([Secret(0)], 0) == ()


def test_without_the_beginning_a_seat_imagines_any_purse_and_stock() -> None:
    """Who has not heard the first events cannot have kept count, but still sees how many pieces there are."""
    game = a_game(3).with_stock(1, "verdi", "mozart").with_levels(5, 0, 0).acting()
    public, private = opera.public(game), opera.private(game, 0)
    imagined = opera.imagine(public, private, (), b"some seed")
    assert opera.public(imagined) == public
    assert len(imagined.players[1].stock) == 2


def test_arranging_keeps_the_house_piece_on_a_stage_where_nothing_is_lost() -> None:
    """It is never sold, the composer's piece that stays in the stock instead may be."""
    game = a_game(3).staged(0, "wien", "wagner", None).with_stock(0, "handel", "house").staged(0, "venezia", "verdi")
    layout = opera.arrange(game.acting(), 0, (), "income")
    assert layout["wien"] == ("wagner", "house")
