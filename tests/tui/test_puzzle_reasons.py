"""Why the best move of each puzzle is better than the one that comes to mind first, in the words of the screen."""

from collections.abc import Iterator
from typing import Any

import pytest
from support.tui import opera_views, turandot_views

from opera_games.lessons import TEXT_CELLS, TEXT_ROWS
from opera_games.puzzles import Puzzle, course_of, shelf
from opera_rules.api import rules_of
from opera_rules.editions import built_in
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.turandot.face import TurandotFace
from opera_tui.look.i18n import _, choose_language
from opera_tui.look.languages import languages
from opera_tui.look.rows import wrapped
from opera_tui.table.model.lesson import why_told

FACES: dict[str, tuple[Any, Any]] = {"opera": (OperaFace(), opera_views), "turandot": (TurandotFace(), turandot_views)}


def view_of(puzzle: Puzzle) -> Any:
    """The table when the puzzle is asked."""
    rules = rules_of(puzzle.game)
    game = rules.new_game(puzzle.players, puzzle.options, built_in(puzzle.game), bytes.fromhex(puzzle.seed)).game
    for seat, action in course_of(puzzle).actions:
        game = rules.apply(game, seat, rules.read_action(action)).game
    return FACES[puzzle.game][1].view_of(game, puzzle.seat)


@pytest.fixture
def english_again() -> Iterator[None]:
    yield
    choose_language("en")


@pytest.mark.parametrize("number", range(1, len(shelf()) + 1))
@pytest.mark.usefixtures("english_again")
def test_the_reason_names_the_other_move_and_has_room(number: int) -> None:
    """In every language; nobody knows which move “the tempting move” is."""
    puzzle = shelf()[number - 1]
    face, view = FACES[puzzle.game][0], view_of(puzzle)
    for language in languages():
        choose_language(language)
        why = why_told(face, view, puzzle)
        told = _("Solved: {points} points for sure. {why}").format(points=puzzle.ideas[0], why=why)
        assert len(wrapped(told, TEXT_CELLS)) <= TEXT_ROWS, told
        assert "{" not in told
        assert "tempting" not in why
