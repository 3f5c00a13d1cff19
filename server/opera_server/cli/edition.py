"""The commands `edition check` and `edition show`: data files of the games."""

from pathlib import Path
from typing import Annotated

import typer

from opera_games.catalog import GAMES, edition_text
from opera_protocol.local.command_errors import DOES_NOT_HOLD, CommandError


def _known(game: str) -> str:
    if game not in GAMES:
        raise typer.BadParameter("there is no such game.")
    return game


GameArgument = Annotated[str, typer.Argument(metavar="|".join(GAMES), callback=_known, help="Which game.")]

app = typer.Typer(help="Data files of the games.", no_args_is_help=True)


@app.command(help="Check a data file; the first key that breaks a rule is named.")
def check(file: Annotated[Path, typer.Argument(metavar="FILE", help="A data file, as TOML.")]) -> None:
    from opera_games.catalog import about  # noqa: PLC0415
    from opera_protocol.texts.format import plain  # noqa: PLC0415
    from opera_protocol.texts.sentences import sentence_of  # noqa: PLC0415
    from opera_rules.editions import load  # noqa: PLC0415
    from opera_rules.refusals import Refused  # noqa: PLC0415

    try:
        found = load(file)
    except Refused as refusal:
        if refusal.code == "file_unreadable":
            raise
        named = "" if "file" in refusal.parameters else f"{plain(str(file))}: "
        raise CommandError(named + sentence_of(refusal), DOES_NOT_HOLD) from None
    template = "{file} is an edition of {game}, named “{name}”, and breaks no rule."
    name = plain(found.edition.source["name"])
    typer.echo(template.format(file=plain(str(file)), game=about(found.game).title, name=name))


@app.command(help="Print the built-in data file. It can be changed and given with --edition.")
def show(game: GameArgument) -> None:
    typer.echo(edition_text(game), nl=False)
