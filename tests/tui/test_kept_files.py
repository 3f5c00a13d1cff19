"""Files that the client keeps, where their content comes from servers or somebody has damaged them."""

import os
from pathlib import Path

import pytest
from support.client.fake_server import FakeServer, fake_server

from opera_protocol.client import Client, Unreadable, connect
from opera_protocol.client.shuffles import SeenFiles
from opera_protocol.local.address import parse_address
from opera_protocol.local.identity import new_identity
from opera_protocol.local.known_servers import KNOWN_SERVERS_FILE, KnownServers
from opera_protocol.wire.messages import Transcript
from opera_protocol.wire.shuffle import Seen
from opera_tui.home.game_lists import when
from opera_tui.local.folders import LARGEST_LOG, client_log, log_error
from opera_tui.local.transcripts import content_of, file_name, kept_transcripts, transcripts_folder, write_transcript

START = b'{"game": "opera", "players": ["Ada", "Kate"]}\n'


def test_one_bad_line_of_the_known_servers_costs_only_itself(tmp_path: Path) -> None:
    """It also stays where it is: somebody may want to mend it."""
    known = KnownServers(tmp_path)
    first, second, third = (parse_address(name) for name in ("fenice", "scala", "regio"))
    known.remember(first, bytes(32))
    known.remember(second, bytes(32))
    path = tmp_path / KNOWN_SERVERS_FILE
    bad = [b"\xff\xfe", b"x" * 9000, b"host:99999 key", b"host", b"[::1 key", b"\x00 \x00", b"scala " + b"~" * 40]
    path.write_bytes(b"\n".join([*bad, *path.read_bytes().splitlines(), *bad]))
    assert known.addresses() == [first, second]
    known.remember(third, bytes(32))
    assert known.addresses() == [first, second, third]
    assert path.read_bytes().count(b"x" * 9000) == 2


def test_a_record_of_a_shuffle_that_is_none_is_not_kept(tmp_path: Path) -> None:
    """A hostile server may show anything instead of a commitment, and as much of it as fits into a frame."""
    files = SeenFiles(tmp_path, bytes(32))
    digest = "ab" * 32
    for seen in (Seen(commitment="x" * 200_000, hashes={}), Seen(commitment=digest, hashes={"../x": digest})):
        files.write("t1", seen)
    assert not list(tmp_path.iterdir())
    files.write("t1", Seen(commitment=digest, hashes={"0": digest}))
    assert files.read("t1") == Seen(commitment=digest, hashes={"0": digest})


@pytest.mark.parametrize("table_id", ["../../etc/passwd", "/tmp/x", "a" * 500, "", "..", "x\n", "歌"])
def test_a_transcript_s_file_stays_in_its_folder_whatever_the_server_calls_the_table(table_id: str) -> None:
    for name in ("Fenice", table_id):
        path = write_transcript(file_name(name, table_id), START)
        assert path.parent == transcripts_folder()
        assert len(path.name) < 100


def test_a_transcript_never_stands_for_another_of_the_same_name() -> None:
    """The same game is written once; a game of the same table's name and id at another server gets its own file."""
    first = write_transcript("Fenice-t1.jsonl", START)
    assert write_transcript("Fenice-t1.jsonl", START) == first
    other = write_transcript("Fenice-t1.jsonl", START * 2)
    assert other.name == "Fenice-t1-2.jsonl"
    assert (first.read_bytes(), other.read_bytes()) == (START, START * 2)


def test_files_that_are_no_transcripts_are_left_out() -> None:
    """Also a pipe, which nobody writes to, and a first line without an end."""
    good = write_transcript("good.jsonl", START)
    folder = transcripts_folder()
    os.mkfifo(folder / "pipe.jsonl")
    (folder / "folder.jsonl").mkdir()
    for name, content in (("a", b""), ("b", b"\xff"), ("c", b"[" * 2_000_000), ("d", b'{"game": 7, "players": []}')):
        (folder / f"{name}.jsonl").write_bytes(content)
    (folder / "gone.jsonl").symlink_to(folder / "nowhere")
    assert [kept.file for kept in kept_transcripts()] == [good]


@pytest.mark.parametrize("line", ["", "7", "{", '{"a":\n1}', '{"a": 1}\n{"b": 2}', "[" * 100_000])
def test_lines_that_are_no_transcript_are_not_written(line: str) -> None:
    with pytest.raises(Unreadable):
        content_of(['{"game": "opera"}', line])


async def fetched(server: FakeServer, answer: object) -> None:
    server.answers[Transcript] = lambda _request: answer  # type: ignore[assignment,return-value]
    client: Client = await connect(server.endpoints, new_identity())
    async with client:
        await client.transcript("t1")


@pytest.mark.parametrize(
    "answer",
    [{}, {"lines": 7, "total": 1}, {"lines": [7], "total": 1}, {"lines": [], "total": 1}, {"lines": [], "total": -1}],
)
async def test_an_answer_that_is_no_transcript_is_a_sentence(answer: object) -> None:
    async with fake_server() as server:
        with pytest.raises(Unreadable):
            await fetched(server, answer)


async def test_a_transcript_without_an_end_is_given_up(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("opera_protocol.client.requests.MOST_TRANSCRIPT_SIZE", 500_000)
    async with fake_server() as server:
        with pytest.raises(Unreadable):
            await fetched(server, {"lines": ["x" * 100_000], "total": 99_999})


def test_the_client_s_log_does_not_grow_for_ever() -> None:
    client_log().parent.mkdir(parents=True)
    client_log().write_bytes(b"x" * (LARGEST_LOG + 1))
    log_error()
    assert client_log().stat().st_size < 1000


@pytest.mark.parametrize("time_ms", [10**18, -(10**18), 2**53, -(2**53)])
def test_a_time_that_no_calendar_has_is_a_question_mark(time_ms: int) -> None:
    assert when(time_ms) == "?"
    assert when(0).startswith(("1970", "1969"))
