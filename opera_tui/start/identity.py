"""The commands `opera identity ...`: show the player's key, copy it away, bring it to another machine."""

from pathlib import Path
from typing import Annotated

import typer

from opera_tui.look.i18n import _

identity = typer.Typer(help=_("Your key: at every server, this is who you are."), no_args_is_help=True)

Replace = Annotated[bool, typer.Option("--replace", help=_("Write over what is there."))]


@identity.command(help=_("Show your fingerprint. Others know you by it; also told is where the key is kept."))
def show() -> None:
    """Show the player's key; it is made if there is none."""
    from opera_protocol.local.identity import IDENTITY_FILE, load_or_create_identity  # noqa: PLC0415
    from opera_tui.local.folders import data_folder  # noqa: PLC0415

    typer.echo(load_or_create_identity(data_folder()).fingerprint)
    typer.echo(data_folder() / IDENTITY_FILE)


@identity.command("export", help=_("Copy your key into a file. Whoever has it can play your seats: keep it safe."))
def export_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The file to write."))], replace: Replace = False
) -> None:
    """Copy the key."""
    from opera_protocol.local.identity import export_identity, load_or_create_identity  # noqa: PLC0415
    from opera_tui.local.folders import data_folder  # noqa: PLC0415

    export_identity(load_or_create_identity(data_folder()), file, overwrite=replace)
    typer.echo(_("Your key is in {file}.").format(file=file))


@identity.command(
    "import",
    help=_("Become the player of an exported key. With --replace the key that is here is lost: export it first."),
)
def import_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("An exported key."))], replace: Replace = False
) -> None:
    """Take over a key from elsewhere; the one that is here is lost unless it was exported."""
    from opera_protocol.local.identity import import_identity  # noqa: PLC0415
    from opera_tui.local.folders import data_folder  # noqa: PLC0415

    typer.echo(import_identity(file, data_folder(), overwrite=replace).fingerprint)
