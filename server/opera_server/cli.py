"""The command `opera-server`; what a command needs is loaded when it runs, so that help comes at once."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from opera_protocol.i18n import _
from opera_server import arena_command, tune_command
from opera_server.complaints import complaining
from opera_server.game_arguments import EditionFile, GameArgument, OpenScreens, Players, Rounds, Seed
from opera_server.operator_commands import faults_told, mount

DEFAULT_LEVEL = "chorus"
DEFAULT_PACE = 0.1

KEEP_LINES = "\b\n"
"""What keeps typer from filling the lines of a paragraph."""
EXAMPLES = KEEP_LINES + _(
    """\
Examples:
  opera-server                            serve until Ctrl+C
  opera-server --port 2000 --name Attic   on ports 2000 to 2002, with a name
  opera-server admin tables               ask the server that is running
  opera-server demo                       watch bots play

Every option of the server can also stand in the settings file (--config)
or in the environment: OPERA_PORT=2000, OPERA_BOT_TIME=500. Settings without
an option, such as access and limits, are in the README.
"""
)

app = typer.Typer(
    help=_("Host the games Opera and Turandot on this machine. Without a command it serves until it is stopped."),
    epilog=EXAMPLES,
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
editions = typer.Typer(help=_("Data files of the games."), no_args_is_help=True)
app.add_typer(editions, name="edition")
mount(app)
arena_command.mount(app)
tune_command.mount(app)

Bots = Annotated[
    str,
    typer.Option(
        metavar="LEVEL[,LEVEL...]",
        help=_(
            "One level for all, or one for each seat: random, chorus, soloist, virtuoso (virtuoso:100 thinks less)."
        ),
    ),
]


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # noqa: PLC0415

        typer.echo(f"opera-server {version('opera-tui')}")
        raise typer.Exit


@app.callback()
def serve(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help=_("The address to listen on; without it all interfaces."))
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="PORT", help=_("The first of three ports; without it 1607, 0 for any."))
    ] = None,
    data: Annotated[
        Path | None, typer.Option(metavar="DIR", help=_("Where games and the server's key are kept."))
    ] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help=_("A settings file, as TOML."))] = None,
    edition: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help=_("Play with this data file; once for each game."))
    ] = None,
    server_name: Annotated[
        str | None,
        typer.Option("--name", metavar="TEXT", help=_("How lists call this server; without it the machine's name.")),
    ] = None,
    bot_time: Annotated[
        int | None,
        typer.Option(metavar="MS", help=_("Milliseconds a bot may think about a decision or a hint; without it 1000.")),
    ] = None,
    http: Annotated[
        int | None, typer.Option(metavar="PORT", help=_("A port for health and metrics, on loopback."))
    ] = None,
    allow_seed: Annotated[
        bool | None, typer.Option("--allow-seed", help=_("Let hosts set the seed; such games are unverified."))
    ] = None,
    replay_file: Annotated[
        Path | None, typer.Option("--replay", metavar="FILE", help=_("Serve this transcript to be looked at."))
    ] = None,
    log_level: Annotated[
        str | None, typer.Option(metavar="WORD", help=_("debug, info, warning or error; without it info."))
    ] = None,
    log_json: Annotated[bool | None, typer.Option("--log-json", help=_("Log lines as JSON."))] = None,
    log_file: Annotated[Path | None, typer.Option(metavar="FILE", help=_("Log here, not to stderr."))] = None,
    ready_fd: Annotated[int | None, typer.Option(metavar="FD", help=_("For programs that start this one."))] = None,
    announce: Annotated[bool | None, typer.Option(help=_("Whether the server is found on the local network."))] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help=_("Show the version and exit."))
    ] = False,
) -> None:
    """Serve, unless a command says otherwise; every option can also be set as OPERA_NAME or in the settings file."""
    if context.invoked_subcommand is not None:
        return
    flags = {
        "host": host,
        "port": port,
        "data": data,
        "edition": tuple(edition) if edition else None,
        "server_name": server_name,
        "bot_time": bot_time,
        "http": http,
        "allow_seed": allow_seed,
        "replay": replay_file,
        "log_level": log_level,
        "log_json": log_json,
        "log_file": log_file,
        "ready_fd": ready_fd,
        "announce": announce,
    }
    with faults_told():
        from opera_server.parent import parent_of  # noqa: PLC0415
        from opera_server.serving import serve as serve_until_stopped  # noqa: PLC0415
        from opera_server.settings import load_settings  # noqa: PLC0415

        serve_until_stopped(lambda: load_settings(config, flags=flags), parent_of(ready_fd), typer.echo)


@app.command(help=_("Play games between bots. Says who won, and writes transcripts if a folder is given."))
def simulate(
    game: GameArgument,
    players: Players = None,
    games: Annotated[int, typer.Option(min=1, metavar="NUMBER", help=_("How many games."))] = 1,
    seed: Seed = None,
    bots: Bots = DEFAULT_LEVEL,
    rounds: Rounds = None,
    open_screens: OpenScreens = False,
    edition: EditionFile = None,
    out: Annotated[Path | None, typer.Option(metavar="DIR", help=_("Write a transcript of each game here."))] = None,
    jobs: Annotated[int, typer.Option(min=1, metavar="NUMBER", help=_("Processes to play in."))] = 1,
) -> None:
    """A series of games."""
    with complaining():
        from opera_server.game_options import chosen_seed, chosen_setting, table_options  # noqa: PLC0415
        from opera_server.progress import with_progress  # noqa: PLC0415
        from opera_server.simulate import Series, Tally, run  # noqa: PLC0415

        setting = chosen_setting(game, bots, players, table_options(rounds, open_screens), edition)
        series = Series(setting, chosen_seed(seed), games, out)
        tally = Tally(series)
        for result in with_progress(run(series, jobs), games):
            tally.add(result)
        for line in tally.report():
            typer.echo(line)


@app.command(help=_("Check a transcript by the rules. Every line must follow from those before; shows how it ended."))
def replay(file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A transcript, as JSON lines."))]) -> None:
    """A transcript, line by line."""
    with complaining():
        from opera_server.replay import replay_file  # noqa: PLC0415

        for line in replay_file(file):
            typer.echo(line)


@editions.command("check", help=_("Check a data file; the first key that breaks a rule is named."))
def check_edition(file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A data file, as TOML."))]) -> None:
    """A data file of one's own."""
    with complaining():
        from opera_server.edition import check_file  # noqa: PLC0415

        typer.echo(check_file(file))


@editions.command("show", help=_("Print the built-in data file. It can be changed and given with --edition."))
def show_edition(game: GameArgument) -> None:
    """The built-in data file."""
    from opera_rules.editions import built_in_text  # noqa: PLC0415

    typer.echo(built_in_text(game), nl=False)


@app.command(help=_("Watch a full game between bots."))
def demo(
    game: GameArgument = "opera",
    players: Players = None,
    seed: Seed = None,
    bots: Bots = DEFAULT_LEVEL,
    pace: Annotated[
        float | None,
        typer.Option(min=0, metavar="SECONDS", help=_("Wait so long after each line; without it 0.1 in a terminal.")),
    ] = None,
) -> None:
    """A game told line by line."""
    with complaining():
        from rich.console import Console  # noqa: PLC0415

        from opera_server.demo import show, tell  # noqa: PLC0415
        from opera_server.game_options import chosen_seed, chosen_setting  # noqa: PLC0415

        if pace is None:
            pace = DEFAULT_PACE if sys.stdout.isatty() else 0
        setting = chosen_setting(game, bots, players, {}, None)
        show(tell(setting, chosen_seed(seed)), Console(), pace)


def main() -> None:
    """The program `opera-server`."""
    app(prog_name="opera-server")
