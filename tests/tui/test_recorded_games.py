"""The proof that nothing is missed: games of the real program in a real terminal at 80x24 and pace 0.6.

Every action of every player stands in frames of its own before the next one is told, and while a frame tells it, the
board is the one after exactly this action: it is never ahead of the box.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from support.soaking import soak_seed
from support.tui.recording import (
    VIEWS,
    Frame,
    Happened,
    Recorder,
    happened,
    opera_keys,
    told_as,
    turandot_keys,
)

from opera_rules.api import rules_of
from opera_rules.editions import built_in

PACE = 0.6
KEYS = {"opera": opera_keys, "turandot": turandot_keys}


class Told(NamedTuple):
    """A step, its text or the title of its box, and the frames that told it."""

    step: Happened
    text: str
    frames: list[Frame]
    until: float
    """When the box told something else."""
    earlier: list[list[str]]
    """The boards before it, which the picture may still be about to replace."""

    @property
    def seconds(self) -> float:
        return self.until - self.frames[0].at


def recorded(folder: Path, game: str, seed: str, is_enough: str) -> list[Frame]:
    """Play until a text is on the screen."""
    arguments = ("play", "--new", "--game", game, "--players", "3", "--level", "chorus", "--seed", seed)
    with Recorder(folder, *arguments, pace=PACE) as terminal:
        terminal.play(KEYS[game], lambda frame: is_enough in "\n".join(frame.rows))
        return terminal.taken


def told_steps(game: str, frames: list[Frame], folder: Path) -> Iterator[Told]:
    """Find the frames of everything that had to be seen, in the order in which it happened."""
    view = VIEWS[game](rules_of(game).new_game(3, {}, built_in(game), bytes(32)).game, None)
    last = len(frames) - 1
    at = 0
    earlier: list[list[str]] = []
    for step in happened(folder):
        before, earlier = earlier, [*earlier, step.board]
        text = step.reveal or (told_as(game, step.events, view) if step.is_action else "")
        if not text:
            continue
        tells = [step.reveal in frame.title if step.reveal else frame.box.endswith(text) for frame in frames]
        first = next((n for n in range(at, last + 1) if tells[n]), None)
        if first is None:
            yield Told(step, text, [], 0.0, before)
            continue
        end = next((n for n in range(first, last) if not tells[n]), last)
        yield Told(step, text, frames[first : max(end, first + 1)], frames[end].at, before)
        at = first + 1


def boards_ahead(told: list[Told]) -> list[tuple[str, list[str]]]:
    """Find boards that are not the one after the step, nor an earlier one for a moment; in a reveal markers move."""
    ahead = []
    for one in told:
        own = one.step.board
        boards = [frame.board for frame in one.frames if frame.board[0] == own[0]]
        if not one.step.reveal:
            ahead += [(one.text, board) for board in boards if board != own and board not in one.earlier]
        ahead += [(one.text, boards[-1])] if boards and boards[-1] != own else []
    return ahead


def check(game: str, frames: list[Frame], folder: Path, *, least: float) -> int:
    """Check what was told of every action and every reveal, and return of how many actions of bots."""
    told = list(told_steps(game, frames, folder))
    missed = [one.text for one in told if not one.frames]
    assert missed == [], missed
    assert boards_ahead(told) == []
    actions = [one for one in told if one.step.is_bot and not one.step.reveal]
    assert [(one.text, one.seconds) for one in actions if one.seconds < least] == []
    return len(actions)


def test_in_a_round_of_opera_every_action_is_seen_and_the_board_waits_for_the_box(tmp_path: Path) -> None:
    """Frames are held against the journal in their order; how long they stood is measured by the long run."""
    frames = recorded(tmp_path, "opera", "tosca", "round 2 of 9")
    assert check("opera", frames, tmp_path, least=0.0) >= 4


@pytest.mark.soak
@pytest.mark.parametrize(("game", "end"), [("opera", "the game is over"), ("turandot", "show the casts")])
def test_in_whole_games_every_action_of_a_bot_is_seen_for_half_the_pace(tmp_path: Path, game: str, end: str) -> None:
    frames = recorded(tmp_path, game, soak_seed(), end)
    assert check(game, frames, tmp_path, least=PACE / 2) >= 3
