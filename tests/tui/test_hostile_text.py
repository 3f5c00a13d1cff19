"""Names and lines of talk that try to do harm, through every place that shows them.

Servers refuse most of them; a server that does not is no reason to trust its texts.
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from rich.cells import cell_len
from support.client.fake_lobby import table_row
from support.client.fake_server import fake_server
from support.soaking import diagonal
from support.tui import opera_views, turandot_views
from support.tui.documents import bot, person, sent
from support.tui.gallery import Hall
from support.tui.shell_app import LARGE, SMALL, opera, rows, until_shown
from support.tui.shell_scenes import enter_lobby, open_server, own_table
from support.tui.table_parts import NotedRequests
from textual.app import App, ComposeResult

from opera_games.api import Event, to_map
from opera_protocol.client import Changed, Stage, State
from opera_protocol.wire.messages import Lines
from opera_tui.config.appearance import theme_of
from opera_tui.config.commands import table_commands
from opera_tui.config.key_map import KeyMap
from opera_tui.config.settings import Settings
from opera_tui.games import face_of
from opera_tui.games.view import TableView
from opera_tui.look.glyphs import UNICODE
from opera_tui.look.palette import Palette
from opera_tui.table.frame import LOG
from opera_tui.table.layout import TableLayout
from opera_tui.table.model import TableModel
from opera_tui.widgets.dialogs import Answer, QuestionScreen
from opera_tui.widgets.shell_screen import notify

MARKUP = "[red]x[/red]"
NAMES = (MARKUP, "[/red][/]", "\x1b[31mred\x9b1m", "\u202elive\u2066x", "歌劇院的女高音")
TALK = (
    *NAMES,
    "[bold on red]loud[/] [link=file:///etc/passwd]here[/link] [@click=app.quit]quit[/]",
    "\x1b]0;title\x07\x1b[2J\x1b[1;1Hgone \r\n\ttab",
    "e\u0301\u0301\u0301 a\u0300 \u200b\u200d\ufeff 👩\u200d👩\u200d👧 한국어 עברית \U000e0041",
    "wide " + "歌" * 90,
    "\\[red] [[ ]] [ {curly} %s $name",
)
SIZES = [SMALL, LARGE]
WORD = 40
"""Characters of a level or a key: a client refuses more."""


class Bare(App[None]):
    """The table's layout without a server."""

    CSS_PATH = Path(__file__).parents[2] / "opera_tui" / "styles" / "table.tcss"

    def __init__(self, model: TableModel) -> None:
        super().__init__()
        self.model = model

    def get_css_variables(self) -> dict[str, str]:
        return {**super().get_css_variables(), **theme_of(Settings(), "full").variables}

    def compose(self) -> ComposeResult:
        yield TableLayout(self.model, KeyMap(table_commands(self.model.face)), Palette("gala", "full"), tips=False)

    @property
    def table(self) -> TableLayout:
        return self.query_one(TableLayout)


def game_views(game: str) -> list[tuple[TableView, Sequence[Event]]]:
    """Moments of a whole game as its player sees them, and what was told on the way."""
    if game == "opera":
        moments = list(opera_views.played_well(4, 1))[::9]
        return [(opera_views.view_of(at.game, at.seat, names=NAMES), at.events[-30:]) for at in moments if at.seat >= 0]
    played = list(turandot_views.moments(5, 1))[::5]
    return [(turandot_views.view_of(at.game, at.seat, names=NAMES), at.events) for at in played]


def changed(view: TableView, events: Sequence[Event], number: int) -> Changed:
    """A few lines of talk come with each; every second one is like coming in anew."""
    texts = [TALK[(number * 2 + line) % len(TALK)] for line in range(2)]
    said = [{"seat": number % 3 or None, "name": NAMES[number % len(NAMES)], "text": text, "at": 0} for text in texts]
    return Changed(
        sent(view, name=MARKUP),
        log=Lines(start=1000 * number, lines=tuple(map(to_map, events))),
        talk=Lines(start=len(said) * number, lines=tuple(said)),
        is_entry=number % 2 == 0,
    )


def assert_harmless(app: App[Any], size: tuple[int, int]) -> None:
    """Every row has its width, holds nothing that a terminal acts on, and no style came out of a text."""
    for strip in app.screen._compositor.render_strips():
        text = strip.text
        assert cell_len(text) == size[0], text
        assert text.isprintable(), ascii(text)
        for segment in strip:
            assert segment.style is None or segment.style.link is None
            assert "red" not in str(segment.style), segment
            assert not segment.style or "@click" not in segment.style.meta, segment


@pytest.mark.parametrize(("game", "size"), diagonal(["opera", "turandot"], SIZES))
async def test_tables_show_hostile_names_and_talk_as_they_are(game: str, size: tuple[int, int]) -> None:
    """Header, prompt, every panel and tab, every box of a game, reveals, and the log."""
    model = TableModel(face_of(game), UNICODE, NotedRequests(), guard=0)
    app = Bare(model)
    shown = ""
    async with app.run_test(size=size) as pilot:
        for number, (view, events) in enumerate(game_views(game)):
            model.take_state(State(Stage.LIVE))
            model.take(changed(view, events, number))
            while model.playback.is_behind:
                shown += await painted(pilot, app, size)
                model.press("enter")
                model.advance()
            shown += await painted(pilot, app, size)
            model.decision.notice = f"{MARKUP} {TALK[6]}"
            shown += await painted(pilot, app, size)
            model.decision.notice = ""
    assert "[red]x[/" in shown, "names are shown as they are written"
    assert "[bold on red]" in shown, "talk too"


async def painted(pilot: Any, app: Bare, size: tuple[int, int]) -> str:
    """Paint what there is, in every tab where there are tabs."""
    shown = ""
    fronts = [panel.id for panel in app.model.face.tabs] + [LOG] if size == SMALL else [LOG]
    for front in fronts:
        app.table.front = front
        app.table.paint(None, [])
        await pilot.pause()
        assert_harmless(app, size)
        shown += "\n".join(rows(app))
    return shown


async def test_questions_and_passing_notes_show_hostile_text_as_it_is() -> None:
    app = opera()
    async with app.run_test(size=SMALL, notifications=True) as pilot:
        for text in TALK:
            app.push_screen(QuestionScreen(f"Leave {text}?", [text], [Answer("s", text, text)]))
            await pilot.pause()
            assert_harmless(app, SMALL)
            await pilot.press("escape")
        for text in TALK[:5]:
            notify(app, f"note {text}")
        await until_shown(pilot, MARKUP)
        assert_harmless(app, SMALL)


def hostile_tables() -> dict[str, Any]:
    """A lobby as a server without any manners would send it."""
    texts = [*TALK, *NAMES]
    return {
        f"t{number}": table_row(
            text,
            game="turandot" if number % 2 else "opera",
            players=[[texts[number - 1], "", NAMES[number % 5]], [MARKUP, TALK[number % len(TALK)][:WORD], ""]],
            state="running" if number % 3 else "open",
            progress={"round": number, "rounds": 9} if number % 3 else None,
            code=number % 4 == 0,
        )
        for number, text in enumerate(texts)
    }


def hostile_seats() -> dict[str, Any]:
    """The own table, with people who are called like this."""
    seats = [person(name, "ABC"[number], ready=False, key=NAMES[number]) for number, name in enumerate(NAMES[:3])]
    return own_table(name=TALK[5], seats=[*seats, bot(TALK[6], TALK[7][:WORD], "D")])


@pytest.mark.parametrize("size", SIZES)
async def test_the_lobby_shows_hostile_tables_people_and_talk_as_they_are(size: tuple[int, int]) -> None:
    """Header, prompt, every row of the list, the table under the cursor, its seats, and the question about seats."""
    app = opera()
    async with fake_server() as server, app.run_test(size=size) as pilot:
        open_server(server, hostile_tables(), hostile_seats())
        await enter_lobby(Hall(app, pilot, [size]), server, line=f"opera join {TALK[6]}")
        shown = "\n".join(rows(app))
        for _table in hostile_tables():
            await pilot.press("down")
            assert_harmless(app, size)
            shown += "\n".join(rows(app))
        for keys in (["home"], ["b"], ["escape"], ["x"], ["s"]):
            await pilot.press(*keys)
            await pilot.pause()
            assert_harmless(app, size)
        await app.shell.leave_session()
    assert MARKUP in shown
    assert "歌劇院的女高音" in shown
