"""`opera-server replay`: a transcript is checked, and the first line that is wrong is named."""

import json
from operator import setitem
from pathlib import Path

import pytest
from support.cli.commands import complaint, invoke, run
from support.cli.transcripts import SEED, a_game, changed, record

BY_HAND = {"seed": SEED.hex(), "by_hand": True}


@pytest.fixture
def file(tmp_path: Path) -> Path:
    return tmp_path / "game.jsonl"


def write(file: Path, lines: list[bytes] | tuple[bytes, ...]) -> Path:
    file.write_bytes(b"".join(line.removesuffix(b"\n") + b"\n" for line in lines))
    return file


def test_a_transcript_that_holds_shows_its_ranking(file: Path) -> None:
    lines = a_game("opera", 3)
    result = run("replay", write(file, lines))
    assert (result.returncode, result.stderr) == (0, "")
    ranking = json.loads(lines[-1])["ranking"]
    names = ("Kate", "Peter", "Mark")
    told = result.stdout.splitlines()
    assert told[0] == f"Opera, actions: {len(lines) - 2}. Every line follows from the rules."
    expected = [[f"{place}.", names[seat], str(points)] for place, (seat, points) in enumerate(ranking, start=1)]
    assert [line.split() for line in told[2:5]] == expected
    assert told[5] == f"{names[ranking[0][0]]} wins."


def test_winners_of_turandot_are_told(file: Path) -> None:
    result = invoke("replay", write(file, a_game("turandot", 5)))
    assert result.exit_code == 0
    assert "win" in result.stdout.splitlines()[-1]


@pytest.mark.parametrize("command", ["replay", "verify"])
def test_what_was_taken_back_and_where_the_game_goes_on_from_is_told(file: Path, command: str) -> None:
    """Both commands say how many actions were left out, and of which table and moment the game is a continuation."""
    said = {"taken_back": 3, "from": {"table": "k7qf2m3a", "actions": 5, "dealt_at": "k7qf2m3a"}, "shuffle": BY_HAND}
    result = invoke(command, write(file, changed(a_game("turandot", 3), -1, lambda end: end.update(said))))
    assert result.exit_code == 0, result.output
    assert "Taken back during the game, with what bots did in answer: 3 actions." in result.stdout
    assert "goes on from an earlier one, table k7qf2m3a after 5 actions" in result.stdout
    lines = changed(a_game("turandot", 3), -1, lambda end: setitem(end, "shuffle", BY_HAND))
    straight = invoke(command, write(file, lines))
    assert "aken back" not in straight.stdout
    assert "earlier" not in straight.stdout


def test_an_abandoned_game_has_no_ranking(file: Path) -> None:
    result = invoke("replay", write(file, record("opera", 2, stop_after=3)))
    assert result.exit_code == 0
    assert "abandoned" in result.stdout


def test_the_first_line_that_differs_is_named_with_exit_code_1(file: Path) -> None:
    lines = changed(a_game("opera", 3), 5, lambda line: setitem(line["state"], "supply", 0))
    assert "Line 5 does not follow" in complaint(invoke("replay", write(file, lines)), exit_code=1)


def test_an_action_against_the_rules_is_explained(file: Path) -> None:
    lines = changed(a_game("opera", 3), 2, lambda line: setitem(line["action"], "amount", 11))
    told = complaint(invoke("replay", write(file, lines)), exit_code=1)
    assert "Line 2 is not allowed" in told
    assert "You can bid at most 10" in told


def test_a_transcript_that_this_program_cannot_judge_has_exit_code_2(file: Path) -> None:
    lines = changed(a_game("opera", 3), 1, lambda start: setitem(start, "format", 3))
    assert "format 3" in complaint(invoke("replay", write(file, lines)))
    lines = changed(a_game("opera", 3), 1, lambda start: setitem(start, "rules", 9))
    assert "version 9 of the rules of Opera" in complaint(invoke("replay", write(file, lines)))
    assert "cannot be read" in complaint(invoke("replay", file.parent / "none.jsonl"))
    assert "cannot be read" in complaint(invoke("replay", file.parent))


@pytest.mark.parametrize("content", [b"", b"\n", b"\x00\xff" * 100, b"{}", b'{"type":"start"}\n', b"[" * 5_000])
def test_any_other_file_is_no_transcript(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    complaint(invoke("replay", file), exit_code=1)
