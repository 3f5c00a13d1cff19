"""Which events of Opera need no sentence, because what follows says the same: none does."""

from collections.abc import Collection


def is_said_again(_event: str, _later: Collection[str], *, is_asked: bool) -> bool:
    """Say whether later events, or the question that is asked now, say again what an event says."""
    return False
