"""Find every error with a code in the sources: which code is raised where, with which parameters."""

import ast
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from opera_protocol.client.connection import LOSSES
from opera_protocol.wire.messages import RESYNC

ROOT = Path(__file__).parents[3]
FOLDERS = ("server", "protocol", "opera_tui")

PASSED_ON = {"lose": 0, "refusal": 0, "refusal_of": 0, "sentence_for": 0}
"""Functions that make an error of a code and parameters, and at which place the code stands."""
REPLIES = ("Refusal", "Detached")
"""Messages that have a code without parameters."""


class Raised(NamedTuple):
    """A place in the sources that makes an error."""

    error: str
    """The name of its class, or of the function that makes it."""
    code: str
    parameters: frozenset[str]
    file: str


class _Source:
    """What matters of a file; it is walked through once, since there are hundreds."""

    def __init__(self, tree: ast.Module) -> None:
        nodes = list(ast.walk(tree))
        self.calls = [node for node in nodes if isinstance(node, ast.Call)]
        self.classes = [node for node in nodes if isinstance(node, ast.ClassDef)]
        self.constants = dict(_constants(tree))


@cache
def raised_codes() -> list[Raised]:
    """All places that name a code; those that pass on what came from elsewhere name none."""
    trees = {
        str(file.relative_to(ROOT)): _Source(ast.parse(file.read_text("utf-8")))
        for folder in FOLDERS
        for file in sorted((ROOT / folder).rglob("*.py"))
    }
    classes = [node for source in trees.values() for node in source.classes]
    family = _derived(classes, {"Coded"})
    with_code = _derived(classes, {node.name for node in classes if node.name in family and _has_code(node)})
    found = [raised for file, source in trees.items() for raised in _in_file(file, source, family - with_code, family)]
    wire = "protocol/opera_protocol/wire/messages.py"
    return found + [Raised("", code, frozenset(), wire) for code in (RESYNC, *LOSSES.values())]


@cache
def parameters_by_code(*folders: str) -> dict[str, frozenset[str]]:
    """The names of the parameters of every code that is raised in these folders."""
    return {raised.code: raised.parameters for raised in raised_codes() if raised.file.startswith(folders)}


def _derived(classes: list[ast.ClassDef], family: set[str]) -> set[str]:
    """The names of these classes and of all that derive from them."""
    bases = {node.name: {base.id for base in node.bases if isinstance(base, ast.Name)} for node in classes}
    while larger := {name for name, above in bases.items() if above & family} - family:
        family = family | larger
    return family


def _has_code(node: ast.ClassDef) -> bool:
    """Whether errors of this class are made without naming their code."""
    return node.name != "Coded" and any(getattr(inner, "name", "") == "__init__" for inner in node.body)


def _in_file(file: str, source: "_Source", made_with_code: set[str], family: set[str]) -> Iterator[Raised]:
    for call in source.calls:
        yield from _in_call(file, call, made_with_code, source.constants)
    for node in source.classes:
        if node.name in family:
            yield from _in_class(file, node, source.constants)


def _in_call(file: str, call: ast.Call, made_with_code: set[str], constants: Mapping[str, str]) -> Iterator[Raised]:
    name = _name(call.func)
    keywords = {keyword.arg: keyword.value for keyword in call.keywords}
    if name in REPLIES and "code" in keywords:
        yield from (Raised(name, code, frozenset(), file) for code in _codes(keywords["code"], constants))
    place = 0 if name in made_with_code else PASSED_ON.get(name)
    if place is None or len(call.args) <= place:
        return
    codes = _codes(call.args[place], constants)
    is_passed_on = name in PASSED_ON or None in keywords or _name(call.args[place]) == "code"
    assert codes or is_passed_on, f"{file}:{call.lineno}: the code of this error cannot be read"
    named = {
        key.value for arg in call.args if isinstance(arg, ast.Dict) for key in arg.keys if isinstance(key, ast.Constant)
    }
    for code in codes:
        yield Raised(name, code, frozenset(str(parameter) for parameter in keywords.keys() | named), file)


def _in_class(file: str, node: ast.ClassDef, constants: Mapping[str, str]) -> Iterator[Raised]:
    """Codes that a class gives to its base."""
    for inner in ast.walk(node):
        if isinstance(inner, ast.Call) and _name(inner.func) == "__init__" and inner.args:
            names = frozenset(str(keyword.arg) for keyword in inner.keywords)
            yield from (Raised(node.name, code, names, file) for code in _codes(inner.args[0], constants))
    for code in (code for name, code in _constants(node) if name == "CODE"):
        yield Raised(node.name, code, frozenset({"reason"}), file)


def reasons() -> set[str]:
    """Every reason that an error about bytes or changes is raised with by name."""
    return {
        code
        for file in sorted((ROOT / "protocol").rglob("*.py"))
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.Call) and _name(node.func) in ("Malformed", "PatchError")
        for code in _codes(node.args[0], {})
    }


def _codes(node: ast.expr, constants: Mapping[str, str]) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _codes(node.body, constants) + _codes(node.orelse, constants)
    if isinstance(node, ast.Name) and node.id in constants:
        return [constants[node.id]]
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def _constants(tree: ast.Module | ast.ClassDef) -> Iterator[tuple[str, str]]:
    """The texts that are given a name in a module or class."""
    for node in tree.body:
        if isinstance(node, ast.Assign | ast.AnnAssign) and isinstance(node.value, ast.Constant):
            target = node.targets[0] if isinstance(node, ast.Assign) else node.target
            if isinstance(target, ast.Name) and isinstance(node.value.value, str):
                yield target.id, node.value.value


def _name(node: ast.expr) -> str:
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""
