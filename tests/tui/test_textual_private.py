"""What the client uses of Textual although its names are private: each test says what breaks when Textual changes."""

import asyncio
from typing import Any, Self

import pytest
from textual.app import App, ComposeResult
from textual.content import Content
from textual.css.stylesheet import Stylesheet
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Static

from opera_tui.terminal.textual_private import (
    HookedApp,
    HookedScreen,
    driver_of,
    key_name,
    set_border_texts,
    until_handled,
)

pytestmark = pytest.mark.painted


class Counted(Static):
    """Counts how often it is to be painted."""

    paintings = 0

    def refresh(self, *regions: Region, **how: bool) -> Self:
        self.paintings += 1
        return super().refresh(*regions, **how)


class Hooked(HookedApp):
    """Notes what the hooks are asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.behind: list[int] = []
        self.crashes = 0
        self.comings = 0

    def compose(self) -> ComposeResult:
        yield Counted("text")

    def screens_behind(self, screens: list[Screen[object]]) -> list[Screen[object]]:
        self.behind.append(len(screens))
        return []

    def note_crash(self) -> None:
        self.crashes += 1

    def screen_is_there(self) -> None:
        self.comings += 1


@pytest.mark.parametrize(
    ("character", "name"), [("?", "question_mark"), ("/", "slash"), ("!", "exclamation_mark"), ("n", "n"), ("N", "N")]
)
def test_characters_have_the_names_that_key_events_have(character: str, name: str) -> None:
    """Else keys of the settings such as "?" would never be pressed: `textual.keys._character_to_key`."""
    assert key_name(character) == name


async def test_the_driver_of_an_application_can_be_reached() -> None:
    """Else the terminal's title and Ctrl+L do nothing: `App._driver`."""
    app = Hooked()
    assert driver_of(app) is None
    async with app.run_test():
        assert isinstance(driver_of(app), Driver)


async def test_texts_of_a_border_are_set_without_painting_the_widget() -> None:
    """Else every change of a lower border costs the bytes of its panel: `Widget._border_title`, `_border_subtitle`."""
    app = Hooked()
    async with app.run_test() as pilot:
        text = app.query_one(Counted)
        text.styles.border = ("round", "white")
        await pilot.pause()
        before = text.paintings
        set_border_texts(text, Content("above"), Content("below"))
        assert text.paintings == before
        assert (str(text.border_title), str(text.border_subtitle)) == ("above", "below")
        text.refresh()
        await pilot.pause()
        shown = "\n".join(strip.text for strip in app.screen._compositor.render_strips())
        assert "above" in shown
        assert "below" in shown


async def test_screens_behind_the_one_in_front_are_asked_for() -> None:
    """Else a dialog's background is painted again at every change: `App._background_screens`."""
    app = Hooked()
    async with app.run_test() as pilot:
        await app.push_screen(Screen())
        await pilot.pause()
        app.refresh()
        await pilot.pause()
        assert app.behind
        assert app._background_screens == []


COLUMN_CLASSES = [(0, "-narrow"), (60, "-wide")]


class Sized(HookedScreen[None]):
    """Looks otherwise in a wide terminal."""

    HORIZONTAL_BREAKPOINTS = COLUMN_CLASSES
    CSS = "Sized.-wide Static { width: 7; } Sized.-narrow Static { width: 5; }"

    def compose(self) -> ComposeResult:
        yield Static("text")


async def test_widgets_of_a_screen_get_their_styles_once_when_it_opens(monkeypatch: pytest.MonkeyPatch) -> None:
    """Else each screen takes longer to open: `Screen._get_breakpoint_classes`, `_on_screen_resume`."""
    styled: list[DOMNode] = []
    real_apply = Stylesheet.apply

    def apply(sheet: Stylesheet, node: DOMNode, **how: Any) -> None:
        styled.append(node)
        real_apply(sheet, node, **how)

    monkeypatch.setattr(Stylesheet, "apply", apply)
    app = Hooked()
    async with app.run_test(size=(80, 24)) as pilot:
        await app.push_screen(Sized())
        await pilot.pause()
        text = app.screen.query_one(Static)
        assert text.size.width == 7
        assert styled.count(text) == 1
        await pilot.resize_terminal(50, 24)
        assert text.size.width == 5
        await app.push_screen(Screen())
        await app.pop_screen()
        await pilot.pause()
        assert text.size.width == 5


async def test_a_mistake_of_the_program_is_noted_and_ends_it() -> None:
    """Else the traceback is printed over the terminal: `App._fatal_error`, `_close_messages_no_wait`."""
    app = Hooked()

    def fail() -> None:
        raise RuntimeError

    async def run() -> None:
        async with app.run_test() as pilot:
            app.call_later(fail)
            await pilot.pause()

    with pytest.raises(RuntimeError):
        await run()
    assert app.crashes == 1


async def test_colours_are_chosen_again_for_another_theme() -> None:
    """Else a theme chosen before the first picture has the colours of the default: `App._refresh_truecolor_filter`."""
    app = Hooked()
    async with app.run_test():
        app.refresh_colours()
    assert hasattr(App, "ansi_theme")


class Survivor(Hooked):
    """Survives what is wrong with a value."""

    def __init__(self) -> None:
        super().__init__()
        self.survived: list[str] = []

    def survives(self, error: BaseException) -> bool:
        self.survived.append(type(error).__name__)
        return isinstance(error, ValueError)


class Filled(HookedScreen[None]):
    """Shows something in its child when it opens."""

    def compose(self) -> ComposeResult:
        yield Static()

    def on_mount(self) -> None:
        self.query_one(Static).update("text")


async def test_a_screen_may_open_while_the_program_ends() -> None:
    """Else leaving just when a game ends is an error: `App._exit`, after which nothing gets children."""
    app = Hooked()
    async with app.run_test():
        opening = app.push_screen(Filled())
        app.exit()
        await opening
    assert app._exception is None


class Failing(HookedScreen[None]):
    """Fails at every key."""

    def key_x(self) -> None:
        raise ValueError


async def test_an_application_and_its_screens_go_on_after_what_they_survive() -> None:
    """Else a hostile server ends the program: `App._handle_exception`, `MessagePump._dispatch_message`."""

    def fail() -> None:
        raise ValueError

    async def fail_later() -> None:
        raise ValueError

    app = Survivor()
    async with app.run_test() as pilot:
        await app.push_screen(Failing())
        await pilot.press("x", "x")
        app.call_later(fail)
        await pilot.pause()
        app.run_worker(fail_later())
        await pilot.pause()
        app.call_later(fail)
        await pilot.pause()
        assert app.survived == ["ValueError"] * 5
        assert app.is_running
    assert app.crashes == 0


async def test_it_is_known_whether_screens_change_unseen_and_when_they_have_changed() -> None:
    """Else keys go to screens that nobody has seen, or are never handled: `App._batch_count`, `_end_batch`."""
    app = Hooked()
    async with app.run_test() as pilot:
        before = app.comings
        with app.batch_update():
            within = app.is_in_batch
        assert (within, app.is_in_batch) == (True, False)
        assert app.comings == before + 1
        await app.push_screen(Failing())
        await pilot.pause()
        assert app.comings == before + 2


async def test_keys_of_the_application_are_known() -> None:
    """Else Ctrl+Q waits for a screen that never comes: `DOMNode._bindings`."""
    app = Hooked()
    app.bind("f1", "quit")
    app._bindings.bind("f2", "quit", priority=True)
    assert (app.has_priority("f1"), app.has_priority("f2"), app.has_priority("f3")) == (False, True, False)


async def test_what_a_widget_has_got_is_waited_for_and_a_widget_that_has_ended_is_not() -> None:
    """Else keys overtake each other, or wait for ever: `MessagePump._task`."""
    app = Hooked()
    done: list[str] = []
    async with app.run_test():
        text = app.query_one(Counted)
        text.call_later(done.append, "first")
        await until_handled(text, seconds=60)
        assert done == ["first"]
        text.call_later(text.remove)
        await until_handled(text, seconds=60)
        await until_handled(text, seconds=60)
        await text.remove()
        await until_handled(text, seconds=60)


async def test_a_screen_is_whole_between_the_mounting_and_the_removing_of_its_children() -> None:
    """Else its workers look for children that are gone: `Widget.on_prune`."""
    app = Hooked()
    async with app.run_test():
        screen = Failing()
        was_whole = [screen.is_whole]
        await app.push_screen(screen)
        was_whole.append(screen.is_whole)
        worker = screen.run_worker(asyncio.Event().wait())
        await app.pop_screen()
        assert [*was_whole, screen.is_whole] == [False, True, False]
        assert worker.is_cancelled
