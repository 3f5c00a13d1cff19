"""The rows of the table where one waits, as values: who is ready shines, who is not warns, and free seats are quiet."""

from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.tui.documents import bot, person
from support.tui.shell_scenes import own_table

from opera_games.api import Map
from opera_protocol.client import read
from opera_protocol.wire.documents import TableHead
from opera_protocol.wire.messages import Lines
from opera_tui.lobby.layout import action_rows, seat_rows, talk_rows
from opera_tui.lobby.model import OwnTable
from opera_tui.lobby.seats_dialog import seat_question
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import Row, Span, plain
from opera_tui.session.session import Session

KEYS = {"ready": "x", "bots": "b", "start": "s", "stand_up": "u"}
NOBODY = {"kind": "free"}


def table(*seats: Any, seat: int | None = 0, **other: Any) -> OwnTable:
    head = own_table(seats=list(seats), **other) if seats else own_table(**other)
    return OwnTable("t1", read(head["table"], TableHead), seat)


def with_role(content: Row, role: str) -> list[str]:
    return [span.text for span in content if span.role == role]


def test_who_is_ready_shines_and_who_is_not_warns() -> None:
    """A bot always is; a free seat has its shape but no letter, and nothing of it stands out."""
    host, other, robot, free = seat_rows(table(), UNICODE)
    assert (with_role(host, "value"), with_role(robot, "value")) == ([" ready "], [" ready "])
    assert (with_role(other, "value"), with_role(other, "warning")) == ([], [" not yet"])
    assert {span.role for span in free if span.text.strip()} == {"quiet"}
    assert [plain(content)[:5] for content in (host, other, robot, free)] == [" ◆A A", " ▲M M", " ●B B", " ■  –"]


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_what_is_said_of_a_seat_begins_in_one_column(glyphs: Glyphs) -> None:
    host, other, robot, free = map(plain, seat_rows(table(), glyphs))
    assert host.index("ready") == other.index("not yet") == robot.index("ready")
    assert robot.index("chorus") == free.index("free") == host.index("you")


def test_a_bot_with_a_temperament_says_what_it_likes() -> None:
    """Rossini, a builder; what a newer server says instead is left out."""
    robot, other = seat_rows(table(bot("Rossini", "soloist", "R", "builder"), bot("Bizet", "soloist", "B", "?")), ASCII)
    assert "Rossini, soloist" in plain(robot)
    assert "a builder" in plain(robot)
    assert plain(robot).index("a builder") == plain(other).index("soloist")


def test_all_levels_are_among_the_answers_about_a_seat() -> None:
    """The one that the bot has stands there, too, and changes nothing."""
    levels = ["random", "chorus", "soloist", "virtuoso", "diva"]
    session = cast("Session", SimpleNamespace(levels=levels, client=SimpleNamespace(set_bot=print, kick=print)))
    question, _requests = seat_question(table(person("Ada", "A"), bot("Rossini", "virtuoso", "R")), session)
    texts = [answer.text for answer in question._answers]
    assert [next(text for text in texts if level in text) for level in levels]
    assert "seat 2: a bot, virtuoso, very strong, as now" in texts


def test_keys_are_gold_but_for_what_cannot_be_done() -> None:
    ready, bots, start = action_rows(table(), KEYS, UNICODE)
    assert (with_role(ready, "key"), with_role(bots, "key"), with_role(start, "key")) == (["x"], ["b"], [])
    whole = table(person("Ada", "A"), bot("Rossini", "chorus", "R"))
    assert with_role(action_rows(whole, KEYS, UNICODE)[-1], "key") == ["s"]
    watching = action_rows(table(seat=None), KEYS, UNICODE)
    assert plain(watching[1]) == " u Watch no longer"
    assert with_role(watching[1], "key") == ["u"]


def test_the_prompt_shines_only_while_the_table_waits_for_the_player() -> None:
    """To say ready or, of the host, to start; not while others are waited for, nor during the shuffle."""
    ada, ben = person("Ada", "A"), person("Ben", "B")
    late = {**ada, "ready": False}
    attempt = {"attempt": 1, "stage": "commit", "commitment": "", "hashes": {}, "deadline": 0}
    assert table(late, ben).is_asked
    assert table(ada, ben).is_asked, "the host can start"
    assert not table(ada, {**ben, "ready": False}).is_asked
    assert not table(ada, NOBODY).is_asked
    assert not table(ada, ben, seat=1).is_asked, "the host is waited for"
    assert not table(ada, ben, start=attempt).is_asked
    assert not table(late, ben, fault="disk_failed").is_asked
    assert not table(late, ben, seat=None).is_asked


def test_talk_names_who_does_not_sit_there_any_more() -> None:
    """The sign of a seat is that of who sits there now; longer lines go on below the first word."""
    said: list[Map] = [
        {"name": "Ada", "seat": 0, "text": "one minute, tea for everybody", "at": 1},
        {"name": "Cleo", "seat": 1, "text": "bye", "at": 2},
        {"name": "歌劇", "seat": None, "text": "ah", "at": 3},
    ]
    room: Any = SimpleNamespace(talk=Lines(start=0, lines=tuple(said)), gallery=Lines(start=0, lines=()))
    seats = table(person("Ada", "A"), person("Ben", "B")).head.seats
    rows = talk_rows(room, seats, 18, 9, UNICODE)
    assert [plain(content) for content in rows] == ["◆A one minute, tea", "   for everybody", "Cleo bye", "歌劇 ah"]
    assert rows[0] == (Span("◆A", "player0"), Span(" one minute, tea", "soft"))
    assert rows[2][0] == Span("Cleo", "quiet")
