"""The commands of the laboratory, `simulate`, `arena`, `tune`, `puzzles` and `demo`: games between bots."""

import sys
from collections.abc import Callable, Generator, Iterable
from contextlib import closing
from functools import partial
from pathlib import Path
from typing import Annotated, Any, TypeVar

import typer

from opera_games.catalog import GAMES
from opera_protocol.local.command_errors import CommandError
from opera_protocol.local.game_flags import with_game_options
from opera_server.cli.edition import GameArgument

DEFAULT_LEVEL = "chorus"
DEFAULT_PACE = 0.1
USUAL_GAMES = 120

Players = Annotated[
    int | None, typer.Option(metavar="NUMBER", help="How many players; without it as many as levels, or 3.")
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help="Any text: the same one gives the same games. Without it a new one."),
]
Bots = Annotated[
    str,
    typer.Option(
        metavar="LEVEL[,LEVEL...]",
        help=(
            "One level for all, or one for each seat: random, chorus, soloist, virtuoso, diva (diva:100 thinks less)."
        ),
    ),
]
LineUp = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="LEVEL[,LEVEL...]",
        help="A level for each seat; the last one takes the seats that are left.",
    ),
]
EditionFile = Annotated[Path | None, typer.Option("--edition", metavar="FILE", help="Play with this data file.")]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help="Processes to play in; without it one for each core."),
]

T = TypeVar("T")
Map = dict[str, Any]

app = typer.Typer()


@app.command(help="Play games between bots. Says who won, and writes transcripts if a folder is given.")
@with_game_options()
def simulate(
    options: Map,
    game: GameArgument,
    players: Players = None,
    games: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="How many games.")] = 1,
    seed: Seed = None,
    bots: Bots = DEFAULT_LEVEL,
    edition: EditionFile = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help="Write a transcript of each game here.")] = None,
    jobs: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="Processes to play in.")] = 1,
) -> None:
    """Play a series of games and count who won."""
    from opera_lab.self_play import chosen_seed, chosen_setup  # noqa: PLC0415
    from opera_lab.simulate import Series, SeriesReport, play_series  # noqa: PLC0415

    setup = chosen_setup(game, bots, players, options, edition)
    series = Series(setup, chosen_seed(seed), games, out)
    report = SeriesReport(series)
    for result in _with_progress(play_series(series, jobs), games):
        report.add(result)
    for line in report.lines():
        typer.echo(line)


@app.command(
    help=(
        "Play a tournament between levels of bots. The line-up moves on by a seat each game, and all its places "
        "play the same deal; the result does not depend on where it is played."
    )
)
@with_game_options()
def arena(
    options: Map,
    game: GameArgument,
    players: Players = None,
    bots: LineUp = "soloist,chorus",
    games: Annotated[
        int | None,
        typer.Option(min=1, metavar="NUMBER", help="How many games; best a multiple of the players. Without it 120."),
    ] = None,
    jobs: Jobs = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster of this scheduler instead.")
    ] = None,
    seed: Seed = None,
    edition: EditionFile = None,
    details: Annotated[bool, typer.Option("--details", help="Say also what each level does in a game.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Everything as JSON, with each game.")] = False,
    ladder: Annotated[
        bool, typer.Option("--ladder", help="Play the line-ups that README reports instead, and print its table.")
    ] = False,
) -> None:
    """Play a tournament and report it, also what was played before an interruption."""
    from opera_lab import arena_report  # noqa: PLC0415
    from opera_lab.arena import Played, Tournament, play_match  # noqa: PLC0415
    from opera_lab.pools import DaskPool, ProcessPool  # noqa: PLC0415
    from opera_lab.self_play import chosen_seed, chosen_setup, last_fills  # noqa: PLC0415

    pool = ProcessPool(jobs) if scheduler is None else DaskPool(scheduler)
    if ladder:
        _print_ladder(game, seed, games, pool.map)
        return
    setup = chosen_setup(game, bots, players, options, edition, last_fills)
    games = USUAL_GAMES if games is None else games
    tournament = Tournament(setup, chosen_seed(seed), games)
    played: list[Played] = []
    stopped: BaseException | None = None
    try:
        with closing(_with_progress(pool.map(play_match, tournament.matches()), games)) as results:
            played.extend(results)
    except (KeyboardInterrupt, CommandError) as reason:
        stopped = reason
    if played:
        report = arena_report.as_json if as_json else partial(arena_report.as_text, details=details)
        typer.echo(report(tournament, played))
    if stopped is not None:
        raise stopped


def _print_ladder(game: str, seed: str | None, games: int | None, map_games: Callable[..., Iterable[Any]]) -> None:
    """Print the table of README row by row, as the games are played."""
    from opera_lab import ladder  # noqa: PLC0415
    from opera_lab.arena import play_match  # noqa: PLC0415

    for line in ladder.headings():
        typer.echo(line)
    for tournament in ladder.tournaments(game, seed, games):
        with closing(_with_progress(map_games(play_match, tournament.matches()), tournament.games)) as results:
            typer.echo(ladder.row(tournament, list(results)))


@app.command(
    help=(
        "Fit the evaluation of bots to games. They play, and their positions are held against how the games "
        "ended. The same seed and date give the same file, byte by byte."
    )
)
def tune(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="NUMBER", help="How many games in each pass.")] = 1800,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Any text: the same one gives the same games.")] = "tune",
    jobs: Jobs = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="LEVEL[,LEVEL...]",
            help=(
                "A level for each pass; it plays by the weights of the pass before, the first by the built-in ones. "
                "Besides the usual levels there is rehearsal: quick games of many tastes."
            ),
        ),
    ] = "chorus,rehearsal",
    explore: Annotated[
        float, typer.Option(min=0, max=1, metavar="SHARE", help="The share of decisions made at random.")
    ] = 0.1,
    date: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help="Written into the file; without it today.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the weights go; must be given.")] = None,
    replace: Annotated[bool, typer.Option("--replace", help="Overwrite the file if there is one.")] = False,
    diva: Annotated[
        bool, typer.Option("--diva", help="Fit what the diva expects instead, to so many quick games.")
    ] = False,
) -> None:
    """Play passes of games, each followed by a fit."""
    from opera_lab.self_play import chosen_levels  # noqa: PLC0415
    from opera_lab.tune import (  # noqa: PLC0415
        Plan,
        check_plan,
        chosen_date,
        file_content,
        fit_stages,
        play_pass,
        prepare,
        quality_table,
        write,
    )
    from opera_protocol.texts.format import plain  # noqa: PLC0415

    plan = Plan(game, seed, games, chosen_levels(game, bots), explore)
    check_plan(plan)
    day = chosen_date(date)
    file = prepare(game, out, replace=replace)
    if diva:
        from opera_lab.games import content_of_diva  # noqa: PLC0415

        write(file, content_of_diva(game, games, seed, day, jobs))
        typer.echo(f"The weights are in {plain(str(file))}.")
        return
    content = None
    for number, level in enumerate(plan.passes):
        samples = list(_with_progress(play_pass(plan, number, content, jobs), games))
        fits = fit_stages(samples)
        content = file_content(plan, fits, day)
        typer.echo(f"Pass {number + 1}, {level}:")
        for line in quality_table(fits):
            typer.echo(line)
    write(file, content)
    typer.echo(f"The weights are in {plain(str(file))}.")


@app.command(
    help=(
        "Look for puzzles in games between bots: late decisions that can be counted out, with one idea far ahead of "
        "all others. The same seed gives the same ones. Those of other games in the file stay."
    )
)
def puzzles(
    game: GameArgument,
    games: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="How many games.")] = 100,
    most: Annotated[int, typer.Option(min=1, metavar="NUMBER", help="How many puzzles at most.")] = 40,
    seed: Annotated[str, typer.Option(metavar="TEXT", help="Any text: the same one gives the same games.")] = "shelf",
    jobs: Jobs = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="Play on the Dask cluster of this scheduler instead.")
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help="Where the puzzles go.")] = None,
) -> None:
    """Play games, and keep the puzzles in them."""
    from opera_lab.pools import DaskPool, ProcessPool  # noqa: PLC0415
    from opera_lab.puzzles import book  # noqa: PLC0415
    from opera_lab.puzzles.mine import Task, puzzles_in  # noqa: PLC0415

    before = b"" if out is None else book.content_of(out)
    pool = ProcessPool(jobs) if scheduler is None else DaskPool(scheduler)
    tasks = [Task(game, seed, number) for number in range(1, games + 1)]
    with closing(_with_progress(pool.map(puzzles_in, tasks), games)) as results:
        found = [puzzle for of_game in results for puzzle in of_game]
    picked = book.varied(found, most)
    for line in book.summary(picked):
        typer.echo(line)
    if out is not None:
        book.write(out, book.written(picked, game, before))


@app.command(help="Watch a full game between bots.")
def demo(
    game: GameArgument = GAMES[0],
    players: Players = None,
    seed: Seed = None,
    bots: Bots = DEFAULT_LEVEL,
    pace: Annotated[
        float | None,
        typer.Option(min=0, metavar="SECONDS", help="Wait so long after each line; without it 0.1 in a terminal."),
    ] = None,
) -> None:
    """Print a game line by line."""
    from rich.console import Console  # noqa: PLC0415

    from opera_lab.demo import demo_lines, print_lines  # noqa: PLC0415
    from opera_lab.self_play import chosen_seed, chosen_setup  # noqa: PLC0415

    if pace is None:
        pace = DEFAULT_PACE if sys.stdout.isatty() else 0
    setup = chosen_setup(game, bots, players, {}, None)
    print_lines(demo_lines(setup, chosen_seed(seed)), Console(), pace)


def _with_progress(results: Iterable[T], total: int) -> Generator[T, None, None]:
    """Yield the results as they come; in a terminal, with a progress bar on stderr."""
    if not sys.stderr.isatty():
        yield from results
        return
    from rich.console import Console  # noqa: PLC0415 - not needed in pipes
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn  # noqa: PLC0415

    columns = (TextColumn("games"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as progress:
        yield from progress.track(results, total=total)
