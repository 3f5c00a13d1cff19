"""Documents with some parts replaced: by values that often still fit the type, or by anything at all."""

from random import Random
from typing import Any, Final

TEXTS: Final = (
    "",
    "[red]x[/red]",
    "[/]",
    "\x1b[2J\x1b]0;x\x07",
    "\u202e\u2066x\u200b",
    "歌" * 60,
    "x" * 3000,
    "{seat} {x!r} %s",
    "line\nbreak\ttab",
    "wien",
    "verdi",
    "opera",
    "running",
    "main",
)
NUMBERS: Final = (-1, 0, 1, 2, 3, 7, 99, -(2**31), 2**53, 2**63)
VALUES: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    [],
    {},
    [[]],
    [None],
    {"": {}},
    {"0": 0},
    *TEXTS,
    *NUMBERS,
)


def mutated(document: Any, chance: Random, times: int = 1) -> Any:
    """Return the document with so many parts replaced; the document itself stays as it is."""
    for _ in range(times):
        document = _mutated(document, chance)
    return document


def _mutated(document: Any, chance: Random) -> Any:
    if isinstance(document, dict) and document and chance.random() < 0.85:
        key = chance.choice(list(document))
        return {**document, key: _mutated(document[key], chance)}
    if isinstance(document, list | tuple) and document and chance.random() < 0.85:
        place = chance.randrange(len(document))
        return [*document[:place], _mutated(document[place], chance), *document[place + 1 :]]
    return any_value(document, chance)


def any_value(before: Any, chance: Random) -> Any:
    """Return another value of the same kind, so that it often fits the type, or any value at all."""
    if chance.random() < 0.35:
        return chance.choice(VALUES)
    if isinstance(before, list | tuple):
        return _other_list(list(before), chance)
    if isinstance(before, dict):
        return _other_map(before, chance)
    if isinstance(before, bool):
        return not before
    if isinstance(before, int):
        return chance.choice((before + chance.choice((-7, -1, 1, 5)), chance.choice(NUMBERS)))
    return chance.choice(TEXTS) if isinstance(before, str) else chance.choice(VALUES)


def _other_list(before: list[Any], chance: Random) -> list[Any]:
    shuffled = chance.sample(before, len(before))
    return chance.choice((before[1:], before * 2, [*before, *before[:1]], shuffled, []))


def _other_map(before: dict[str, Any], chance: Random) -> dict[str, Any]:
    fewer = dict(chance.sample(list(before.items()), len(before) // 2))
    strange = chance.choice((*TEXTS, "99", "-1", "x"))
    return chance.choice(
        (
            fewer,
            {**before, strange: chance.choice(VALUES)},
            dict.fromkeys((strange, "0"), next(iter(before.values()), None)),
        )
    )
