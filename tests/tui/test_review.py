"""`v`: what happened, also in front of a reveal, and nothing that was said about another key."""

import pytest
from support.tui.gallery import in_hall
from support.tui.opera_scenes import all_roles_left, revealed, show
from support.tui.shell_app import SMALL, rows


@pytest.mark.parametrize("kind", ["income", "counted"])
async def test_v_on_a_reveal_shows_what_happened_before_it_and_leads_back(
    kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It was dead there; Enter and `v` both lead back to the reveal, which still has to be dismissed."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, kind)
        front = rows(hall.app)[1]
        for back in ("enter", "v"):
            await hall.press("v")
            assert "MOVES" in rows(hall.app)[1]
            await hall.press(back)
            assert rows(hall.app)[1] == front
        await hall.press("enter")
        assert table.model.playback.revealed is None or rows(hall.app)[1] != front


async def test_a_refusal_is_no_headline_of_what_v_shows(monkeypatch: pytest.MonkeyPatch) -> None:
    """It goes with the next key, whatever that does."""
    async with in_hall(SMALL, monkeypatch) as hall:
        table = await revealed(hall, "income")
        await hall.press("enter")
        await show(hall, all_roles_left(), 0, "s", "enter")
        refusal = rows(hall.app)[1]
        assert "YOUR DECISION" not in refusal
        for key in ("v", "o", "t"):
            await hall.press("escape", "s", "enter")
            await hall.press(key)
            assert rows(hall.app)[1] != refusal, key
        assert table is not None


@pytest.mark.parametrize(("keys", "page"), [(("question_mark",), "Income"), (("v", "question_mark"), "While you wait")])
async def test_help_explains_what_the_box_shows(
    keys: tuple[str, ...], page: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Not the panel above it, which nobody has turned to."""
    async with in_hall(SMALL, monkeypatch) as hall:
        await revealed(hall, "income")
        await hall.press(*keys)
        screen = "\n".join(rows(hall.app))
        assert page in screen
        assert "Budget table" not in screen
