"""What follows from an action reaches everybody one thing after the other, each with the documents of that moment."""

from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
from support.server.players import Player, after_a_round, play_all, start_table
from support.server.running import inside

from opera_protocol.client import Changed
from opera_protocol.wire.messages import TableSettings


def told(change: Changed) -> list[str]:
    return [str(line["event"]) for line in change.log.lines]


def first_with(changes: list[Changed], event: str) -> int:
    return next(at for at, change in enumerate(changes) if event in told(change) and not change.is_entry)


def ducats(change: Changed) -> int:
    private: Any = change.view.private
    return int(private["game"]["ducats"])


@pytest.mark.limit(60)
async def test_income_fame_and_offer_come_in_updates_of_their_own(tmp_path: Path) -> None:
    """While the income is told, the table shows the old round and the old offer, and no decision is open."""
    async with inside(tmp_path / "data") as here:
        clients = [await here.client() for _ in range(2)]
        table = await start_table(clients, TableSettings(game="opera", name="Scala", seats=2, seed=bytes(32)))
        streams = [client.room(table).items() for client in clients]
        players = [Player(client, table, sha256(b"steps").digest(), is_enough=after_a_round) for client in clients]
        await play_all(players)
        changes = []
        async for item in streams[0]:
            if isinstance(item, Changed) and not item.is_entry:
                changes.append(item)
                if item.view.public["game"]["round"] == 2:
                    break

    at = first_with(changes, "income")
    steps = changes[at - 1 :]
    before, income, *_fame, offer, begun = (step.view for step in steps)
    events = [told(step)[0] for step in steps[1:]]
    assert [event for event in events if event != "rose"] == ["income", "offer", "round"]
    assert [step.view.public["game"]["round"] for step in steps] == [*[1] * (len(steps) - 1), 2]
    assert income.public["game"]["offer"] == before.public["game"]["offer"] != offer.public["game"]["offer"]
    assert income.public["game"]["ladder"] == before.public["game"]["ladder"]
    assert ducats(steps[1]) > ducats(steps[0])
    assert [step.view.is_asked for step in steps] == [*[False] * (len(steps) - 1), True]
    actions = [step.view.public["table"]["actions"] for step in steps]
    assert actions == [*[actions[0]] * (len(steps) - 1), actions[0] + 1]
    assert begun.public["game"]["waiting"]
