"""`opera-server simulate`: a series of games between bots, written down and counted."""

import tempfile
from collections.abc import Iterator
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple

from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_protocol.words import WORDS
from opera_rules.transcript import Recorder
from opera_server.bot_game import Setting, Turn, play, seed_of_game
from opera_server.complaints import Complaint
from opera_server.spreading import InProcesses
from opera_server.standings import Result, result_of, table


class Series(NamedTuple):
    """Games 1 to `games` of a seed, as typed; `out` is where their transcripts go."""

    setting: Setting
    seed: str
    games: int
    out: Path | None = None


class Task(NamedTuple):
    """One game of a series."""

    series: Series
    number: int


def play_one(task: Task) -> Result:
    """Play a game and write its transcript if one is wanted."""
    series, number = task
    setting, seed = series.setting, seed_of_game(series.seed, number)
    recorder = Recorder(setting.rules, setting.names, setting.options, setting.edition)
    lines: list[bytes] = []
    game: Any = None
    for turn in play(setting, seed):
        game = turn.step.game
        if series.out is not None:
            lines.append(_line(recorder, turn))
    if series.out is not None:
        lines.append(recorder.end(game, {"seed": seed.hex()}))
        _write(series.out, number, lines)
    return result_of(setting.rules.outcome(game))


def _line(recorder: Recorder, turn: Turn) -> bytes:
    if turn.seat is None or turn.action is None:
        return recorder.start(turn.step)
    return recorder.action(turn.seat, turn.action, turn.step)


def _write(out: Path, number: int, lines: list[bytes]) -> None:
    try:
        (out / f"{number:06}.jsonl").write_bytes(b"".join(lines))
    except OSError as error:
        raise _unwritable(out, error) from None


def run(series: Series, jobs: int) -> Iterator[Result]:
    """All games in their order, in so many processes."""
    if series.out is not None:
        _prepare(series.out)
    return InProcesses(jobs)(play_one, [Task(series, number) for number in range(1, series.games + 1)])


def _prepare(out: Path) -> None:
    """The folder for the transcripts, made if need be; better refused now than after the first game."""
    try:
        out.mkdir(parents=True, exist_ok=True)
        tempfile.TemporaryFile(dir=out).close()
    except OSError as error:
        raise _unwritable(out, error) from None


def _unwritable(out: Path, error: OSError) -> Complaint:
    told = _("Transcripts cannot be written to {folder}: {reason}.")
    return Complaint(told.format(folder=plain(str(out)), reason=error.strerror or type(error).__name__))


class Tally:
    """Counts wins and points while the games come in."""

    def __init__(self, series: Series) -> None:
        self.series = series
        self.begun = perf_counter()
        self.results: list[Result] = []

    def add(self, result: Result) -> None:
        self.results.append(result)

    def report(self) -> Iterator[str]:
        """Wins and mean points by seat and, if there are several, by level; and how quick it was."""
        setting = self.series.setting
        told = _("{game}, players: {players}, games: {games}, seed “{seed}”")
        yield told.format(
            game=WORDS[setting.game],
            players=len(setting.levels),
            games=len(self.results),
            seed=plain(self.series.seed),
        )
        yield from table([[_("seat"), _("level"), _("wins"), "%", _("mean points")], *self._by_seat()])
        if len(set(setting.levels)) > 1:
            yield ""
            yield from table([[_("level"), _("seats"), _("wins"), "%", _("mean points")], *self._by_level()])
        nobody = sum(not result.winners for result in self.results)
        if nobody:
            yield _("Games without a winner: {games}").format(games=nobody)
        speed = len(self.results) / max(perf_counter() - self.begun, 1e-9)
        yield _("{speed} games per second").format(speed=f"{speed:.1f}")

    def _by_seat(self) -> Iterator[list[str]]:
        for seat, level in enumerate(self.series.setting.levels):
            yield [str(seat + 1), level, *self._figures((seat,))]

    def _by_level(self) -> Iterator[list[str]]:
        levels = self.series.setting.levels
        for level in dict.fromkeys(levels):
            seats = tuple(seat for seat, other in enumerate(levels) if other == level)
            yield [level, str(len(seats)), *self._figures(seats)]

    def _figures(self, seats: tuple[int, ...]) -> list[str]:
        """Games that one of these seats won, and its points in the mean."""
        games = len(self.results)
        wins = sum(any(seat in result.winners for seat in seats) for result in self.results)
        points = sum(result.points[seat] for result in self.results for seat in seats)
        return [str(wins), f"{100 * wins / games:.1f}", f"{points / games / len(seats):.1f}"]
