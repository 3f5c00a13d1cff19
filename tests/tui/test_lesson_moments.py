"""What a lesson says belongs to a moment: to an event and the turn of it, to a reveal, or to the open decision."""

from collections.abc import Iterator, Sequence
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.rules.opera_builder import a_game
from support.tui.documents import head_of, seat_document
from support.tui.table_parts import NotedRequests

from opera_games.api import Event, tag_of
from opera_games.lessons import Lesson, lessons, one_line
from opera_games.opera.events import Closed, ComposersRose, IncomePaid, JoinedIn, RoundEnded
from opera_lab.lesson_check import Course, Moment
from opera_protocol.client import Changed, Stage, State, View
from opera_protocol.wire.documents import LessonHead
from opera_rules import opera
from opera_rules.api import Map, to_map
from opera_rules.lessons import model_move
from opera_tui.games import face_of
from opera_tui.games.reveal_box import RevealBox
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain, row
from opera_tui.table.frame import _longest_of, prompt
from opera_tui.table.model import TableModel
from opera_tui.table.model.lesson import TableLesson

FIRST = lessons()["opera"]


def head_at(lesson: Lesson, place: int) -> LessonHead:
    return LessonHead(lesson.id, lesson.edition, place, judged=True)


def lesson_at(lesson: Lesson, place: int, events: Sequence[Event] = ()) -> TableLesson:
    """The lesson of a table after so many steps, when these events were shown since the learner's last decision."""
    present: Any = SimpleNamespace(head=SimpleNamespace(lesson=head_at(lesson, place)))
    turns: Any = SimpleNamespace(since_decision=[*events], begins=face_of(lesson.game).telling.begins)
    return TableLesson(present, turns, lambda _puzzle: "", lambda: "")


def stretches(lesson: Lesson) -> Iterator[tuple[int, Sequence[Event]]]:
    """What happens between two decisions of the learner, by the lesson's own moves, with how many steps are done."""
    course, begun = Course(lesson), 0

    def choose(moment: Moment) -> Map:
        assert moment.step is not None
        move = model_move(moment.step, course.rules, moment.game, moment.seat)
        assert move is not None
        return move

    for moment in course.moments(choose):
        yield moment.place, course._events[begun:]
        begun = len(course._events)
    yield len(lesson.steps), course._events[begun:]


def said_beside(lesson: Lesson, place: int, events: Sequence[Event]) -> list[str]:
    """What is said beside each event, while it is shown."""
    film = [lesson_at(lesson, place, events[: at + 1]).texts(None, "") for at in range(len(events))]
    return ["".join(texts) for texts in film]


@pytest.mark.parametrize("lesson", lessons().values(), ids=lambda lesson: lesson.id)
def test_what_is_said_of_a_turn_begins_with_its_event_and_never_comes_back(lesson: Lesson) -> None:
    """Not before, when others still decide; not behind the next turn, the income, or the counting."""
    for place, events in stretches(lesson):
        said, texts = said_beside(lesson, place, events), lesson.passage(place).events
        for name, text in texts.items():
            at = next((at for at, event in enumerate(events) if tag_of(event) == name), None)
            beside = [at for at, words in enumerate(said) if words == one_line(text)]
            assert beside == [] if at is None else beside == [*range(at, at + len(beside))] != []
        for event, words in zip(events, said, strict=True):
            if isinstance(event, IncomePaid | ComposersRose | RoundEnded):
                assert words == ""


def test_beside_a_reveal_only_its_own_words_are_said() -> None:
    """None where the lesson has none: neither those of a turn before it, nor those of the decision behind it."""
    place, events = next((place, events) for place, events in stretches(FIRST) if place == 3)
    joined = next(event for event in events if isinstance(event, JoinedIn))
    model = lesson_at(FIRST, place, events[: events.index(joined) + 1])
    told = cast("RevealBox", SimpleNamespace(event=next(e for e in events if isinstance(e, IncomePaid))))
    untold = cast("RevealBox", SimpleNamespace(event=joined, is_interlude=False, is_last=False))
    assert "your rival joins in and buys a piece" in model.texts(None, "")[0]
    assert "Each house earns by the number of its pieces" in model.texts(told, "")[0]
    assert model.texts(untold, "") == []
    assert "This time hire the Maestro" in model.texts(None, "bid")[0]


def test_each_text_of_a_turn_stands_long_enough_to_be_read_and_only_once() -> None:
    place, events = next((place, events) for place, events in stretches(FIRST) if place == 3)
    at = next(at for at, event in enumerate(events) if isinstance(event, JoinedIn))
    model = lesson_at(FIRST, place, events[: at + 1])
    assert (model.reading_time() > 3, model.reading_time()) == (True, 0)
    closed = next(event for event in events if isinstance(event, Closed))
    model._turns.since_decision.append(closed)
    assert (model.reading_time() > 3, model.reading_time()) == (True, 0)


def test_the_end_of_the_prompt_line_says_lesson_also_where_only_the_margin_gives_way() -> None:
    """`the round ends  4/9` left open what the numbers are."""
    game = a_game(2).with_levels(0, 0).acting()
    game.waiting = {}
    head: Map = head_of("opera", ("Anna", "Bert"), deadlines={}, actions=0) | {"lesson": to_map(head_at(FIRST, 3))}
    private = seat_document(0, None, opera.private(game, 0), None)
    view = View("t", to_map({"table": head, "game": opera.public(game)}), 1, to_map(private), 1)
    model = TableModel(face_of("opera"), UNICODE, NotedRequests())
    model.take(Changed(view, is_entry=True))
    model.take_state(State(Stage.LIVE))
    line = plain(prompt(model, 80))
    assert line == " You are next on level 0 and can pay for no role left: the round ends lesson 4/9"
    assert plain(prompt(model, 79)).rstrip().endswith("the round ends      4/9")


def test_the_word_lesson_stays_where_the_mark_alone_says_that_you_are_asked() -> None:
    """`► Hire your last role …   2/2` had room for it, once the words of the mark were gone."""
    asked = "Hire your last role (closes you at your next turn), or close"
    long, short = row(f" YOUR DECISION  {asked}"), row(f" ► {asked}")
    lesson = lesson_at(FIRST, 3, [])
    progress = row(lesson.progress, " ")
    found = {cells: _longest_of([long, short], progress, lesson, cells) for cells in (100, 80, 74, 72)}
    assert {cells: (plain(line), plain(end)) for cells, (line, end) in found.items()} == {
        100: (plain(long), "lesson 4/9 "),
        80: (plain(short), "lesson 4/9 "),
        74: (plain(short), "lesson 4/9"),
        72: (plain(short), " 4/9 "),
    }
