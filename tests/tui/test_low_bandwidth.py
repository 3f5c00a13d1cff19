"""What is left out on the way to the terminal changes nothing in the picture."""

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from opera_tui.terminal.cell_diff import Picture

STYLES = ["", "bold", "dim bold", "reverse", "underline italic", "strike", "blink", "#79b8ff on #14130f", "bold red"]
HOME = "\x1b[1;1H"

pieces = st.lists(st.tuples(st.text("ab ┃ö歌", max_size=4), st.sampled_from(STYLES)), max_size=8)


def as_textual_writes(styled: list[tuple[str, str]]) -> str:
    """Each piece of text with all of its style, as the libraries do it."""
    console = Console(color_system="truecolor", force_terminal=True, no_color=False)
    return console._render_buffer([Segment(text, Style.parse(style)) for text, style in styled if text])


def a_painting(regions: list[tuple[int, int, list[tuple[str, str]]]]) -> str:
    """Some places with what is painted there, and the cursor at home again."""
    return "".join(f"\x1b[{row};{column}H{as_textual_writes(styled)}\n" for row, column, styled in regions) + HOME


class Paper:
    """A terminal, by a reading of its own of what one does."""

    def __init__(self) -> None:
        self.cells: dict[tuple[int, int], tuple[str, set[str], str, str]] = {}
        self._row = self._column = 1
        self._attributes: set[str] = set()
        self._front = self._back = ""

    def take(self, written: str) -> None:
        first, *rest = written.split("\x1b[")
        self._write(first)
        for part in rest:
            end = next(at for at, character in enumerate(part) if character.isalpha())
            getattr(self, f"_obey_{part[end]}")(part[:end])
            self._write(part[end + 1 :])

    def _obey_H(self, place: str) -> None:  # noqa: N802 - the letter of the sequence
        self._row, self._column = (int(number) for number in place.split(";"))

    def _obey_C(self, cells: str) -> None:  # noqa: N802
        self._column += int(cells)

    def _obey_m(self, codes: str) -> None:
        numbers = codes.split(";")
        while numbers:
            code = numbers.pop(0)
            if code in ("38", "48"):
                colour = ";".join([code, *numbers[: 4 if numbers[0] == "2" else 2]])
                del numbers[: 4 if numbers[0] == "2" else 2]
                self._front, self._back = (colour, self._back) if code == "38" else (self._front, colour)
            elif code in ("", "0"):
                self._attributes, self._front, self._back = set(), "", ""
            elif code in ("39", "49"):
                self._front, self._back = ("", self._back) if code == "39" else (self._front, "")
            elif 30 <= int(code) <= 37:
                self._front = code
            elif 22 <= int(code) <= 29:
                self._attributes -= {"22": {"1", "2"}}.get(code, {code[1]})
            else:
                self._attributes.add(code)

    def _write(self, text: str) -> None:
        for character in text.replace("\n", ""):
            width = cell_len(character)
            for cell in range(self._column - 1, self._column + width + 1):
                self._break(cell, range(self._column, self._column + width))
            shown = (set(self._attributes), self._front, self._back)
            if character == " " and not self._attributes & {"4", "5", "7", "9"}:
                shown = (set(), "", self._back)
            self.cells[self._row, self._column] = (character, *shown)
            for part in range(1, width):
                self.cells[self._row, self._column + part] = ("", *shown)
            self._column += width

    def _break(self, cell: int, covered: range) -> None:
        """Of a wide character that is half covered nothing stays."""
        halves = (cell, cell + 1)
        if self.cells.get((self._row, cell + 1), ("x",))[0] == "" and (cell in covered) != (cell + 1 in covered):
            for half in halves:
                self.cells[self._row, half] = (" ", set(), "", "")


regions = st.lists(st.tuples(st.integers(1, 2), st.integers(1, 6), pieces), min_size=1, max_size=3)


@given(st.lists(regions, min_size=1, max_size=4))
def test_what_is_left_out_changes_no_picture(paintings: list[list[tuple[int, int, list[tuple[str, str]]]]]) -> None:
    """After every painting the terminal shows the same, with fewer bytes."""
    whole, thrifty, picture = Paper(), Paper(), Picture()
    for painting in map(a_painting, paintings):
        news = picture.news(painting)
        whole.take(painting)
        thrifty.take(news)
        assert thrifty.cells == whole.cells
        assert len(news) <= len(painting) or "歌" in painting


def test_every_look_follows_every_other() -> None:
    for one in STYLES:
        for other in STYLES:
            painting = a_painting([(1, 1, [("a", one), ("b", other), ("c", one)])])
            whole, thrifty = Paper(), Paper()
            whole.take(painting)
            thrifty.take(Picture().news(painting))
            assert thrifty.cells == whole.cells


def test_only_cells_that_differ_are_sent() -> None:
    picture = Picture()
    picture.news(a_painting([(2, 1, [("┃ 6 → 5    ducats    ┃", "")])]))
    assert picture.news(a_painting([(2, 1, [("┃ 6 → 4    ducats    ┃", "")])])) == f"\x1b[2;7H4{HOME}"
    assert picture.news(a_painting([(2, 1, [("┃ 6 → 4    ducats    ┃", "")])])) == ""
    assert picture.news(a_painting([(2, 1, [("┃ 6 → 4    points   !┃", "")])])) == f"\x1b[2;12Hpoin\x1b[5C!{HOME}"


def test_the_cursor_goes_where_it_is_told_to() -> None:
    picture = Picture()
    assert picture.news("\x1b[3;7H") == "\x1b[3;7H"
    assert picture.news("\x1b[3;7H") == ""
    assert picture.news(HOME) == HOME


def test_what_is_no_painting_is_sent_as_it_is() -> None:
    picture = Picture()
    for written in ("\a", "\x1b]0;Opera\x07", "\x1b[?2026h", "\x1b]52;c;b3BlcmE=\x07", "\x1b[?25l"):
        assert picture.news(written) == written


def test_after_another_screen_or_something_unknown_everything_is_sent_again() -> None:
    row = a_painting([(2, 1, [("whole row", "bold")])])
    for between in ("\x1b[?1049h", "\x1b[2J", "\x1b[2;1H\x1b[K"):
        picture = Picture()
        first = picture.news(row)
        assert picture.news(row) == ""
        assert picture.news(between) == between
        assert picture.news(row) == first
    picture.forget()
    assert picture.news(row) == first
