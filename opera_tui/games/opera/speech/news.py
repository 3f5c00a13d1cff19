"""Which events of Opera need no sentence, because what follows says the same: none does; nor is anything missing."""

from collections.abc import Collection, Sequence

from opera_tui.games.view import AnyGameView


def is_said_again(_event: str, _later: Collection[str], *, is_asked: bool) -> bool:
    """Say whether later events, or the question that is asked now, say again what an event says."""
    return False


def remarks(_view: AnyGameView) -> Sequence[str]:
    """Say nothing besides: the log tells a game of Opera from its beginning to its end."""
    return ()
