"""Many things visited in turn."""

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from opera_server.net.rotation import Rotation

PARTS = 4


@given(st.lists(st.tuples(st.booleans(), st.integers(0, 20))))
def test_everything_is_visited_once_in_a_round(changes: list[tuple[bool, int]]) -> None:
    """Whatever came and went before, those that are there now get exactly one visit each, and nobody else any."""
    rotation: Rotation[int] = Rotation(PARTS)
    there: set[int] = set()
    for comes, thing in changes:
        if comes and thing not in there:
            rotation.add(thing)
            there.add(thing)
        elif not comes:
            rotation.discard(thing)
            there.discard(thing)
    visits = Counter(thing for _ in range(PARTS) for thing in rotation.next_part())
    assert visits == Counter(there)


def test_no_part_is_long() -> None:
    """A crowd that comes at once is spread evenly, so that no visit takes long."""
    rotation: Rotation[int] = Rotation(PARTS)
    for thing in range(10 * PARTS):
        rotation.add(thing)
    assert {len(rotation.next_part()) for _ in range(PARTS)} == {10}
