"""`opera-server tune`: weights that anybody can make again."""

import json
from pathlib import Path
from typing import Any

import pytest
from support.cli.commands import complaint, invoke, run

from opera_bots.levels import bot_of
from opera_bots.opera import evaluation as evaluation_opera
from opera_bots.turandot import evaluation as evaluation_turandot
from opera_bots.weights import weights_content, weights_file
from opera_lab.games import module_of
from opera_lab.regression import Sample
from opera_lab.self_play import GameSetup, play, seed_of_game
from opera_lab.tune import (
    GameSamples,
    Plan,
    TrainingGame,
    collect_samples,
    exploring,
    fewest_games,
    fit_stages,
    play_pass,
    training_games,
)
from opera_rules.api import rules_of

TUNE = ("tune", "turandot", "--games", str(fewest_games("turandot")), "--seed", "a", "--date", "2026-11-16")
EVALUATIONS = {"opera": evaluation_opera, "turandot": evaluation_turandot}


def made(path: Path, *arguments: str | Path) -> Any:
    done = invoke(*arguments, "--out", path, "--jobs", "1")
    assert done.exit_code == 0, done.output
    return json.loads(path.read_bytes())


def test_the_same_seed_and_date_give_the_same_bytes_whatever_the_processes(tmp_path: Path) -> None:
    """In two passes, so that the second one plays by the weights of the first wherever it is played."""
    made(tmp_path / "here.json", *TUNE)
    there = run(*TUNE, "--out", tmp_path / "there.json", "--jobs", "2", env={"PYTHONHASHSEED": "7"})
    assert (there.returncode, there.stderr) == (0, "")
    assert (tmp_path / "here.json").read_bytes() == (tmp_path / "there.json").read_bytes()


def test_the_file_says_how_it_came_about(tmp_path: Path) -> None:
    content = made(tmp_path / "weights.json", *TUNE, "--bots", "random")
    told = {name: content[name] for name in ("game", "date", "games", "seed", "bots", "explore")}
    assert told == {
        "game": "turandot",
        "date": "2026-11-16",
        "games": 20,
        "seed": "a",
        "bots": ["random"],
        "explore": 0.1,
    }
    assert set(content["figures"]) == set(content["stages"])
    for figures in content["figures"].values():
        assert figures["samples"] == 4 * figures["held_out"] > 0


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_the_built_in_file_has_every_stage_that_games_go_through(game: str) -> None:
    """For all numbers of players and all variants; and a weight for each feature."""
    content, evaluation = weights_content(game), EVALUATIONS[game]
    assert content["features"] == list(evaluation.FEATURES)
    for variant in module_of(game).VARIANTS:
        for players in rules_of(game).SEATS:
            setup = GameSetup(game, ("random",) * players, variant)
            for move in play(setup, seed_of_game("stages", players)):
                stage = evaluation.stage(move.step.game)
                assert stage is None or len(content["stages"][stage]["weights"]) == len(evaluation.FEATURES)


@pytest.mark.parametrize(("game", "states"), [("turandot", 7), ("opera", 9)])
def test_every_seat_gives_a_sample_at_each_state_of_a_stage_with_its_final_points(game: str, states: int) -> None:
    """The beginning of each turn or round."""
    setup = GameSetup(game, ("random",) * 3, {})
    *_, last = play(setup, bytes(32), [exploring(bot_of("random"), 0.0)] * 3)
    learned = collect_samples(TrainingGame(setup, bytes(32), 0, 0.0))
    outcome = setup.rules.outcome(last.step.game)
    assert outcome is not None
    points = dict(outcome["ranking"])
    targets = [sample.target for samples in learned.samples.values() for sample in samples]
    assert targets == [points[seat] for seat in range(3)] * states


def test_a_share_of_decisions_is_made_at_random() -> None:
    setup = GameSetup("turandot", ("chorus",) * 3, {})
    games = {
        share: [move.action for move in play(setup, bytes(32), [exploring(bot_of("chorus"), share)] * 3)]
        for share in (0.0, 0.3, 1.0)
    }
    assert games[0.0] == [move.action for move in play(setup, bytes(32))]
    assert games[1.0] == [move.action for move in play(setup._replace(levels=("random",) * 3), bytes(32))]
    assert games[0.0] != games[0.3] != games[1.0]


def test_every_pass_has_games_of_its_own() -> None:
    plan = Plan("opera", "a", 12, ("chorus", "soloist"), 0.1)
    first, second = training_games(plan, 0), training_games(plan, 1)
    assert {game.setup.levels[0] for game in first} == {"chorus"}
    assert {game.setup.levels[0] for game in second} == {"soloist"}
    assert not {game.seed for game in first} & {game.seed for game in second}
    tables = {(len(game.setup.levels), game.setup.options["rounds"]) for game in first}
    assert tables == {(players, rounds) for players in (2, 3, 4) for rounds in (9, 7)}


def test_a_pass_plays_by_the_weights_it_is_given() -> None:
    """By the built-in ones it plays as without any, by others otherwise; this process keeps its own."""
    plan = Plan("turandot", "a", 2, ("soloist",), 0.0)
    built_in = weights_content("turandot")
    careless = {
        **built_in,
        "stages": {stage: {**row, "weights": [0.0] * len(row["weights"])} for stage, row in built_in["stages"].items()},
    }
    usual, same, other = (list(play_pass(plan, 0, weights, jobs=1)) for weights in (None, built_in, careless))
    assert usual == same != other
    assert weights_content("turandot") == built_in


def test_quality_is_measured_on_games_that_were_left_out() -> None:
    """Games that taught nothing but nonsense are no excuse for those that were held out."""
    straight = [GameSamples(number, {"s": [Sample((float(x),), float(x)) for x in range(9)]}) for number in range(5)]
    good = fit_stages(straight).figures["s"]
    crooked = [game if game.number == 4 else _mirrored(game) for game in straight]
    bad = fit_stages(crooked).figures["s"]
    assert good["r2"] > 0.9
    assert bad["r2"] < 0


def _mirrored(game: GameSamples) -> GameSamples:
    samples = [Sample(sample.features, -sample.target) for sample in game.samples["s"]]
    return GameSamples(game.number, {"s": samples})


def test_nothing_is_overwritten_unless_asked(tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    kept.write_text("mine", "utf-8")
    assert "--replace overwrites it" in complaint(invoke(*TUNE, "--out", kept))
    assert kept.read_text("utf-8") == "mine"
    assert made(kept, *TUNE, "--bots", "random", "--replace")["game"] == "turandot"


def test_bad_input_ends_with_a_sentence_before_anything_is_played(tmp_path: Path) -> None:
    out = ("--out", str(tmp_path / "weights.json"))
    assert str(weights_file("turandot")) in complaint(invoke(*TUNE))
    assert "At least 30 games" in complaint(invoke("tune", "opera", "--games", "29", *out))
    assert "no date" in complaint(invoke(*TUNE, "--date", "yesterday", *out))
    assert "no level “tenor”" in complaint(invoke(*TUNE, "--bots", "chorus,tenor", *out))
    assert "cannot be written" in complaint(invoke(*TUNE, "--out", tmp_path / "none" / "weights.json"))
    assert not list(tmp_path.iterdir())
