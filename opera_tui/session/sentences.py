"""Say in the reader's language what went wrong."""

from collections.abc import Mapping, Sequence
from typing import Any

from opera_games.errors import Coded
from opera_protocol.texts.format import Teller
from opera_protocol.texts.sentences import sentence
from opera_tui.local.child_server import ServerFailed
from opera_tui.look.i18n import translations


def sentence_of(error: Coded, names: Sequence[str] = ()) -> str:
    """Return the sentence of an error; why a server did not start may be said in the server's words."""
    return sentence_for(error.code, error.parameters, names, error.sentence if isinstance(error, ServerFailed) else "")


def sentence_for(code: str, parameters: Mapping[str, Any], names: Sequence[str] = (), otherwise: str = "") -> str:
    """Return the sentence of a code."""
    return sentence(code, parameters, Teller(names, translations=translations()), otherwise=otherwise)
