"""Arguments and options that several commands for games between bots have in common."""

from pathlib import Path
from typing import Annotated, Literal

import typer

from opera_protocol.i18n import _

GameName = Literal["opera", "turandot"]

GameArgument = Annotated[GameName, typer.Argument(metavar="opera|turandot", help=_("Which game."))]
Players = Annotated[
    int | None, typer.Option(metavar="NUMBER", help=_("How many players; without it as many as levels, or 3."))
]
Seed = Annotated[
    str | None,
    typer.Option(metavar="TEXT", help=_("Any text: the same one gives the same games. Without it a new one.")),
]
Rounds = Annotated[int | None, typer.Option(metavar="NUMBER", help=_("Opera: 9, or 7 for the short game."))]
OpenScreens = Annotated[bool, typer.Option("--open-screens", help=_("Opera: stocks and ducats seen by all."))]
EditionFile = Annotated[Path | None, typer.Option("--edition", metavar="FILE", help=_("Play with this data file."))]
Jobs = Annotated[
    int | None,
    typer.Option(min=1, metavar="NUMBER", help=_("Processes to play in; without it one for each core.")),
]
