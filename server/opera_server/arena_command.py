"""The command `opera-server arena`."""

from contextlib import closing
from functools import partial
from typing import Annotated

import typer

from opera_protocol.i18n import _
from opera_server.complaints import Complaint, complaining
from opera_server.game_arguments import EditionFile, GameArgument, Jobs, OpenScreens, Players, Rounds, Seed

LineUp = Annotated[
    str,
    typer.Option(
        "--bots",
        metavar="LEVEL[,LEVEL...]",
        help=_("A level for each seat; the last one takes the seats that are left."),
    ),
]


def mount(app: typer.Typer) -> None:
    """Add the command to the program."""
    app.command(
        help=_(
            "Play a tournament between levels of bots. The line-up moves on by a seat each game, and all its places "
            "play the same deal; the result does not depend on where it is played."
        )
    )(arena)


def arena(
    game: GameArgument,
    players: Players = None,
    bots: LineUp = "soloist,chorus",
    games: Annotated[
        int,
        typer.Option(min=1, metavar="NUMBER", help=_("How many games; best a multiple of the players.")),
    ] = 120,
    jobs: Jobs = None,
    scheduler: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=_("Play on the Dask cluster of this scheduler instead."))
    ] = None,
    seed: Seed = None,
    rounds: Rounds = None,
    open_screens: OpenScreens = False,
    edition: EditionFile = None,
    details: Annotated[bool, typer.Option("--details", help=_("Say also what each level does in a game."))] = False,
    as_json: Annotated[bool, typer.Option("--json", help=_("Everything as JSON, with each game."))] = False,
) -> None:
    """A tournament; what has been played when it is interrupted is reported too."""
    with complaining():
        from opera_server import arena_report  # noqa: PLC0415 - not needed for --help
        from opera_server.arena import Played, Tournament, play_match  # noqa: PLC0415
        from opera_server.cluster import OnCluster  # noqa: PLC0415
        from opera_server.game_options import chosen_seed, chosen_setting, last_fills, table_options  # noqa: PLC0415
        from opera_server.progress import with_progress  # noqa: PLC0415
        from opera_server.spreading import InProcesses  # noqa: PLC0415

        setting = chosen_setting(game, bots, players, table_options(rounds, open_screens), edition, last_fills)
        tournament = Tournament(setting, chosen_seed(seed), games)
        spread = InProcesses(jobs) if scheduler is None else OnCluster(scheduler)
        played: list[Played] = []
        stopped: BaseException | None = None
        try:
            with closing(with_progress(spread(play_match, tournament.matches()), games)) as results:
                played.extend(results)
        except (KeyboardInterrupt, Complaint) as reason:
            stopped = reason
        if played:
            report = arena_report.as_json if as_json else partial(arena_report.as_text, details=details)
            typer.echo(report(tournament, played))
        if stopped is not None:
            raise stopped
