"""Nothing hidden changes a single cell of a spectator's screen: tables that differ only in it look the same."""

from collections.abc import Awaitable, Callable, Iterator
from copy import deepcopy
from itertools import combinations
from typing import Any, NamedTuple

import pytest
from support.soaking import diagonal
from support.tui import opera_scenes, turandot_scenes
from support.tui.gallery import LOOKS, Hall, Picture, application, take
from support.tui.shell_app import LARGE, SMALL
from support.tui.turandot_views import moments

from opera_rules import opera, turandot
from opera_rules.api import to_map

Twins = tuple[Any, Any]
Show = Callable[..., Awaitable[Any]]
MOST = 3
"""How many pairs are looked at; `make soak` looks at all of them."""


def offers_in_secret() -> Iterator[Twins]:
    """Somebody has put as many cards face down, but other ones; not all have made their offer."""
    for moment in moments(5, 5):
        waiting = turandot.waiting(moment.game)
        if len(waiting) < 2 or moment.game.phase != "offer":
            continue
        made = [
            turandot.apply(moment.game, moment.seat, offer).game for offer in turandot.offers(moment.game, moment.seat)
        ]
        known = [(to_map(turandot.public(game)), turandot.private(game, moment.seat), game) for game in made]
        yield next(
            (one[-1], other[-1]) for one, other in combinations(known, 2) if one[0] == other[0] and one[1] != other[1]
        )


def screens_with_other_things() -> Iterator[Twins]:
    """Other ducats, other pieces in the stock, and another bid behind the screens."""
    for moment in opera_scenes.game_played()[::7]:
        game = deepcopy(moment.game)
        for player in game.players:
            player.ducats += 5
            player.stock = tuple("wagner" if piece == "verdi" else "verdi" for piece in player.stock)
        game.bids = {seat: bid + 1 for seat, bid in game.bids.items()}
        if any(player.stock for player in game.players):
            yield moment.game, game


async def cells(hall: Hall, show: Show, game: Any, tabs: str) -> list[Picture]:
    """Everything that a spectator can bring to the screen."""
    await show(hall, game, None)
    taken = [take(hall.app)]
    for tab in tabs:
        await hall.press(tab)
        taken.append(take(hall.app))
    await hall.clear()
    return taken


class Secrets(NamedTuple):
    """How a game hides something: pairs of states, the screen and its tabs, and what a seat knows."""

    twins: Callable[[], Iterator[Twins]]
    show: Show
    tabs: str
    private: Callable[[Any, int], Any]


SECRETS = {
    "turandot": Secrets(offers_in_secret, turandot_scenes.show, "odgu", turandot.private),
    "opera": Secrets(screens_with_other_things, opera_scenes.show, "ogb", opera.private),
}


@pytest.mark.parametrize(("game", "size"), diagonal(SECRETS, [SMALL, LARGE]))
async def test_tables_that_differ_only_in_hidden_things_look_the_same(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await check_cells(SECRETS[game], size, MOST, monkeypatch)


@pytest.mark.soak
@pytest.mark.limit(1800)
@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize("game", SECRETS)
async def test_many_more_tables_that_differ_only_in_hidden_things_look_the_same(
    game: str, size: tuple[int, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    await check_cells(SECRETS[game], size, 1000, monkeypatch)


async def check_cells(secrets: Secrets, size: tuple[int, int], most: int, monkeypatch: pytest.MonkeyPatch) -> None:
    app = application(LOOKS["gala"], monkeypatch)
    async with app.run_test(size=size) as pilot:
        hall = Hall(app, pilot, [size])
        pairs = list(secrets.twins())
        for one, other in pairs[:: max(1, len(pairs) // most)]:
            assert any(secrets.private(one, seat) != secrets.private(other, seat) for seat in range(len(one.players)))
            seen = [await cells(hall, secrets.show, game, secrets.tabs) for game in (one, other)]
            assert seen[0] == seen[1]
