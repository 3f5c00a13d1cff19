"""The rules as plain text, for a pipe or a file."""

import sys
from collections.abc import Mapping
from typing import Any, Final

from opera_tui.config.settings import load_settings
from opera_tui.help.pages import as_text, usual_rules
from opera_tui.look.glyphs import ASCII, UNICODE
from opera_tui.look.i18n import choose_language

CELLS: Final = 78


def printed_rules(game: str, players: int | None, options: Mapping[str, Any], *, card: bool, ascii_signs: bool) -> str:
    """Return the rules of a table, or its reference card, as the player has set language and signs."""
    settings = load_settings()
    choose_language(settings.language)
    is_plain = ascii_signs or settings.ascii == "yes" or not _shows(UNICODE.arrow)
    return rules_text(game, players, options, card=card, is_plain=is_plain)


def rules_text(
    game: str, players: int | None, options: Mapping[str, Any], *, card: bool = False, is_plain: bool
) -> str:
    """Return the rules of a table, or its reference card, in the language that is in use."""
    rules = usual_rules(game, players, options)
    return as_text([rules.card()] if card else rules.sections(), CELLS, ASCII if is_plain else UNICODE)


def _shows(sign: str) -> bool:
    """Return whether the output's encoding has a sign."""
    try:
        sign.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True
