"""Names of the things that help explains: what is under the cursor, or a panel."""

from typing import Final

PREFIX: Final = "opera"


def topic(name: str) -> str:
    """`opera.signora`, `opera.budget`."""
    return f"{PREFIX}.{name}"


ROLES: Final = tuple(map(topic, ("impresario", "architetto", "signora", "maestro", "critico", "esperto")))
PHASES: Final = tuple(map(topic, ("bid", "act", "close", "join", "intermezzo", "appraise")))
STEPS: Final = tuple(map(topic, ("income", "ladder", "counting", "waiting", "end")))
PANELS: Final = tuple(map(topic, ("budget", "fame", "offer", "palazzo", "roles", "houses", "screen")))
TOPICS: Final = (*ROLES, *PHASES, *STEPS, *PANELS)
