"""The command `opera-server tune`."""

from pathlib import Path
from typing import Annotated

import typer

from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_server.complaints import complaining
from opera_server.game_arguments import GameArgument, Jobs


def mount(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        help=_(
            "Fit the evaluation of bots to games. They play, and their positions are held against how the games "
            "ended. The same seed and date give the same file, byte by byte."
        )
    )(tune)


def tune(
    game: GameArgument,
    games: Annotated[int, typer.Option(metavar="NUMBER", help=_("How many games in each pass."))] = 1800,
    seed: Annotated[str, typer.Option(metavar="TEXT", help=_("Any text: the same one gives the same games."))] = "tune",
    jobs: Jobs = None,
    bots: Annotated[
        str,
        typer.Option(
            metavar="LEVEL[,LEVEL...]",
            help=_(
                "A level for each pass; it plays by the weights of the pass before, the first by the built-in ones. "
                "Besides the usual levels there is rehearsal: quick games of many tastes."
            ),
        ),
    ] = "chorus,rehearsal",
    explore: Annotated[
        float, typer.Option(min=0, max=1, metavar="SHARE", help=_("The share of decisions made at random."))
    ] = 0.1,
    date: Annotated[
        str | None, typer.Option(metavar="YYYY-MM-DD", help=_("Written into the file; without it today."))
    ] = None,
    out: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Where the weights go; must be given."))] = None,
    replace: Annotated[bool, typer.Option("--replace", help=_("Overwrite the file if there is one."))] = False,
) -> None:
    """Passes of games, each followed by a fit."""
    with complaining():
        from opera_server.game_options import chosen_levels  # noqa: PLC0415 - not needed for --help
        from opera_server.progress import with_progress  # noqa: PLC0415
        from opera_server.tune import Plan, data_file, fit_all, run_pass  # noqa: PLC0415
        from opera_server.tune_file import check_plan, chosen_date, prepare, quality_table, write  # noqa: PLC0415

        plan = Plan(game, seed, games, chosen_levels(bots), explore)
        check_plan(plan)
        day = chosen_date(date)
        file = prepare(game, out, replace=replace)
        content = None
        for number, level in enumerate(plan.passes):
            learned = list(with_progress(run_pass(plan, number, content, jobs), games))
            fitted = fit_all(learned)
            content = data_file(plan, fitted, day)
            typer.echo(_("Pass {number}, {level}:").format(number=number + 1, level=level))
            for line in quality_table(fitted):
                typer.echo(line)
        write(file, content)
        typer.echo(_("The weights are in {file}.").format(file=plain(str(file))))
