"""What the diva of Turandot judges tables by: fitted to playouts, and the same file each time."""

import msgspec

from opera_bots.turandot.playouts.playing import fractions
from opera_bots.turandot.playouts.standing import FEATURES, fitted
from opera_games.turandot.words import SEATS, TURNS
from opera_lab.games import content_of_diva
from opera_lab.games.turandot_diva import Sample, chances, content, fit

FEW = 20


def test_the_same_seed_gives_the_same_weights_in_one_process_or_two() -> None:
    """Byte by byte, by the command's function too."""
    first = msgspec.json.encode(content(FEW, "a", "2026-11-18", 1))
    assert msgspec.json.encode(content_of_diva("turandot", FEW, "a", "2026-11-18", 2)) == first
    assert msgspec.json.encode(content(FEW, "b", "2026-11-18", 1)) != first


def test_every_stage_has_weights_for_all_figures() -> None:
    """Of each number of players after turns 1 to 6."""
    stages = fitted().stages
    assert len(stages) == len(SEATS) * (TURNS - 1)
    assert {len(weights) for weights in stages.values()} == {len(FEATURES)}


def test_weights_are_found_again() -> None:
    """A figure that decides who wins has the weight that the wins were drawn with; the others have little."""
    random, true = fractions(1), [1.0] + [0.0] * (len(FEATURES) - 1)
    samples = []
    for _ in range(1500):
        rows = [[random.random() * 4 for _ in FEATURES] for _ in range(2)]
        first_wins = random.random() < chances(true, rows)[0]
        samples.append(Sample("", rows, [float(first_wins), float(not first_wins)], 0.0))
    first, *others = fit(samples)
    assert abs(first - 1) < 0.2
    assert all(abs(weight) < 0.2 for weight in others)
