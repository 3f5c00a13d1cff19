"""The words of Opera on the screen: codes of composers, names of things, letters of roles, short refusals."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from opera_games.api import Change, Refusal
from opera_games.opera.documents import EditionFile
from opera_games.opera.texts import WORDS
from opera_games.opera.words import (
    CITIES,
    COMPOSERS,
    PIECES,
    ROLES,
    WINGS,
    Character,
    City,
    Composer,
    Part,
    Piece,
    Role,
    Wing,
)
from opera_protocol.texts.i18n import N_
from opera_protocol.texts.nouns import noun
from opera_protocol.wire.plain_text import cut
from opera_tui.games.opera.view import OperaView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import NP_, _, translations
from opera_tui.look.rows import BLANK, Row, Span, column, fit, joined, plain, row, width

LETTERS: Final[Mapping[Role, str]] = {role: role[0] for role in ROLES}
"""The key of each role, also its sign in narrow columns and its pawn's in capitals."""
CITY_KEYS: Final[Mapping[City, str]] = {city: str(number) for number, city in enumerate(CITIES, start=1)}
CITY_LETTERS: Final[Mapping[str, str]] = {
    "venezia": "Ven",
    "wien": "Wie",
    "berlin": "Ber",
    "london": "Lon",
    "paris": "Par",
    "milano": "Mil",
}
"""Cities where there is little room: their names are the same in every language."""
COMPOSER_KEYS: Final[Mapping[Composer, str]] = {name: str(number) for number, name in enumerate(COMPOSERS, start=1)}
"""The keys of cities and composers: the same in every box, whatever can be chosen there."""
WING_NAMES: Final[Mapping[Wing, str]] = {
    "main": NP_("10 cells", "main"),
    "wing_a": NP_("10 cells", "wing a"),
    "wing_b": NP_("10 cells", "wing b"),
    "wing_c": NP_("10 cells", "wing c"),
}
EPISODES: Final = (N_("Baroque"), N_("Classicism"), N_("Romanticism"))
HOUSE_PIECE: Final = "Ho"
NAME_CELLS: Final = 12
LABEL: Final = 24
CELL: Final = 12
SHORT: Final[Mapping[str, str]] = {
    "role_taken": NP_("12 cells", "taken"),
    "fee_too_high": N_("you are on level {level}"),
    "level_short": N_("your level is too low"),
    "ducats_short": N_("you have {ducats:ducats}"),
    "not_offered": NP_("20 cells", "not offered"),
    "composer_twice": N_("{composer} is twice in {city}"),
    "nothing_done": N_("nothing is done yet"),
    "too_many": N_("{most} at most"),
    "city_closed": N_("opens after round {round}"),
    "already_built": NP_("11 cells", "built"),
    "none_left": NP_("11 cells", "none left"),
    "no_such_piece": NP_("30 cells", "you have none"),
    "main_first": NP_("11 cells", "main first"),
    "palazzo_full": N_("the Palazzo is full"),
    "nothing_to_sell": N_("you have nothing that the Palazzo takes"),
    "in_palazzo": N_("already in the Palazzo"),
    "no_city_for_pawn": N_("no other open city has a free place"),
    "pawn_stands_there": N_("{role:subject} stands there"),
    "no_pawn_place": N_("all pawn places are taken"),
    "beyond_ladder": N_("the ladder ends there"),
}
"""Why something is not allowed, for a column; the whole sentence comes with Enter."""


def code(glyphs: Glyphs, piece: Piece | None) -> str:
    """Return two letters for a piece; dots for an empty hall."""
    if piece is None:
        return glyphs.empty_hall
    if glyphs.names_players:
        return _(WORDS[piece])
    return HOUSE_PIECE if piece == "house" else glyphs.composers[COMPOSERS.index(piece)]


def counted_tokens(glyphs: Glyphs, pieces: Mapping[Composer, int]) -> Row:
    """Draw each composer with how many pieces there are: `Mv×2 Hä`."""
    parts: list[Span] = []
    for composer, number in pieces.items():
        if number:
            parts += [token(glyphs, composer), Span(f"{glyphs.doubled[:-1]}{number}" if number > 1 else ""), Span(" ")]
    return row(*parts[:-1])


def in_tokens(glyphs: Glyphs, text: str) -> Row:
    """Return a text of codes, such as `Mz2 Ve1`, with each code filled with its composer's colour."""
    roles = {code(glyphs, piece): piece for piece in PIECES}
    parts = [row(Span(word[:2], roles.get(word[:2], "")), word[2:]) for word in text.split(" ")]
    return joined(parts, Span(" "))


def codes(glyphs: Glyphs, pieces: Iterable[Piece | None]) -> str:
    return (", " if glyphs.names_players else " ").join(code(glyphs, piece) for piece in pieces)


def token(glyphs: Glyphs, piece: Piece | None, role: str = "") -> Span:
    """Return a piece as two letters on its colour, an empty hall as a dark window; a role may be added."""
    return Span(code(glyphs, piece), _on_colour(piece, role))


def great_hall(glyphs: Glyphs, piece: Piece | None, role: str = "") -> Span:
    """Return `[Wa]`, brackets and all on one colour."""
    return Span(f"[{code(glyphs, piece)}]", _on_colour(piece, role))


def _on_colour(piece: Piece | None, role: str) -> str:
    return f"{piece or 'window'} {role}".strip()


def tokens(glyphs: Glyphs, pieces: Iterable[Piece | None]) -> Row:
    """Return pieces one after the other."""
    return joined([(token(glyphs, piece),) for piece in pieces], BLANK)


def notes(glyphs: Glyphs, composer: Composer, number: int) -> Span:
    """Return a note for each piece on offer, in the composer's colour."""
    return Span(glyphs.notes(number), f"ink_{composer}" if number else "quiet")


def pawn_token(pawn: Character) -> Span:
    """Return a pawn as one letter on its colour."""
    return Span(LETTERS[pawn].upper(), pawn)


def name(view: OperaView, word: str) -> str:
    """Return a composer, city or role in the reader's language; a role with its forms for sentences."""
    return noun(word, view.glyphs.say(_(WORDS[word])), translations())


def names(view: OperaView, words: Iterable[str]) -> str:
    return ", ".join(name(view, word) for word in words)


def sign(view: OperaView, seat: int) -> Span:
    """Return the player's sign in two cells."""
    plain_sign = view.sign(seat)
    return column(plain_sign.text, 2, plain_sign.role)


def shape(view: OperaView, seat: int) -> Span:
    """Return the player's sign in one cell: the shape, in ASCII the letter."""
    sign = view.sign(seat)
    return Span(sign.text[:1], sign.role)


def signs(view: OperaView, seats: Iterable[int]) -> Row:
    """Return players' signs one after the other."""
    parts: list[Span | str] = []
    for seat in seats:
        parts += [view.sign(seat), " "]
    return row(*parts[:-1])


def person(view: OperaView, seat: int, cells: int = NAME_CELLS, *, right: bool = False) -> Span:
    """Return the player's name in a column."""
    shown = cut(view.name(seat), cells).replace("…", view.glyphs.cut)
    return column(shown, cells, view.own_role(seat), right=right)


def signed(number: int) -> str:
    """Return a number with its sign; zero has none."""
    return f"{number:+d}" if number else "0"


def signed_change(glyphs: Glyphs, change: Change) -> str:
    return glyphs.change(signed(change[0]), signed(change[1]))


def changed(glyphs: Glyphs, change: Change, *, more_is_better: bool | None = None) -> Row:
    """Draw `9 → 6`: what it was is plain, what it becomes stands out, most of all if it is better for the reader."""
    return _changed(glyphs, change, (str(change[0]), str(change[1])), more_is_better)


def signed_changed(glyphs: Glyphs, change: Change, *, more_is_better: bool | None = True) -> Row:
    """Draw `+22 → +24` in the same way."""
    return _changed(glyphs, change, (signed(change[0]), signed(change[1])), more_is_better)


def _changed(glyphs: Glyphs, change: Change, texts: tuple[str, str], more_is_better: bool | None) -> Row:
    before, after = change
    if before == after:
        return row(texts[0])
    is_better = more_is_better is not None and (after > before) is more_is_better
    return row(f"{texts[0]} {glyphs.arrow} ", Span(texts[1], "gain" if is_better else "strong"))


def heading(view: OperaView, label: str = "") -> Row:
    """Draw the head of a table with a column for each player: everybody's sign."""
    signs = [view.sign(seat) for seat in view.seats]
    return row(
        column(f" {label}", LABEL, "quiet" if label else ""),
        *(column(sign.text, CELL, sign.role, right=True) for sign in signs),
    )


def table_row(label: str, cells: Iterable[str], role: str = "") -> Row:
    """Draw a row of a table with a column for each player."""
    return row(column(f" {label}", LABEL, role), *(column(cell, CELL, role, right=True) for cell in cells))


def table_cells(label: Row, cells: Iterable[Row]) -> Row:
    """Draw the same of rows, each with roles of its own."""
    return row(fit(row(" ", label), LABEL), *(row(" " * (CELL - width(cell)), cell) for cell in cells))


def fame(view: OperaView, composer: Composer) -> int:
    """Return the composer's level on the ladder."""
    return view.game.ladder.index(composer) + 1


def stock_row(glyphs: Glyphs, stock: Sequence[Piece], cells: int) -> Row:
    """Draw the pieces of a stock: one by one, else counted, else as many as there is room for."""
    if not stock:
        return row(Span(glyphs.none, "quiet"))
    one_by_one = tokens(glyphs, stock)
    if width(one_by_one) <= cells:
        return one_by_one
    counted = [row(token(glyphs, piece), str(stock.count(piece))) for piece in dict.fromkeys(stock)]
    shown = [joined(counted, BLANK)]
    shown += [row(joined(counted[:n], BLANK), f" +{len(counted) - n}") for n in range(len(counted) - 1, 0, -1)]
    return next((line for line in shown if width(line) <= cells), row(f"+{len(counted)}"))


def stock_text(glyphs: Glyphs, stock: Sequence[Piece], cells: int) -> str:
    """Return the same as a text."""
    return plain(stock_row(glyphs, stock, cells))


def wings_in(edition: EditionFile) -> tuple[Wing, ...]:
    """Return the main part and the wings that some city of an edition has."""
    plans = edition["cities"].values()
    return tuple(wing for wing in WINGS if any(wing in plan["parts"] for plan in plans))


def part_name(view: OperaView, part: Part) -> str:
    """Return `paris.wing_a` as Paris wing a."""
    return view.glyphs.say(str(view.teller().show("part", part)))


def part_names(view: OperaView, parts: Sequence[Part]) -> str:
    """Return `Wien main, wing a`: a city is named once."""
    texts: list[str] = []
    last = ""
    for part in parts:
        city, _dot, wing = part.partition(".")
        short = next((_(title) for known, title in WING_NAMES.items() if known == wing), wing)
        texts.append(short if city == last else f"{name(view, city)} {short}")
        last = city
    return ", ".join(texts)


def shortly(view: OperaView, refusal: Refusal) -> str:
    """Return a refusal in a few words."""
    return view.why(refusal, SHORT)
