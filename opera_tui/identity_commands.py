"""`opera identity`: the key that is the player, shown, copied away and brought to another machine."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated

import typer

from opera_tui.i18n import _, translations

identity = typer.Typer(help=_("Your key: at every server, this is who you are."), no_args_is_help=True)

Replace = Annotated[bool, typer.Option("--replace", help=_("Write over what is there."))]


@contextmanager
def _errors_told() -> Iterator[None]:
    from opera_protocol.errors import ProtocolError  # noqa: PLC0415 - not needed for --help
    from opera_protocol.texts import sentence  # noqa: PLC0415

    try:
        yield
    except ProtocolError as error:
        print(f"opera: {sentence(error.code, error.parameters, translations())}", file=sys.stderr)
        raise typer.Exit(2) from None


@identity.command(help=_("Show your fingerprint. Others know you by it; also told is where the key is kept."))
def show() -> None:
    """The own key; made if there is none."""
    with _errors_told():
        from opera_protocol.identity import IDENTITY_FILE, load_or_create_identity  # noqa: PLC0415
        from opera_tui.folders import data_folder  # noqa: PLC0415

        typer.echo(load_or_create_identity(data_folder()).fingerprint)
        typer.echo(data_folder() / IDENTITY_FILE)


@identity.command("export", help=_("Copy your key into a file. Whoever has it can play your seats: keep it safe."))
def export_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("The file to write."))], replace: Replace = False
) -> None:
    """A copy of the key."""
    with _errors_told():
        from opera_protocol.identity import export_identity, load_or_create_identity  # noqa: PLC0415
        from opera_tui.folders import data_folder  # noqa: PLC0415

        export_identity(load_or_create_identity(data_folder()), file, overwrite=replace)
        typer.echo(_("Your key is in {file}.").format(file=file))


@identity.command(
    "import",
    help=_("Become the player of an exported key. With --replace the key that is here is lost: export it first."),
)
def import_key(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("An exported key."))], replace: Replace = False
) -> None:
    """A key from elsewhere; the one that is here is lost unless it was exported."""
    with _errors_told():
        from opera_protocol.identity import import_identity  # noqa: PLC0415
        from opera_tui.folders import data_folder  # noqa: PLC0415

        typer.echo(import_identity(file, data_folder(), overwrite=replace).fingerprint)
