"""The proof that nothing is missed: games of the real program in a real terminal at 80x24 and pace 0.6.

Every action of every player stands in frames of its own before the next one is told; a bid or an offer, which is
sealed, in the table that reveals it. While a frame tells something, header, panels and the player's own line are those
of exactly this moment: nothing of the board is ahead of the box.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from math import inf
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.soaking import soak_seed
from support.tui import opera_scenes, turandot_scenes
from support.tui.recording import (
    BOX_ROWS,
    OWN_ROW,
    VIEWS,
    Board,
    Frame,
    Happened,
    Recorder,
    Seen,
    happened,
    opera_keys,
    turandot_keys,
)

from opera_games.api import Event
from opera_tui.games import face_of
from opera_tui.games.reveal_box import RevealBox
from opera_tui.look.rows import plain

PACE = 0.6
KEYS = {"opera": opera_keys, "turandot": turandot_keys}
Change = tuple[Any, Any, Sequence[Event]]


class Told(NamedTuple):
    """A step, its text or the title of its box, and the frames that told it."""

    step: Happened
    text: str
    frames: list[Frame]
    until: float
    """When the box told something else; never, if it was the last thing that was recorded."""
    earlier: list[Seen]
    """The table at the moments before it."""

    @property
    def seconds(self) -> float:
        return self.until - self.frames[0].at


def recorded(folder: Path, game: str, seed: str, is_enough: str) -> list[Frame]:
    """Play until a text is on the screen, and what moves there has come to its end."""
    arguments = ("play", "--new", "--game", game, "--players", "3", "--level", "chorus", "--seed", seed)
    with Recorder(folder, *arguments, pace=PACE) as terminal:
        terminal.play(KEYS[game], lambda frame: is_enough in "\n".join(frame.rows))
        terminal.look_for_the_rest()
        return terminal.taken


def told_steps(frames: list[Frame], folder: Path) -> Iterator[Told]:
    """Find the frames of everything that had to be seen, in the order in which it happened."""
    last = len(frames) - 1
    at = 0
    earlier: list[Seen] = []
    for step in happened(folder):
        before, earlier = earlier, [*earlier, *step.on_the_way, step.seen]
        text = step.reveal or step.text
        if not text:
            continue
        tells = [step.reveal in frame.title if step.reveal else frame.box.endswith(text) for frame in frames]
        first = next((n for n in range(at, last + 1) if tells[n]), None)
        if first is None:
            yield Told(step, text, [], 0.0, before)
            continue
        end = next((n for n in range(first, last + 1) if not tells[n]), last + 1)
        yield Told(step, text, frames[first:end], frames[end].at if end <= last else inf, before)
        at = end


def boards_ahead(told: list[Told]) -> list[tuple[str, Board]]:
    """Find boards of another moment than that of the step; while markers move, of the one that they have come to.

    An earlier board may stand for a moment, while the picture is being replaced, but not at last.
    """
    ahead = []
    for one in told:
        known = [*one.earlier, *one.step.on_the_way, one.step.seen]
        in_sight = [frame for frame in one.frames if frame.front]
        ahead += [(one.text, frame.board) for frame in in_sight if not any(seen.is_in(frame) for seen in known)]
        ahead += [(one.text, frame.board) for frame in in_sight[-1:] if not one.step.seen.is_in(frame)]
    return ahead


def untold_tables(told: list[Told]) -> list[tuple[str, list[str]]]:
    """Find reveals that did not say in the end what everybody had sealed, or what came of it."""
    revealed = [one for one in told if one.step.reveal]
    shown = [(one, one.frames[-1].box_rows[: len(one.step.table)]) for one in revealed]
    return [(one.text, rows) for one, rows in shown if rows != one.step.table]


def check(frames: list[Frame], folder: Path, *, least: float) -> Counter[str]:
    """Check what was told of every action and every reveal; count the actions of bots by how they are told."""
    told = list(told_steps(frames, folder))
    missed = [one.text for one in told if not one.frames]
    assert missed == [], missed
    assert boards_ahead(told) == []
    assert untold_tables(told) == []
    assert [(one.text, one.seconds) for one in told if one.seconds < least] == []
    acted = [one.step for one in told if one.step.is_action and one.step.is_bot]
    sealed = [step for step in happened(folder) if step.is_action and step.is_bot and step not in acted]
    return Counter(told=len(acted), sealed=len(sealed))


def reveals(game: str, moments: Iterable[Change]) -> Iterator[RevealBox]:
    """Make the boxes of a game as they come."""
    face, view_of = face_of(game), VIEWS[game]
    for before, after, events in moments:
        views = view_of(before, 0), view_of(after, 0)
        for event in events:
            box = face.reveal(event, *views)
            if box is not None:
                box.recall(events)
                yield box


def opera_changes() -> Iterator[Change]:
    """Change by change of a game: the states before and after, and what happened between them."""
    for before, after in pairwise(opera_scenes.game_played()):
        yield before.game, after.game, after.events[len(before.events) :]


def turandot_changes() -> Iterator[Change]:
    for moment in turandot_scenes.game_played():
        yield moment.before, moment.game, moment.events


def frame_of(box: RevealBox) -> Frame:
    """What the terminal shows of a box."""
    drawn = box.rows()
    above = ["", box.question, *[""] * (OWN_ROW - 1), f"╭─ {box.title}"]
    rows = [*above, *(f"│{plain(row)}" for row in drawn), *["│"] * (BOX_ROWS - len(drawn))]
    underlined = [any("moved" in span.role for span in row) for row in drawn]
    return Frame(0.0, rows, [*[False] * len(above), *underlined])


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_a_reveal_is_dismissed_only_when_all_of_it_is_there(game: str) -> None:
    """However long it takes: after a stall of the machine the next frame may come at any time."""
    moving = Counter[str]()
    for box in reveals(game, opera_changes() if game == "opera" else turandot_changes()):
        while box.is_moving:
            moving[box.question.split()[0]] += 1
            assert not frame_of(box).is_whole, (box.question, box.frame)
            box.move()
        assert frame_of(box).is_whole, box.question
    assert moving.keys() == ({"BIDS", "FAME", "COUNTING"} if game == "opera" else {"OFFERS", "COUNTING"})


@pytest.mark.soak
def test_in_a_round_of_opera_every_action_is_seen_and_the_board_waits_for_the_box(tmp_path: Path) -> None:
    """Frames are held against the journal in their order; how long they stood is measured by the long run."""
    frames = recorded(tmp_path, "opera", "tosca", " 1[2]3 ")
    acted = check(frames, tmp_path, least=0.0)
    assert acted["told"] >= 4
    assert acted["sealed"] >= 2


@pytest.mark.soak
@pytest.mark.parametrize(
    ("game", "end", "sealed", "told"),
    [("opera", "the game is over", 2 * 9, 2 * 9), ("turandot", "show the result", 2 * 7, 3)],
)
def test_in_whole_games_every_action_is_seen_for_half_the_pace(
    tmp_path: Path, game: str, end: str, sealed: int, told: int
) -> None:
    """In Turandot bots name a player twice and dismiss a director once in every game, and hand out cards in most."""
    acted = check(recorded(tmp_path, game, soak_seed(), end), tmp_path, least=PACE / 2)
    assert acted["sealed"] == sealed
    assert acted["told"] >= told
