"""The commands of `opera identity`: show the player's key, take it elsewhere, bring it from there."""

from pathlib import Path
from typing import Annotated

import typer

from opera_tui.local.folders import data_folder
from opera_tui.look.i18n import _
from opera_tui.start.usage import Commands, SpokenCommand

app = typer.Typer(cls=Commands, help=_("Your key: at every server, this is who you are."), no_args_is_help=True)

Replace = Annotated[bool, typer.Option("--replace", help=_("Write over what is there."))]


@app.command(
    cls=SpokenCommand, help=_("Show your fingerprint. Others know you by it; also told is where the key is kept.")
)
def show() -> None:
    """Show the player's key; it is made if there is none."""
    from opera_protocol.local.identity import load_or_create_identity  # noqa: PLC0415
    from opera_protocol.local.storage import IDENTITY_FILE  # noqa: PLC0415

    typer.echo(load_or_create_identity(data_folder()).fingerprint)
    typer.echo(data_folder() / IDENTITY_FILE)


@app.command(
    "export", cls=SpokenCommand, help=_("Copy your key into a file. Whoever has it can play your seats: keep it safe.")
)
def export_key(
    file: Annotated[Path, typer.Argument(metavar=_("FILE"), help=_("The file to write."))], replace: Replace = False
) -> None:
    from opera_protocol.local.identity import export_identity, load_or_create_identity  # noqa: PLC0415

    export_identity(load_or_create_identity(data_folder()), file, overwrite=replace)
    typer.echo(_("Your key is in {file}.").format(file=file))


@app.command(
    "import",
    cls=SpokenCommand,
    help=_("Become the player of an exported key. With --replace the key that is here is lost: export it first."),
)
def import_key(
    file: Annotated[Path, typer.Argument(metavar=_("FILE"), help=_("An exported key."))], replace: Replace = False
) -> None:
    """Take over a key from elsewhere; the one that is here is lost unless it was exported."""
    from opera_protocol.local.identity import import_identity  # noqa: PLC0415
    from opera_tui.local.results import forget_results  # noqa: PLC0415

    fingerprint = import_identity(file, data_folder(), overwrite=replace).fingerprint
    forget_results()
    typer.echo(fingerprint)
