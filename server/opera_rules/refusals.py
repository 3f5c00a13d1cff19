"""Refusals by the rules: a stable code and its parameters, never a sentence."""

from collections.abc import Callable
from typing import Any

from opera_games.api import Refusal
from opera_games.errors import Coded


class Refused(Coded):
    """Something was asked for that the rules do not allow; nothing has changed."""


def refusal_of(check: Callable[..., object], *arguments: Any) -> Refusal | None:
    """Run a check and return its refusal as documents have it; None if it passes."""
    try:
        check(*arguments)
    except Refused as refused:
        return refused.to_map()
    return None
