"""Parse every style once for all applications of a process; Textual would do it for each, a quarter of its start."""

from typing import Any, Final

import pytest
from textual.css.model import RuleSet
from textual.css.stylesheet import Stylesheet

_parse_rules = Stylesheet._parse_rules
_parsed: Final[dict[tuple[object, ...], list[RuleSet]]] = {}


def share_stylesheets(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let applications share what has been parsed with the same variables, which are the colours of a theme."""
    monkeypatch.setattr(Stylesheet, "_parse_rules", _parse_once)


def _parse_once(sheet: Stylesheet, css: str, **source: Any) -> list[RuleSet]:
    key = (css, *source.items(), *sheet._variables.items())
    if key not in _parsed:
        _parsed[key] = _parse_rules(sheet, css, **source)
    return _parsed[key]
