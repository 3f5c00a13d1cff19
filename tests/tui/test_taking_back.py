"""Taking back by keys in the real client, against a real server; and what the client reads of it."""

import json
from pathlib import Path

import pytest
from support.tui.documents import bot, head_of, person, seat_document
from support.tui.shell_app import footer, until, until_shown
from support.tui.table_parts import NotedRequests
from support.tui.whole_games import an_app, answer, at_table, play_to_the_end
from textual.pilot import Pilot

from opera_games.opera.events import BidMade, RoundStarted
from opera_protocol.client import View
from opera_tui.config.commands import clash_in, commands_of
from opera_tui.config.key_map import KeyMap
from opera_tui.games import face_of
from opera_tui.games.box import Box
from opera_tui.games.doubt_box import DoubtBox
from opera_tui.games.taken_back import since_taken_back, standing
from opera_tui.games.view import AnyLine, OtherEvent
from opera_tui.local.transcripts import transcripts_folder
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.rows import plain
from opera_tui.shell.app import OperaApp
from opera_tui.table.game_over import GameOverScreen
from opera_tui.table.model import TableModel
from opera_tui.table.screen import TableScreen
from opera_tui.widgets.dialogs import QuestionScreen
from opera_tui.widgets.row_panel import RowPanel

SMALL = (80, 24)
BOT = bot("Rossini", "chorus", "R")


def keys(box: Box) -> list[str]:
    """Bid so much that a role can be hired, hire the Maestro, else take no part."""
    kind = type(box).__name__
    if isinstance(box, DoubtBox):
        return ["y"]
    if "Bid" in kind:
        return ["4", "enter"]
    if "Act" in kind:
        return ["m", "enter"]
    return ["enter"] if "Maestro" in kind else ["0", "enter"]


async def until_revocable(app: OperaApp, pilot: Pilot[None], table: TableScreen) -> None:
    """Play until an own action can be taken back and the next decision is open."""
    while table.model.present.take_back is None or not table.model.is_deciding:
        if table.model.playback.is_behind:
            await pilot.press("space")
        elif table.model.is_deciding and not table.model.decision.is_sending:
            await answer(table, pilot, keys)
        await pilot.pause(0.005)


async def test_z_takes_back_the_last_action_at_80x24_and_the_footer_says_when_it_can() -> None:
    """The level is paid again, the role is on the board again, the log tells of it, and the key is gone from below."""
    app = an_app("opera", 3)
    async with app.run_test(size=SMALL) as pilot:
        table = await at_table(app, pilot)
        assert "take back" not in footer(app)
        await until_revocable(app, pilot, table)
        await until_shown(pilot, "z take back")
        before = table.model.decision.number
        await pilot.press("z")
        await until(pilot, lambda: table.model.decision.number not in (None, before))
        assert table.model.present.head is not None
        assert table.model.present.head.taken_back > 0
        await until(pilot, lambda: "z take back" not in footer(app))
        await pilot.press("g")
        await until_shown(pilot, "takes an action back")
        await pilot.press("z")
        await until_shown(pilot, "Nothing can be taken back")


async def test_after_the_end_z_goes_on_at_another_table_and_both_results_say_what_was_done() -> None:
    """From the result: the question, the new table with its own result, and a transcript that says `from`."""
    app = an_app("turandot", 2)
    async with app.run_test(size=SMALL) as pilot:
        end = await play_to_the_end(app, pilot, turandot_keys)
        await until_shown(pilot, "z play on")
        assert "earlier" not in shown(end)
        await pilot.press("z")
        await until(pilot, lambda: isinstance(app.screen, QuestionScreen))
        await until_shown(pilot, "The one that was played stays")
        played = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen not in played)
        again = await play_to_the_end(app, pilot, turandot_keys)
        assert "The game goes on from an earlier one, table" in " ".join(shown(again).split())
        await pilot.press("e")
        transcripts = await exported(pilot)
        last = json.loads(transcripts.read_bytes().splitlines()[-1])
        assert last["from"]["actions"] > 0


async def test_while_looking_back_z_plays_on_from_the_moment_that_is_shown() -> None:
    """The new table has as many actions as the move that was looked at."""
    app = an_app("turandot", 2)
    async with app.run_test(size=SMALL) as pilot:
        await play_to_the_end(app, pilot, turandot_keys)
        await pilot.press("v")
        await until(pilot, lambda: isinstance(app.screen, TableScreen))
        await pilot.press("home", "right", "right")
        await until_shown(pilot, "Move 2 of")
        await until(pilot, lambda: "z play on" in footer(app))
        await pilot.press("z")
        await until_shown(pilot, "Play on from move 2?")
        played = [screen for screen in app.screen_stack if isinstance(screen, TableScreen)]
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, TableScreen) and app.screen not in played)
        table = await at_table(app, pilot)
        await until(pilot, lambda: table.model.present.head is not None)
        assert table.model.present.head is not None
        assert table.model.present.head.origin is not None
        assert table.model.present.head.origin.actions == 2


def turandot_keys(box: Box) -> list[str]:
    if "Assign" in type(box).__name__ and not box.does:
        return ["right", "down"]
    return ["enter"]


def shown(end: GameOverScreen) -> str:
    return "\n".join(plain(row) for row in end.query_one("#ranking", RowPanel).shown)


async def exported(pilot: Pilot[None]) -> Path:
    while not (found := list(transcripts_folder().glob("*.jsonl"))):
        await pilot.pause(0.05)
    return found[0]


def line(event: str, **fields: object) -> AnyLine:
    return OtherEvent({"event": event, **fields})


def test_lines_that_were_taken_back_do_not_stand() -> None:
    """Of a whole log: the game's lines from `since` on; what is said of the table stays."""
    back = line("table_taken_back", seat=0, actions=1, since=1)
    clock = line("table_clock", clock={})
    log = [RoundStarted(1), BidMade(0), clock, BidMade(1), back, BidMade(2)]
    assert standing(log) == [RoundStarted(1), clock, back, BidMade(2)]
    assert since_taken_back(log) == [back, BidMade(2)]


@pytest.mark.parametrize("since", [None, "1", True])
def test_a_line_that_says_nothing_that_fits_takes_nothing_away(since: object) -> None:
    """A hostile server's line is a line, nothing more."""
    log = [line("something"), line("table_taken_back", since=since)]
    assert standing(log) == log


def model_of(seats: list[object], take_back: int | None) -> tuple[TableModel, NotedRequests]:
    requests = NotedRequests()
    model = TableModel(face_of("opera"), UNICODE, requests)
    head = head_of("opera", ["Anna", "Ben"], seats=seats)
    private = seat_document(0, None, None, None, take_back=take_back)
    model.present.take(View("t", {"table": head, "game": None}, 1, private, 1))
    return model, requests


def test_the_model_asks_for_what_the_newest_document_offers() -> None:
    """It names the decision whose answer is taken back, and says why not where nothing can be."""
    model, requests = model_of([person("Anna"), BOT], 7)
    model.take_back()
    assert (requests.taken_back, model.decision.notice) == ([7], "")
    model, requests = model_of([person("Anna"), BOT], None)
    model.take_back()
    assert not requests.taken_back
    assert "revealed, drawn or dealt" in model.decision.notice
    model, requests = model_of([person("Anna"), person("Ben", "B")], None)
    model.take_back()
    assert "Other people play here" in model.decision.notice


def test_settings_that_gave_z_to_another_command_stay_good() -> None:
    """A default key yields to what the player has chosen, as long as the command has another one."""
    chosen = {"table.talk": "z"}
    assert clash_in(chosen) is None
    keys = KeyMap(commands_of("table"), chosen)
    found = keys.command("z")
    assert found is not None
    assert found.id == "table.talk"
    assert keys.shown("table.take_back") != "z"
