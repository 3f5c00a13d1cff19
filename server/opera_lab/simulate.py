"""A series of games between bots: their transcripts, and a report of wins and points (`opera-server simulate`)."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from opera_lab.pools import ProcessPool
from opera_lab.results import Result, result_of, series_heading
from opera_lab.self_play import GameSetup, Move, play, seed_of_game
from opera_lab.text_tables import table
from opera_protocol.local.command_errors import CommandError
from opera_protocol.texts.format import plain
from opera_rules.transcript import Recorder


class Series(NamedTuple):
    """Games 1 to `games` of a seed, as typed; `out` is the folder for their transcripts."""

    setup: GameSetup
    seed: str
    games: int
    out: Path | None = None


class Task(NamedTuple):
    """One game of a series."""

    series: Series
    number: int


def play_game(task: Task) -> Result:
    """Play a game and write its transcript if one is wanted."""
    series, number = task
    setup, seed = series.setup, seed_of_game(series.seed, number)
    recorder = Recorder(setup.rules, setup.names, setup.options, setup.edition)
    lines: list[bytes] = []
    game: Any = None
    for move in play(setup, seed):
        game = move.step.game
        if series.out is not None:
            lines.append(_line(recorder, move))
    if series.out is not None:
        lines.append(recorder.end(game, {"seed": seed.hex()}))
        _write(series.out, number, lines)
    return result_of(setup.rules.outcome(game))


def _line(recorder: Recorder, move: Move) -> bytes:
    if move.seat is None or move.action is None:
        return recorder.start(move.step)
    return recorder.action(move.seat, move.action, move.step)


def _write(out: Path, number: int, lines: list[bytes]) -> None:
    try:
        (out / f"{number:06}.jsonl").write_bytes(b"".join(lines))
    except OSError as error:
        raise _unwritable(out, error) from None


def play_series(series: Series, jobs: int) -> Iterator[Result]:
    """Play all games in `jobs` processes; results come in the order of the games."""
    if series.out is not None:
        _prepare(series.out)
    return ProcessPool(jobs).map(play_game, [Task(series, number) for number in range(1, series.games + 1)])


def _prepare(out: Path) -> None:
    """Make the folder for the transcripts and try to write there: better now than after the first game."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=out).close()
    except OSError as error:
        raise _unwritable(out, error) from None


def _unwritable(out: Path, error: OSError) -> CommandError:
    template = "Transcripts cannot be written to {folder}: {reason}."
    return CommandError(template.format(folder=plain(str(out)), reason=error.strerror or type(error).__name__))


class SeriesReport:
    """Counts wins and points while the games come in."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.begun = perf_counter()
        self.results: list[Result] = []

    def add(self, result: Result) -> None:
        self.results.append(result)

    def lines(self) -> Iterator[str]:
        """List wins and mean points by seat and, if there are several, by level, and the speed."""
        setup = self.series.setup
        yield series_heading(setup, len(self.results), self.series.seed)
        yield from table([["seat", "level", "wins", "%", "mean points"], *self._by_seat()])
        if len(set(setup.levels)) > 1:
            yield ""
            yield from table([["level", "seats", "wins", "%", "mean points"], *self._by_level()])
        nobody = sum(not result.winners for result in self.results)
        if nobody:
            yield f"Games without a winner: {nobody}"
        speed = len(self.results) / max(perf_counter() - self.begun, 1e-9)
        yield "{speed} games per second".format(speed=f"{speed:.1f}")

    def _by_seat(self) -> Iterator[list[str]]:
        for seat, level in enumerate(self.series.setup.levels):
            yield [str(seat + 1), level, *self._figures((seat,))]

    def _by_level(self) -> Iterator[list[str]]:
        levels = self.series.setup.levels
        for level in dict.fromkeys(levels):
            seats = tuple(seat for seat, other in enumerate(levels) if other == level)
            yield [level, str(len(seats)), *self._figures(seats)]

    def _figures(self, seats: tuple[int, ...]) -> list[str]:
        """Count the games that one of these seats won, and take the mean of their points."""
        games = len(self.results)
        wins = sum(any(seat in result.winners for seat in seats) for result in self.results)
        points = sum(result.points[seat] for result in self.results for seat in seats)
        return [str(wins), f"{100 * wins / games:.1f}", f"{points / games / len(seats):.1f}"]
