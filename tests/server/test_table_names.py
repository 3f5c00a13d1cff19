"""An operator names a table by its id or its only name, and is told what to type instead."""

from collections.abc import Sequence

import pytest

from opera_protocol.texts.sentences import sentence_of
from opera_server.faults import ServerFault
from opera_server.journal.reader import only_one


def test_the_one_table_that_was_found_is_meant() -> None:
    assert only_one("Fenice", ["k7qf2m3a"], ["k7qf2m3a", "Fenice"]) == "k7qf2m3a"


@pytest.mark.parametrize(
    ("found", "known", "words"),
    [
        ([], ["k7qf2m3a", "Fenice"], "the nearest one is “Fenice”"),
        (["k7qf2m3a", "b3qf2m3a"], ["Fenize"], "k7qf2m3a, b3qf2m3a"),
        ([], [], "no table at all"),
    ],
)
def test_every_other_name_is_a_fault_that_says_more(found: Sequence[str], known: Sequence[str], words: str) -> None:
    with pytest.raises(ServerFault) as fault:
        only_one("Fenize", found, known)
    assert words in sentence_of(fault.value)
