"""`opera-server edition`: data files checked and shown."""

from pathlib import Path

from opera_protocol.i18n import _
from opera_protocol.telling import plain
from opera_protocol.words import WORDS
from opera_rules.editions import NamedEdition, load
from opera_rules.refusals import Refused
from opera_server.complaints import BAD_INPUT, DOES_NOT_HOLD, Complaint, sentence_of


def check_file(path: Path) -> str:
    """A sentence about an edition that is right; a complaint about one that breaks a rule."""
    try:
        found = load(path)
    except Refused as refusal:
        if refusal.code == "file_unreadable":
            raise
        named = "" if "file" in refusal.parameters else f"{plain(str(path))}: "
        raise Complaint(named + sentence_of(refusal), DOES_NOT_HOLD) from None
    told = _("{file} is an edition of {game}, named “{name}”, and breaks no rule.")
    return told.format(file=plain(str(path)), game=WORDS[found.game], name=plain(found.edition.source["name"]))


def load_for(game: str, path: Path) -> NamedEdition:
    """An edition of this game, to play with."""
    found = load(path)
    if found.game != game:
        told = _("{file} is an edition of {other}, not of {game}.")
        raise Complaint(
            told.format(file=plain(str(path)), other=WORDS[found.game], game=WORDS[game]), exit_code=BAD_INPUT
        )
    return found
