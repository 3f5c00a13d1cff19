"""The words of Opera on the screen: codes of composers, names of things, letters of roles."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final

from rich.cells import cell_len

from opera_protocol.plain_text import cut
from opera_protocol.words import WORDS
from opera_tui.glyphs import Glyphs
from opera_tui.i18n import _
from opera_tui.rows import Row, Span, column, row
from opera_tui.table_view import TableView

COMPOSERS: Final = ("monteverdi", "handel", "mozart", "beethoven", "verdi", "wagner")
CITIES: Final = ("venezia", "wien", "berlin", "london", "paris", "milano")
ROLES: Final = ("impresario", "architetto", "signora", "maestro", "critico", "esperto")
EMPLOYEES: Final = ("impresario", "architetto", "signora")
CHARACTERS: Final = ("maestro", "critico", "esperto")
WINGS: Final = ("main", "wing_a", "wing_b")
LETTERS: Final[Mapping[str, str]] = {role: role[0] for role in ROLES}
"""The key of each role, also its sign in narrow columns and its pawn's in capitals."""
HOUSE_PIECE: Final = "Ho"
NAME_CELLS: Final = 12


def code(glyphs: Glyphs, piece: str | None) -> str:
    """Two letters for a piece; dots for an empty hall."""
    if piece is None:
        return glyphs.empty_hall
    return HOUSE_PIECE if piece == "house" else glyphs.composers[COMPOSERS.index(piece)]


def codes(glyphs: Glyphs, pieces: Iterable[str | None]) -> str:
    return " ".join(code(glyphs, piece) for piece in pieces)


def name(view: TableView, word: str) -> str:
    """A composer, city or role in the reader's language."""
    return view.glyphs.say(_(WORDS[word]))


def names(view: TableView, words: Iterable[str]) -> str:
    return ", ".join(name(view, word) for word in words)


def sign(view: TableView, seat: int) -> Span:
    """The player's sign in two cells."""
    plain_sign = view.sign(seat)
    return column(plain_sign.text, 2, plain_sign.role)


def signs(view: TableView, seats: Iterable[int]) -> Row:
    """Players' signs one after the other."""
    parts: list[Span | str] = []
    for seat in seats:
        parts += [view.sign(seat), " "]
    return row(*parts[:-1])


def own_role(view: TableView, seat: int) -> str:
    return "own" if seat == view.me else ""


def person(view: TableView, seat: int, cells: int = NAME_CELLS, *, right: bool = False) -> Span:
    """The player's name in a column of its own."""
    shown = cut(view.name(seat), cells).replace("…", view.glyphs.cut)
    return column(shown, cells, own_role(view, seat), right=right)


def signed(number: int) -> str:
    """A number with its sign; zero has none."""
    return f"{number:+d}" if number else "0"


def signed_change(glyphs: Glyphs, change: Sequence[int]) -> str:
    return glyphs.change(signed(change[0]), signed(change[1]))


def change(glyphs: Glyphs, numbers: Sequence[int]) -> str:
    return glyphs.change(numbers[0], numbers[1])


def counting_total(player: Mapping[str, Any]) -> int:
    """What the coming counting would bring this player now."""
    return sum(player["counting"].values())


def fame(view: TableView, composer: str) -> int:
    """The composer's level on the ladder."""
    ladder: list[str] = view.game["ladder"]
    return ladder.index(composer) + 1


def stock_text(glyphs: Glyphs, stock: Sequence[str], cells: int) -> str:
    """The pieces of a stock: one by one, else counted, else as many as there is room for."""
    if not stock:
        return glyphs.none
    one_by_one = codes(glyphs, stock)
    if cell_len(one_by_one) <= cells:
        return one_by_one
    counted = [f"{code(glyphs, piece)}{stock.count(piece)}" for piece in dict.fromkeys(stock)]
    if cell_len(" ".join(counted)) <= cells:
        return " ".join(counted)
    return _as_many_as_fit(counted, cells)


def _as_many_as_fit(items: list[str], cells: int) -> str:
    for number in range(len(items) - 1, 0, -1):
        text = f"{' '.join(items[:number])} +{len(items) - number}"
        if cell_len(text) <= cells:
            return text
    return f"+{len(items)}"


def part_name(view: TableView, part: str) -> str:
    """`paris.wing_a` as Paris wing a."""
    return view.glyphs.say(view.teller().part(part))
