"""The command `lesson check`: whether a file is a lesson that can be played."""

from pathlib import Path
from typing import Annotated

import typer

from opera_protocol.local.command_errors import DOES_NOT_HOLD, CommandError

app = typer.Typer(help="Lessons, which come as data files.", no_args_is_help=True)


@app.callback()
def lesson() -> None:
    """Keep `check` a command of its own, though it is the only one."""


@app.command(help="Play a lesson's file in several ways, and say what is wrong with it.")
def check(file: Annotated[Path, typer.Argument(metavar="FILE", help="A lesson, as TOML.")]) -> None:
    from opera_games.errors import Coded  # noqa: PLC0415
    from opera_games.lessons import read_lesson  # noqa: PLC0415
    from opera_lab.lesson_check import problems_of  # noqa: PLC0415
    from opera_protocol.texts.format import plain  # noqa: PLC0415
    from opera_protocol.texts.sentences import sentence_of  # noqa: PLC0415
    from opera_rules.refusals import Refused  # noqa: PLC0415

    shown = plain(str(file))
    try:
        content = file.read_bytes()
    except OSError as error:
        raise Refused("file_unreadable", file=str(file), reason=error.strerror or "unknown") from None
    try:
        read = read_lesson(content, file.stem)
        found = problems_of(read)
    except Coded as error:
        raise CommandError(f"{shown}: {sentence_of(error)}", DOES_NOT_HOLD) from None
    if found:
        raise CommandError("\n".join(f"{shown}: {problem}" for problem in found), DOES_NOT_HOLD)
    typer.echo(f"{shown} can be played: {len(read.steps)} steps, each with its reasons.")
