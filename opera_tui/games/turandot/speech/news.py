"""Which events of Turandot need no sentence, because what follows says the same."""

from collections.abc import Collection


def is_said_again(event: str, later: Collection[str], *, is_asked: bool) -> bool:
    """Say whether later events, or the question that is asked now, say again what an event says; all by their tags.

    A turn begins with who has Puccini, and the choices of an offer are the line-up.
    """
    if event == "puccini_passed":
        return "turn" in later
    return event == "lineup" and is_asked and "offers_revealed" not in later
