"""The commands `replay` and `verify`: check a transcript by the rules, and its shuffle by the proof."""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from opera_protocol.local.command_errors import BAD_INPUT, DOES_NOT_HOLD, CommandError
from opera_protocol.texts.i18n import _

if TYPE_CHECKING:
    from opera_rules.transcript import Summary

NOT_CHECKED = ("transcript_other_format", "transcript_other_rules")
"""Such a transcript may be right, but this program cannot tell."""

Transcript = Annotated[Path, typer.Argument(metavar="FILE", help=_("A transcript, as JSON lines."))]


def mount(app: typer.Typer) -> None:
    """Add the commands to the program."""
    app.command(
        help=_("Check a transcript by the rules. Every line must follow from those before; shows how it ended.")
    )(replay)
    app.command(help=_("Check a transcript and its shuffle. Actions go by the rules, the shuffle by its proof."))(
        verify
    )


def replay(file: Transcript) -> None:
    """Check the actions."""
    for line in report(file):
        typer.echo(line)


def verify(
    file: Transcript,
    seen: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help=_("What your client saw before the game; without it less is proved.")),
    ] = None,
) -> None:
    """Check actions and shuffle."""
    from opera_protocol.texts.sentences import VERDICTS  # noqa: PLC0415
    from opera_protocol.wire.shuffle import check_shuffle  # noqa: PLC0415
    from opera_rules.transcript import lines_of, read  # noqa: PLC0415

    witnessed = _read_seen(seen) if seen is not None else None
    replay(file)
    with file.open("rb") as stream:
        verdict = check_shuffle(read(lines_of(stream)).shuffle, witnessed)
    if verdict.kind == "broken":
        raise CommandError(_(VERDICTS[verdict.code]), DOES_NOT_HOLD)
    typer.echo(_(VERDICTS[verdict.code]))


def report(path: Path) -> Iterator[str]:
    """Tell what a transcript that holds says; one that does not ends the command."""
    from opera_games.catalog import about  # noqa: PLC0415
    from opera_lab.results import final_ranking  # noqa: PLC0415

    summary = _checked(path)
    told = _("{game}, actions: {actions}. Every line follows from the rules.")
    yield told.format(game=about(summary.game).title, actions=summary.actions)
    if summary.outcome is None:
        yield _("The game was abandoned, so there is no ranking.")
    else:
        yield from final_ranking(summary.outcome, summary.names)


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
