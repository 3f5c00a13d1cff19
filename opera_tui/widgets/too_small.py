"""One sentence instead of a screen for which there is no room."""

from textual.widgets import Static

from opera_tui.look.i18n import _

LEAST_COLUMNS = 60
LEAST_ROWS = 20
HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (LEAST_COLUMNS, "-w60"), (120, "-w120")]
VERTICAL_BREAKPOINTS = [(0, "-low"), (LEAST_ROWS, "-h20"), (33, "-h33")]
"""Classes that Textual gives a screen; with the first of either, only the sentence is shown."""


class TooSmall(Static):
    """Say how large the terminal has to be."""

    def __init__(self) -> None:
        text = _("Opera needs a terminal of {columns} x {rows} cells or more; make this one larger.")
        super().__init__(text.format(columns=LEAST_COLUMNS, rows=LEAST_ROWS), markup=False)
