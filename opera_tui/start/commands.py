"""The commands of `opera`; what a command needs is loaded when it runs, so that help comes at once."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Annotated, Any, NamedTuple

import typer

from opera_games.catalog import GAMES, about
from opera_protocol.local.command_errors import CommandError
from opera_protocol.local.game_flags import with_game_options
from opera_tui.local.child_process import Doors
from opera_tui.look.i18n import _, pgettext
from opera_tui.session.intents import GoHome, Host, Intent, Join, Learn, Play, ReadRules, Replay
from opera_tui.session.solo import SoloGame
from opera_tui.start import identity, launch
from opera_tui.start.usage import Commands, SpokenCommand

KEEP_LINES = "\b\n"
"""Keeps typer from rewrapping the lines of a paragraph."""
EXAMPLES = KEEP_LINES + _(
    """\
Examples:
  opera play                              go on with your game, or begin one
  opera play turandot --players 5         you and four bots
  opera learn                             the games, move by move
  opera host                              open a table for others
  opera join 192.168.1.20                 sit down at somebody's table
  opera watch 192.168.1.20 --table Fenice look on
  opera replay game.jsonl                 a finished game, step by step
  opera booklet game.jsonl                its programme, to print and to keep
  opera rules opera | less                the rules, to read or to print
  opera --lines play                      sentences instead of a screen
"""
)


app = typer.Typer(
    cls=Commands,
    help=_("Play the board game Opera and the card game Turandot in the terminal. Without a command, the home screen."),
    epilog=EXAMPLES,
    invoke_without_command=True,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
)
app.add_typer(identity.app, name="identity")

ONE_GAME = "|".join(GAMES)
SEATS = {about(game).title: about(game).seats for game in GAMES}
Ascii = Annotated[bool, typer.Option("--ascii", help=_("Plain ASCII signs, for terminals that cannot show others."))]
NoMouse = Annotated[bool, typer.Option("--no-mouse", help=_("Leave the mouse to the terminal, for selecting text."))]
Lines = Annotated[
    bool, typer.Option("--lines", help=_("Line by line, for screen readers and pipes: no screen, only sentences."))
]
Address = Annotated[str, typer.Argument(metavar=_("HOST[:PORT]"), help=_("The server; without it, look for one."))]
Key = Annotated[
    str | None, typer.Option("--key", metavar=_("FINGERPRINT"), help=_("The server's key, as its host reads it out."))
]
TableName = Annotated[str, typer.Option("--table", metavar=_("NAME"), help=_("Go straight to this table."))]
CodeWord = Annotated[str, typer.Option("--code", metavar=_("WORD"), help=_("The table's code word."))]
Visitor = Annotated[
    bool,
    typer.Option(
        "--visitor", help=_("Only this server, and no files: for people who play on somebody else's machine.")
    ),
]


class Looks(NamedTuple):
    """The options about how the program shows itself."""

    ascii_signs: bool = False
    no_mouse: bool = False
    lines: bool = False


NO_LOOKS = Looks()


def _players_help() -> str:
    each = ", ".join(f"{title} {min(seats)}-{max(seats)}" for title, seats in SEATS.items())
    return _("How many, you included: {each}.").format(each=each)


Players = Annotated[
    int | None,
    typer.Option(
        min=min(map(min, SEATS.values())), max=max(map(max, SEATS.values())), metavar=_("NUMBER"), help=_players_help()
    ),
]


def _games() -> list[str]:
    return list(GAMES)


def _checked_game(game: str) -> str:
    if game and game not in GAMES:
        raise typer.BadParameter(_("there is no such game."))
    return game


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
    lines: Lines = False,
    version: Annotated[
        bool, typer.Option("--version", callback=_show_version, is_eager=True, help=_("Show the version and exit."))
    ] = False,
) -> None:
    """Open the home screen, unless a command says otherwise."""
    context.obj = Looks(ascii_signs, no_mouse, lines)
    if context.invoked_subcommand is None:
        _open(context, GoHome())


@app.command(
    cls=SpokenCommand,
    help=_(
        "Play against bots. Without options, go on with the game against bots that you played last, or begin one. With "
        "a game, --players, --level, --seed or --new, begin another one; open games stay on the home screen."
    ),
)
def play(
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar=ONE_GAME, callback=_checked_game, autocompletion=_games, help=_("Which game."))
    ] = "",
    players: Players = None,
    level: Annotated[
        str | None,
        typer.Option(
            metavar=_("NAME"), help=_("The bots: random, chorus, soloist, virtuoso or diva; without it soloist.")
        ),
    ] = None,
    seed: Annotated[
        str | None, typer.Option(metavar=_("TEXT"), help=_("Any text: the same one gives the same shuffle."))
    ] = None,
    new: Annotated[bool, typer.Option("--new", help=_("Begin another game; the open one is kept."))] = False,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
    lines: Lines = False,
) -> None:
    """Play against bots; any option opens another table."""
    has_wish = new or bool(game) or any(wish is not None for wish in (players, level, seed))
    wanted = SoloGame(game or GAMES[0], players, level, seed) if has_wish else None
    _open(context, Play(wanted), Looks(ascii_signs, no_mouse, lines))


def _lessons() -> list[str]:
    from opera_games.lessons import lessons  # noqa: PLC0415

    return list(lessons())


def _checked_lesson(lesson: str) -> str:
    if lesson and lesson not in _lessons():
        raise typer.BadParameter(
            _("there is no such lesson; there are {lessons}.").format(lessons=", ".join(_lessons()))
        )
    return lesson


@app.command(
    cls=SpokenCommand,
    help=_("Learn a game by playing it: go on with a lesson, or begin it. Without one, choose from the list."),
)
def learn(
    context: typer.Context,
    lesson: Annotated[
        str,
        typer.Argument(metavar=_("LESSON"), callback=_checked_lesson, autocompletion=_lessons, help=_("Which lesson.")),
    ] = "",
    again: Annotated[bool, typer.Option("--again", help=_("Begin it again, though it was left somewhere."))] = False,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
    lines: Lines = False,
) -> None:
    _open(context, Learn(lesson, is_anew=again), Looks(ascii_signs, no_mouse, lines))


def _checked_puzzle(number: int | None) -> int | None:
    from opera_games.puzzles import shelf  # noqa: PLC0415

    if number is not None and number not in range(1, len(shelf()) + 1):
        raise typer.BadParameter(_("there are puzzles 1 to {last}.").format(last=len(shelf())))
    return number


@app.command(
    cls=SpokenCommand,
    help=_("Solve a puzzle: a late decision that can be counted out. Without a number that of the day."),
)
def puzzle(
    context: typer.Context,
    number: Annotated[
        int | None,
        typer.Argument(metavar=pgettext("which one", "NUMBER"), callback=_checked_puzzle, help=_("Which puzzle.")),
    ] = None,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
    lines: Lines = False,
) -> None:
    from opera_games.puzzles import puzzle_id, todays_puzzle  # noqa: PLC0415

    chosen = todays_puzzle() if number is None else number
    _open(context, Learn(puzzle_id(chosen), is_anew=True), Looks(ascii_signs, no_mouse, lines))


@app.command(cls=SpokenCommand, help=_("Open a table for others. Starts a server and shows what they have to type."))
def host(
    context: typer.Context,
    port: Annotated[
        int | None,
        typer.Option(
            min=1,
            max=65533,
            metavar=_("PORT"),
            help=_("The first of three ports next to each other; without it as the last time, at first 1607."),
        ),
    ] = None,
    ssh: Annotated[
        int | None,
        typer.Option(min=1, max=65535, metavar=_("PORT"), help=_("A port where people play with nothing but ssh.")),
    ] = None,
    web: Annotated[
        int | None,
        typer.Option(min=1, max=65535, metavar=_("PORT"), help=_("A port where people play in a browser.")),
    ] = None,
    web_host: Annotated[
        str | None,
        typer.Option(
            metavar=_("ADDRESS"), help=_("The address for browsers; without it only this machine, * for all.")
        ),
    ] = None,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
    lines: Lines = False,
) -> None:
    _open(context, Host(port, Doors(ssh, web, web_host)), Looks(ascii_signs, no_mouse, lines))


def _go_to_server(*, is_watching: bool) -> Callable[..., None]:
    """Make the command that goes to a table on another machine, to sit down or to watch."""

    def go(
        context: typer.Context,
        address: Address = "",
        key: Key = None,
        table: TableName = "",
        code: CodeWord = "",
        visitor: Visitor = False,
        ascii_signs: Ascii = False,
        no_mouse: NoMouse = False,
        lines: Lines = False,
    ) -> None:
        if visitor and not address:
            raise CommandError(_("A visitor needs the address of a server: opera join HOST --visitor."))
        intent = Join(address, key, table, code, is_watching=is_watching, is_visit=visitor)
        _open(context, intent, Looks(ascii_signs, no_mouse, lines))

    return go


app.command("join", cls=SpokenCommand, help=_("Sit down at a table of another machine."))(
    _go_to_server(is_watching=False)
)
app.command("watch", cls=SpokenCommand, help=_("Watch a table of another machine."))(_go_to_server(is_watching=True))


@app.command(cls=SpokenCommand, help=_("Look at a finished game, step by step."))
def replay(
    context: typer.Context,
    file: Annotated[Path, typer.Argument(metavar=_("FILE"), help=_("A transcript, as JSON lines."))],
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
    lines: Lines = False,
) -> None:
    if not file.is_file():
        raise CommandError(_("There is no file {file}.").format(file=file))
    _open(context, Replay(file), Looks(ascii_signs, no_mouse, lines))


@app.command(
    cls=SpokenCommand,
    help=_("Show your own record. Games, wins, best points and streaks, from the finished games of your key."),
)
def record() -> None:
    from opera_tui.start.record_text import record_lines  # noqa: PLC0415

    for line in record_lines():
        typer.echo(line)


@app.command(
    cls=SpokenCommand,
    help=_("Write the programme booklet of a finished game: one HTML file to read, to print and to keep."),
)
def booklet(
    game: Annotated[
        str, typer.Argument(metavar=_("GAME"), help=_("A transcript, or the id or table of a finished game of yours."))
    ],
    file: Annotated[
        Path | None,
        typer.Option("--output", "-o", metavar=_("FILE"), help=_("Where to write it; without it, beside your games.")),
    ] = None,
) -> None:
    from opera_tui.start import booklet_file  # noqa: PLC0415

    typer.echo(_("The booklet is in {file}").format(file=booklet_file.write(game, file)))


@app.command(cls=SpokenCommand, help=_("Read the rules of a game; into a pipe or a file, they are printed."))
@with_game_options(_)
def rules(
    options: dict[str, Any],
    context: typer.Context,
    game: Annotated[
        str, typer.Argument(metavar=ONE_GAME, callback=_checked_game, autocompletion=_games, help=_("Which game."))
    ] = GAMES[0],
    players: Players = None,
    card: Annotated[
        bool, typer.Option("--card", help=_("Print the reference card: one screen to look things up."))
    ] = False,
    ascii_signs: Ascii = False,
    no_mouse: NoMouse = False,
    lines: Lines = False,
) -> None:
    _check_table(game, players, options)
    is_printed = card or _with_those_before(context, Looks(lines=lines)).lines or not launch.writes_to_terminal()
    if not is_printed:
        _open(context, ReadRules(game, players=players, options=options), Looks(ascii_signs, no_mouse, lines))
    from opera_tui.start.rules_text import printed_rules  # noqa: PLC0415

    typer.echo(printed_rules(game, players, options, card=card, ascii_signs=ascii_signs), nl=False)


def _check_table(game: str, players: int | None, options: Mapping[str, Any]) -> None:
    """Refuse a table that the game does not have."""
    seats, known = about(game).seats, {option.name: option for option in about(game).options}
    if players is not None and players not in seats:
        raise typer.BadParameter(_players_help(), param_hint="--players")
    for name, value in options.items():
        if name not in known or value not in [allowed for allowed, _text in known[name].values]:
            raise typer.BadParameter(_("this game has no such table."), param_hint=f"--{name.replace('_', '-')}")


def _open(context: typer.Context, intent: Intent, after: Looks = NO_LOOKS) -> None:
    """Run the application; options may stand before the command or after it."""
    looks = _with_those_before(context, after)
    raise typer.Exit(launch.run(intent, ascii_signs=looks.ascii_signs, mouse=not looks.no_mouse, lines=looks.lines))


def _with_those_before(context: typer.Context, after: Looks) -> Looks:
    before: Looks = context.obj or NO_LOOKS
    return Looks(*(one or other for one, other in zip(before, after, strict=True)))


TableHere = Annotated[str, typer.Argument(metavar=_("TABLE"), help=_("The table's name or id."))]
At = Annotated[
    str, typer.Option("--at", metavar=_("HOST[:PORT]"), help=_("The server; without it, that of your last table."))
]


@app.command(
    cls=SpokenCommand,
    help=_("Answer the open decision of a table, in the words of line mode; 1 if refused, 2 if out of reach."),
)
def act(
    table: TableHere,
    line: Annotated[str, typer.Argument(metavar=_("LINE"), help=_("What to do, such as “bid 3”."))],
    at: At = "",
) -> None:
    from opera_tui.line_mode import scripts  # noqa: PLC0415

    scripts.act(table, line, at, _write)


@app.command(
    cls=SpokenCommand, help=_("Say how a table stands and what it asks of you; 1 if refused, 2 if out of reach.")
)
def state(
    table: TableHere,
    as_json: Annotated[bool, typer.Option("--json", help=_("For programs: with lines that can be played."))] = False,
    at: At = "",
) -> None:
    from opera_tui.line_mode import scripts  # noqa: PLC0415

    scripts.state(table, at, _write, is_json=as_json)


def _write(text: str) -> None:
    typer.echo(text, nl=False)
