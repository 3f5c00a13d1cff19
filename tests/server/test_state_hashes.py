"""The hashes by which a rebuilt table is compared with its journal."""

import gzip
from hashlib import sha256
from pathlib import Path

import pytest

from opera_rules.transcript import read
from opera_server.tables.table import state_hash

GAMES = Path(__file__).parents[1] / "fixtures" / "games"


@pytest.mark.parametrize(
    ("name", "version", "expected"),
    [
        ("opera-4-mixed", 2, "dabc45645aee3d7e"),
        ("turandot-2-silent-hand-wins", 2, "659ce06fd697a3f0"),
        ("turandot-5-chorus", 2, "eea55241e9dbc38c"),
    ],
)
def test_states_have_other_hashes_only_under_other_rules(name: str, version: int, expected: str) -> None:
    """Else a new program would take the games that are going on for damaged, and close them."""
    transcript = read(gzip.decompress((GAMES / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True))
    hashes = b"".join(state_hash(moment.game) for moment in transcript.moments())
    assert (transcript.rules.VERSION, sha256(hashes).hexdigest()[:16]) == (version, expected)
