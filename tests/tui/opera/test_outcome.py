"""The sentence about who has won, as it stands above the result."""

import gzip

import pytest
from support.tui.booklets import GAMES
from support.tui.opera_views import view_of

from opera_rules.transcript import read
from opera_tui.games.opera.face import OperaFace
from opera_tui.look.rows import plain

FACE = OperaFace()


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("opera-2-tie", " wins with 0 and the better place on the budget table"),
        ("opera-3-larger-houses", " wins with "),
    ],
)
def test_who_wins_by_the_place_on_the_budget_table_is_told_so(name: str, told: str) -> None:
    """Somebody has as many points and has not won."""
    lines = gzip.decompress((GAMES / f"{name}.jsonl.gz").read_bytes()).splitlines(keepends=True)
    (*_moments, last) = read(lines).moments()
    sentence = plain(FACE.waiting_line(view_of(last.game, 0)))
    assert told in sentence
    assert ("budget table" in sentence) == (name == "opera-2-tie")
