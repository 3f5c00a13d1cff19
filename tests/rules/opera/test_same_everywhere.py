"""The same seed and the same actions give the same game, in every process."""

import os
import subprocess
import sys

import pytest

PLAY = """
import json
from hashlib import sha256

from opera_rules.api import to_map
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_rules.opera import apply, new_game, offers, write_action, write_state

digest = sha256()
for players in (2, 3, 4):
    for rounds in (7, 9):
        seed = derive(bytes(32), "same", players, rounds)
        game, events = new_game(players, {"rounds": rounds}, built_in("opera"), seed)
        chance = Chance(derive(seed, "play"))
        while game.waiting:
            seat = chance.choice(list(game.waiting))
            action = offers(game, seat).sample(chance)
            game, events = apply(game, seat, action)
            step = [write_action(action), [to_map(event) for event in events], write_state(game), game.draws]
            digest.update(json.dumps(step).encode())
print(digest.hexdigest())
"""


def digest_of_games(hash_seed: str) -> str:
    """All states of six random games as one number, computed by another process."""
    done = subprocess.run(
        [sys.executable, "-c", PLAY],
        env={**os.environ, "PYTHONHASHSEED": hash_seed},
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )
    return done.stdout.strip()


def test_a_game_does_not_depend_on_the_hash_seed() -> None:
    """Every state, event and action is the same, byte for byte."""
    assert digest_of_games("1") == digest_of_games("4242") == digest_of_games("random")


@pytest.mark.parametrize("hash_seed", ["0", "7"])
def test_a_game_is_the_same_in_this_process(hash_seed: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever else was loaded and played here before."""
    exec(PLAY, {})
    assert capsys.readouterr().out.strip() == digest_of_games(hash_seed)
