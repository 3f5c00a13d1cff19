"""Refusals by the rules: a stable code and its parameters, never a sentence."""

from collections.abc import Callable
from typing import Any

from opera_games.api import Refusal
from opera_games.errors import Coded, Parameter


class Refused(Coded):
    """Something was asked for that the rules do not allow; nothing has changed."""


def refusal(code: str, /, **parameters: Parameter) -> Refusal:
    """Return a refusal as documents have it, for a rule that is asked more often than it refuses an action."""
    return {"code": code, **parameters}


def refuse(found: Refusal | None) -> None:
    """Raise the refusal that a rule has found, if there is one."""
    if found is not None:
        raise Refused(found["code"], **{name: value for name, value in found.items() if name != "code"})


def refusal_of(check: Callable[..., object], *arguments: Any) -> Refusal | None:
    """Run a check and return its refusal as documents have it; None if it passes."""
    try:
        check(*arguments)
    except Refused as refused:
        return refused.to_map()
    return None
