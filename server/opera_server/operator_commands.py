"""The operator's commands of `opera-server`: what a running server is told, and what is done with its journal."""

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Annotated, Any

import typer

from opera_protocol.i18n import _
from opera_server.complaints import DOES_NOT_HOLD, Complaint, complaining

DataOption = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="DIR", envvar="OPERA_DATA", help=_("The server's data folder; without it the usual one.")
    ),
]
TableArgument = Annotated[
    str, typer.Argument(metavar="TABLE", help=_("A table's id, or its name if it is the only one."))
]
KeyArgument = Annotated[
    str, typer.Argument(metavar="KEY", help=_("A player's fingerprint, as `admin players` shows it, or public key."))
]

admin = typer.Typer(help=_("Tell the server that is running with a data folder what to do."), no_args_is_help=True)


def mount(app: typer.Typer) -> None:
    """Add all commands of this module to the program."""
    app.add_typer(admin, name="admin")
    app.command(help=_("Copy the journal into a new file. The server may be running."))(backup)
    app.command(help=_("Write the transcript of a finished or abandoned game."))(export)
    app.command(help=_("Check a transcript and its shuffle. Actions go by the rules, the shuffle by its proof."))(
        verify
    )


@contextmanager
def faults_told() -> Iterator[None]:
    """Run a command so that every fault ends it with its sentence."""
    with complaining():
        from opera_protocol.errors import ProtocolError  # noqa: PLC0415 - not needed for --help
        from opera_server.faults import ServerFault, sentence_for  # noqa: PLC0415

        try:
            yield
        except (ServerFault, ProtocolError) as fault:
            raise Complaint(sentence_for(fault)) from None


@admin.command("tables", help=_("List the tables that are open or running."))
def admin_tables(data: DataOption = None) -> None:
    """All tables."""
    columns = ("id", "state", "game", "name", "players", "watching")
    _show_rows(_asked(data, "tables"), columns, nothing=_("There is no table."))


@admin.command("players", help=_("List who is connected. With names, fingerprints and addresses."))
def admin_players(data: DataOption = None) -> None:
    """All players."""
    columns = ("fingerprint", "names", "address", "tables")
    _show_rows(_asked(data, "players"), columns, nothing=_("Nobody is connected."))


@admin.command("close", help=_("End a table without a result. Its transcript can still be exported."))
def admin_close(table: TableArgument, data: DataOption = None) -> None:
    """Close a table."""
    _asked(data, "close", table=table)
    typer.echo(_("The table is closed."))


@admin.command("ban", help=_("Keep a player's key out, from now on and after a restart."))
def admin_ban(key: KeyArgument, data: DataOption = None) -> None:
    """Ban a key."""
    _asked(data, "ban", key=key)
    typer.echo(_("This key is kept out."))


@admin.command("allow", help=_("Let a player's key in. Lifts a ban, and lists the key where access is listed."))
def admin_allow(key: KeyArgument, data: DataOption = None) -> None:
    """Allow a key."""
    _asked(data, "allow", key=key)
    typer.echo(_("This key is let in."))


@admin.command("notice", help=_("Show a line to everyone who is connected."))
def admin_notice(
    text: Annotated[str, typer.Argument(metavar="TEXT", help=_("One line of plain text."))], data: DataOption = None
) -> None:
    """Say something to all."""
    _asked(data, "notice", text=text)
    typer.echo(_("The notice is sent."))


@admin.command("stop", help=_("Stop the server; games are kept."))
def admin_stop(data: DataOption = None) -> None:
    """Stop the server."""
    _asked(data, "stop")
    typer.echo(_("The server is stopping."))


def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A file that does not exist yet."))],
    data: DataOption = None,
) -> None:
    """Copy the journal."""
    with faults_told():
        from opera_server.data_folder import JOURNAL_FILE  # noqa: PLC0415
        from opera_server.journal import backup as copy_journal  # noqa: PLC0415

        copy_journal(_folder(data) / JOURNAL_FILE, file)
        typer.echo(_("The journal is copied to {file}. Keep a copy of the server's key, too.").format(file=file))


def export(
    table: TableArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help=_("Where to write it; without it to stdout."))
    ] = None,
    data: DataOption = None,
) -> None:
    """Write a transcript."""
    with faults_told():
        from opera_server.data_folder import JOURNAL_FILE  # noqa: PLC0415
        from opera_server.export import export_table  # noqa: PLC0415
        from opera_server.journal_reader import JournalReader  # noqa: PLC0415

        reader = JournalReader(_folder(data) / JOURNAL_FILE)
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


def verify(
    file: Annotated[Path, typer.Argument(metavar="FILE", help=_("A transcript, as JSON lines."))],
    seen: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("What your client saw before the game; without it less is proved.")),
    ] = None,
) -> None:
    """Check actions and shuffle."""
    with faults_told():
        from opera_protocol.shuffle import check_shuffle  # noqa: PLC0415
        from opera_protocol.texts import VERDICTS  # noqa: PLC0415
        from opera_rules.transcript import lines_of, read  # noqa: PLC0415
        from opera_server.replay import replay_file  # noqa: PLC0415

        witnessed = _read_seen(seen) if seen is not None else None
        for line in replay_file(file):
            typer.echo(line)
        with file.open("rb") as stream:
            verdict = check_shuffle(read(lines_of(stream)).shuffle, witnessed)
        if verdict.kind == "broken":
            raise Complaint(_(VERDICTS[verdict.code]), DOES_NOT_HOLD)
        typer.echo(_(VERDICTS[verdict.code]))


def _folder(data: Path | None) -> Path:
    from opera_server.data_folder import default_folder  # noqa: PLC0415

    return data if data is not None else default_folder()


def _asked(data: Path | None, do: str, **parameters: str) -> Any:
    with faults_told():
        from opera_rules.refusals import Refused  # noqa: PLC0415
        from opera_server.admin_client import ask_server  # noqa: PLC0415
        from opera_server.faults import sentence_for  # noqa: PLC0415

        try:
            return ask_server(_folder(data), do, **parameters)
        except Refused as refusal:
            # The server may be newer than this command: a code without a sentence is shown as it is.
            raise Complaint(sentence_for(refusal)) from None


def _show_rows(rows: Sequence[dict[str, Any]], columns: Sequence[str], nothing: str) -> None:
    """A plain table; what people wrote is shown as plain text."""
    if not rows:
        typer.echo(nothing)
        return
    cells = [list(columns), *([_cell(row.get(column)) for column in columns] for row in rows)]
    widths = [max(len(line[place]) for line in cells) for place in range(len(columns))]
    for line in cells:
        typer.echo("  ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True)).rstrip())


def _cell(value: object) -> str:
    from opera_protocol.telling import plain  # noqa: PLC0415

    if isinstance(value, list):
        return ", ".join(_cell(entry) for entry in value) or "–"
    return plain(str(value)) if value not in (None, "") else "–"


def _write(lines: Sequence[bytes], file: Path | None) -> None:
    """The lines to a new file, or to stdout."""
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


def _read_seen(path: Path) -> Any:
    from opera_protocol.shuffle import read_seen  # noqa: PLC0415
    from opera_protocol.storage import read_file, storage_errors  # noqa: PLC0415
    from opera_server.faults import ServerFault  # noqa: PLC0415

    with storage_errors(path):
        content, _mode = read_file(path)
    seen = read_seen(content)
    if seen is None:
        raise ServerFault("seen_unreadable", path=str(path))
    return seen
