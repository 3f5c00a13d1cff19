"""What was not played straight on in a game, as its transcript tells it."""

from collections.abc import Iterable

from opera_rules.transcript import Amends, Origin
from opera_server.journal.entries import Branched, Created, Entry, TakenBack


def amends_of(entries: Iterable[Entry]) -> Amends:
    """Find what was taken back, and where the game goes on from."""
    taken_back, origin = 0, None
    for entry in entries:
        match entry:
            case Created():
                taken_back += entry.left_out
            case TakenBack():
                taken_back += entry.actions
            case Branched():
                origin = Origin(entry.table, entry.actions, entry.dealt_at)
    return Amends(taken_back, origin)
