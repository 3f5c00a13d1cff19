"""The program `opera-server` with all its commands; each loads what it needs when it runs, so help comes at once."""

from pathlib import Path
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from opera_protocol.local.command_errors import ended_by_sentence
from opera_server.cli import admin, edition, lab, lesson, records

KEEP_LINES = "\b\n"
"""Keeps typer from rewrapping the lines of a paragraph."""
EXAMPLES = (
    KEEP_LINES
    + """\
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


class Commands(TyperGroup):
    """The commands of the program, and the one place where their errors are caught: each ends with a sentence."""

    def invoke(self, ctx: Any) -> Any:
        with ended_by_sentence("opera-server"):
            return super().invoke(ctx)


app = typer.Typer(
    cls=Commands,
    help="Host the games Opera and Turandot on this machine. Without a command it serves until it is stopped.",
    epilog=EXAMPLES,
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(records.app)
app.add_typer(lab.app)
app.add_typer(edition.app, name="edition")
app.add_typer(lesson.app, name="lesson")
app.add_typer(admin.app, name="admin")


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # noqa: PLC0415

        typer.echo(f"opera-server {version('opera-tui')}")
        raise typer.Exit


@app.callback()
def serve(
    context: typer.Context,
    host: Annotated[
        str | None, typer.Option(metavar="ADDRESS", help="The address to listen on; without it all interfaces.")
    ] = None,
    port: Annotated[
        int | None, typer.Option(metavar="PORT", help="The first of three ports; without it 1607, 0 for any.")
    ] = None,
    data: Annotated[Path | None, typer.Option(metavar="DIR", help="Where games and the server's key are kept.")] = None,
    config: Annotated[Path | None, typer.Option(metavar="FILE", help="A settings file, as TOML.")] = None,
    edition: Annotated[
        list[Path] | None, typer.Option(metavar="FILE", help="Play with this data file; once for each game.")
    ] = None,
    server_name: Annotated[
        str | None,
        typer.Option("--name", metavar="TEXT", help="How lists call this server; without it the machine's name."),
    ] = None,
    bot_time: Annotated[
        int | None,
        typer.Option(metavar="MS", help="Milliseconds a bot may think about a decision or a hint; without it 1000."),
    ] = None,
    http: Annotated[
        int | None, typer.Option(metavar="PORT", help="A port for health and metrics, on loopback.")
    ] = None,
    ssh: Annotated[
        int | None, typer.Option(metavar="PORT", help="A port where people play with nothing but ssh.")
    ] = None,
    web: Annotated[int | None, typer.Option(metavar="PORT", help="A port where people play in a browser.")] = None,
    web_host: Annotated[
        str | None,
        typer.Option(metavar="ADDRESS", help="The address for browsers; without it only this machine, * for all."),
    ] = None,
    allow_seed: Annotated[
        bool | None, typer.Option("--allow-seed", help="Let hosts set the seed; such games are unverified.")
    ] = None,
    replay: Annotated[Path | None, typer.Option(metavar="FILE", help="Serve this transcript to be looked at.")] = None,
    log_level: Annotated[
        str | None, typer.Option(metavar="WORD", help="debug, info, warning or error; without it info.")
    ] = None,
    log_json: Annotated[bool | None, typer.Option("--log-json", help="Log lines as JSON.")] = None,
    log_file: Annotated[Path | None, typer.Option(metavar="FILE", help="Log here, not to stderr.")] = None,
    ready_fd: Annotated[int | None, typer.Option(metavar="FD", help="For programs that start this one.")] = None,
    announce: Annotated[bool | None, typer.Option(help="Whether the server is found on the local network.")] = None,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help="Show the version and exit.")
    ] = False,
) -> None:
    """Serve, unless a command follows; every option can also be set as OPERA_NAME or in the settings file."""
    if context.invoked_subcommand is not None:
        return
    from opera_server.config.settings import load_settings  # noqa: PLC0415
    from opera_server.operate.serving import serve as serve_until_stopped  # noqa: PLC0415

    flags = {name: value for name, value in context.params.items() if name not in ("config", "version")}
    serve_until_stopped(lambda: load_settings(config, flags=flags), ready_fd, typer.echo)


def main() -> None:
    """Run the program."""
    app(prog_name="opera-server")
