"""Games of other rules than this program's: they are neither played on nor shown, but can be written down.

No second set of rules is kept. Today's carry out the actions of an earlier game from the state that it began with then,
as long as they lead to the states that the journal names; this gives the transcript that the program of then wrote.
Where they do not, the actions are written alone.
"""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from opera_rules.api import Map, rules_of
from opera_rules.editions import built_in
from opera_rules.json_lines import encoded
from opera_rules.refusals import Refused
from opera_rules.transcript import FORMAT, Amends, Recorder, start_fields
from opera_server.history.amends import amends_of
from opera_server.journal.entries import (
    Abandoned,
    Acted,
    BotSeated,
    Created,
    Entry,
    HandedOver,
    Key,
    Seated,
    Started,
    standing_actions,
)
from opera_server.tables.rules_version import version_of_rules
from opera_server.tables.table import state_hash

FORMATS_THEN = {1: 1}
"""The format of transcripts under earlier rules, where it was another one than today's."""


class EarlierGame(NamedTuple):
    """What the journal tells of a game without replaying it."""

    created: Created
    rules: int
    names: tuple[str, ...]
    holders: frozenset[Key]
    """The people who sat there last."""
    started: Started
    acted: tuple[Acted, ...]
    is_abandoned: bool
    amends: Amends

    @property
    def format(self) -> int:
        return FORMATS_THEN.get(self.rules, FORMAT)

    @property
    def shuffle(self) -> Map:
        return {"seed": self.started.seed.hex(), **self.started.shuffle}


class LeadsElsewhereError(Exception):
    """Today's rules do not lead to the states of the game."""


def earlier_game(entries: Sequence[Entry]) -> EarlierGame:
    """Collect what was written of a game that has begun."""
    created, version = entries[0], version_of_rules(entries)
    assert isinstance(created, Created)
    assert version is not None
    seated = {entry.seat: entry for entry in entries if isinstance(entry, Seated | BotSeated | HandedOver)}
    return EarlierGame(
        created,
        version,
        tuple(seated[seat].name if seat in seated else "" for seat in range(created.settings.seats)),
        frozenset(entry.key for entry in seated.values() if not isinstance(entry, BotSeated)),
        next(entry for entry in entries if isinstance(entry, Started)),
        tuple(standing_actions(entries)),
        any(isinstance(entry, Abandoned) for entry in entries),
        amends_of(entries),
    )


def written_then(game: EarlierGame) -> list[bytes]:
    """Write the lines that the program of then wrote; raise `LeadsElsewhereError` if today's rules cannot tell them."""
    try:
        return list(_lines(game))
    except Refused as refused:
        raise LeadsElsewhereError from refused


def _lines(game: EarlierGame) -> Iterator[bytes]:
    settings, source = game.created.settings, game.created.edition
    rules = rules_of(settings.game)
    begin = rules.EARLIER.get(game.rules)
    if begin is None:
        raise LeadsElsewhereError
    edition = built_in(settings.game) if source is None else rules.read_edition(source)
    recorder = Recorder(rules, game.names, settings.options, edition, game.format, game.amends, game.rules)
    recorder.data_file = source
    step = begin(settings.seats, settings.options, edition, game.started.seed)
    yield recorder.start(step)
    for entry in game.acted:
        action = rules.read_action(entry.action)
        step = rules.apply(step.game, entry.seat, action)
        if state_hash(step.game) != entry.state:
            raise LeadsElsewhereError
        yield recorder.action(entry.seat, action, step)
    is_over = rules.outcome(step.game) is not None and not game.is_abandoned
    yield recorder.end(step.game, game.shuffle) if is_over else recorder.abandoned(game.shuffle)


def actions_alone(game: EarlierGame, outcome: Map | None) -> list[bytes]:
    """Write the actions without events and states, and how the game ended, as lists show it."""
    settings = game.created.settings
    start = start_fields(settings.game, game.format, game.rules, settings.options, game.names, game.created.edition)
    actions = [
        {"type": "action", "n": n, "seat": entry.seat, "action": entry.action}
        for n, entry in enumerate(game.acted, start=1)
    ]
    ending: Map = {"abandoned": True} if outcome is None else outcome
    end = {"type": "end", **ending, **game.amends.fields(), "shuffle": game.shuffle}
    return [encoded(line) for line in (start, *actions, end)]
