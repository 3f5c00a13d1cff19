"""Settings of visitors, between a visit and its door."""

import socket
from typing import Any, cast

import pytest
from msgspec.structs import replace

from opera_doors.setup import Asked, AskKept, Keep, VisitSetup, read_word, write_line
from opera_doors.visit import Visit
from opera_tui.config.settings import Settings


def visit_with(line: socket.socket, settings: str = "", **asked: Any) -> Visit:
    shared: dict[str, Any] = {"secret": "", "host": "", "requests": 1, "updates": 2, "key": "", "server": ""}
    return Visit(VisitSetup(**shared, asked=Asked(variables={}, **asked), settings=settings), line)


def saved(door: socket.socket, visit: Visit, before: Settings, after: Settings, kept_now: str = "") -> str:
    """Let a visit save settings while the door keeps something; what the door is to keep then."""
    door.sendall(write_line(Keep(kept_now)))
    visit.save_settings(before, after)
    asked, told = door.recv(65536).splitlines()
    assert isinstance(read_word(asked), AskKept)
    return cast("Keep", read_word(told)).settings


def test_a_theme_that_suits_the_screen_is_followed_until_one_is_chosen() -> None:
    ours, theirs = socket.socketpair()
    with ours, theirs:
        light = visit_with(theirs, theme="matinee")
        before = light.load_settings([])
        assert before.theme == "matinee"
        kept = saved(ours, light, before, Settings(name="Anna", theme="matinee"))
        assert visit_with(theirs, kept, theme="gala").load_settings([]).theme == "gala"
        kept = saved(ours, light, before, Settings(name="Anna", theme="gala"), kept)
        assert visit_with(theirs, kept, theme="matinee").load_settings([]).theme == "gala"
        assert visit_with(theirs, kept).load_settings([]).name == "Anna"
        kept = saved(ours, light, light.load_settings([]), before, kept)
        assert visit_with(theirs, kept, theme="matinee").load_settings([]).theme == "matinee"


def test_what_another_session_has_changed_meanwhile_stays() -> None:
    """Of two windows each changes what it changes; about the same setting the last one is right."""
    ours, theirs = socket.socketpair()
    with ours, theirs:
        one, other = visit_with(theirs), visit_with(theirs)
        before = one.load_settings([])
        kept = saved(ours, one, before, replace(before, read_back=False, pace=1.0))
        kept = saved(ours, other, before, replace(before, pace=2.0), kept)
        after = visit_with(theirs, kept).load_settings([])
        assert (after.read_back, after.pace) == (False, 2.0)


def test_a_door_that_does_not_answer_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer that comes too late would be taken for that to a later question."""
    monkeypatch.setattr("opera_doors.visit.ANSWER_SECONDS", 0.01)
    ours, theirs = socket.socketpair()
    with ours, theirs:
        visit = visit_with(theirs)
        for lesson in ("one", "two"):
            visit.note_lesson(lesson)
        words = [read_word(line) for line in ours.recv(65536).splitlines()]
        assert [type(word) for word in words] == [AskKept, Keep, Keep]
        assert visit.done_lessons() == {"one", "two"}
