"""The layout solver: never beaten by exhaustive search, always legal, and gentle with the layout there is."""

import json
import os
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from functools import cache
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from opera_games.opera.words import INCOME
from opera_rules.opera.views.layouts import Halls, Task, best_layout, best_worth, counting_of, income_of

CITIES = {"venezia": 3, "wien": 4, "berlin": 3, "london": 4, "paris": 5, "milano": 6}
COMPOSERS = ("monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner")
FAME = {"wagner": 6, "verdi": 5, "beethoven": 4, "mozart": 3, "handel": 2, "monteverdi": 1, "house": 0}
WEIGHTS = ((1000, 1), (1, 1000), (1, 1), (1, 2), (3, 1), (1, 0), (0, 1), (0, 0))

points_of_all = st.permutations(range(1, 7)).map(lambda fame: {**dict(zip(COMPOSERS, fame, strict=True)), "house": 0})
tied_points = st.fixed_dictionaries({piece: st.integers(0, 3) for piece in COMPOSERS}).map(lambda p: {**p, "house": 0})
doubled_cities = st.sampled_from((*CITIES, None))


def holdings(most: int) -> st.SearchStrategy[tuple[str, ...]]:
    """Pieces of a few or of all composers, at most one of them the house piece."""
    composers = st.sampled_from((COMPOSERS, COMPOSERS[:3], COMPOSERS[2:4]))
    bought = composers.flatmap(lambda some: st.lists(st.sampled_from(some), max_size=most - 1))
    return st.tuples(bought, st.booleans()).map(lambda got: (*got[0], *(["house"] * got[1])))


@st.composite
def small_tasks(draw: st.DrawFn) -> Task:
    """Up to three houses with up to six halls in all, and up to six pieces."""
    sizes = draw(st.lists(st.integers(1, 6), max_size=3).filter(lambda halls: sum(halls) <= 6))
    cities = draw(st.permutations(tuple(CITIES)))
    points = draw(st.one_of(points_of_all, tied_points))
    return Task(dict(zip(cities, sizes, strict=False)), draw(holdings(6)), points, draw(doubled_cities))


@st.composite
def game_tasks(draw: st.DrawFn) -> Task:
    """Houses and holdings up to the largest that a game can bring."""
    halls = {city: draw(st.integers(0, most)) for city, most in CITIES.items()}
    built = {city: n for city, n in halls.items() if n}
    points = draw(st.one_of(points_of_all, tied_points))
    return Task(built, draw(holdings(28)), points, draw(doubled_cities))


def random_task(random: Random, houses: int, pieces: int) -> Task:
    """A task from a seed, with some composers more frequent than others."""
    cities = random.sample(tuple(CITIES), houses)
    halls = {city: random.randint(1, CITIES[city]) for city in cities}
    frequent = [random.random() ** 2 + 0.05 for _ in COMPOSERS]
    bought = random.choices(COMPOSERS, frequent, k=pieces - 1)
    fame = dict(zip(COMPOSERS, random.sample(range(1, 7), 6), strict=True))
    fame[random.choice(COMPOSERS)] += random.randint(1, 3)
    return Task(halls, (*bought, "house"), {**fame, "house": 0}, random.choice((*CITIES, None)))


def fillings(halls: int, stock: Counter[str]) -> Iterator[tuple[Halls, Counter[str]]]:
    """Every way to fill one house hall by hall, with what is then left."""
    if halls == 0:
        yield (), stock
        return
    for before, left in fillings(halls - 1, stock):
        yield (*before, None), left
        for piece in left:
            if left[piece] and piece not in before:
                yield (*before, piece), left - Counter([piece])


def all_layouts(halls: Mapping[str, int], stock: Counter[str]) -> Iterator[dict[str, Halls]]:
    """Every legal layout there is."""
    if not halls:
        yield {}
        return
    (city, size), *others = halls.items()
    for filled, left in fillings(size, stock):
        for layout in all_layouts(dict(others), left):
            yield {city: filled, **layout}


def best_worth_by_houses(task: Task, income: int, counting: int) -> int:
    """The best figure, house by house over every set of pieces in it and everything that may then be left."""
    names = tuple(Counter(task.pieces))
    cities = tuple(task.halls)

    @cache
    def best(at: int, left: tuple[int, ...]) -> int:
        if at == len(cities):
            return 0
        halls, factor = task.halls[cities[at]], 2 if cities[at] == task.doubled else 1
        worths = []
        for size in range(halls + 1):
            for chosen in combinations([i for i, n in enumerate(left) if n], size):
                ducats = factor * INCOME[size]
                points = max((task.points[names[i]] for i in chosen), default=0) - (halls - size)
                rest = tuple(n - (i in chosen) for i, n in enumerate(left))
                worths.append(income * ducats + counting * points + best(at + 1, rest))
        return max(worths)

    return best(0, tuple(Counter(task.pieces).values()))


def worth(task: Task, layout: Mapping[str, Halls], income: int, counting: int) -> int:
    """What the solver is to make as large as it can."""
    return income * income_of(layout, task.doubled) + counting * counting_of(layout, task.points)


def assert_legal(task: Task, layout: Mapping[str, Halls]) -> None:
    """All houses in order, one entry per hall, no composer twice in a house, no piece that is not owned."""
    assert list(layout) == list(task.halls)
    assert {city: len(halls) for city, halls in layout.items()} == task.halls
    staged = [[piece for piece in halls if piece is not None] for halls in layout.values()]
    assert all(len(set(pieces)) == len(pieces) for pieces in staged)
    assert Counter(piece for pieces in staged for piece in pieces) <= Counter(task.pieces)


@settings(max_examples=300, deadline=None)
@given(small_tasks())
def test_no_layout_at_all_is_better_in_small_cases(task: Task) -> None:
    """With few halls and pieces the result is as good as the best of all layouts, for every pair of weights."""
    layouts = all_layouts(task.halls, Counter(task.pieces))
    figures = {(income_of(each, task.doubled), counting_of(each, task.points)) for each in layouts}
    for income, counting in WEIGHTS:
        best = max(income * ducats + counting * points for ducats, points in figures)
        assert worth(task, best_layout(task, income, counting), income, counting) == best


@pytest.mark.parametrize("seed", range(48))
def test_as_good_as_a_slower_exact_method_with_four_to_six_houses(seed: int) -> None:
    """With as many houses as games bring the result equals that of trying every set of pieces in every house."""
    random = Random(seed)
    task = random_task(random, random.randint(4, 6), random.randint(5, 11))
    income, counting = WEIGHTS[seed % len(WEIGHTS)]
    found = worth(task, best_layout(task, income, counting), income, counting)
    assert found == best_worth_by_houses(task, income, counting)


@settings(max_examples=50, deadline=None)
@given(game_tasks(), st.sampled_from(WEIGHTS))
def test_the_worth_of_the_best_layout_can_be_had_without_it(task: Task, weights: tuple[int, int]) -> None:
    assert best_worth(task, *weights) == worth(task, best_layout(task, *weights), *weights)


@settings(max_examples=150, deadline=None)
@given(game_tasks(), st.sampled_from(WEIGHTS))
def test_layouts_are_legal_and_tidy(task: Task, weights: tuple[int, int]) -> None:
    """Whatever is asked, the layout is legal, great halls are filled first and empty halls come last."""
    layout = best_layout(task, *weights)
    assert_legal(task, layout)
    for halls in layout.values():
        assert None not in halls[: len(halls) - halls.count(None)]


@settings(max_examples=150, deadline=None)
@given(game_tasks(), st.sampled_from(WEIGHTS), st.sampled_from(WEIGHTS))
def test_starting_from_a_layout_costs_nothing(task: Task, before: tuple[int, int], goal: tuple[int, int]) -> None:
    """With a present layout the result is legal and as good as without, and is left alone the next time."""
    now = best_layout(task, *before)
    layout = best_layout(task, *goal, now)
    assert_legal(task, layout)
    assert worth(task, layout, *goal) == worth(task, best_layout(task, *goal), *goal)
    assert best_layout(task, *goal, layout) == layout
    assert all(halls[0] is not None or halls.count(None) == len(halls) for halls in layout.values())


@settings(max_examples=50, deadline=None)
@given(game_tasks(), st.sampled_from(WEIGHTS), st.randoms(use_true_random=False))
def test_the_order_of_pieces_does_not_matter(task: Task, weights: tuple[int, int], random: Random) -> None:
    """The same pieces in another order give the same layout."""
    shuffled = tuple(random.sample(task.pieces, len(task.pieces)))
    assert best_layout(task._replace(pieces=shuffled), *weights) == best_layout(task, *weights)


def layouts_of_many_tasks() -> str:
    """A long text that changes if any of many layouts does; hash seeds would show in it."""
    random = Random(2009)
    tasks = [random_task(random, random.randint(1, 6), random.randint(1, 20)) for _ in range(40)]
    return json.dumps([best_layout(task, *weights) for task in tasks for weights in WEIGHTS])


@pytest.mark.parametrize("hash_seed", ["1", "4711"])
def test_another_process_finds_the_same_layouts(hash_seed: str) -> None:
    """Layouts do not depend on the hash seed of the process."""
    code = "import runpy, sys; print(runpy.run_path(sys.argv[1])['layouts_of_many_tasks']())"
    env = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": os.pathsep.join(sys.path)}
    run = subprocess.run([sys.executable, "-c", code, __file__], env=env, capture_output=True, text=True, check=True)
    assert run.stdout.strip() == layouts_of_many_tasks()


@pytest.mark.parametrize(("income", "counting"), WEIGHTS)
def test_nothing_to_lay_out(income: int, counting: int) -> None:
    """No house gives an empty layout, no piece gives empty halls, and neither is an error."""
    assert best_layout(Task({}, ("wagner",), FAME, None), income, counting) == {}
    assert best_layout(Task({"wien": 2}, (), FAME, "wien"), income, counting) == {"wien": (None, None)}


def test_what_does_not_fit_stays_in_stock() -> None:
    """With more pieces than halls the best piece is in the great hall, and a second copy in no other hall."""
    task = Task({"wien": 2}, ("house", "handel", "wagner", "wagner"), FAME, None)
    assert best_layout(task, 1, 1000)["wien"][0] == "wagner"
    assert best_layout(task, 1000, 1)["wien"][0] == "wagner"
    assert best_layout(task._replace(pieces=("wagner", "wagner")), 1, 1) == {"wien": ("wagner", None)}


def test_income_gathers_pieces_where_the_maestro_is() -> None:
    """For income three pieces go into the doubled house, though counting wants all great halls filled."""
    task = Task({"venezia": 3, "berlin": 3, "wien": 1}, ("wagner", "verdi", "mozart"), FAME, "berlin")
    assert best_layout(task, 1000, 1)["berlin"] == ("wagner", "verdi", "mozart")
    assert [halls[0] for halls in best_layout(task, 1, 1000).values()].count(None) == 0


def test_fewer_pieces_are_staged_if_great_halls_lose_more() -> None:
    """A hall stays empty for counting when the piece for it would cost another great hall more than a point."""
    task = Task({"berlin": 3, "venezia": 1}, ("wagner", "verdi", "monteverdi", "monteverdi"), FAME, None)
    assert counting_of(best_layout(task, 1, 1000), FAME) == 6 + 5 - 1
    assert income_of(best_layout(task, 1000, 1), None) == 5 + 1


def test_equal_income_is_decided_by_counting() -> None:
    """Of two houses for the same ducats the great halls' points decide, and of equal points the ducats."""
    task = Task({"venezia": 1, "berlin": 1}, ("house", "wagner", "verdi"), FAME, None)
    assert counting_of(best_layout(task, 1000, 1), FAME) == 11
    spread = Task({"venezia": 2, "berlin": 3}, ("wagner", "verdi", "mozart", "house"), FAME, None)
    assert income_of(best_layout(spread, 1, 1000), None) == 5 + 1
    assert counting_of(best_layout(spread, 1, 1000), FAME) == 6 + 5 - 1


@pytest.mark.parametrize(
    "now",
    [
        {"wien": ("wagner", None, "mozart"), "berlin": ("verdi", None, "handel")},
        {"wien": ("verdi", "mozart", None), "berlin": ("wagner", "handel", None)},
        {"wien": ("wagner", "handel", "mozart"), "berlin": ("verdi", None, None)},
        {"wien": ("wagner", None, None), "berlin": ("verdi", "mozart", "handel")},
    ],
)
def test_an_optimal_layout_is_left_as_it_is(now: dict[str, Halls]) -> None:
    """Each of several equally good layouts comes back, gaps and order of halls included, if it is the present one."""
    task = Task({"wien": 3, "berlin": 3}, ("wagner", "verdi", "mozart", "handel"), FAME, None)
    assert best_layout(task, 1, 1000, now) == now


def test_pieces_that_stay_in_a_house_stay_in_their_hall() -> None:
    """A new piece goes into the empty hall between the others, which do not move."""
    now: dict[str, Halls] = {"wien": ("wagner", "mozart", None, "handel"), "berlin": ("verdi", None, None)}
    task = Task({"wien": 4, "berlin": 3}, ("wagner", "mozart", "handel", "verdi", "house"), FAME, None)
    expected = {"wien": ("wagner", "mozart", "house", "handel"), "berlin": ("verdi", None, None)}
    assert best_layout(task, 1, 1000, now) == expected


def test_houses_keep_their_sizes_where_it_makes_no_difference() -> None:
    """The house that was full stays full, though another one of its size comes first."""
    now: dict[str, Halls] = {"venezia": ("verdi", None, None), "berlin": ("wagner", "handel", "mozart")}
    task = Task({"venezia": 3, "berlin": 3}, ("wagner", "mozart", "verdi", "handel", "house"), FAME, None)
    expected = {"venezia": ("verdi", "house", None), "berlin": ("wagner", "handel", "mozart")}
    assert best_layout(task, 1, 1000, now) == expected


def test_figures_of_the_worked_round() -> None:
    """Mark's figures: 14 ducats with the Maestro in Paris, 18 points in great halls less two empty halls."""
    layout: dict[str, Halls] = {
        "venezia": ("wagner",),
        "wien": ("wagner", "verdi"),
        "paris": ("wagner", "verdi", "mozart", None, None),
    }
    assert income_of(layout, "paris") == 1 + 3 + 10
    assert counting_of(layout, FAME) == 18 - 2
