"""A role is one module and one row in each table; a place that lacks one is named."""

from pathlib import Path
from types import ModuleType
from typing import get_args

import pytest

from opera_games.opera.actions import PLAYS
from opera_games.opera.choices import ROLE_ROWS, AnyBox
from opera_games.opera.words import EMPLOYEES, FEES, ROLES, Kind, Role
from opera_rules.opera import roles
from opera_rules.opera.decisions import DECISIONS
from opera_rules.opera.roles import ROLE_RULES

OF_EVERY_ROLE = ("ASKS", "check_hire", "check", "plays", "carry_out", "box", "prospect")
OF_EMPLOYEES = ("things", "is_idle", "may_be_asked")
SHARED_MODULES = {"__init__", "pawns"}


@pytest.mark.parametrize("role", ROLES)
def test_every_role_has_all_it_needs(role: Role) -> None:
    module: ModuleType = ROLE_RULES[role]
    needed = (*OF_EVERY_ROLE, *(OF_EMPLOYEES if role in EMPLOYEES else ()))
    assert [name for name in needed if not hasattr(module, name)] == []
    assert module.ASKS in (None, *DECISIONS)
    assert module.ASKS is None or hasattr(module, "may_be_asked")


@pytest.mark.parametrize(
    "tags",
    [
        list(ROLE_RULES),
        list(PLAYS),
        list(FEES),
        list(ROLE_ROWS),
        [box.__struct_config__.tag for box in get_args(AnyBox)],
    ],
    ids=["rules", "plays", "fees", "rows", "boxes"],
)
def test_every_table_has_every_role(tags: list[str]) -> None:
    assert tags == list(ROLES)


def test_every_module_is_a_role() -> None:
    assert roles.__file__
    modules = {path.stem for path in Path(roles.__file__).parent.glob("*.py")} - SHARED_MODULES
    assert modules == set(ROLES)


def test_every_kind_of_decision_has_a_record() -> None:
    assert set(DECISIONS) == set(get_args(Kind))
