"""The program `opera-server`: all its commands; what one needs is loaded when it runs, so that help comes at once."""

from typing import Any

import typer
from typer.core import TyperGroup

from opera_protocol.local.command_errors import ended_by_sentence
from opera_protocol.texts.i18n import _
from opera_server.cli import admin, edition, journal, lab, verify
from opera_server.cli.serve import serve

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


class Commands(TyperGroup):
    """The commands of the program, and the one place where their errors are caught: each ends with a sentence."""

    def invoke(self, ctx: Any) -> Any:
        with ended_by_sentence("opera-server"):
            return super().invoke(ctx)


app = typer.Typer(
    cls=Commands,
    help=_("Host the games Opera and Turandot on this machine. Without a command it serves until it is stopped."),
    epilog=EXAMPLES,
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.callback()(serve)
app.add_typer(edition.app, name="edition")
app.add_typer(admin.app, name="admin")
journal.mount(app)
verify.mount(app)
lab.mount(app)


def main() -> None:
    """Run the program."""
    app(prog_name="opera-server")
