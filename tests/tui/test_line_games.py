"""Whole games in lines, by what is said alone, through pipes: against a server inside the test, and two of programs."""

import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Self

import pytest
from support.tui.line_player import Player, at_table, play
from support.tui.shell_app import running, wait_until_gone

from opera_protocol.local.command_errors import INTERRUPTED
from opera_tui.line_mode.streams import InputLines

ANSWER = re.compile(r"(Still: )?(You decide|Waiting for|.* wins? with|The silent hand has)")
"""What `w` is answered with."""
GAMES = [("opera", seats) for seats in (2, 3, 4)] + [("turandot", seats) for seats in (2, 3, 4, 5)]


class Piped:
    """A player at the other end of two pipes: what is typed goes through one, what is said through the other."""

    def __init__(self, player: Player) -> None:
        self._player = player
        self._typed, self._types = os.pipe()
        self._hears, self._said = os.pipe()
        os.set_blocking(self._hears, False)
        os.set_blocking(self._said, False)
        self._lines = InputLines(self._typed)
        self.heard = b""

    def hear(self, text: str) -> None:
        os.write(self._said, text.encode())

    async def next(self) -> str | None:
        said = os.read(self._hears, 1 << 20)
        self.heard += said
        for line in said.decode().splitlines(keepends=True):
            self._player.hear(line)
        os.write(self._types, f"{self._player.type()}\n".encode())
        return await self._lines.next()

    def close(self) -> None:
        os.close(self._types)
        for descriptor in (self._hears, self._said):
            os.close(descriptor)


@pytest.mark.parametrize(("game", "seats"), GAMES)
async def test_a_whole_game_is_played_by_numbers(tmp_path: Path, game: str, seats: int) -> None:
    """Through pipes: no byte below the space but line feeds, and no sentence twice in a row."""
    player = Player(Random(f"{game} {seats}"))
    piped = Piped(player)
    async with at_table(tmp_path, game, seats) as (here, session, table_id):
        await play(session, table_id, piped, read_back=seats % 2 == 0)
        assert here.room(table_id).table.state == "finished"
    piped.close()
    assert {byte for byte in piped.heard if byte < ord(" ")} == {ord("\n")}
    assert player.repeated() == []
    assert any(sentence.startswith("The game is over") for sentence in player.heard)


class Pipe:
    """The program behind two pipes. Each line is followed by a `w`, whose answer ends what the line led to."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.heard = b""
        self.program = subprocess.Popen(
            [sys.executable, "-m", "opera_tui.start.cli", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            env={
                **os.environ,
                "TERM": "dumb",
                "PYTHONUTF8": "1",
                "XDG_DATA_HOME": str(folder / "d"),
                "XDG_CONFIG_HOME": str(folder / "c"),
            },
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        with self.program:
            self.program.kill()

    def type(self, line: str) -> None:
        assert self.program.stdin is not None
        self.program.stdin.write(f"{line}\n".encode())
        self.program.stdin.flush()

    def answers(self) -> Iterator[str]:
        """What is said until `w` is answered, or the game is over."""
        self.type("w")
        assert self.program.stdout is not None
        for line in self.program.stdout:
            self.heard += line
            text = line.decode().rstrip("\n")
            if ANSWER.match(text):
                return
            yield text

    def end(self) -> int:
        """Close what it reads, and wait for the end."""
        assert self.program.stdin is not None
        assert self.program.stdout is not None
        self.program.stdin.close()
        self.heard += self.program.stdout.read()
        return self.program.wait(30)


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_a_whole_game_is_played_through_a_pipe(tmp_path: Path, game: str) -> None:
    player = Player(Random(game))
    with Pipe(tmp_path, "play", game, "--players", "2", "--level", "random", "--seed", "pipe") as pipe:
        line = ""
        while line != "q":
            for sentence in pipe.answers():
                player.hear(f"{sentence}\n")
            line = player.type()
            pipe.type(line)
        assert pipe.end() == 0
    assert pipe.heard.endswith(b"You leave.\n")
    assert b"The game is over" in pipe.heard
    assert {byte for byte in pipe.heard if byte < ord(" ")} == {ord("\n")}


def test_control_c_leaves_in_order(tmp_path: Path) -> None:
    with Pipe(tmp_path, "play", "--players", "2", "--level", "random") as pipe:
        assert any(sentence.startswith("Bid for budget") for sentence in pipe.answers())
        server = running(tmp_path / "d" / "opera" / "solo")
        pipe.program.send_signal(signal.SIGINT)
        assert pipe.program.wait(30) == INTERRUPTED
        wait_until_gone(server.pid)
        assert pipe.program.stderr is not None
        assert pipe.program.stderr.read() == b""


def test_nothing_of_the_screens_is_loaded() -> None:
    loaded = """
import sys
from opera_tui.line_mode import run, scripts
from opera_tui.games import face_of, speech_of
from opera_tui.start import launch
for game in ("opera", "turandot"):
    face_of(game), speech_of(game)
sys.exit(sorted(name for name in sys.modules if name.split(".")[0] == "textual") != [])
"""
    assert subprocess.run([sys.executable, "-c", loaded], check=False, timeout=60).returncode == 0
