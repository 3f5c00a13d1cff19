"""Nothing hidden changes a single cell of a spectator's screen: tables that differ only in it look the same."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from copy import deepcopy
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from support import tui_opera_scenes, tui_turandot_scenes
from support.tui_gallery import LOOKS, Hall, Picture, application, take
from support.tui_shell_app import LARGE, SMALL, use_folders
from support.tui_turandot_views import moments

from opera_rules import opera, turandot
from opera_rules.api import to_map

Twins = tuple[Any, Any]
Show = Callable[..., Awaitable[Any]]
MOST = 6
"""How many pairs are looked at."""


@pytest.fixture(autouse=True)
def _own_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_folders(monkeypatch, tmp_path)


def offers_in_secret() -> Iterator[Twins]:
    """Somebody has put as many cards face down, but other ones; not all have made their offer."""
    for moment in moments(5, 5):
        waiting = turandot.waiting(moment.game)
        if len(waiting) < 2 or moment.game.phase != "offer":
            continue
        made = [
            turandot.apply(moment.game, moment.seat, offer).game for offer in turandot.offers(moment.game, moment.seat)
        ]
        alike = [
            pair
            for pair in combinations(made, 2)
            if to_map(turandot.public(pair[0])) == to_map(turandot.public(pair[1]))
        ]
        yield next(
            pair for pair in alike if turandot.private(pair[0], moment.seat) != turandot.private(pair[1], moment.seat)
        )


def screens_with_other_things() -> Iterator[Twins]:
    """Other ducats, other pieces in the stock, and another bid behind the screens."""
    for moment in tui_opera_scenes.game_played()[::7]:
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


@pytest.mark.parametrize("size", [SMALL, LARGE])
@pytest.mark.parametrize(
    ("twins", "show", "tabs", "private"),
    [
        (offers_in_secret, tui_turandot_scenes.show, "odgu", turandot.private),
        (screens_with_other_things, tui_opera_scenes.show, "ogb", opera.private),
    ],
    ids=["turandot", "opera"],
)
def test_tables_that_differ_only_in_hidden_things_look_the_same(
    twins: Callable[[], Iterator[Twins]],
    show: Show,
    tabs: str,
    private: Callable[[Any, int], Any],
    size: tuple[int, int],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def test() -> None:
        app = application(LOOKS["dark"], monkeypatch)
        async with app.run_test(size=size) as pilot:
            hall = Hall(app, pilot, [size])
            pairs = list(twins())
            for one, other in pairs[:: max(1, len(pairs) // MOST)]:
                assert any(private(one, seat) != private(other, seat) for seat in range(len(one.players)))
                assert await cells(hall, show, one, tabs) == await cells(hall, show, other, tabs)

    asyncio.run(test())
