"""Recorded games of every player count and option, replayed byte for byte.

They are transcripts of `opera-server simulate`. When the rules change on purpose, record them anew with

    .venv/bin/python tests/fixtures/games/record.py

and look at the difference: a game that changed without a reason shows a rule that changed without one.
"""

import gzip
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import msgspec
import pytest

from opera_rules.api import Map, Step, rules_of
from opera_rules.transcript import Moment, Recorder, read, replay

FOLDER = Path(__file__).parents[1] / "fixtures" / "games"
NAMES = sorted(path.name.removesuffix(".jsonl.gz") for path in FOLDER.glob("*.jsonl.gz"))


@cache
def lines_of(name: str) -> tuple[bytes, ...]:
    return tuple(gzip.decompress((FOLDER / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True))


def start_of(name: str) -> Map:
    start: Map = msgspec.json.decode(lines_of(name)[0])
    return start


def end_of(name: str) -> Map:
    end: Map = msgspec.json.decode(lines_of(name)[-1])
    return end


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_comes_out_byte_for_byte(name: str) -> None:
    """Its actions, played again from its seed, give every line as it was written."""
    assert tuple(played_again(name)) == lines_of(name)


def played_again(name: str) -> list[bytes]:
    transcript = read(lines_of(name))
    recorder = Recorder(transcript.rules, transcript.names, transcript.options, transcript.edition)
    lines: list[bytes] = []
    game: Any = None
    for moment in transcript.moments():
        game = moment.game
        lines.append(_line(recorder, moment))
    return [*lines, recorder.end(game, transcript.shuffle)]


def _line(recorder: Recorder, moment: Moment) -> bytes:
    step = Step(moment.game, moment.events)
    if moment.seat is None or moment.action is None:
        return recorder.start(step)
    return recorder.action(moment.seat, moment.action, step)


@pytest.mark.parametrize("name", NAMES)
def test_a_recorded_game_passes_the_check_for_strangers_files(name: str) -> None:
    summary = replay(lines_of(name))
    assert summary.actions == len(lines_of(name)) - 2


def test_every_player_count_and_option_is_recorded() -> None:
    starts = [start_of(name) for name in NAMES]
    tables = [(start["game"], len(start["players"]), start["options"]) for start in starts]
    for players, rounds, is_open in product(rules_of("opera").SEATS, (9, 7), (False, True)):
        assert ("opera", players, {"rounds": rounds, "open_screens": is_open}) in tables
    for players in rules_of("turandot").SEATS:
        assert ("turandot", players, {}) in tables


def test_another_edition_is_recorded() -> None:
    assert any("edition" in start_of(name) for name in NAMES)


def test_every_way_to_end_is_recorded() -> None:
    """A clear win and a tie in Opera; a win, a shared one and one of the silent hand in Turandot."""
    ends = {game: [end_of(name) for name in NAMES if start_of(name)["game"] == game] for game in ("opera", "turandot")}
    leads = [end["ranking"][0][1] - end["ranking"][1][1] for end in ends["opera"]]
    assert 0 in leads
    assert max(leads) > 0
    assert {min(len(end["winners"]), 2) for end in ends["turandot"]} == {0, 1, 2}
