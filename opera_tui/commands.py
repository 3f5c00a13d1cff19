"""The commands of `opera`; what a command needs is loaded when it runs, so that help comes at once."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from opera_tui.i18n import _
from opera_tui.identity_commands import identity

if TYPE_CHECKING:
    from opera_tui.plans import Plan

GameName = Literal["opera", "turandot"]

KEEP_LINES = "\b\n"
"""What keeps typer from filling the lines of a paragraph."""
EXAMPLES = KEEP_LINES + _(
    """\
Examples:
  opera play                              go on with your game, or begin one
  opera play --game turandot --players 5  you and four bots
  opera host                              open a table for others
  opera join 192.168.1.20                 sit down at somebody's table
  opera watch 192.168.1.20 --table Fenice look on
  opera replay game.jsonl                 a finished game, step by step
"""
)

app = typer.Typer(
    help=_("Play the board game Opera and the card game Turandot in the terminal. Without a command, the home screen."),
    epilog=EXAMPLES,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(identity, name="identity")

Ascii = Annotated[bool, typer.Option("--ascii", help=_("Plain ASCII signs, for terminals that cannot show others."))]
NoMouse = Annotated[bool, typer.Option("--no-mouse", help=_("Leave the mouse to the terminal, for selecting text."))]
Address = Annotated[str, typer.Argument(metavar="HOST[:PORT]", help=_("The server; without it, look for one."))]
Key = Annotated[
    str | None, typer.Option("--key", metavar="FINGERPRINT", help=_("The server's key, as its host reads it out."))
]
TableName = Annotated[str, typer.Option("--table", metavar="NAME", help=_("Go straight to this table."))]
CodeWord = Annotated[str, typer.Option("--code", metavar="WORD", help=_("The table's code word."))]


def _show_version(asked: bool) -> None:
    if asked:
        from importlib.metadata import version  # noqa: PLC0415

        typer.echo(f"opera {version('opera-tui')}")
        raise typer.Exit


@app.callback()
def home(
    context: typer.Context,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help=_("Show the version and exit."))
    ] = False,
) -> None:
    """Open the home screen, unless a command says otherwise."""
    context.obj = (ascii_signs, no_mouse)
    if context.invoked_subcommand is None:
        from opera_tui.plans import GoHome  # noqa: PLC0415

        _open(context, GoHome())


@app.command(
    help=_(
        "Play against bots. Without options, go on with the game against bots that you played last, or begin one. With "
        "--game, --players, --level, --seed or --new, begin another one; open games stay on the home screen."
    )
)
def play(
    context: typer.Context,
    game: Annotated[GameName | None, typer.Option(metavar="opera|turandot", help=_("Which game."))] = None,
    players: Annotated[
        int | None, typer.Option(min=2, max=5, metavar="NUMBER", help=_("How many, you included; Opera takes up to 4."))
    ] = None,
    level: Annotated[
        str | None,
        typer.Option(metavar="NAME", help=_("The bots: random, chorus, soloist or virtuoso; without it soloist.")),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar="TEXT", help=_("Any text: the same one gives the same shuffle."))
    ] = None,
    new: Annotated[bool, typer.Option("--new", help=_("Begin another game; the open one is kept."))] = False,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
) -> None:
    """Solo play; any wish opens another table."""
    from opera_tui.plans import Play  # noqa: PLC0415
    from opera_tui.solo_game import SoloGame  # noqa: PLC0415

    has_wish = new or any(wish is not None for wish in (game, players, level, seed))
    wanted = SoloGame(game or "opera", players, level, seed) if has_wish else None
    _open(context, Play(wanted), ascii_signs, no_mouse)


@app.command(help=_("Open a table for others. Starts a server and shows what they have to type."))
def host(
    context: typer.Context,
    port: Annotated[
        int, typer.Option(min=1, max=65533, metavar="PORT", help=_("The first of three ports next to each other."))
    ] = 1607,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
) -> None:
    """Hosting."""
    from opera_tui.plans import Host  # noqa: PLC0415

    _open(context, Host(port), ascii_signs, no_mouse)


@app.command(help=_("Sit down at a table of another machine."))
def join(
    context: typer.Context,
    address: Address = "",
    key: Key = None,
    table: TableName = "",
    code: CodeWord = "",
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
) -> None:
    """Joining."""
    from opera_tui.plans import Join  # noqa: PLC0415

    _open(context, Join(address, key, table, code), ascii_signs, no_mouse)


@app.command(help=_("Watch a table of another machine."))
def watch(
    context: typer.Context,
    address: Address = "",
    key: Key = None,
    table: TableName = "",
    code: CodeWord = "",
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
) -> None:
    """Watching."""
    from opera_tui.plans import Join  # noqa: PLC0415

    _open(context, Join(address, key, table, code, is_watching=True), ascii_signs, no_mouse)


@app.command(help=_("Look at a finished game, step by step."))
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A transcript, as JSON lines."))],
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
) -> None:
    """A transcript."""
    from opera_tui.plans import Replay  # noqa: PLC0415

    if not file.is_file():
        print("opera:", _("There is no file {file}.").format(file=file), file=sys.stderr)
        raise typer.Exit(2)
    _open(context, Replay(file), ascii_signs, no_mouse)


@app.command(help=_("Read the rules of a game."))
def rules(
    context: typer.Context,
    game: Annotated[GameName, typer.Argument(metavar="opera|turandot", help=_("Which game."))] = "opera",
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
) -> None:
    """The rules of a game."""
    from opera_tui.plans import ReadRules  # noqa: PLC0415

    _open(context, ReadRules(game), ascii_signs, no_mouse)


def _open(context: typer.Context, plan: "Plan", ascii_signs: bool = False, no_mouse: bool = False) -> None:
    """Run the application; options may stand before the command or after it."""
    from opera_tui.running import run_and_tell  # noqa: PLC0415

    before = context.obj or (False, False)
    raise typer.Exit(run_and_tell(plan, ascii_signs=ascii_signs or before[0], mouse=not (no_mouse or before[1])))
