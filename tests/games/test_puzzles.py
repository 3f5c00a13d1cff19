"""The shelf of puzzles: every one is counted out again, by nothing but the rules, and says why."""

import json
import re
from collections import Counter
from collections.abc import Iterator
from datetime import date, timedelta
from importlib.resources import files
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from msgspec.json import encode

from opera_bots.api import view_of
from opera_bots.levels import bot_of, never
from opera_games.api import Map
from opera_games.catalog import GAMES, texts_of
from opera_games.puzzles import FILE, Puzzle, answer, course_of, of_day, shelf
from opera_lab.puzzles.api import puzzles_of
from opera_lab.puzzles.book import varied, written
from opera_lab.puzzles.mine import TRIES, Task, puzzles_in
from opera_lab.self_play import seed_of_game
from opera_protocol.texts.format import Teller
from opera_protocol.texts.sentences import why_text
from opera_rules.api import AnyRules, rules_of
from opera_rules.chance import derive
from opera_rules.editions import built_in

NUMBERS = range(1, len(shelf()) + 1)
README = Path(__file__).parents[2] / "README.md"
COMMAND = re.compile(r"^opera-server puzzles (\w+) --games (\d+) --most (\d+) --seed (\w+) --out \S+$", re.MULTILINE)
COMMANDS = {found[1]: (int(found[2]), int(found[3]), found[4]) for found in COMMAND.finditer(README.read_text("utf-8"))}
"""How many games the README's commands play, how many puzzles they keep at most, and their seeds."""
QUICK = [number for number, puzzle in enumerate(shelf(), 1) if puzzle.game == "opera" or puzzle.players < 4]
"""Those that are counted out in a moment; all are in the long runs."""


def dealt(puzzle: Puzzle, actions: list[tuple[int, Map]]) -> tuple[AnyRules, Any]:
    rules = rules_of(puzzle.game)
    game = rules.new_game(puzzle.players, puzzle.options, built_in(puzzle.game), bytes.fromhex(puzzle.seed)).game
    for seat, action in actions:
        game = rules.apply(game, seat, rules.read_action(action)).game
    return rules, game


def sure_points(rules: AnyRules, game: Any, seat: int, known: dict[str, int]) -> int:
    """The points of a seat at the end if it decides as well and the others as badly for it as they can."""
    if not rules.waiting(game):
        return rules.scores(game)[seat]
    key = json.dumps(rules.write_state(game))
    if key not in known:
        (decider,) = rules.waiting(game)
        after = [rules.apply(game, decider, action).game for action in rules.offers(game, decider)]
        points = [sure_points(rules, each, seat, known) for each in after]
        known[key] = max(points) if decider == seat else min(points)
    return known[key]


def unsealed(puzzle: Puzzle) -> Iterator[tuple[AnyRules, Any]]:
    """Every state that the seat cannot tell from the puzzle's: offers of the others with as many cards face down."""
    actions = course_of(puzzle).actions
    sealed = {seat: action for seat, action in actions[-(puzzle.players - 1) :] if action["do"] == "offer"}
    rules, before = dealt(puzzle, actions[: -len(sealed)])
    possible = [
        [(seat, offer) for offer in rules.offers(before, seat) if not offer.bluff and is_like(offer, action)]
        for seat, action in sealed.items()
    ]
    for offers in product(*possible):
        game = before
        for seat, offer in offers:
            game = rules.apply(game, seat, offer).game
        yield rules, game


def is_like(offer: Any, sealed: Map) -> bool:
    """Whether an offer may look like this one, with the bluff card or without it; the card itself decides nothing."""
    cards = rules_of("turandot").read_action(sealed).cards
    return offer.cards in (cards, cards - 1)


def counted_out(puzzle: Puzzle) -> list[tuple[int, Map]]:
    """Every action of the puzzle's seat, with the points that it is sure of after it."""
    states = list(unsealed(puzzle)) if puzzle.game == "turandot" else [dealt(puzzle, course_of(puzzle).actions)]
    rules, game = states[0]
    known: dict[str, int] = {}
    found = []
    for action in rules.offers(game, puzzle.seat):
        after = [rules.apply(state, puzzle.seat, action).game for _, state in states]
        points = min(sure_points(rules, each, puzzle.seat, known) for each in after)
        found.append((points, rules.write_action(action)))
    return found


def check(number: int) -> None:
    puzzle = shelf()[number - 1]
    found = counted_out(puzzle)
    kept = [(points, action) for points, actions in course_of(puzzle).worths for action in actions]
    assert sorted(map(str, found)) == sorted(map(str, kept))
    ideas = sorted({points for points, _action in found}, reverse=True)
    assert tuple(ideas) == puzzle.ideas
    assert ideas[0] - ideas[1] >= puzzles_of(puzzle.game).MARGIN
    assert (ideas[0], puzzle.best) in found
    assert (puzzle.tempting_points, puzzle.tempting) in found
    assert puzzle.tempting_points <= ideas[0] - puzzles_of(puzzle.game).MARGIN


@pytest.mark.parametrize("number", QUICK)
def test_a_puzzle_has_one_idea_far_ahead_of_all_others(number: int) -> None:
    """What each action is worth is counted out by brute force; the best idea is ahead by 4 points, in Turandot by 2."""
    check(number)


@pytest.mark.soak
@pytest.mark.parametrize("number", NUMBERS)
def test_every_puzzle_has_one_idea_far_ahead_of_all_others(number: int) -> None:
    """The same for the whole shelf."""
    check(number)


def tries_of_a_soloist(puzzle: Puzzle) -> list[Map]:
    """What the bot does at a puzzle that must miss its answer, as often as it was asked when the puzzle was made."""
    rules, seed = rules_of(puzzle.game), bytes.fromhex(puzzle.seed)
    step = rules.new_game(puzzle.players, puzzle.options, built_in(puzzle.game), seed)
    heard = list(rules.visible(step.events, puzzle.seat))
    for seat, action in course_of(puzzle).actions:
        step = rules.apply(step.game, seat, rules.read_action(action))
        heard += rules.visible(step.events, puzzle.seat)
    view = view_of(rules, step.game, puzzle.seat, heard, built_in(puzzle.game))
    bot = bot_of("soloist")
    return [rules.write_action(bot(view, derive(seed, "puzzle", number), never)) for number in range(TRIES)]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_soloist_misses_every_puzzle(number: int) -> None:
    """What comes to mind first is what this bot does, and it is far behind the best, whenever it is asked."""
    puzzle = shelf()[number - 1]
    tries = tries_of_a_soloist(puzzle)
    assert tries[0] == puzzle.tempting
    worths = [course_of(puzzle).worth(action) for action in tries]
    assert max(worth for worth in worths if worth is not None) <= puzzle.ideas[0] - puzzles_of(puzzle.game).MARGIN
    assert None not in worths


def found_again(game: str, number: int) -> bool:
    """Whether a game of the README's command has every puzzle on the shelf that comes from it, letter for letter."""
    _games, _most, seed = COMMANDS[game]
    found = puzzles_in(Task(game, seed, number))
    kept = [puzzle for puzzle in shelf() if puzzle.seed == seed_of_game(seed, number).hex() and puzzle.game == game]
    return bool(kept) and {encode(puzzle) for puzzle in kept} <= {encode(puzzle) for puzzle in found}


@pytest.mark.parametrize(("game", "number"), [("opera", 4), ("turandot", 20), ("turandot", 51)])
def test_the_command_of_the_readme_finds_the_same_puzzles(game: str, number: int) -> None:
    """The same seed gives the same file: here for one game with a puzzle."""
    assert found_again(game, number)


@pytest.mark.soak
@pytest.mark.limit(7200)
@pytest.mark.parametrize("game", GAMES)
def test_the_commands_of_the_readme_make_the_whole_shelf(game: str) -> None:
    """All games again, and what is picked of them: byte for byte the file that comes with the program."""
    games, most, seed = COMMANDS[game]
    found = [puzzle for number in range(1, games + 1) for puzzle in puzzles_in(Task(game, seed, number))]
    before = files("opera_games").joinpath(FILE).read_bytes()
    assert written(varied(found, most), game, before) == before


def test_there_are_puzzles_of_all_games_and_none_comes_twice() -> None:
    """Each is of another game, of another seat there, or has another kind of answer."""
    assert {puzzle.game for puzzle in shelf()} == set(GAMES)
    assert len({(puzzle.seed, puzzle.seat, answer(puzzle)) for puzzle in shelf()}) == len(shelf())


def test_the_shelf_has_enough_of_each_game() -> None:
    """There are at least 60 puzzles, at least 25 of each game."""
    games = Counter(puzzle.game for puzzle in shelf())
    assert len(shelf()) >= 60
    assert min(games[game] for game in GAMES) >= 25


@pytest.mark.parametrize(("game", "seats"), [("opera", {2, 3, 4}), ("turandot", {2, 3, 4, 5})])
def test_there_are_puzzles_for_all_numbers_of_players(game: str, seats: set[int]) -> None:
    """Each game has some of every number of players."""
    assert {puzzle.players for puzzle in shelf() if puzzle.game == game} == seats


def test_no_kind_of_answer_is_the_rule() -> None:
    """In Opera no kind is more than a third of the answers, and there are at least five."""
    answers = Counter(answer(puzzle) for puzzle in shelf() if puzzle.game == "opera")
    assert 3 * max(answers.values()) <= answers.total()
    assert len(answers) >= 5


@pytest.mark.parametrize("number", NUMBERS)
def test_every_puzzle_says_why(number: int) -> None:
    """The reason is a whole sentence of the game's texts."""
    puzzle = shelf()[number - 1]
    names = ["Rossini", "Bellini", "Donizetti", "Cherubini", "Spontini"][: puzzle.players]
    assert puzzle.why["code"] in texts_of(puzzle.game).WHYS
    text = why_text(puzzle.game, puzzle.why | {"tempting": "Maestro to Wien"}, Teller(names))
    assert "{" not in text


def test_each_day_has_one_puzzle() -> None:
    """Days go through the whole shelf, and begin again."""
    days = [date(2026, 11, 18) + timedelta(days=day) for day in range(len(shelf()))]
    assert {of_day(day) for day in days} == set(NUMBERS)
    assert of_day(days[0]) == of_day(days[-1] + timedelta(days=1))
