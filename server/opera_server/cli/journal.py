"""The commands `backup` and `export`: what an operator does with the journal, also while the server runs."""

import os
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated

import typer

from opera_protocol.texts.i18n import _
from opera_server.cli.admin import DataOption, TableArgument, chosen_folder


def mount(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(help=_("Copy the journal into a new file. The server may be running."))(backup)
    app.command(help=_("Write the transcript of a finished or abandoned game."))(export)


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A file that does not exist yet."))],
    data: DataOption = None,
) -> None:
    """Copy the journal."""
    from opera_server.config.data_folder import JOURNAL_FILE  # noqa: PLC0415
    from opera_server.journal.journal import backup as copy_journal  # noqa: PLC0415

    copy_journal(chosen_folder(data) / JOURNAL_FILE, file)
    typer.echo(_("The journal is copied to {file}. Keep a copy of the server's key, too.").format(file=file))


def export(
    table: TableArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help=_("Where to write it; without it to stdout."))
    ] = None,
    data: DataOption = None,
) -> None:
    """Write a transcript."""
    from opera_server.config.data_folder import JOURNAL_FILE  # noqa: PLC0415
    from opera_server.history.transcript import export_table  # noqa: PLC0415
    from opera_server.journal.reader import JournalReader  # noqa: PLC0415

    reader = JournalReader(chosen_folder(data) / JOURNAL_FILE)
    try:
        exported = export_table(reader, table)
    finally:
        reader.close()
    _write(exported.lines, file)
    if file is not None:
        typer.echo(_("The transcript is in {file}").format(file=file))
    if exported.other_rules is not None:
        remark = _("The game was played by version {rules} of the rules: states and events are left out.")
        typer.echo(remark.format(rules=exported.other_rules), err=True)
    if exported.damaged_at is not None:
        remark = _("The journal is damaged at entry {n}: the transcript ends before it.")
        typer.echo(remark.format(n=exported.damaged_at), err=True)


def _write(lines: Sequence[bytes], file: Path | None) -> None:
    """Write the lines to a new file, or to stdout."""
    from opera_server.faults import ServerFault  # noqa: PLC0415

    if file is None:
        typer.echo(b"".join(lines), nl=False)
        return
    try:
        with file.open("xb") as target:
            target.writelines(lines)
    except FileExistsError:
        raise ServerFault("file_exists", path=str(file)) from None
    except OSError as error:
        raise ServerFault("file_unwritable", path=str(file), problem=error.strerror or os.strerror(0)) from None
