"""A role of Opera has its places in eight files, and each of them that lacks one is named."""

import ast
from collections.abc import Callable, Collection, Mapping
from pathlib import Path
from typing import get_args

import pytest

from opera_bots.opera import chorus, role_values
from opera_games.opera import actions, choices, texts, words
from opera_games.opera.texts import WORDS
from opera_rules.opera import roles as rules
from opera_tui.games.opera import boxes
from opera_tui.games.opera.boxes.act import ROLE_FACES
from opera_tui.games.opera.help.roles import ROLE_TIPS
from opera_tui.games.opera.help.roles import ROLES as ROLE_PAGES
from opera_tui.games.opera.labels import LETTERS
from opera_tui.games.opera.speech.steps import ROLE_STEPS

MOST_FILES = 10
ROOT = Path(__file__).parents[2]
Table = Callable[[], Collection[str]]


def tags(union: object) -> list[str]:
    """The tags of a union's structs."""
    return [str(kind.__struct_config__.tag) for kind in get_args(union)]


def modules_beside(package: str | None) -> list[str]:
    """The modules and packages of a folder."""
    assert package is not None
    return [path.stem for path in Path(package).parent.iterdir()]


PLACES: Mapping[str, Mapping[str, Table]] = {
    "protocol/opera_games/opera/words.py": {
        "Role": lambda: words.ROLES,
        "Employee or Character": lambda: (*words.EMPLOYEES, *words.CHARACTERS),
        "FEES": lambda: words.FEES,
        "WORTH": lambda: words.WORTH,
    },
    "protocol/opera_games/opera/actions.py": {"AnyPlay": lambda: tags(actions.AnyPlay)},
    "protocol/opera_games/opera/choices.py": {
        "AnyRoleRow": lambda: tags(choices.AnyRoleRow),
        "AnyBox": lambda: tags(choices.AnyBox),
    },
    "protocol/opera_games/opera/texts.py": {"FORMS": lambda: texts.FORMS},
    "server/opera_rules/opera/roles/{role}.py": {"the module": lambda: modules_beside(rules.__file__)},
    "server/opera_bots/opera/chorus.py": {"PLAYS": lambda: chorus.PLAYS},
    "server/opera_bots/opera/role_values.py": {"PLAYS": lambda: role_values.PLAYS},
    "opera_tui/games/opera/boxes/{role}.py": {"the module": lambda: modules_beside(boxes.__file__)},
    "opera_tui/games/opera/speech/steps.py": {"ROLE_STEPS": lambda: ROLE_STEPS},
    "opera_tui/games/opera/help/roles.py": {"ROLES": lambda: ROLE_PAGES, "ROLE_TIPS": lambda: ROLE_TIPS},
}
"""Every table that must have a row for a role, by file; all others follow from `words.ROLES`."""
DERIVED: Mapping[str, Collection[str]] = {
    "rules": rules.ROLE_RULES,
    "faces": ROLE_FACES,
    "letters": LETTERS,
    "plays": actions.PLAYS,
    "words": [word for word in WORDS if word in words.ROLES],
}


def missing(role: str) -> list[str]:
    """Name every place that lacks a role."""
    return [
        f"{file.format(role=role)}: {name}"
        for file, tables in PLACES.items()
        for name, table in tables.items()
        if role not in table()
    ]


@pytest.mark.parametrize("role", words.ROLES)
def test_every_role_is_everywhere(role: str) -> None:
    assert missing(role) == []


@pytest.mark.parametrize("table", DERIVED)
def test_what_follows_from_the_roles_has_them_in_their_order(table: str) -> None:
    assert list(DERIVED[table]) == list(words.ROLES)


def test_a_seventh_role_is_missed_in_at_most_nine_files() -> None:
    places = missing("soprano")
    assert len({place.partition(":")[0] for place in places}) == len(PLACES) <= MOST_FILES
    assert len(places) == sum(map(len, PLACES.values()))
    assert "server/opera_rules/opera/roles/soprano.py: the module" in places
    assert "opera_tui/games/opera/help/roles.py: ROLE_TIPS" in places


def listed(node: ast.AST) -> set[object]:
    """The texts that a literal holds as keys or entries."""
    entries = node.keys if isinstance(node, ast.Dict) else node.elts if isinstance(node, ast.Tuple | ast.List) else []
    return {entry.value for entry in entries if isinstance(entry, ast.Constant)}


def lists_the_roles(source: str) -> bool:
    """Say whether a literal in a source holds all roles; only those that name all of them are parsed."""
    names_all = all(role in source for role in words.ROLES)
    return names_all and any(listed(node) >= set(words.ROLES) for node in ast.walk(ast.parse(source)))


def test_no_other_file_lists_the_roles() -> None:
    """A table in a file of its own would be forgotten."""
    found = {
        str(path.relative_to(ROOT))
        for package in ("opera_tui", "server", "protocol")
        for path in (ROOT / package).rglob("*.py")
        if lists_the_roles(path.read_text("utf-8"))
    }
    assert found == {file for file, tables in PLACES.items() if not {"the module", "AnyBox", "AnyPlay"} & set(tables)}


def test_every_place_is_a_file_or_a_package() -> None:
    for file in PLACES:
        for role in words.ROLES:
            place = ROOT / file.format(role=role)
            assert place.exists() or place.with_suffix("").is_dir(), place


def test_no_two_roles_have_the_same_key() -> None:
    assert len(set(LETTERS.values())) == len(LETTERS)
