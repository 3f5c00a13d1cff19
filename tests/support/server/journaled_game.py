"""The journal entries of a whole game that nobody played: every decision is drawn among what is offered."""

from collections.abc import Iterator

from opera_protocol.wire.messages import TableSettings
from opera_protocol.wire.shuffle import proof_of
from opera_rules.api import Map, rules_of
from opera_rules.chance import Chance, derive
from opera_server.journal.entries import Abandoned, Acted, BotSeated, Created, Entry, Seated, Started
from opera_server.tables.table import Table, state_hash

ADA = b"a" * 32
SECRET = b"s" * 32
CONTRIBUTIONS = {0: b"c" * 32}
PROOF: Map = proof_of(SECRET, CONTRIBUTIONS)
SEED = bytes.fromhex(PROOF["seed"])


def entries_of_a_game(game: str = "turandot", stop_after: int | None = None) -> list[Entry]:
    """A table of three, from its opening to the end of its game, or to being closed after so many actions."""
    return list(_entries(game, stop_after))


def _entries(game: str, stop_after: int | None) -> Iterator[Entry]:
    settings = TableSettings(game="opera" if game == "opera" else "turandot", name="Scala", seats=3)
    created = Created(at=1, settings=settings, rules=rules_of(game).VERSION, key=ADA)
    table = Table.create("t", created)
    yield created
    opening: list[Entry] = [
        Seated(at=2, seat=0, key=ADA, name="Ada"),
        BotSeated(at=3, seat=1, level="chorus", name="Bot 1"),
        BotSeated(at=4, seat=2, level="chorus", name="Bot 2"),
        Started(at=5, seed=SEED, shuffle={name: value for name, value in PROOF.items() if name != "seed"}),
    ]
    for entry in opening:
        table.absorb(entry)
        yield entry
    while table.state == "running" and table.actions != stop_after:
        entry = _next_action(table)
        table.absorb(entry)
        yield entry
    if table.state == "running":
        yield Abandoned(at=7, cause="closed")


def _next_action(table: Table) -> Acted:
    seat = min(table.asked)
    action = table.rules.offers(table.game, seat).sample(Chance(derive(SEED, table.actions)))
    step = table.rules.apply(table.game, seat, action)
    written = table.rules.write_action(action)
    return Acted(at=6, seat=seat, action=written, by="player", state=state_hash(step.game))
