"""Pick puzzles of many kinds, and keep them in one file with those of other games."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from opera_games.catalog import GAMES
from opera_games.puzzles import Puzzle, answer, read
from opera_lab.text_tables import table
from opera_protocol.local.command_errors import CommandError
from opera_protocol.texts.format import plain


def varied(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Pick puzzles of many kinds, in the order they were found in; at most a third are solved by doing nothing."""
    idle = [puzzle for puzzle in found if _is_idle(puzzle)]
    active = [puzzle for puzzle in found if not _is_idle(puzzle)]
    few = _balanced(idle, min(most // 3, len(active) // 2))
    picked = [*few, *_balanced(active, most - len(few))]
    return [puzzle for puzzle in found if puzzle in picked]


def _is_idle(puzzle: Puzzle) -> bool:
    return len(answer(puzzle)) == 1


def _balanced(found: Sequence[Puzzle], most: int) -> list[Puzzle]:
    """Pick puzzles, always the first whose answer, then whose reason and players were picked least."""
    left = list(found)
    picked: list[Puzzle] = []
    times: Counter[tuple[object, ...]] = Counter()
    while left and len(picked) < most:
        chosen = min(left, key=lambda puzzle: [times[kind] for kind in _kinds(puzzle)])
        left.remove(chosen)
        picked.append(chosen)
        times.update(_kinds(chosen))
    return picked


def _kinds(puzzle: Puzzle) -> list[tuple[object, ...]]:
    return [answer(puzzle), (puzzle.why["code"], puzzle.players, *answer(puzzle))]


def written(puzzles: Iterable[Puzzle], game: str, before: bytes) -> bytes:
    """Return the content of the file with these puzzles instead of those that it had of the game.

    The games take turns, as far as there are puzzles of each.
    """
    kept = [puzzle for puzzle in read(before) if puzzle.game != game]
    shelves = [[puzzle for puzzle in (*kept, *puzzles) if puzzle.game == name] for name in GAMES]
    return b"".join(msgspec.json.encode(puzzle) + b"\n" for puzzle in _in_turns(shelves))


def _in_turns(shelves: list[list[Puzzle]]) -> Iterator[Puzzle]:
    """Mix the shelves evenly, each in its own order."""
    places = [
        ((place + 0.5) / len(shelf), number, puzzle)
        for number, shelf in enumerate(shelves)
        for place, puzzle in enumerate(shelf)
    ]
    return (puzzle for _, _, puzzle in sorted(places, key=lambda entry: entry[:2]))


def content_of(file: Path) -> bytes:
    """Return what a file has; nothing if there is none."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise _unusable(file, error) from None


def write(file: Path, content: bytes) -> None:
    try:
        file.write_bytes(content)
    except OSError as error:
        raise _unusable(file, error) from None


def _unusable(file: Path, error: OSError) -> CommandError:
    template = "{file} cannot be used: {reason}."
    return CommandError(template.format(file=plain(str(file)), reason=error.strerror or type(error).__name__))


def summary(puzzles: list[Puzzle]) -> list[str]:
    """Count the puzzles by players, by the answer and by the reason why."""
    kinds = Counter((puzzle.players, " ".join(map(str, answer(puzzle))), str(puzzle.why["code"])) for puzzle in puzzles)
    rows = [[str(players), solution, code, str(number)] for (players, solution, code), number in sorted(kinds.items())]
    return table([["players", "answer", "why", "puzzles"], *rows])
