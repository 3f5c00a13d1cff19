"""Every lesson can be played: with any move that it takes, and each step refuses others with reasons of its own."""

from pathlib import Path

import msgspec
import pytest
from support.cli.commands import complaint, invoke

from opera_games.catalog import figures_by_seat
from opera_games.lessons import OTHERWISE, Lesson, LessonError, lesson_files, lessons, matches, one_line, read_lesson
from opera_games.puzzles import ID, lesson_of
from opera_lab.lesson_check import Course, Moment, judged, problems_of
from opera_rules.api import Map, to_map
from opera_rules.chance import Chance
from opera_rules.lessons import model_move, objection, require_taken
from opera_rules.refusals import Refused

LESSONS = list(lessons().values())


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_a_lesson_can_be_played(lesson: Lesson) -> None:
    """By its own moves and by others that it takes; its texts fit, and every reason has a move."""
    assert problems_of(lesson) == []


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_every_step_refuses_moves_with_its_own_reason(lesson: Lesson) -> None:
    """What is refused leaves the game as it was, and the same step asks again."""
    course, chance = Course(lesson), Chance(b"wrong")
    refused: set[int] = set()

    def choose(moment: Moment) -> Map:
        assert moment.step is not None
        for number, moves in judged(course.rules, moment, chance).others.items():
            with pytest.raises(Refused) as caught:
                require_taken(lesson, moment.place, course.rules, moment.game, moment.seat, moves[0])
            assert caught.value.to_map() == {
                "code": "not_now_in_lesson",
                "lesson": lesson.id,
                "step": moment.place,
                "rule": number,
            }
            if number != OTHERWISE:
                refused.add(moment.place)
        move = model_move(moment.step, course.rules, moment.game, moment.seat)
        assert move is not None
        return move

    list(course.moments(choose))
    assert refused == set(range(len(lesson.steps)))


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.id)
def test_nothing_is_refused_early_that_a_step_takes(lesson: Lesson) -> None:
    """Neither a move as a whole nor what is chosen of it first."""
    course, chance = Course(lesson), Chance(b"early")
    early: set[bool] = set()

    def choose(moment: Moment) -> Map:
        assert moment.step is not None
        verdicts = judged(course.rules, moment, chance)
        for move in verdicts.taken:
            begun: Map = {name: move[name] for name in move.keys() & {"do", "role"}}
            assert moment.step.early_objection(begun) is None
            assert moment.step.early_objection(move) is None
        refused = [move for moves in verdicts.others.values() for move in moves]
        early.update(moment.step.early_objection(move) is not None for move in refused)
        return verdicts.taken[0]

    list(course.moments(choose))
    assert True in early


def test_a_role_that_a_step_does_not_take_is_refused_when_it_is_chosen() -> None:
    """With its own reason or the general one; where it depends on more than the role, later."""
    hiring, puzzle = LESSONS[0].steps[1], lesson_of(f"{ID}1")
    roles = ("architetto", "impresario", "maestro")
    assert [hiring.early_objection({"do": "hire", "role": role}) for role in roles] == [None, 1, OTHERWISE]
    assert puzzle is not None
    assert puzzle.steps[0].early_objection({"do": "hire", "role": "maestro"}) is None


def test_the_worked_round_ends_with_the_figures_of_the_book() -> None:
    """Kate 56, Peter 75 and Mark 59 points."""
    course = Course(lessons()["round-6"])

    def choose(moment: Moment) -> Map:
        assert moment.step is not None
        move = model_move(moment.step, course.rules, moment.game, moment.seat)
        assert move is not None
        return move

    seats = [moment.seat for moment in course.moments(choose)]
    assert seats == [0, 1, 2, 2, 1, 0, 1, 2, 1, 0, 2, 1, 2, 0]
    assert course.rules.scores(course.game) == (56, 75, 59)


def test_a_decision_of_another_kind_is_free_and_counts_for_nothing() -> None:
    lesson = LESSONS[0]
    first = lesson.steps[0].kind
    assert [lesson.place_after([*kinds]) for kinds in ((), ("other",), (first,), ("other", first))] == [0, 0, 1, 1]


def test_after_its_end_a_lesson_is_over_with_the_next_decision() -> None:
    lesson = LESSONS[0]
    kinds = [step.kind for step in lesson.steps]
    assert [lesson.place_after(kinds + more) - len(kinds) for more in ([], ["bid"], ["bid", "act"])] == [0, 1, 1]


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ({"amount": {"from": 2, "to": 4}}, {"amount": 3, "do": "bid"}),
        ({"role": {"one_of": ["maestro", "critico"]}}, {"role": "critico"}),
        ({"build": {"has": "wien.main", "size": {"to": 1}}}, {"build": ["wien.main"]}),
        ({"layout": "none"}, {"layout": None}),
        ({"layout": {"wien": {"first": {"is_not": "none"}}}}, {"layout": {"wien": ["verdi", None]}}),
        ({"level": {"then": {"from": 2}, "rise": 2}}, {"level": [0, 2]}),
        ({"buy": []}, {"buy": []}),
        ({}, {"do": "close"}),
    ],
)
def test_a_pattern_fits(pattern: Map, value: Map) -> None:
    assert matches(pattern, value)


@pytest.mark.parametrize(
    ("pattern", "value"),
    [
        ({"amount": {"from": 2, "to": 4}}, {"amount": 5}),
        ({"amount": {"from": 2}}, {"do": "close"}),
        ({"build": {"lacks": "wien.main"}}, {"build": ["wien.main"]}),
        ({"layout": "none"}, {"layout": {}}),
        ({"layout": {"wien": {"first": "verdi"}}}, {"layout": None}),
        ({"level": {"rise": {"from": 1}}}, {"level": [2, 2]}),
        ({"do": "bid"}, {"do": "close"}),
    ],
)
def test_a_pattern_does_not_fit(pattern: Map, value: Map) -> None:
    assert not matches(pattern, value)


def test_whoever_plays_the_last_turn_well_wins() -> None:
    """With both offers that it takes: to lose by a point after every right answer looked like a mistake."""
    lesson = lessons()["last-turn"]
    for number in range(len(lesson.steps[0].moves)):
        course = Course(lesson)
        list(course.moments(lambda _moment, number=number: lesson.steps[0].moves[number]))  # type: ignore[misc]
        own, *others = course.rules.scores(course.game)
        assert own > max(others)


ARRANGED: Map = {"venezia": ["mozart"], "wien": ["verdi", "house"]}
USELESS = "What you buy there helps you with nothing"


@pytest.mark.parametrize(
    ("buy", "layout", "why"),
    [
        ([], ARRANGED, ""),
        ([], {"venezia": ["mozart"], "wien": ["house", "verdi"]}, "Place your music so that your income grows"),
        (["handel"], ARRANGED, USELESS),
        (["handel"], {"venezia": ["mozart"], "wien": ["verdi", "handel"]}, USELESS),
        (["handel"], None, "In the stock the piece neither earns nor scores."),
        (["verdi"], {"venezia": ["verdi"], "wien": ["verdi", "house"]}, ""),
    ],
)
def test_joining_in_is_taken_where_it_helps(buy: list[str], layout: Map | None, why: str) -> None:
    """With full halls, moving helps by itself, and a piece that ends in the stock or beside great halls does not."""
    course = Course(LESSONS[0])
    own: dict[int, Map] = {
        1: {"do": "hire", "role": "architetto", "build": ["wien.main"]},
        2: {"do": "hire", "role": "impresario", "buy": ["verdi", "mozart"]}
        | {"layout": {"venezia": ["mozart"], "wien": ["house", "verdi"]}},
    }

    def choose(moment: Moment) -> Map:
        assert moment.step is not None
        move = own.get(moment.place) or model_move(moment.step, course.rules, moment.game, moment.seat)
        assert move is not None
        return move

    at = next(moment for moment in course.moments(choose) if moment.place == 4)
    assert at.step is not None
    against = objection(at.step, course.rules, at.game, at.seat, {"do": "join", "buy": buy, "layout": layout})
    reason = "" if against is None else one_line(at.step.reason(against))
    assert reason.startswith(why)
    assert bool(reason) == bool(why)


def test_a_text_about_what_never_happens_there_is_found() -> None:
    """Nobody would ever read it."""
    lesson = LESSONS[0]
    first = msgspec.structs.replace(lesson.steps[0], events={"sold": "Sold."}, reveals={"counted": "Counted."})
    found = "\n".join(problems_of(msgspec.structs.replace(lesson, steps=(first, *lesson.steps[1:])), courses=1))
    assert "step 1: no sold comes before it, so its text is never said" in found
    assert "step 1: no counted comes before it" in found


def test_what_cannot_be_played_is_said() -> None:
    """A step that is never asked, a reason without a move, a text without room."""
    lesson = LESSONS[0]
    last = msgspec.structs.replace(lesson.steps[-1], kind="join", text="word " * 70)
    broken = msgspec.structs.replace(lesson, steps=(*lesson.steps[:-1], last), guesses=())
    found = "\n".join(problems_of(broken, courses=1))
    assert "the text of text needs 5 rows of 76 cells, and there are 3" in found
    assert "comes that it is not about" in found


def test_a_file_that_is_no_lesson_is_refused_with_what_is_wrong() -> None:
    content = lesson_files("opera")[0].read_bytes()
    for broken in (
        b"\xff",
        b"title = ",
        b"x = " + b"[" * 5_000,
        content.replace(b'game = "opera"', b'game = "chess"'),
        content + b"\nx = 1\n",
    ):
        with pytest.raises(LessonError):
            read_lesson(broken, "broken")


def a_file(before: bytes = b"", after: bytes = b"", *, name: str = "opera.toml") -> bytes:
    """The file of a lesson, with something else in one place."""
    content = next(file for file in lesson_files("opera") if file.name == name).read_bytes()
    assert before in content
    return content.replace(before, after, 1)


INSTEAD = b'instead = { do = "join", buy = [], arrange = "counting" }\n'
OF = b'of = ["income", "counting"]\n'
UNKNOWN = "Step 5, reason 4: “{}” in “of” is no figure that every seat has; there are income, counting."


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (OF, b'of = ["incom"]\n', UNKNOWN.format("incom")),
        (OF, b'of = ["income", "level"]\n', UNKNOWN.format("level")),
        (OF, b"", "Step 5, reason 4: “instead” means nothing without “of”."),
        (OF, b"of = []\n", "Step 5, reason 4: “instead” means nothing without “of”."),
        (INSTEAD, b"", "Step 5, reason 4: “of” means nothing without “instead”."),
        (INSTEAD + OF, b"by = 1\n", "Step 5, reason 4: “by” means nothing without “instead”."),
        (b'game = "opera"', b'game = "chess"', "There is no game “chess”; there are opera, turandot."),
        (b"minutes = 10", b"minutes = -1", "This is no lesson: Expected `int` >= 1 - at `$.minutes`."),
        (b"minutes = 10", b"minutes = 10\nhours = 1", "This is no lesson: Object contains unknown field `hours`."),
    ],
)
def test_a_mistake_in_a_file_is_said_with_its_place(before: bytes, after: bytes, why: str, tmp_path: Path) -> None:
    """Never a traceback, and no rule that silently never applies."""
    file = tmp_path / "lesson.toml"
    file.write_bytes(a_file(before, after))
    failed = invoke("lesson", "check", file)
    assert (failed.exit_code, failed.stderr) == (1, f"opera-server: {file}: {why}\n")


STATES = [
    (b"round = 6\n", b"", "Object missing required field `round`"),
    (b"round = 6\n", b"round = 10\n", "`round` must be from 1 to 9"),
    (b'"wien.main" = 0\n', b"", "`parts` lacks wien.main"),
    (b'"wien.main" = 0\n', b'"wien.main" = 0\n"wien.roof" = 1\n', "`parts` has wien.roof, which the edition lacks"),
    (b'ladder = ["monteverdi", ', b'ladder = ["verdi", ', "`ladder` must have every composer once"),
    (b'century = ["handel", ', b'century = ["mozart", ', "`century` must have 3 different composers"),
    (b'roles = ["impresario", ', b'roles = ["signora", ', "`roles` must have no role twice"),
    (b"seats = 3\n", b"seats = 4\n", "`players` must be 4"),
    (b"4 = [0], ", b"4 = [1], ", "`budget` must have every seat once, on levels from 0 to 10"),
    (b"6 = [1], ", b"6 = [1], 11 = [], ", "`budget` must have every seat once, on levels from 0 to 10"),
    (
        b'halls = ["verdi"]',
        b'halls = ["verdi", "none"]',
        "`players[0].houses.berlin` must have parts of that city in order, and all their halls",
    ),
]


@pytest.mark.parametrize(("before", "after", "problem"), STATES, ids=[problem for *_, problem in STATES])
def test_a_damaged_state_is_said_with_its_key(before: bytes, after: bytes, problem: str, tmp_path: Path) -> None:
    file = tmp_path / "lesson.toml"
    file.write_bytes(a_file(before, after, name="round-6.toml"))
    failed = invoke("lesson", "check", file)
    why = f"The lesson cannot begin from its “state”: {problem}."
    assert (failed.exit_code, failed.stderr) == (1, f"opera-server: {file}: {why}\n")


def test_a_game_that_is_always_dealt_has_no_state() -> None:
    lesson = msgspec.structs.replace(lessons()["last-turn"], state={})
    with pytest.raises(Refused, match="lesson_bad_state"):
        problems_of(lesson)


def test_a_refusal_in_the_opening_names_file_and_entry(tmp_path: Path) -> None:
    file = tmp_path / "lesson.toml"
    opening = b'opening = [[0, { do = "bid", amount = 0 }], [0, { do = "bid", amount = 0 }]]\n'
    file.write_bytes(a_file(b"plays_all", opening + b"plays_all", name="round-6.toml"))
    failed = invoke("lesson", "check", file)
    why = "Entry 2 of “opening” is not allowed by the rules (not_your_turn). It is not your turn:"
    assert (failed.exit_code, failed.stderr.startswith(f"opera-server: {file}: {why}")) == (1, True)


@pytest.mark.parametrize(
    ("before", "after", "why"),
    [
        (b"What does she bid?", b"What does she bid\\u001b[2J?", "step 1: the text of text cannot be taken: "),
        (b'title = "Round', b'title = "\\u202eRound', "the text of title cannot be taken: "),
        (b'"Kate"', b'"K\\u200bate"', "the name of seat 0 cannot be taken: "),
    ],
)
def test_a_text_that_a_terminal_could_act_on_is_refused(before: bytes, after: bytes, why: str, tmp_path: Path) -> None:
    file = tmp_path / "lesson.toml"
    file.write_bytes(a_file(before, after, name="round-6.toml"))
    failed = invoke("lesson", "check", file)
    assert (failed.exit_code, why in failed.stderr) == (1, True)


def test_every_figure_of_a_game_is_in_its_previews() -> None:
    """Before and after, of every seat, for every lesson's first decision."""
    for lesson in LESSONS:
        course = Course(lesson)
        moment = next(course.moments(lambda _moment: {}))
        assert moment.step is not None
        action = model_move(moment.step, course.rules, moment.game, moment.seat)
        preview = to_map(course.rules.preview(moment.game, moment.seat, course.rules.read_action(action)))
        seats = {str(seat) for seat in range(lesson.seats)}
        by_seat = {name for name, figure in preview.items() if isinstance(figure, dict) and figure.keys() == seats}
        assert by_seat == set(figures_by_seat(lesson.game))


def test_the_command_checks_a_file(tmp_path: Path) -> None:
    good, bad = tmp_path / "good.toml", tmp_path / "bad.toml"
    good.write_bytes(a_file())
    bad.write_bytes(a_file(b'kind = "bid"', b'kind = "join"'))
    assert "can be played" in invoke("lesson", "check", good).output
    failed = invoke("lesson", "check", bad)
    assert (failed.exit_code, "step 1: a decision “bid” comes" in failed.stderr) == (1, True)
    assert "cannot be read" in complaint(invoke("lesson", "check", tmp_path / "none.toml"))
