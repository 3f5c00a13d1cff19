"""What the laboratory asks about the third game where results are listed."""

from opera_rules.api import Map


def places(outcome: Map) -> list[int]:
    """Number the ranking."""
    return list(range(1, len(outcome["ranking"]) + 1))
