"""The commands about games that were played: `backup` and `export` from the journal, `replay` and `verify` for files.

`replay` checks a transcript by the rules, `verify` also its shuffle by the proof.
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from opera_protocol.local.command_errors import BAD_INPUT, DOES_NOT_HOLD, CommandError
from opera_server.cli.admin import DataOption, TableArgument, chosen_folder

if TYPE_CHECKING:
    from opera_rules.transcript import Amends, Summary

NOT_CHECKED = ("transcript_other_format", "transcript_other_rules", "transcript_of_lesson")
"""Refusals of a transcript that may be right, but cannot be checked."""

Transcript = Annotated[Path, typer.Argument(metavar="FILE", help="A transcript, as JSON lines.")]

app = typer.Typer()


@app.command(help="Copy the journal into a new file. The server may be running.")
def backup(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A file that does not exist yet.")],
    data: DataOption = None,
) -> None:
    from opera_server.config.data_folder import JOURNAL_FILE  # noqa: PLC0415
    from opera_server.journal.journal import backup as copy_journal  # noqa: PLC0415

    copy_journal(chosen_folder(data) / JOURNAL_FILE, file)
    typer.echo(f"The journal is copied to {file}. Keep a copy of the server's key, too.")


@app.command(help="Write the transcript of a finished or abandoned game.")
def export(
    table: TableArgument,
    file: Annotated[
        Path | None, typer.Argument(metavar="FILE", help="Where to write it; without it to stdout.")
    ] = None,
    data: DataOption = None,
) -> None:
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
        typer.echo(f"The transcript is in {file}")
    if exported.unknown_rules is not None:
        remark = "The game was played by version {rules} of the rules: states and events are left out."
        typer.echo(remark.format(rules=exported.unknown_rules), err=True)
    if exported.damaged_at is not None:
        remark = "The journal is damaged at entry {n}: the transcript ends before it."
        typer.echo(remark.format(n=exported.damaged_at), err=True)


def _write(lines: Sequence[bytes], file: Path | None) -> None:
    """Write the lines to a new file, or to stdout."""
    from opera_protocol.local.storage import code_of  # noqa: PLC0415
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
        raise ServerFault("file_unwritable", path=str(file), problem=code_of(error)) from None


@app.command(help="Check a transcript by the rules. Every line must follow from those before; shows how it ended.")
def replay(file: Transcript) -> None:
    for line in report(file):
        typer.echo(line)


@app.command(help="Check a transcript and its shuffle. Actions go by the rules, the shuffle by its proof.")
def verify(
    file: Transcript,
    seen: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="What your client saw before the game; without it less is proved."),
    ] = None,
) -> None:
    from opera_protocol.texts.sentences import VERDICTS  # noqa: PLC0415
    from opera_protocol.wire.shuffle import check_shuffle  # noqa: PLC0415
    from opera_rules.transcript import lines_of, read  # noqa: PLC0415

    witnessed = _read_seen(seen) if seen is not None else None
    replay(file)
    with file.open("rb") as stream:
        verdict = check_shuffle(read(lines_of(stream)).shuffle, witnessed)
    if verdict.kind == "broken":
        raise CommandError((VERDICTS[verdict.code]), DOES_NOT_HOLD)
    typer.echo(VERDICTS[verdict.code])


def report(path: Path) -> Iterator[str]:
    """Check a transcript and yield lines about it; one that breaks the rules ends the command."""
    from opera_games.catalog import about  # noqa: PLC0415
    from opera_lab.results import final_ranking  # noqa: PLC0415

    summary = _checked(path)
    template = "{game}, actions: {actions}. Every line follows from the rules."
    yield template.format(game=about(summary.game).title, actions=summary.actions)
    yield from amended(summary.amends)
    if summary.outcome is None:
        yield "The game was abandoned, so there is no ranking."
    else:
        yield from final_ranking(summary.game, summary.outcome, summary.names)


def amended(amends: "Amends") -> Iterator[str]:
    """Say what was not played straight on."""
    from opera_protocol.texts.sentences import amendments  # noqa: PLC0415

    origin = amends.origin
    yield from amendments(amends.taken_back, (origin.table, origin.actions) if origin else None)


def _checked(path: Path) -> "Summary":
    from opera_protocol.texts.format import plain  # noqa: PLC0415
    from opera_protocol.texts.sentences import sentence_of  # noqa: PLC0415
    from opera_rules.refusals import Refused  # noqa: PLC0415
    from opera_rules.transcript import lines_of, replay  # noqa: PLC0415

    try:
        with path.open("rb") as file:
            return replay(lines_of(file))
    except OSError as error:
        raise Refused("file_unreadable", file=str(path), reason=error.strerror or type(error).__name__) from None
    except Refused as refusal:
        exit_code = BAD_INPUT if refusal.code in NOT_CHECKED else DOES_NOT_HOLD
        raise CommandError(f"{plain(str(path))}: {sentence_of(refusal)}", exit_code) from None


def _read_seen(path: Path) -> Any:
    from opera_protocol.local.storage import read_file, storage_errors  # noqa: PLC0415
    from opera_protocol.wire.shuffle import read_seen  # noqa: PLC0415
    from opera_server.faults import ServerFault  # noqa: PLC0415

    with storage_errors(path):
        content, _mode = read_file(path)
    seen = read_seen(content)
    if seen is None:
        raise ServerFault("seen_unreadable", path=str(path))
    return seen
