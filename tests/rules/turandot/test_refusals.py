"""Every refusal has a stable code and known parameters."""

import ast
from collections.abc import Iterator
from pathlib import Path

from opera_rules import turandot
from opera_rules.turandot.refusals import REFUSALS


def raised() -> Iterator[tuple[str, tuple[str, ...]]]:
    """Every `Refused(...)` in the package's source: its code and the names of its parameters."""
    for file in Path(turandot.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refused":
                code = node.args[0]
                assert isinstance(code, ast.Constant)
                yield str(code.value), tuple(str(keyword.arg) for keyword in node.keywords)


def test_every_refusal_is_in_the_table_with_its_parameters() -> None:
    """And the table has no others."""
    found = list(raised())
    assert dict(found) == REFUSALS
    assert all(REFUSALS[code] == parameters for code, parameters in found)
