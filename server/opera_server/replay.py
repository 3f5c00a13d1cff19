"""`opera-server replay`: a transcript checked against the rules, line by line."""

from collections.abc import Iterator
from pathlib import Path

from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_protocol.words import WORDS
from opera_rules.refusals import Refused
from opera_rules.transcript import Summary, lines_of, replay
from opera_server.complaints import BAD_INPUT, DOES_NOT_HOLD, Complaint, sentence_of
from opera_server.standings import final_ranking

NOT_CHECKED = ("transcript_other_format", "transcript_other_rules")
"""Such a transcript may be right, but this program cannot tell."""


def replay_file(path: Path) -> Iterator[str]:
    """What there is to say about a transcript that holds; a complaint about one that does not."""
    summary = _checked(path)
    told = _("{game}, actions: {actions}. Every line follows from the rules.")
    yield told.format(game=WORDS[summary.game], actions=summary.actions)
    if summary.outcome is None:
        yield _("The game was abandoned, so there is no ranking.")
    else:
        yield from final_ranking(summary.outcome, summary.names)


def _checked(path: Path) -> Summary:
    try:
        with path.open("rb") as file:
            return replay(lines_of(file))
    except OSError as error:
        raise Refused("file_unreadable", file=str(path), reason=error.strerror or type(error).__name__) from None
    except Refused as refusal:
        exit_code = BAD_INPUT if refusal.code in NOT_CHECKED else DOES_NOT_HOLD
        raise Complaint(f"{plain(str(path))}: {sentence_of(refusal)}", exit_code) from None
