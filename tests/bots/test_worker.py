"""The process that thinks: it keeps its time, and answers in the words of the wire."""

import io
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest
from support.rules.decisions import Decision, Table, decisions

from opera_bots import worker
from opera_bots.levels import LEVELS
from opera_bots.worker import Question, answer
from opera_games.catalog import GAMES
from opera_rules.api import rules_of, to_map

SEED = bytes(32)
SECONDS = 0.05


def first_decisions(game: str) -> Iterator[Decision]:
    """One decision of each kind."""
    seen = set()
    for made in decisions(Table(game, 3, {}), ("chorus",) * 3, SEED):
        kind = made.view.kind
        if kind not in seen:
            seen.add(kind)
            yield made


def question(made: Decision, level: str | None) -> Question:
    view = made.view
    events = [to_map(event) for event in view.events]
    asked = Question(view.game, view.seat, level, view.public, view.private, view.choices, events, SEED, SECONDS)
    return msgspec.msgpack.decode(msgspec.msgpack.encode(asked), type=Question)


class Clock:
    """Time that passes only when somebody looks at it, a millisecond each time."""

    def __init__(self) -> None:
        self.looks = 0

    def monotonic(self) -> float:
        self.looks += 1
        return self.looks / 1000


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("level", [*LEVELS, None])
def test_nobody_thinks_on_when_the_time_is_up(game: str, level: str | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """The first look that finds it up is the last, in every kind of decision."""
    for made in first_decisions(game):
        clock = Clock()
        monkeypatch.setattr(worker, "time", clock)
        answer(question(made, level))
        assert clock.looks <= 1000 * SECONDS + 2, made.view.kind


@pytest.mark.parametrize("game", GAMES)
def test_a_proposal_names_an_allowed_action_and_its_reasons(game: str) -> None:
    """Points are tenths; the next best, if there is one, is allowed too and another one."""
    rules = rules_of(game)
    for made in first_decisions(game):
        offers = rules.offers(made.game, made.view.seat)
        proposal = answer(question(made, None))
        assert set(proposal) == {"action", "points", "next", "gains", "reasons"}
        assert rules.read_action(proposal["action"]) in offers
        assert isinstance(proposal["points"], int)
        assert all(isinstance(gain, int) and gain for gain in proposal["gains"].values())
        if proposal["next"] is not None:
            assert rules.read_action(proposal["next"]["action"]) in offers
            assert proposal["next"]["action"] != proposal["action"]


def test_it_says_that_it_is_ready_and_answers_until_its_input_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each frame is a length of four bytes and msgpack."""
    made = next(first_decisions("turandot"))
    asked = msgspec.msgpack.encode(question(made, "random"))
    frames = talk(monkeypatch, (len(asked).to_bytes(4, "big") + asked) * 2)
    assert frames[0] == {}
    assert [frame["do"] for frame in frames[1:]] == ["offer", "offer"]


def talk(monkeypatch: pytest.MonkeyPatch, heard: bytes) -> list[Any]:
    """What the process says to this input."""
    said = io.BytesIO()
    monkeypatch.setattr("sys.argv", ["worker", "0"])
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(heard)))
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(said))
    worker.main()
    said.seek(0)
    frames = []
    while (frame := worker.read_frame(said)) is not None:
        frames.append(msgspec.msgpack.decode(frame))
    return frames
