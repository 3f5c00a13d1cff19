"""Every lesson in lines: any choice is tried, each step refuses some with reasons of its own, the end is reached."""

from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest
from support.server.running import inside
from support.tui.line_player import Player, play

from opera_games.lessons import Lesson, lessons, one_line
from opera_tui.local.done_lessons import done_lessons
from opera_tui.session.session import Place, open_session

MOST_LINES = 40
"""Lines that are typed at a step before the lesson is asked what it has in mind."""
MOST_COURSES = 10
GUESS = "A counting: how many points is that for you? Type a number, or nothing to hear it."


class Learner(Player):
    """Types any choice that was told until the step takes one, and asks for a proposal where that takes too long."""

    def __init__(self, lesson: Lesson, place: Callable[[], int], course: int) -> None:
        super().__init__(Random(f"{lesson.id} {course}"))
        self._lesson = lesson
        self._place = place
        self._lines: Counter[int] = Counter()
        self.refused: set[int] = set()
        """Steps of which a reason of their own was heard."""

    @property
    def unaided(self) -> list[int]:
        """The steps at which a choice was taken that the lesson had not proposed."""
        return [place for place, lines in self._lines.items() if lines <= MOST_LINES]

    def _answer(self, new: list[str]) -> str:
        place = self._place()
        if new and new[-1] == GUESS:
            return str(self._chance.randrange(20))
        if place >= len(self._lesson.steps):
            return "q"
        self._lines[place] += 1
        if self._is_refused(place, new):
            return "back"
        is_read_back = bool(new) and new[-1].endswith("Type y to send.")
        if self._lines[place] > MOST_LINES:
            return "y" if is_read_back else "p"
        # Mostly not yet: wrong moves come first.
        if is_read_back and place not in self.refused and self._chance.randrange(4):
            return "n"
        return super()._answer(new)

    def hear(self, text: str) -> None:
        super().hear(text)
        assert "play again" not in text

    def _is_refused(self, place: int, new: list[str]) -> bool:
        step = self._lesson.steps[place]
        if {one_line(rule.reason) for rule in step.unwise}.intersection(new):
            self.refused.add(place)
            return True
        return one_line(step.otherwise) in new


@pytest.mark.limit(120)
@pytest.mark.parametrize("lesson", lessons().values(), ids=lambda lesson: lesson.id)
async def test_a_lesson_in_lines(lesson: Lesson, tmp_path: Path) -> None:
    """Each step refuses a choice with a reason of its own, and some choices are taken that nobody proposed."""
    passages = (*lesson.steps, lesson.end)
    told = [one_line(text) for passage in passages for text in (passage.text, *passage.events.values())]
    refused: set[int] = set()
    unaided = 0
    async with inside(tmp_path / "server") as here:
        session = await open_session(here.endpoints, Place("away", "scala"), "Ada")
        for course in range(MOST_COURSES):
            room = here.room(await session.learn(lesson.id, is_anew=True))
            learner = Learner(lesson, lambda room=room: room.table.place_in_lesson or 0, course)  # type: ignore[misc]
            await play(session, room.id, learner)
            await session.leave_table(room.id)
            assert lesson.id in done_lessons(), "noted however soon it is left"
            assert one_line(lesson.end.text) in learner.heard
            assert all(one_line(step.text) in learner.heard for step in lesson.steps)
            assert [said for said in learner.repeated() if said in told] == []
            refused |= learner.refused
            unaided += len(learner.unaided)
            if unaided and len(refused) == len(lesson.steps):
                break
        await session.leave()
    assert refused == set(range(len(lesson.steps)))
    assert unaided
