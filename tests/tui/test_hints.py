"""Hints in the real client, against a real server: p and Enter are enough to play."""

from typing import Any

import pytest
from support.tui.shell_app import LARGE, SMALL, footer, rows, until, until_shown
from support.tui.whole_games import an_app, at_table
from textual.pilot import Pilot

from opera_games.api import Action
from opera_games.opera.actions import Bid
from opera_protocol.wire.messages import TableSettings
from opera_tui.local import child_process
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.model.proposals import Proposal, wordings
from opera_tui.table.screen import TableScreen


@pytest.fixture(autouse=True)
def _quick_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(child_process.FOR_THIS_MACHINE, "bot_time", "10")


async def answer_by_hint(table: TableScreen, pilot: Pilot[None], sent: list[Any]) -> None:
    """p, a look at the sentence, and Enter until it is sent; not once more, which could answer the next decision."""
    model = table.model
    decision = model.decision.number
    await pilot.press("p")
    await until(pilot, lambda: model.hint.wordings)
    assert "Proposal: " in "".join(rows(pilot.app)[:2])
    before = len(sent)
    while len(sent) == before:
        await pilot.press("enter")
        await pilot.pause(0.005)
    await until(pilot, lambda: model.decision.number != decision or not model.is_deciding)


def noted(table: TableScreen) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    """From now on, what was proposed and what was sent for the same decision."""
    client, proposals, pairs = table.session.client, {}, []
    propose, act = client.propose, client.act

    async def note_proposal(table_id: str, decision: int, **limits: Any) -> Any:
        proposals[decision] = await propose(table_id, decision, **limits)
        return proposals[decision]

    async def note_action(table_id: str, decision: int, action: Any, **limits: Any) -> Any:
        pairs.append((proposals[decision]["action"], action))
        return await act(table_id, decision, action, **limits)

    client.propose, client.act = note_proposal, note_action  # type: ignore[method-assign, assignment]
    return pairs


@pytest.mark.parametrize(("game", "size"), [("opera", SMALL), ("turandot", LARGE)])
async def test_a_newcomer_plays_a_game_by_p_and_enter_only(game: str, size: tuple[int, int]) -> None:
    """What is sent is what was proposed, from the first decision to the last."""
    app = an_app(game, 2)
    async with app.run_test(size=size) as pilot:
        table = await at_table(app, pilot)
        pairs = noted(table)
        while not isinstance(app.screen, GameOverScreen):
            if table.model.playback.is_behind:
                await pilot.press("space")
            elif table.model.is_deciding and not table.model.decision.is_sending:
                await answer_by_hint(table, pilot, pairs)
            await pilot.pause(0.005)
        assert len(pairs) >= 9
        for proposed, sent in pairs:
            assert {**sent, "layout": None} == {**proposed, "layout": None}


def test_words_stay_longest_in_a_proposal() -> None:
    """From all reasons with figures to one reason alone; without reasons the figures are all there is."""
    proposal = Proposal(4, Bid(3), 1124, Bid(2), 1097, {"level": 3}, [{"code": "a"}, {"code": "new"}, {"code": "b"}])
    told = wordings(proposal, described, say)
    assert (
        told[0]
        == "Proposal: bid 3: first; second. It expects 112 points for you at the end, 2.7 more than with “bid 2”."
    )
    assert told[2] == "Proposal: bid 3: first; second."
    assert told[5] == "Proposal: bid 3: first."
    bare = wordings(proposal._replace(reasons=()), described, say)
    assert bare[0].startswith("Proposal: bid 3 (budget +3).")


def described(action: Action) -> str:
    assert isinstance(action, Bid)
    return f"bid {action.amount}"


def say(reason: dict[str, Any]) -> str:
    return {"a": "first", "b": "second"}.get(reason["code"], "")


async def test_p_is_named_only_where_it_does_something() -> None:
    """At the own decision; at a table without hints a sentence says so instead."""
    app = an_app("turandot", 2)
    async with app.run_test(size=SMALL) as pilot:
        table = await at_table(app, pilot)
        await until(pilot, lambda: table.model.is_deciding)
        assert "p propose" in footer(app)
        strict = TableSettings(game="turandot", name="Strict", seats=2, bots=("random",), hints=False)
        other = await table.session.create(strict)
        await table.session.start_alone(other)
        app.shell.open_table(other)
        await until(pilot, lambda: app.screen is not table and isinstance(app.screen, TableScreen))
        await until_shown(pilot, "YOUR DECISION")
        assert "propose" not in footer(app)
        await pilot.press("p")
        await until_shown(pilot, "This table plays without hints.")
