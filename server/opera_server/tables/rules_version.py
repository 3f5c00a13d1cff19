"""The version of the rules that a stored game is played by: a game of another one is neither played on nor shown."""

from collections.abc import Sequence

from opera_rules.api import AnyRules, rules_of
from opera_rules.refusals import Refused
from opera_server.journal.entries import Created, Entry, Started, StoredTable


def version_of_rules(entries: Sequence[Entry]) -> int | None:
    """Return the version of the rules that a game is played by; None if it has not begun."""
    created = entries[0] if entries else None
    started = next((entry for entry in entries if isinstance(entry, Started)), None)
    if not isinstance(created, Created) or started is None:
        return None
    return created.rules if started.rules is None else started.rules


def is_of_these_rules(record: StoredTable) -> bool:
    """Say whether a game may be replayed: not if it is played by another version of the rules."""
    version = version_of_rules(record.entries)
    return version is None or version == _game_of(record).VERSION


def other_rules(record: StoredTable) -> Refused:
    """Make the refusal to show a game of other rules."""
    rules = _game_of(record)
    version = version_of_rules(record.entries)
    return Refused("table_other_rules", game=rules.NAME, rules=version, expected=rules.VERSION)


def _game_of(record: StoredTable) -> AnyRules:
    created = record.entries[0]
    assert isinstance(created, Created)
    return rules_of(created.settings.game)
