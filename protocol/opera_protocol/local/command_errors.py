"""End a command of ours with one sentence on stderr and an exit code, never with a traceback."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from opera_games.errors import Coded
from opera_protocol.texts.i18n import ENGLISH, Translations

DOES_NOT_HOLD: Final = 1
"""What was to be checked could be read, and is wrong."""
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130


class CommandError(Exception):
    """A sentence that ends the command."""

    def __init__(self, sentence: str, exit_code: int = BAD_INPUT) -> None:
        super().__init__(sentence)
        self.sentence = sentence
        self.exit_code = exit_code


@contextmanager
def ended_by_sentence(program: str, translations: Callable[[], Translations] = lambda: ENGLISH) -> Iterator[None]:
    """Run a command; print the sentence of an error that ends it, and exit."""
    try:
        yield
    except CommandError as error:
        _exit(program, error.sentence, error.exit_code)
    except Coded as error:
        from opera_protocol.texts.format import Teller  # noqa: PLC0415 - needed only when something is wrong
        from opera_protocol.texts.sentences import sentence_of  # noqa: PLC0415

        _exit(program, sentence_of(error, Teller(translations=translations())), BAD_INPUT)
    except KeyboardInterrupt:
        sys.exit(INTERRUPTED)


def _exit(program: str, sentence: str, code: int) -> None:
    print(f"{program}: {sentence}", file=sys.stderr)
    sys.exit(code)
