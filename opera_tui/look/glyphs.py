"""The signs of the screen, in Unicode and in plain ASCII for terminals that cannot show them."""

import unicodedata
from typing import Final, NamedTuple

PLAINER: Final = str.maketrans(
    {
        "→": "->",
        "×": "x",
        "–": "-",
        "—": "-",
        "·": "-",
        "…": "...",
        "“": '"',
        "”": '"',
        "„": '"',
        "«": '"',
        "»": '"',
        "‘": "'",
        "’": "'",
        "‚": "'",
        "ß": "ss",
        "œ": "oe",
        "Œ": "Oe",
        "\N{NO-BREAK SPACE}": " ",
    }
)


def plain_ascii(text: str) -> str:
    """Drop accents and replace typographic signs; letters of other scripts stay as they are."""
    decomposed = unicodedata.normalize("NFD", text.translate(PLAINER))
    return unicodedata.normalize("NFC", "".join(sign for sign in decomposed if not unicodedata.combining(sign)))


def folded(text: str) -> str:
    """Return a text without accents, for searching and sorting; every character stays one."""
    return "".join(unicodedata.normalize("NFD", character)[0] for character in text)


class Glyphs(NamedTuple):
    """Every sign that is not a letter, a digit or ASCII punctuation."""

    players: tuple[str, ...] = ("◆", "▲", "●", "■", "▼")
    """The shapes of the seats; each player has a letter besides."""
    cursor: str = "►"
    chosen: tuple[str, str] = ("‹", "›")
    arrow: str = "→"
    none: str = "–"
    empty_hall: str = "··"
    bar: str = "━"
    doubled: str = "×2"
    note: str = "♪"
    star: str = "★"
    rises: str = "↑"
    dot: str = "·"
    pawn_place: str = "○"
    composers: tuple[str, ...] = ("Mv", "Hä", "Mz", "Be", "Ve", "Wa")
    left_right: str = "←→"
    up_down: str = "↑↓"
    separator: str = "│"
    rule: str = "──"
    lane: str = "─"
    from_here: str = "├"
    steps: str = "▁▂▃▄▅▆▇█"
    halves: str = "▀▄█"
    then: str = "›"
    falls: str = "↓"
    card: str = "▐▌"
    """A card that lies face down."""
    cut: str = "…"
    across: str = "─"
    corner: str = "└"
    frame: str = "╭╮╰╯"
    """The corners of a frame: above left and right, below left and right."""
    star_mark: str = "★"
    ladder: tuple[str, str] = ("╞", "╡")
    roof: tuple[str, str] = ("▂▅▅▂", "▁▁▁")
    """Over a great hall, and over each further hall; empty where a house has no roof."""
    names_players: bool = False
    """Whether players have their names where else their shapes and letters stand: for what is read aloud."""

    @property
    def is_ascii(self) -> bool:
        return not self.note

    def say(self, text: str) -> str:
        """Return a text of the program as this set can show it: in ASCII without accents and typographic signs."""
        return plain_ascii(text) if self.is_ascii else text

    def change(self, before: object, after: object) -> str:
        """Return `6 → 5`, or just the number if it stays."""
        return f"{before} {self.arrow} {after}" if before != after else f"{before}"

    def notes(self, number: int) -> str:
        """Return a sign for each piece on offer."""
        if not number:
            return self.none
        return self.note * number if self.note else str(number)

    def sign(self, seat: int, letter: str) -> str:
        """Return `◆A`: the seat's shape, if there are shapes, and the player's letter."""
        return self.players[seat] + letter

    def stars(self, number: int) -> str:
        return self.star * number if self.star else str(number)


UNICODE = Glyphs()
ASCII = Glyphs(
    players=("", "", "", "", ""),
    cursor=">",
    chosen=("<", ">"),
    arrow="->",
    none="-",
    empty_hall="..",
    bar="=",
    doubled="x2",
    note="",
    star="",
    rises="^",
    dot="-",
    pawn_place="o",
    composers=("Mv", "Ha", "Mz", "Be", "Ve", "Wa"),
    left_right="<>",
    up_down="^v",
    separator="|",
    rule="--",
    lane="-",
    from_here="|",
    steps="",
    halves="###",
    then=">",
    falls="v",
    card="#",
    cut="~",
    across="-",
    corner="+",
    frame="++++",
    star_mark="*",
    ladder=("|", "|"),
    roof=("", ""),
)
"""`note`, `star` and `steps` are empty, for numbers stand there or nothing; players' shapes, for letters say enough."""
