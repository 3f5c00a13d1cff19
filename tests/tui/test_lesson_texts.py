"""What lessons say has room above the table, in every language."""

from collections.abc import Iterator

import pytest

from opera_games.lessons import TEXT_CELLS, TEXT_ROWS, Lesson, Step, lessons, one_line
from opera_tui.look.i18n import _, choose_language
from opera_tui.look.languages import languages
from opera_tui.look.rows import wrapped
from opera_tui.table.lesson_rows import REASON


@pytest.fixture(params=languages())
def language(request: pytest.FixtureRequest) -> Iterator[str]:
    choose_language(request.param)
    yield request.param
    choose_language("en")


def rows_needed(lesson: Lesson) -> Iterator[tuple[str, int]]:
    """Each text as it stands on the screen, and the rows that it may have."""
    for passage in (*lesson.steps, lesson.end):
        for text in (passage.text, *passage.events.values()):
            yield _(one_line(text)) if text else "", TEXT_ROWS
        # That any number will do stands below it.
        yield _(one_line(passage.guess)) if passage.guess else "", TEXT_ROWS - 1
        for name, text in passage.reveals.items():
            # What is said of a guess stands above it.
            yield _(one_line(text)), TEXT_ROWS - (name in lesson.guesses)
        if isinstance(passage, Step):
            for text in (passage.otherwise, *(rule.reason for rule in passage.unwise)):
                yield REASON + _(one_line(text)), TEXT_ROWS


@pytest.mark.parametrize("lesson", lessons().values(), ids=lambda lesson: lesson.id)
@pytest.mark.usefixtures("language")
def test_the_texts_of_a_lesson_have_room(lesson: Lesson) -> None:
    """At most three rows, as the README tells authors and the command checks in English."""
    assert [text for text, most in rows_needed(lesson) if len(wrapped(text, TEXT_CELLS)) > most] == []
