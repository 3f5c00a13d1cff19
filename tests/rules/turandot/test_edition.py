"""The deck of singers as a data file."""

from collections import Counter
from copy import deepcopy
from typing import Any

import pytest
from support.rules.turandot_builder import edition

from opera_rules import turandot
from opera_rules.refusals import Refused

Source = dict[str, Any]


def changed(key: str, content: object) -> Source:
    """The built-in file with one entry changed; `None` takes it out. Singers count from 1."""
    source = deepcopy(edition().source)
    *path, last = key.split(".")
    table: Any = source
    for word in path:
        table = table[int(word) - 1] if word.isdigit() else table[word]
    place: Any = int(last) - 1 if last.isdigit() else last
    if content is None:
        del table[place]
    else:
        table[place] = content
    return source


def refusal(source: Source) -> dict[str, Any]:
    with pytest.raises(Refused) as refused:
        turandot.read_edition(source)
    return refused.value.to_map()


def test_the_built_in_deck_is_the_one_of_the_rules_page() -> None:
    """Six categories of six; stars, sex and preferred part as reconstructed."""
    kinds = Counter((s.category, s.stars, s.sex, s.prefers) for s in edition().singers)
    page = """
    professional | 3 f turandot · 3 m calaf · 3 m · 2 f liu · 2 m · 2 m
    amateur | 2 m · 2 f · 1 m calaf · 1 f liu · 1 m · 1 x
    alternative | 3 x · 2 f turandot · 2 m · 2 m · 1 m calaf · 1 f
    classic | 3 f liu · 3 m calaf · 2 f turandot · 2 m · 1 m · 1 m
    comic | 3 m · 2 f liu · 2 m · 2 x · 1 m · 1 f
    dark | 3 f turandot · 3 m · 2 m · 2 x · 1 f · 1 m
    """
    expected: Counter[tuple[str, int, str, str | None]] = Counter()
    for line in page.strip().splitlines():
        category, row = line.strip().split(" | ")
        for kind in row.split(" · "):
            stars, sex, *prefers = kind.split()
            expected[category, int(stars), sex, prefers[0] if prefers else None] += 1
    assert kinds == expected


def test_names_fit_the_screen_and_are_all_different() -> None:
    """The line-up has 21 columns for a name."""
    names = [singer.name for singer in edition().singers]
    assert len(dict.fromkeys(names)) == 36
    assert max(map(len, names)) <= 21


def test_the_file_stays_with_the_edition() -> None:
    """A transcript can show it whole."""
    source = changed("singers.3.name", "Another Name")
    assert turandot.read_edition(source).source == source


@pytest.mark.parametrize(
    ("key", "content", "code"),
    [
        ("game", "opera", "edition_bad_value"),
        ("game", None, "edition_bad_value"),
        ("name", None, "edition_missing"),
        ("name", "", "edition_bad_value"),
        ("name", 7, "edition_bad_value"),
        ("singers", None, "edition_missing"),
        ("singers", {}, "edition_bad_value"),
        ("singers.3", "Corelli", "edition_bad_value"),
        ("singers.3.id", "Two Words", "edition_bad_value"),
        ("singers.3.id", None, "edition_missing"),
        ("singers.3.name", "a\x1b[31mb", "edition_bad_value"),
        ("singers.3.name", "x" * 41, "edition_bad_value"),
        ("singers.3.name", "   ", "edition_bad_value"),
        ("singers.3.stars", 4, "edition_bad_value"),
        ("singers.3.stars", 0, "edition_bad_value"),
        ("singers.3.stars", True, "edition_bad_value"),
        ("singers.3.stars", 2.0, "edition_bad_value"),
        ("singers.3.stars", 10**30, "edition_bad_value"),
        ("singers.3.category", "baroque", "edition_bad_value"),
        ("singers.3.category", ["dark"], "edition_bad_value"),
        ("singers.3.sex", "n", "edition_bad_value"),
        ("singers.3.sex", None, "edition_missing"),
        ("singers.36.prefers", "tosca", "edition_bad_value"),
        ("singers.3.start", 3, "edition_unknown_key"),
        ("cities", {}, "edition_unknown_key"),
    ],
)
def test_what_is_wrong_is_refused_with_its_key(key: str, content: object, code: str) -> None:
    """Unknown words, wrong kinds of values, missing and unknown keys."""
    refused = refusal(changed(key, content))
    assert (refused["code"], refused["key"]) == (code, key)


def test_there_are_36_singers() -> None:
    """Another number is refused."""
    expected = {"code": "edition_wrong_number", "key": "singers", "number": 35, "expected": 36}
    assert refusal(changed("singers.36", None)) == expected


def test_an_id_stands_only_once() -> None:
    """The second one is named."""
    expected = {"code": "edition_double_id", "key": "singers.9.id", "id": "corelli"}
    assert refusal(changed("singers.9.id", "corelli")) == expected
