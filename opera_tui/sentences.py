"""What went wrong, as a sentence in the reader's language."""

from collections.abc import Mapping, Sequence
from typing import Any

from opera_protocol.client import ClientError
from opera_protocol.errors import ProtocolError
from opera_protocol.fault_texts import fault_sentence
from opera_protocol.telling import plain
from opera_protocol.texts import REFUSALS, sentence
from opera_tui.child_server import ServerFailed
from opera_tui.i18n import _, translations

Failure = ClientError | ProtocolError


def sentence_of(error: Failure, names: Sequence[str] = ()) -> str:
    """The sentence for an error; why a server did not start may be told in its own words, as plain text."""
    if isinstance(error, ServerFailed):
        return _failure(error)
    return sentence_for(error.code, error.parameters, names)


def _failure(error: ServerFailed) -> str:
    try:
        return fault_sentence(error.code, error.parameters, translations())
    except (KeyError, ValueError, TypeError, IndexError):
        return plain(error.told)


def sentence_for(code: str, parameters: Mapping[str, Any], names: Sequence[str] = ()) -> str:
    """The sentence for a code; a newer server may have codes and parameters that this client does not know."""
    try:
        return sentence(code, parameters, translations(), names)
    except (KeyError, ValueError, TypeError, IndexError):
        if code in REFUSALS:
            return _("The server says no ({code}).").format(code=plain(code))
        return _("Something went wrong ({code}).").format(code=plain(code))
