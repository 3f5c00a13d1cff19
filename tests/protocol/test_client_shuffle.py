"""Fair shuffles: the client takes part by itself, remembers what it saw, and says at the end what that proves."""

import asyncio
from pathlib import Path
from typing import Any

import pytest
from support.client.fake_server import FakeRoom, FakeServer, Refuse, fake_server
from support.client.running import IMPATIENT, first

from opera_protocol.client import Client, ShuffleJudged, connect
from opera_protocol.client.shuffles import SeenFiles
from opera_protocol.local.identity import new_identity
from opera_protocol.wire.messages import Commit, Free, Reveal
from opera_protocol.wire.shuffle import Seen, Verdict, digest_of, proof_of, read_seen

SECRET = bytes(range(32))
OTHERS_BYTES = bytes(range(32, 64))
OTHER_SEAT = 1
MY_SEAT = 0


async def a_client(server: FakeServer, folder: Path | None = None) -> Client:
    return await connect(server.endpoints, new_identity(), patience=IMPATIENT, seen_folder=folder)


def a_table(state: str = "open", start: Free | None = None, shuffle: Free | None = None) -> Free:
    return {"table": {"id": "T1", "state": state, "start": start, "shuffle": shuffle}}


def an_attempt(number: int, stage: str, hashes: Free, secret: bytes = SECRET) -> Free:
    return {
        "attempt": number,
        "stage": stage,
        "commitment": digest_of(secret).hex(),
        "hashes": hashes,
        "deadline": 1_000,
    }


async def dance(server: FakeServer, room: FakeRoom, number: int = 1) -> bytes:
    """Lead one attempt to its end; the bytes that the client gave."""
    others = {str(OTHER_SEAT): digest_of(OTHERS_BYTES).hex()}
    await server.publish(room, a_table(start=an_attempt(number, "commit", others)))
    commit = (await server.received(Commit, number))[-1]
    hashes = {str(MY_SEAT): commit.digest.hex(), **others}
    await server.publish(room, a_table(start=an_attempt(number, "reveal", hashes)))
    reveal = (await server.received(Reveal, number))[-1]
    assert (commit.attempt, reveal.attempt) == (number, number)
    assert digest_of(reveal.contribution) == commit.digest
    return reveal.contribution


async def verdict_on(server: FakeServer, room: FakeRoom, client: Client, shuffle: Free) -> Verdict:
    """End the game with this shuffle; what the client makes of it."""
    items = client.room("T1").items()
    await server.publish(room, a_table("running"))
    await server.publish(room, a_table("finished", shuffle=shuffle))
    return (await first(items, ShuffleJudged)).verdict


async def test_a_shuffle_is_proved() -> None:
    """The client commits, reveals, and finds at the end that the seed was made of what it saw."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        room = await client.enter("T1")
        mine = await dance(server, fake)
        proof = proof_of(SECRET, {MY_SEAT: mine, OTHER_SEAT: OTHERS_BYTES})
        assert await verdict_on(server, fake, client, proof) == Verdict(kind="proved", is_witnessed=True)
        assert room.verdict is not None
        assert (await first(room.items(), ShuffleJudged)).verdict == room.verdict


@pytest.mark.parametrize(
    ("secret", "others", "reason"),
    [
        (bytes(32), OTHERS_BYTES, "other_commitment"),
        (SECRET, bytes(32), "other_contribution"),
    ],
)
async def test_a_shuffle_is_broken(secret: bytes, others: bytes, reason: str) -> None:
    """A secret or a contribution chosen after the fact is found out."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        await client.enter("T1")
        mine = await dance(server, fake)
        proof = proof_of(secret, {MY_SEAT: mine, OTHER_SEAT: others})
        verdict = await verdict_on(server, fake, client, proof)
        assert (verdict.kind, verdict.reason) == ("broken", reason)


async def test_every_attempt_has_fresh_bytes() -> None:
    """Nothing of a failed attempt is used again, and only the last one is compared."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        await client.enter("T1")
        first_bytes = await dance(server, fake, 1)
        await server.publish(fake, a_table())
        mine = await dance(server, fake, 2)
        assert mine != first_bytes
        proof = proof_of(SECRET, {MY_SEAT: mine, OTHER_SEAT: OTHERS_BYTES})
        assert (await verdict_on(server, fake, client, proof)).kind == "proved"


async def test_the_bytes_are_shown_only_after_the_own_hash_is() -> None:
    """With two clients of a seat the server takes the first: the other watches, shows nothing, and checks the rest."""
    async with fake_server() as server, await a_client(server) as client:

        def refuse(_: Commit) -> Any:
            raise Refuse("already_committed")

        server.answers[Commit] = refuse
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        await client.enter("T1")
        await server.publish(fake, a_table(start=an_attempt(1, "commit", {})))
        await server.received(Commit)
        twin = bytes(range(64, 96))
        hashes = {"0": digest_of(twin).hex(), "1": digest_of(OTHERS_BYTES).hex()}
        await server.publish(fake, a_table(start=an_attempt(1, "reveal", hashes)))
        proof = proof_of(SECRET, {MY_SEAT: twin, OTHER_SEAT: OTHERS_BYTES})
        assert await verdict_on(server, fake, client, proof) == Verdict(kind="proved", is_witnessed=True)
        assert not server.of_kind(Reveal)


async def test_spectators_only_watch() -> None:
    """Who has no seat sends nothing, and can compare what was shown."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table())
        await client.enter("T1")
        hashes = {"1": digest_of(OTHERS_BYTES).hex()}
        await server.publish(fake, a_table(start=an_attempt(1, "commit", {})))
        await server.publish(fake, a_table(start=an_attempt(1, "reveal", hashes)))
        proof = proof_of(SECRET, {OTHER_SEAT: OTHERS_BYTES})
        assert await verdict_on(server, fake, client, proof) == Verdict(kind="proved", is_witnessed=True)
        assert not server.of_kind(Commit) + server.of_kind(Reveal)


async def test_who_saw_nothing_accuses_nobody() -> None:
    """A spectator who was away during the start may have missed another attempt: nothing seen is compared."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table())
        room = await client.enter("T1")
        hashes = {"1": digest_of(bytes(32)).hex()}
        await server.publish(fake, a_table(start=an_attempt(1, "commit", {}, bytes(32))))
        await server.publish(fake, a_table(start=an_attempt(1, "reveal", hashes, bytes(32))))
        await room.until(lambda view: (view.public["table"]["start"] or {}).get("stage") == "reveal")
        await server.stop()
        fake.change(a_table("running"))
        await server.start()
        await room.until(lambda view: view.public["table"]["state"] == "running")
        proof = proof_of(SECRET, {OTHER_SEAT: OTHERS_BYTES})
        assert await verdict_on(server, fake, client, proof) == Verdict(kind="proved", is_witnessed=False)


@pytest.mark.parametrize(
    ("number", "verdict"),
    [
        (1, Verdict(kind="broken", reason="other_commitment", is_witnessed=True)),
        (2, Verdict(kind="proved", is_witnessed=False)),
    ],
)
async def test_a_commitment_shown_too_late_proves_nothing(number: int, verdict: Verdict) -> None:
    """A secret may not be chosen once the bytes are known: not in the same attempt, nor in one that begins there."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        await client.enter("T1")
        mine = await dance(server, fake)
        chosen = bytes(range(100, 132))
        hashes = {"0": digest_of(mine).hex(), "1": digest_of(OTHERS_BYTES).hex()}
        await server.publish(fake, a_table(start=an_attempt(number, "reveal", hashes, chosen)))
        proof = proof_of(chosen, {MY_SEAT: mine, OTHER_SEAT: OTHERS_BYTES})
        assert await verdict_on(server, fake, client, proof) == verdict


async def test_a_server_that_counts_anew_gets_fresh_bytes() -> None:
    """The same number with another commitment is another attempt."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        await client.enter("T1")
        for count, secret in enumerate((SECRET, bytes(32)), 1):
            await server.publish(fake, a_table(start=an_attempt(1, "commit", {}, secret)))
            await server.received(Commit, count)
        one, other = server.of_kind(Commit)
        assert one.digest != other.digest


async def test_a_seat_that_is_known_only_later_still_commits() -> None:
    """Who learns of the own seat after the attempt began takes part all the same, once."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table())
        await client.enter("T1")
        await server.publish(fake, a_table(start=an_attempt(1, "commit", {})))
        others = {str(OTHER_SEAT): digest_of(OTHERS_BYTES).hex()}
        await server.publish(fake, a_table(start=an_attempt(1, "commit", others)), private={"seat": MY_SEAT})
        commit = (await server.received(Commit))[0]
        hashes = {str(MY_SEAT): commit.digest.hex(), **others}
        await server.publish(fake, a_table(start=an_attempt(1, "reveal", hashes)))
        await server.received(Reveal)
        assert len(server.of_kind(Commit)) == 1


async def test_a_loss_in_the_middle_of_the_start() -> None:
    """A commit that was on its way when the server went is sent again, and the same bytes are shown."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        await client.enter("T1")
        await server.publish(fake, a_table(start=an_attempt(1, "commit", {})))
        commit = (await server.received(Commit))[0]
        await server.stop()
        fake.change(a_table(start=an_attempt(1, "reveal", {"0": commit.digest.hex()})))
        await server.start()
        reveal = (await server.received(Reveal))[0]
        assert digest_of(reveal.contribution) == commit.digest
        assert len(server.of_kind(Commit)) == 1


async def test_what_was_seen_outlives_the_program(tmp_path: Path) -> None:
    """The file is there before the bytes are shown; a client started later proves the shuffle with it."""
    async with fake_server() as server:
        keeper = SeenFiles(tmp_path / "shuffles", server.identity.public_key)
        at_reveal: list[Seen | None] = []

        def look(_: Reveal) -> Free:
            at_reveal.append(keeper.read("T1"))
            return {}

        server.answers[Reveal] = look
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        async with await a_client(server, tmp_path / "shuffles") as client:
            await client.enter("T1")
            mine = await dance(server, fake)
        seen = at_reveal[0]
        assert seen is not None
        assert (seen.seat, seen.contribution) == (MY_SEAT, mine.hex())
        fake.change(a_table("running"))
        async with await a_client(server, tmp_path / "shuffles") as client:
            await client.enter("T1")
            proof = proof_of(SECRET, {MY_SEAT: mine, OTHER_SEAT: OTHERS_BYTES})
            assert await verdict_on(server, fake, client, proof) == Verdict(kind="proved", is_witnessed=True)


async def test_a_folder_that_cannot_be_written_stops_nobody(tmp_path: Path) -> None:
    """The game starts all the same; only the file is missing."""
    (tmp_path / "file").write_text("in the way")
    async with fake_server() as server, await a_client(server, tmp_path / "file") as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        await client.enter("T1")
        await dance(server, fake)


def test_files_stay_in_their_folder(tmp_path: Path) -> None:
    """A server's name for a table is no path; a failed attempt's file goes; the giver's file is not written over."""
    keeper = SeenFiles(tmp_path, new_identity().public_key)
    path = keeper.path("../../etc")
    assert path is not None
    assert path.parent == tmp_path
    giver = Seen(commitment="00" * 32, hashes={"0": "11" * 32}, seat=0, contribution="22" * 32)
    keeper.write("../../etc", giver)
    keeper.write("../../etc", Seen(commitment="00" * 32, hashes={"0": "11" * 32}))
    assert read_seen(path.read_bytes()) == giver == keeper.read("../../etc")
    keeper.remove("../../etc")
    assert keeper.read("../../etc") is None
    assert SeenFiles(None, bytes(32)).path("T1") is None


async def test_attempts_without_end_keep_one_errand_busy() -> None:
    """A server that begins attempt after attempt gets no queue of ours in answer."""
    async with fake_server() as server, await a_client(server) as client:
        fake = server.room("T1", public=a_table(), private={"seat": MY_SEAT})
        room = await client.enter("T1")
        for n in range(1, 200):
            await server.publish(fake, a_table(start=an_attempt(n, "commit", {})))
        await room.until(lambda view: (view.public["table"]["start"] or {}).get("attempt") == 199)
        assert len(client._shuffles._tasks) <= 1
        await asyncio.sleep(0)
