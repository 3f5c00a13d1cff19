"""How a command says that something is wrong: one sentence on stderr and an exit code, never a traceback."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager

import typer

DOES_NOT_HOLD = 1
"""What was to be checked was read, and is wrong."""
BAD_INPUT = 2
INTERRUPTED = 130


class Complaint(Exception):  # noqa: N818 - it is what the user reads
    """A sentence that ends the command."""

    def __init__(self, sentence: str, exit_code: int = BAD_INPUT) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.exit_code = exit_code


@contextmanager
def complaining() -> Iterator[None]:
    """Run a command so that whatever it refuses ends it with a sentence."""
    from opera_rules.refusals import Refused  # noqa: PLC0415 - not needed for --help

    try:
        yield
    except Complaint as complaint:
        _end(complaint.sentence, complaint.exit_code)
    except Refused as refusal:
        _end(sentence_of(refusal), BAD_INPUT)
    except KeyboardInterrupt:
        raise typer.Exit(INTERRUPTED) from None


def sentence_of(refusal: BaseException) -> str:
    """A refusal in words, and after it the one that it was caused by."""
    from opera_protocol.texts import sentence  # noqa: PLC0415
    from opera_rules.refusals import Refused  # noqa: PLC0415

    assert isinstance(refusal, Refused)
    told = sentence(refusal.code, refusal.parameters)
    return f"{told} {sentence_of(refusal.__cause__)}" if isinstance(refusal.__cause__, Refused) else told


def _end(sentence: str, exit_code: int) -> None:
    print(f"opera-server: {sentence}", file=sys.stderr)
    raise typer.Exit(exit_code)
