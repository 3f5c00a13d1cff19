"""The contract's formulas hold: diffs, fingerprints, fair seeds and every draw of chance, recomputed from the page."""

import json
from hashlib import sha256
from typing import Any

from support.contract.readme import blocks, examples, page

from opera_lab.self_play import seed_of_game
from opera_protocol.local.address import SERVICE
from opera_protocol.local.ready import Ready, read_ready
from opera_protocol.wire import shuffle
from opera_protocol.wire.diff import diff, patch
from opera_protocol.wire.keys import fingerprint
from opera_rules.api import rules_of
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in


def test_diffs_are_as_shown() -> None:
    for block in blocks("diff-example"):
        old, new, change = map(json.loads, block.splitlines())
        assert patch(old, change) == new
        assert diff(old, new) == change


def test_fingerprint_and_ready_line() -> None:
    (shown,) = examples("fingerprint")
    assert fingerprint(shown["key"]) == shown["fingerprint"]
    (line,) = blocks("ready")
    assert isinstance(read_ready(line.encode()), Ready)
    assert f"`{SERVICE}`" in page()


def test_the_seed_follows_from_secret_and_contributions() -> None:
    (shown,) = examples("shuffle")
    hashes = shown.pop("hashes")
    given = {int(seat): bytes.fromhex(content) for seat, content in shown["contributions"].items()}
    assert shuffle.proof_of(bytes.fromhex(shown["secret"]), given) == shown
    assert hashes == {str(seat): shuffle.digest_of(content).hex() for seat, content in given.items()}
    by_hand = b"opera-seed-1" + bytes.fromhex(shown["secret"]) + given[0] + given[2]
    assert sha256(by_hand).hexdigest() == shown["seed"]


def test_draws_and_shuffles() -> None:
    (shown,) = examples("chance")
    seed = shown["seed"]
    assert sha256(seed + bytes(8)).hexdigest() == shown["first_hash"]
    chance = Chance(seed)
    assert [[below, chance.below(below)] for below, _ in shown["draws_below"]] == shown["draws_below"]
    assert Chance(seed).shuffled(shown["things"]) == shown["shuffled"]


def below(seed: bytes, k: int, n: int) -> tuple[int, int]:
    """The page's draw, written from the page; the number and the next k."""
    while True:
        x = int.from_bytes(sha256(seed + k.to_bytes(8, "big")).digest(), "big")
        k += 1
        if x < 2**256 - 2**256 % n:
            return x % n, k


def shuffled(seed: bytes, k: int, things: list[Any]) -> tuple[list[Any], int]:
    for place in range(len(things) - 1, 0, -1):
        other, k = below(seed, k, place + 1)
        things[place], things[other] = things[other], things[place]
    return things, k


def test_the_setup_of_opera_draw_by_draw() -> None:
    """As the page tells it, without the rules."""
    composers = ["monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner"]
    shown = next(example for example in examples("setup") if example["game"] == "opera")
    for players, number in [(2, 0), (2, 1), (2, 2), (3, 0), (3, 7), (4, 1), (4, 2), (4, 3)]:
        seed = shown["seed"] if (players, number) == (3, 0) else bytes([number]) * 32
        told = opera_setup(composers, seed, players)
        game = rules_of("opera").new_game(players, {}, built_in("opera"), seed).game
        offer = {composer: pieces for composer, pieces in game.offer.items() if pieces}
        assert told == (list(game.ladder), offer, list(game.century), list(game.order), game.draws)
        if seed == shown["seed"]:
            assert told == tuple(shown[key] for key in ("ladder", "offer", "century", "order", "draws"))


def opera_setup(composers: list[str], seed: bytes, players: int) -> tuple[Any, ...]:
    ladder, k = shuffled(seed, 0, list(composers))
    supply, k = shuffled(seed, k, [composer for composer in composers for _ in range(14)])
    most, size = (2 if players == 2 else 3), {2: 5, 3: 7, 4: 9}[players]
    offer: list[str] = []
    aside: list[str] = []
    while len(offer) < size:
        piece = supply.pop()
        (offer if offer.count(piece) < most else aside).append(piece)
    if aside:
        supply, k = shuffled(seed, k, sorted(supply + aside, key=composers.index))
    century: list[str] = []
    aside = []
    while len(century) < 3:
        piece = supply.pop()
        (aside if piece in century else century).append(piece)
    if aside:
        supply, k = shuffled(seed, k, sorted(supply + aside, key=composers.index))
    first, k = below(seed, k, players)
    order = [(first + place) % players for place in range(players)]
    return ladder, {piece: offer.count(piece) for piece in composers if piece in offer}, century, order, k


def test_the_setup_of_turandot_draw_by_draw() -> None:
    shown = next(example for example in examples("setup") if example["game"] == "turandot")
    singers = [singer["id"] for singer in built_in("turandot").source["singers"]]
    deck, k = shuffled(shown["seed"], 0, singers)
    puccini, k = below(shown["seed"], k, shown["players"])
    lineup = {str(number): deck[-number] for number in range(1, shown["players"] + 2)}
    assert (puccini, lineup, k) == (shown["puccini"], shown["lineup"], shown["draws"])
    game = rules_of("turandot").new_game(shown["players"], {}, built_in("turandot"), shown["seed"]).game
    assert (game.puccini, game.draws) == (puccini, k)
    assert {str(number): singer.id for number, singer in game.lineup.items()} == lineup


def test_seeds_of_series_and_bots() -> None:
    (series,), (derived,) = examples("series"), examples("derive")
    assert seed_of_game(series["typed"], series["game"]).hex() == series["seed"]
    assert derive(derived["seed"], *derived["labels"]).hex() == derived["derived"]
