"""Transcripts: a public format that is written the same everywhere, and read from anywhere."""

import io
import json
import tomllib
from collections.abc import Callable
from operator import setitem
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from support.cli.transcripts import NAMES, SEED, a_game, changed, record
from support.contract.raised_codes import parameters_by_code

from opera_games.catalog import edition_text
from opera_rules import transcript
from opera_rules.api import Map, rules_of
from opera_rules.editions import edition_from
from opera_rules.refusals import Refused
from opera_rules.transcript import FORMATS, Amends, Origin, lines_of, read, replay

TABLES = [(game, players) for game in ("opera", "turandot") for players in rules_of(game).SEATS]


def refusal(lines: list[bytes]) -> dict[str, Any]:
    with pytest.raises(Refused) as caught:
        replay(lines)
    assert set(caught.value.parameters) == parameters_by_code("server/opera_rules")[caught.value.code]
    return caught.value.to_map()


def another_edition(game: str) -> Any:
    source = tomllib.loads(edition_text(game))
    source["name"] = "corrected"
    return edition_from(source).edition


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_a_whole_game_replays_to_its_outcome(game: str, players: int) -> None:
    lines = a_game(game, players)
    summary = replay(lines)
    assert (summary.game, summary.names) == (game, NAMES[:players])
    assert summary.actions == len(lines) - 2
    assert summary.outcome is not None
    assert [list(row) for row in summary.outcome["ranking"]] == json.loads(lines[-1])["ranking"]


@pytest.mark.parametrize("options", [{"rounds": 7}, {"open_screens": True}])
def test_options_of_the_table_are_kept(options: Map) -> None:
    lines = record("opera", 2, options)
    assert json.loads(lines[0])["options"] == {"rounds": 9, "open_screens": False} | options
    assert read(lines).options == {"rounds": 9, "open_screens": False} | options
    replay(lines)


def test_lines_are_compact_json_with_their_keys_in_order() -> None:
    lines = a_game("opera", 3)
    start, action, end = (json.loads(line) for line in (lines[0], lines[1], lines[-1]))
    assert list(start) == ["type", "game", "format", "rules", "options", "players", "state"]
    assert list(action) == ["type", "n", "seat", "action", "events", "state"]
    assert list(end) == ["type", "ranking", "shuffle"]
    assert list(json.loads(a_game("turandot", 2)[-1])) == ["type", "ranking", "winners", "hands", "shuffle"]
    for line in lines:
        assert line == (json.dumps(json.loads(line), ensure_ascii=False, separators=(",", ":")) + "\n").encode()


def test_the_same_game_gives_the_same_bytes() -> None:
    assert record("turandot", 4) == list(a_game("turandot", 4))


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_another_edition_travels_in_the_first_line(game: str) -> None:
    lines = record(game, 2, edition=another_edition(game))
    assert json.loads(lines[0])["edition"]["name"] == "corrected"
    assert read(lines).edition.source == another_edition(game).source
    replay(lines)


def test_the_built_in_edition_is_not_written() -> None:
    assert "edition" not in json.loads(a_game("opera", 2)[0])


def test_an_abandoned_game_has_no_outcome() -> None:
    summary = replay(record("opera", 3, stop_after=5))
    assert summary.outcome is None
    assert summary.actions == 5


def test_replaying_shows_every_state_with_its_events() -> None:
    lines = a_game("turandot", 3)
    rules = rules_of("turandot")
    moments = list(read(lines).moments())
    assert [moment.line for moment in moments] == list(range(1, len(lines)))
    for moment, line in zip(moments, lines, strict=False):
        assert json.loads(line)["state"] == rules.write_state(moment.game)
    assert moments[0].seat is None
    assert all(moment.events for moment in moments)


def test_other_spaces_keys_in_another_order_and_usual_options_left_out_are_fine() -> None:
    lines = [json.dumps(json.loads(line), sort_keys=True, indent=None) + "\r\n" for line in a_game("opera", 2)]
    start = json.loads(lines[0])
    start["options"] = {}
    replay([json.dumps(start), *lines[1:]])


def test_how_the_seed_came_about_may_stand_beside_it() -> None:
    def explain(end: Map) -> None:
        end["shuffle"] |= {"commitment": "ab", "secret": "cd", "contributions": ["x"]}

    lines = changed(a_game("opera", 2), -1, explain)
    replay(lines)
    assert read(lines).shuffle["secret"] == "cd"


def test_a_stream_is_read_line_by_line() -> None:
    stream = io.BytesIO(b"".join(a_game("turandot", 2)))
    assert replay(lines_of(stream)).game == "turandot"


CHANGES: list[tuple[int, Callable[[Map], object], str]] = [
    (1, lambda line: setitem(line["state"]["players"][1], "ducats", 99), "state.players.1.ducats"),
    (1, lambda line: setitem(line["state"], "round", True), "state.round"),
    (1, lambda line: setitem(line["state"], "round", 1.0), "state.round"),
    (1, lambda line: setitem(line, "comment", "x"), "comment"),
    (2, lambda line: setitem(line, "n", 2), "n"),
    (4, lambda line: line["events"].pop(), "events"),
    (4, lambda line: setitem(line["events"][0], "seat", 1), "events.0.seat"),
    (5, lambda line: line.pop("state"), "state"),
    (5, lambda line: line["state"]["ladder"].reverse(), "state.ladder.0"),
    (-1, lambda line: line["ranking"].reverse(), "ranking.0.0"),
    (-1, lambda line: setitem(line, "winners", [0]), "winners"),
    (-1, lambda line: setitem(line["shuffle"], "seed", "00" * 32), "state"),
]


@pytest.mark.parametrize(("number", "change", "field"), CHANGES)
def test_the_first_line_that_differs_is_named(number: int, change: Callable[[Map], object], field: str) -> None:
    lines = a_game("opera", 3)
    found = refusal(changed(lines, number, change))
    assert found["code"] == "transcript_line_differs"
    assert found["field"].startswith(field)
    other_seed = field == "state" and number == -1
    assert found["line"] == (1 if other_seed else number if number > 0 else len(lines))


@pytest.mark.parametrize("field", ["ranking", "winners", "hands"])
def test_the_result_of_turandot_is_checked(field: str) -> None:
    lines = a_game("turandot", 3)
    found = refusal(changed(lines, -1, lambda end: end.pop(field)))
    assert found == {"code": "transcript_line_differs", "line": len(lines), "field": field}


def test_an_earlier_difference_is_named_before_a_later_broken_line() -> None:
    lines = changed(a_game("opera", 3), 3, lambda line: setitem(line, "n", 7))
    lines[8] = b"broken"
    assert refusal(lines)["line"] == 3


def test_an_action_that_the_rules_refuse_says_why() -> None:
    lines = changed(a_game("opera", 3), 2, lambda line: setitem(line["action"], "amount", 11))
    with pytest.raises(Refused) as caught:
        replay(lines)
    assert caught.value.to_map() == {"code": "transcript_line_refused", "line": 2, "reason": "bid_too_high"}
    assert isinstance(caught.value.__cause__, Refused)
    assert caught.value.__cause__.code == "bid_too_high"


def test_lines_left_out_swapped_or_repeated_do_not_follow() -> None:
    lines = list(a_game("opera", 3))
    assert refusal([*lines[:4], *lines[5:]])["line"] == 5
    assert refusal([*lines[:3], lines[4], lines[3], *lines[5:]])["line"] == 4
    assert refusal([*lines[:3], lines[2], *lines[3:]])["line"] == 4
    assert refusal([*lines[:3], lines[0], *lines[3:]]) == {"code": "transcript_no_action", "line": 4}


def test_the_end_must_come_and_be_the_last() -> None:
    lines = list(a_game("opera", 3))
    assert refusal(lines[:-1]) == {"code": "transcript_unfinished", "lines": len(lines) - 1}
    assert refusal([*lines, lines[-1]]) == {"code": "transcript_goes_on", "line": len(lines) + 1}
    assert refusal([*lines, b"\n"]) == {"code": "transcript_goes_on", "line": len(lines) + 1}
    assert refusal([*lines[:9], lines[-1]]) == {"code": "transcript_not_over", "line": 10}
    assert refusal([lines[0], b"{", *lines[2:-1]]) == {"code": "transcript_not_json", "line": 2}


def test_a_game_that_is_over_cannot_be_abandoned() -> None:
    lines = changed(a_game("opera", 3), -1, lambda end: setitem(end, "abandoned", True))
    assert refusal(lines) == {"code": "transcript_line_differs", "line": len(lines), "field": "abandoned"}


def test_a_lesson_that_no_shuffle_leads_to_has_its_own_refusal() -> None:
    """It begins with a state of its own; a lesson that was dealt is checked as any game."""
    lines = changed(a_game("opera", 3), -1, lambda end: setitem(end["shuffle"], "lesson", "round-6"))
    assert replay(lines).actions == len(lines) - 2
    elsewhere = changed(tuple(lines), 1, lambda start: setitem(start["state"], "round", 6))
    assert refusal(elsewhere) == {"code": "transcript_of_lesson"}
    assert refusal(changed(a_game("opera", 3), 1, lambda start: setitem(start["state"], "round", 6)))["code"] == (
        "transcript_line_differs"
    )


def test_another_format_or_other_rules_have_their_own_refusal() -> None:
    lines = a_game("opera", 3)
    assert refusal(changed(lines, 1, lambda start: setitem(start, "format", 3))) == {
        "code": "transcript_other_format",
        "format": 3,
        "expected": 2,
    }
    assert refusal(changed(lines, 1, lambda start: setitem(start, "rules", 99))) == {
        "code": "transcript_other_rules",
        "game": "opera",
        "rules": 99,
        "expected": rules_of("opera").VERSION,
    }


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_format_1_is_still_read(game: str) -> None:
    """A transcript of format 1 replays like one of format 2; nothing was taken back in it."""
    summary = replay(changed(a_game(game, 3), 1, lambda start: setitem(start, "format", 1)))
    assert (summary.actions, summary.amends) == (len(a_game(game, 3)) - 2, Amends())


def test_format_1_knows_nothing_of_taking_back() -> None:
    """The fields of format 2 are unknown ones in format 1."""
    lines = tuple(changed(a_game("opera", 3), 1, lambda start: setitem(start, "format", 1)))
    lines = tuple(changed(lines, -1, lambda end: setitem(end, "taken_back", 2)))
    assert refusal(list(lines)) == {"code": "transcript_line_differs", "line": len(lines), "field": "taken_back"}


def test_the_last_line_says_what_was_taken_back_and_where_the_game_goes_on_from() -> None:
    """`taken_back` and `from` are read back as they were written, and the game is checked as ever."""
    origin = {"table": "k7qf2m3a", "actions": 5, "dealt_at": "aaaaaaaa"}
    lines = tuple(changed(a_game("turandot", 3), -1, lambda end: end.update({"taken_back": 4, "from": origin})))
    assert replay(lines).amends == Amends(4, Origin("k7qf2m3a", 5, "aaaaaaaa"))


BAD_AMENDS: list[tuple[str, object]] = [
    ("taken_back", -1),
    ("taken_back", True),
    ("taken_back", "2"),
    ("from", None),
    ("from", {"table": "k7qf2m3a"}),
    ("from", {"table": "\x1b[31m", "actions": 5, "dealt_at": "a"}),
    ("from", {"table": "a", "actions": 5, "dealt_at": "a" * 17}),
    ("from", {"table": "a", "actions": 10_000, "dealt_at": "a"}),
    ("from", {"table": "a", "actions": -1, "dealt_at": "a"}),
]


@pytest.mark.parametrize(("field", "value"), BAD_AMENDS)
def test_what_was_taken_back_cannot_be_anything(field: str, value: object) -> None:
    """Numbers are numbers of this game, and ids are plain, since both are shown."""
    lines = changed(a_game("turandot", 3), -1, lambda end: setitem(end, field, value))
    assert refusal(lines) == {"code": "transcript_bad_field", "line": len(lines), "field": field}


BAD_STARTS: list[tuple[str, object, str]] = [
    ("game", "chess", "transcript_bad_field"),
    ("game", ["opera"], "transcript_bad_field"),
    ("format", True, "transcript_bad_field"),
    ("rules", "1", "transcript_bad_field"),
    ("players", "Kate", "transcript_bad_field"),
    ("players", ["Kate", "Pe\u202eter"], "transcript_bad_field"),
    ("players", ["Kate", "\x1b[31m"], "transcript_bad_field"),
    ("players", ["Kate", "P" * 41], "transcript_bad_field"),
    ("players", ["Kate"], "transcript_line_refused"),
    ("options", None, "transcript_bad_field"),
    ("options", {"speed": 3}, "transcript_line_refused"),
    ("options", {"rounds": 8}, "transcript_line_refused"),
    ("edition", [], "transcript_bad_field"),
    ("edition", {"game": "turandot"}, "transcript_bad_field"),
    ("edition", {"game": "opera"}, "transcript_line_refused"),
    ("type", "action", "transcript_no_start"),
]


@pytest.mark.parametrize(("field", "value", "code"), BAD_STARTS)
def test_a_first_line_that_cannot_be_is_refused(field: str, value: object, code: str) -> None:
    found = refusal(changed(a_game("opera", 3), 1, lambda start: setitem(start, field, value)))
    assert found["code"] == code
    assert found.get("line", 1) == 1


@pytest.mark.parametrize("seed", [None, 5, "", "0" * 63, "0" * 65, "G" * 64, SEED.hex().upper(), " " + "0" * 63])
def test_the_seed_is_64_hexadecimal_digits(seed: object) -> None:
    lines = a_game("opera", 3)
    found = refusal(changed(lines, -1, lambda end: setitem(end["shuffle"], "seed", seed)))
    assert found == {"code": "transcript_bad_field", "line": len(lines), "field": "shuffle.seed"}


def test_an_empty_file_is_no_transcript() -> None:
    assert refusal([]) == {"code": "transcript_no_start"}


@pytest.mark.parametrize(
    "line", [b"", b"\xff", b"null", b"[" * 100_000, b'{"type":"start","type":"start"}', b"\xef\xbb\xbf{}", b'{"a":NaN}']
)
def test_what_is_no_json_object_is_named_by_its_line(line: bytes) -> None:
    assert refusal([line]) == {"code": "transcript_not_json", "line": 1}


def test_a_key_that_comes_twice_is_refused() -> None:
    lines = list(a_game("opera", 3))
    lines[3] = lines[3].replace(b'"seat":', b'"seat":5,"seat":', 1)
    assert refusal(lines) == {"code": "transcript_not_json", "line": 4}


def test_sizes_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    endless = io.BytesIO(b" " * (transcript.LONGEST_LINE + 10))
    assert refusal(list(lines_of(endless)))["code"] == "transcript_line_too_long"
    monkeypatch.setattr(transcript, "LARGEST", 5_000)
    assert refusal(list(a_game("opera", 3)))["code"] == "transcript_too_large"


@given(st.lists(st.binary(max_size=40) | st.text(max_size=40), max_size=4))
def test_any_bytes_are_refused_in_words(lines: list[bytes | str]) -> None:
    with pytest.raises(Refused):
        replay(lines)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False, allow_infinity=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)


@given(st.data())
def test_a_line_with_any_other_value_is_refused_in_words(data: st.DataObject) -> None:
    lines = a_game("turandot", 2)
    number = data.draw(st.integers(1, len(lines)))
    line = json.loads(lines[number - 1])
    field = data.draw(st.sampled_from(sorted(line)))
    value = data.draw(JSON.filter(lambda value: (value, type(value)) != (line[field], type(line[field]))))
    assume(field != "format" or value not in FORMATS)
    with pytest.raises(Refused):
        replay(changed(lines, number, lambda line: setitem(line, field, value)))


@given(st.data())
def test_an_action_with_any_other_field_is_refused_in_words(data: st.DataObject) -> None:
    lines = a_game("opera", 2)
    number = data.draw(st.integers(2, len(lines) - 1))
    field = data.draw(st.sampled_from(sorted(json.loads(lines[number - 1])["action"])))
    value = data.draw(JSON.filter(lambda value: value != json.loads(lines[number - 1])["action"][field]))
    with pytest.raises(Refused):
        replay(changed(lines, number, lambda line: setitem(line["action"], field, value)))
