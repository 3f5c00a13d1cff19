"""The file that `opera-server tune` writes: what is checked before the long work, and what is shown of it."""

import json
import tempfile
from datetime import UTC, date, datetime
from pathlib import Path

from opera_bots.weights import file_of
from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_rules.api import Map
from opera_server.complaints import Complaint
from opera_server.standings import table
from opera_server.tune import Fitted, Plan, fewest_games


def check_plan(plan: Plan) -> None:
    """Too few games are refused before they are played."""
    fewest = fewest_games(plan.game)
    if plan.games < fewest:
        told = _("At least {games} games are needed, so that every number of players has some to fit and some to test.")
        raise Complaint(told.format(games=fewest))


def chosen_date(day: str | None) -> str:
    """The day as typed, or today."""
    try:
        return (datetime.now(UTC).date() if day is None else date.fromisoformat(day)).isoformat()
    except ValueError:
        raise Complaint(_("“{date}” is no date; write it as in 2026-11-16.").format(date=plain(day or ""))) from None


def prepare(game: str, out: Path | None, *, replace: bool) -> Path:
    """Where the weights will go; better refused now than after the games."""
    if out is None:
        told = _("Say with --out where the weights go. Those that bots play by are in {file}.")
        raise Complaint(told.format(file=plain(str(file_of(game)))))
    if out.exists() and not replace:
        raise Complaint(_("{file} exists; --replace overwrites it.").format(file=plain(str(out))))
    try:
        tempfile.TemporaryFile(dir=out.parent).close()
    except OSError as error:
        raise _unwritable(out, error) from None
    return out


def write(out: Path, content: Map | None) -> None:
    try:
        out.write_text(json.dumps(content, ensure_ascii=False, indent=1) + "\n", "utf-8")
    except OSError as error:
        raise _unwritable(out, error) from None


def _unwritable(out: Path, error: OSError) -> Complaint:
    told = _("{file} cannot be written: {reason}.")
    return Complaint(told.format(file=plain(str(out)), reason=error.strerror or type(error).__name__))


def quality_table(fitted: Fitted) -> list[str]:
    """How well each stage foretells the points of games that were left out."""
    rows = [
        [
            stage,
            str(figures["samples"]),
            str(figures["held_out"]),
            f"{figures['r2']:.2f}",
            f"{figures['mean_error']:.1f}",
        ]
        for stage, figures in fitted.figures.items()
    ]
    return table([[_("stage"), _("samples"), _("held out"), "R²", _("mean error")], *rows])
