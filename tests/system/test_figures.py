"""What `/metrics` tells of a server at which people play."""

from support.server.players import Player, play_all, start_table
from support.server.running import Inside

from opera_protocol.wire.messages import LOBBY, TableSettings
from opera_server.journal.entries import Acted
from opera_server.operate.admin import OperatorCommands
from opera_server.operate.metrics import Metric

SEED = b"f" * 32


def figures(here: Inside) -> dict[str, Metric]:
    return {metric.name: metric for metric in OperatorCommands(here.server).metrics()}


def value(metric: Metric, *label: tuple[str, str]) -> float:
    return metric.samples[label]


async def test_figures_follow_a_game_with_a_bot(here: Inside) -> None:
    """Actions, frames, bytes and questions are counted; connections, seats and limits are as they are."""
    client = await here.client()
    settings = TableSettings(game="turandot", name="Scala", seats=2, bots=("random",), seed=SEED)
    table = await start_table([client], settings)
    before = figures(here)
    await client.enter(LOBBY)
    await play_all([Player(client, table, SEED)])
    after = figures(here)
    stored = await here.server.journal.entries(table)
    actions = [entry for entry in stored.entries if isinstance(entry, Acted)]
    assert value(after["opera_actions_total"]) == len(actions)
    bots = [entry for entry in actions if entry.by == "bot"]
    assert value(after["opera_thinking_total"], ("kind", "bots")) == len(bots)
    assert value(after["opera_thinking_waiting"], ("kind", "bots")) == 0
    for port in ("requests", "updates"):
        frames = [value(read["opera_frames_sent_total"], ("port", port)) for read in (before, after)]
        assert frames[0] < frames[1]
        # Only whole megabytes are told, since single bytes would tell of private documents.
        router = here.server.routers[port]
        assert 0 < router.bytes_sent < 1_000_000
        router.bytes_sent += 2_000_000
        assert value(figures(here)["opera_megabytes_sent_total"], ("port", port)) == 2
    assert {
        kind: value(before["opera_connections"], ("kind", kind)) for kind in ("attached", "requests", "updates")
    } == {
        "attached": 1,
        "requests": 1,
        "updates": 1,
    }
    assert value(after["opera_lobby_members"]) == 1
    assert (value(before["opera_seats"]), value(after["opera_seats"])) == (1, 0)
    limits = here.server.settings.limits
    assert value(after["opera_limit"], ("of", "tables")) == limits.tables
    assert value(after["opera_journal_waiting"]) == 0
