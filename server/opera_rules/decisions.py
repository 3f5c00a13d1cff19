"""One record for each kind of decision: its actions, their check, all that are allowed, and what they do."""

from collections.abc import Callable, Iterable
from typing import Any, Generic, NamedTuple

from opera_games.api import Action, Seat, tag_of
from opera_rules.api import GameT, Log
from opera_rules.refusals import Refused


class Decision(NamedTuple, Generic[GameT]):
    """A kind of decision that a seat is asked for."""

    actions: tuple[type[Action], ...]
    check: Callable[[GameT, Seat, Any], None]
    """Raises the refusal of an action that the rules do not allow."""
    offered: Callable[[GameT, Seat], Iterable[Any]]
    """Every action that passes the check, the Impresario's layouts left out."""
    act: Callable[[GameT, Seat, Any, Log], None]
    """Carries out the action itself; `order_of_play` does what follows from it."""


def not_asked_for(asked: str | None, action: object, *, is_over: bool) -> Refused:
    """Return the refusal of an action that the seat is not asked for; `asked` is the decision that is open, if any."""
    if asked is None:
        return Refused("game_over") if is_over else Refused("not_your_turn")
    return Refused("other_decision", asked=asked, got=tag_of(action) if isinstance(action, Action) else "")
