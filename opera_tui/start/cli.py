"""The program `opera`: start at once if the command line is empty or just `play`, else parse it first.

Loading the parser, typer, would take a third of the time to the first screen.
"""

import os
import sys
from collections.abc import Sequence

from opera_protocol.local.command_errors import ended_by_sentence
from opera_tui.look.i18n import choose_language, translations
from opera_tui.look.languages import AUTOMATIC
from opera_tui.session.intents import GoHome, Intent, Play
from opera_tui.start import launch

COMPLETING = "_OPERA_COMPLETE"
"""Set by shells that ask for completions."""


def main() -> None:
    intent = None if COMPLETING in os.environ else plain_intent(sys.argv[1:])
    if intent is not None:
        with ended_by_sentence("opera", translations):
            sys.exit(launch.run(intent))
    choose_language(chosen_language())
    # Only now: what the commands and their options say is put into words when they are loaded.
    from opera_tui.start.commands import app  # noqa: PLC0415

    app(prog_name="opera")


def chosen_language() -> str:
    """Return the language of the settings; what is wrong with them is told by the command that needs them."""
    from opera_protocol.local.settings import SettingsError  # noqa: PLC0415 - as above
    from opera_protocol.wire.errors import StorageError  # noqa: PLC0415
    from opera_tui.config.settings import load_settings  # noqa: PLC0415

    try:
        return load_settings(mistakes=[]).language
    except (SettingsError, StorageError):
        return AUTOMATIC


def plain_intent(arguments: Sequence[str]) -> Intent | None:
    """Return the intent of a command line without options; None if it has to be parsed."""
    if not arguments:
        return GoHome()
    return Play() if list(arguments) == ["play"] else None


if __name__ == "__main__":
    main()
