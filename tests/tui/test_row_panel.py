"""A panel shows its rows as they were given last, also if it was out of sight meanwhile."""

import pytest
from textual.app import App, ComposeResult
from textual.containers import Vertical

from opera_tui.look.palette import Palette
from opera_tui.look.rows import row
from opera_tui.widgets.row_panel import RowPanel

SIZE = (20, 4)

pytestmark = pytest.mark.painted


class OnePanel(App[None]):
    CSS = "RowPanel { border: round; } Vertical.-away { display: none; }"

    def compose(self) -> ComposeResult:
        with Vertical():
            yield RowPanel(Palette("gala", "none"), [row("Venezia"), row("Wien")])

    def on_mount(self) -> None:
        self.query_one(RowPanel).set_note("before")


async def test_rows_that_changed_out_of_sight_are_shown_when_the_panel_comes_back() -> None:
    app = OnePanel()
    async with app.run_test(size=SIZE) as pilot:
        panel, around = app.query_one(RowPanel), app.query_one(Vertical)
        around.add_class("-away")
        await pilot.pause()
        panel.show([row("Venezia"), row("Berlin")])
        panel.set_note("after")
        around.remove_class("-away")
        await pilot.pause()
        panel.show([row("Venezia"), row("Berlin")])
        await pilot.pause()
        picture = app.export_screenshot()
        assert "Berlin" in picture
        assert "Wien" not in picture
        assert "after" in picture
