"""Journals full of tables in the middle of their games, as the server itself would have written them."""

import time
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import Final, NamedTuple

import msgspec

from opera_protocol.wire.keys import key_from_text, short_fingerprint
from opera_protocol.wire.messages import Act
from opera_rules.api import rules_of
from opera_server.config.data_folder import DataFolder
from opera_server.journal.entries import (
    Acted,
    BotSeated,
    Created,
    Entry,
    Key,
    ListedTable,
    ReadySet,
    Seated,
    Started,
    Writing,
)
from opera_server.journal.journal import Journal
from opera_server.lobby.new_tables import new_table_id
from opera_server.tables.documents import listed_table, row
from opera_server.tables.table import Table, state_hash

from .wire_peers import Keys, new_id
from .wire_script import NAMES, SEED, GameName, Line, options_of, script, settings_for

PLAYERS: Final = 2
BOTS_SEAT: Final = PLAYERS - 1
WRITTEN_AT_ONCE: Final = 100
"""Tables in one transaction."""
NOW: Final = time.time_ns() // 1_000_000
NOBODY: Final[tuple[Key, ...]] = (bytes(32), bytes([1]) * 32)


class Game(NamedTuple):
    """A game that is played to some moment, the same at every table but for who plays it."""

    name: GameName
    bot: str
    """The level of the bot on the last seat, empty if a person sits there."""
    table: Table
    """As it is at that moment, with nobody's keys."""
    entries: Sequence[Entry]
    """All that came after the seats were taken."""
    ahead: Sequence[Line]
    """The actions to come."""

    def act(self, table: str, number: int) -> Act:
        """Make the request for one of the actions to come; the first one also where a bot sits."""
        line = self.ahead[number]
        decision = line.decision if number else self.table.opened[line.seat]
        return Act(id=new_id(), table=table, decision=decision, action=line.action)


class StoredGame(NamedTuple):
    """One table in a journal, and who plays there."""

    id: str
    players: tuple[Keys, ...]
    game: Game


@cache
def played(name: GameName, share: float, bot: str = "") -> Game:
    """Play a game up to this share of its actions; with a bot, up to an action that the bot has to answer."""
    lines = script(name, PLAYERS)
    entries = list(_beginning(bot))
    first, *seated = _seats(name, bot, NOBODY, "Bench")
    assert isinstance(first, Created)
    table = Table.create("", first)
    for entry in (*seated, *entries):
        table.absorb(entry)
    for number, line in enumerate(lines):
        if number >= share * len(lines) and (not bot or _is_answered_by_bot(table, line)):
            return Game(name, bot, table, entries, lines[number:])
        step = table.rules.apply(table.game, line.seat, table.rules.read_action(line.action))
        acted = Acted(
            at=NOW,
            seat=line.seat,
            action=line.action,
            by="bot" if bot and line.seat == BOTS_SEAT else "player",
            state=state_hash(step.game),
        )
        entries.append(acted)
        table.absorb(acted, step)
    raise ValueError("the game is over")


def _seats(name: GameName, bot: str, keys: Sequence[Key], called: str) -> Iterator[Entry]:
    settings = msgspec.structs.replace(settings_for(name, PLAYERS), options=options_of(name), name=called)
    yield Created(at=NOW, settings=settings, rules=rules_of(name).VERSION, key=keys[0])
    for seat in range(PLAYERS):
        if bot and seat == BOTS_SEAT:
            yield BotSeated(at=NOW, seat=seat, level=bot, name=NAMES[seat])
        else:
            yield Seated(at=NOW, seat=seat, key=keys[seat], name=NAMES[seat])


def _beginning(bot: str) -> Iterator[Entry]:
    for seat in range(PLAYERS):
        if not bot or seat != BOTS_SEAT:
            yield ReadySet(at=NOW, seat=seat, ready=True)
    yield Started(at=NOW, seed=SEED, shuffle={"by_hand": True})


def _is_answered_by_bot(table: Table, line: Line) -> bool:
    step = table.rules.apply(table.game, line.seat, table.rules.read_action(line.action))
    return list(table.asked) == [0] and list(table.rules.waiting(step.game)) == [BOTS_SEAT]


def seat(groups: Sequence[tuple[Keys, ...]], games: Sequence[Game]) -> list[StoredGame]:
    """Give every group of players a table, with the games in turn."""
    return [StoredGame(new_table_id(), players, games[number % len(games)]) for number, players in enumerate(groups)]


async def fill(data: Path, tables: Sequence[StoredGame]) -> None:
    """Write tables into the journal of a data folder, through the journal that the server uses."""
    with DataFolder.hold(data) as folder:
        journal = Journal.open(folder.journal)
        for start in range(0, len(tables), WRITTEN_AT_ONCE):
            some = tables[start : start + WRITTEN_AT_ONCE]
            writings = [writing for table in some for writing in _writings(table)]
            await journal.append_all(writings, {table.id: _listed(table) for table in some})
        await journal.close()


def _writings(stored: StoredGame) -> Iterator[Writing]:
    game = stored.game
    entries = [*_seats(game.name, game.bot, _keys(stored), _called(stored)), *game.entries]
    index = msgspec.structs.replace(row(game.table, "running"), name=_called(stored), keys=_keys(stored))
    for number, entry in enumerate(entries):
        yield Writing(stored.id, number, entry, row=None if number else index)


def _listed(stored: StoredGame) -> ListedTable:
    listed, keys = listed_table(stored.game.table, 0), _keys(stored)
    players = [[*shown[:2], short_fingerprint(key)] for shown, key in zip(listed.row["players"], keys, strict=False)]
    shown = {**listed.row, "name": _called(stored), "players": [*players, *listed.row["players"][len(players) :]]}
    return msgspec.structs.replace(listed, row=shown, keys=keys, host=keys[0])


def _called(stored: StoredGame) -> str:
    return f"Bench {stored.id}"


def _keys(stored: StoredGame) -> tuple[Key, ...]:
    return tuple(raw_key(public) for public, _ in stored.players)


@cache
def raw_key(public: bytes) -> Key:
    """Read a public key from its Z85."""
    key = key_from_text(public.decode("ascii"))
    assert key is not None
    return key
