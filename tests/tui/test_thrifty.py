"""What is left out on the way to the terminal changes nothing in the picture."""

from itertools import pairwise

from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len
from rich.console import Console
from rich.segment import Segment
from rich.style import Style

from opera_tui.row_changes import changed_cells
from opera_tui.rows import Span, fit
from opera_tui.thrifty_driver import DEFAULT, Look, Painted, thrifty

STYLES = ["", "bold", "dim bold", "reverse", "underline italic", "strike", "blink", "#79b8ff on #14130f", "bold red"]
CELLS = 12

pieces = st.lists(st.tuples(st.text("ab ┃ö", max_size=4), st.sampled_from(STYLES)), max_size=8)
rows = st.lists(st.builds(Span, st.text("ab 歌", max_size=6), st.sampled_from(["", "quiet", "own"])), max_size=4)


def as_textual_writes(styled: list[tuple[str, str]]) -> str:
    """Each piece of text with all of its style, as the libraries do it."""
    console = Console(color_system="truecolor", force_terminal=True, no_color=False)
    return console._render_buffer([Segment(text, Style.parse(style)) for text, style in styled if text])


def picture(written: str) -> list[tuple[str, Look]]:
    """Characters and how they look, by a reading of its own of what a terminal does."""
    shown: list[tuple[str, Look]] = []
    attributes: set[str] = set()
    front = back = ""
    first, *rest = written.split("\x1b[")
    shown += [(character, DEFAULT) for character in first]
    for part in rest:
        codes, _m, text = part.partition("m")
        numbers = codes.split(";")
        while numbers:
            code = numbers.pop(0)
            if code in ("38", "48"):
                colour = ";".join([code, *numbers[: 4 if numbers[0] == "2" else 2]])
                del numbers[: 4 if numbers[0] == "2" else 2]
                front, back = (colour, back) if code == "38" else (front, colour)
            elif code == "0":
                attributes, front, back = set(), "", ""
            elif code in ("39", "49"):
                front, back = ("", back) if code == "39" else (front, "")
            elif 30 <= int(code) <= 37:
                front = code
            elif 22 <= int(code) <= 29:
                attributes -= {"22": {"1", "2"}}.get(code, {code[1]})
            else:
                attributes.add(code)
        shown += [(character, Look(frozenset(attributes), front, back)) for character in text]
    return shown


@given(pieces)
def test_the_picture_is_the_same_with_fewer_bytes(styled: list[tuple[str, str]]) -> None:
    written = as_textual_writes(styled)
    assert picture(thrifty(written)) == picture(written)
    assert len(thrifty(written)) <= len(written)


def test_every_look_follows_every_other() -> None:
    for one in STYLES:
        for other in STYLES:
            written = as_textual_writes([("a", one), ("b", other), ("c", one)])
            assert picture(thrifty(written)) == picture(written)


def test_the_same_row_is_painted_once_until_something_else_stands_there() -> None:
    painted = Painted()
    row, part = "\x1b[2;1Hwhole row\r\n", "\x1b[2;1Hwhole"
    assert painted.news(row) == row
    assert painted.news(row) == ""
    assert painted.news(part) == part
    assert painted.news(row) == row
    assert painted.news("\x1b[1;3H") == "\x1b[1;3H", "the cursor goes where it is told to"
    assert painted.news("\x1b[?1049h" + row) == "\x1b[?1049h" + row
    painted.forget()
    assert painted.news(row) == row


@given(rows, rows)
def test_outside_of_the_changed_cells_nothing_has_changed(before: list[Span], after: list[Span]) -> None:
    old, new = fit(tuple(before), CELLS), fit(tuple(after), CELLS)
    cells = changed_cells(tuple(before), tuple(after), CELLS)
    one, other = _cells(old), _cells(new)
    assert all(one[cell] == other[cell] for cell in range(CELLS) if cell not in cells)
    assert all(second - first == 1 for first, second in pairwise(cells))


def _cells(content: tuple[Span, ...]) -> list[tuple[str, str]]:
    return [
        (character * (part == 0), span.role)
        for span in content
        for character in span.text
        for part in range(cell_len(character))
    ]
