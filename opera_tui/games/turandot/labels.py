"""Singers, directors and offers in the words and short forms of the screen."""

from collections.abc import Iterable, Mapping
from typing import Final

from rich.cells import cell_len, set_cell_size

from opera_games.api import Change, Refusal, Seat, code_of
from opera_games.turandot.actions import Offer
from opera_games.turandot.documents import DirectorCard, MadeOffer, PublicHand, PublicPlayer, SingerRow
from opera_games.turandot.events import RevealedOffer
from opera_games.turandot.texts import WORDS, word_for
from opera_games.turandot.words import SILENT, Category, Effect, Part, Silent
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.glyphs import Glyphs
from opera_tui.look.i18n import NP_, _, pgettext
from opera_tui.look.palette import CATEGORIES
from opera_tui.look.rows import BLANK, Row, Span, column, joined, row, width

Hand = Seat | Silent
"""A player's seat, or the silent hand."""
AnyHand = PublicPlayer | PublicHand
SHORT: Final = 4
SHORTEST: Final = 3
"""Cells of a category where the whole word has no room."""
EFFECT_CELLS: Final = 17

# Translators: short forms in tables; those of one width must differ from each other.
SHORT_CATEGORIES: Final[Mapping[int, Mapping[str, str]]] = {
    SHORT: {
        "professional": NP_("category of singers, 4 cells", "prof"),
        "amateur": NP_("category of singers, 4 cells", "amat"),
        "alternative": NP_("category of singers, 4 cells", "alt"),
        "classic": NP_("category of singers, 4 cells", "clas"),
        "comic": NP_("category of singers, 4 cells", "com"),
        "dark": NP_("category of singers, 4 cells", "dark"),
    },
    SHORTEST: {
        "professional": NP_("category of singers, 3 cells", "pro"),
        "amateur": NP_("category of singers, 3 cells", "ama"),
        "alternative": NP_("category of singers, 3 cells", "alt"),
        "classic": NP_("category of singers, 3 cells", "cla"),
        "comic": NP_("category of singers, 3 cells", "com"),
        "dark": NP_("category of singers, 3 cells", "drk"),
    },
}
SHORT_DIRECTORS: Final[Mapping[str, str]] = {
    "gothic": NP_("director, 6 cells", "gothic"),
    "farce": NP_("director, 6 cells", "farce"),
    "avant_garde": NP_("director, 6 cells", "avant"),
    "traditional": NP_("director, 6 cells", "trad."),
    "purist": NP_("director, 6 cells", "purist"),
    "decorator": NP_("director, 6 cells", "decor."),
    "eclectic": NP_("director, 6 cells", "eclec."),
    "androgynous": NP_("director, 6 cells", "andro."),
    "plain": NP_("director, 6 cells", "plain"),
}
SHORT_PARTS: Final[Mapping[Part, str]] = {"turandot": "Tur."}
"""Parts whose names are too long for 5 cells."""

EFFECTS: Final[Mapping[str, str]] = {
    "preferred": NP_("12 cells", "preferred"),
    "scenery": NP_("12 cells", "scenery"),
    "six_categories": NP_("12 cells", "6 categories"),
    "undefined_sex": N_("sex x"),
}
LONG_EFFECTS: Final[Mapping[Effect, str]] = {
    "preferred": N_("each singer in the preferred part"),
    "scenery": N_("each scenery card"),
    "six_categories": N_("all six categories together"),
    "undefined_sex": N_("each singer of sex x"),
}

EACH_SINGER: Final[Mapping[str, str]] = {
    "professional": NP_("24 cells", "each professional singer"),
    "amateur": NP_("24 cells", "each amateur singer"),
    "alternative": NP_("24 cells", "each alternative singer"),
    "classic": NP_("24 cells", "each classic singer"),
    "comic": NP_("24 cells", "each comic singer"),
    "dark": NP_("24 cells", "each dark singer"),
}
"""The categories that a director favours or not."""

POINT_TITLES: Final[Mapping[str, str]] = {
    "stars": NP_("10 cells", "stars"),
    "scenery": NP_("10 cells", "scenery"),
    "preferred": NP_("10 cells", "preferred"),
    "sex": NP_("10 cells", "sex"),
    "director": NP_("10 cells", "director"),
    "puccini": "Puccini",
}
"""The parts of the points, in short."""


PREFERRED: Final = Span("+", "gain")
WRONG_SEX: Final = Span("-", "warning")


def category(view: TurandotView, name: Category, cells: int) -> Span:
    """Return a category on its own ground, in so many cells: the whole word, or its short form of this width."""
    short = SHORT_CATEGORIES.get(cells, {}).get(name)
    return Span(crop(view.glyphs.say(_(short)) if short else word(view.glyphs, name), cells), name)


def marks(hand: AnyHand, part: Part) -> Row:
    """Return what a singer gains or loses in a part: `+` in the preferred one, `-` for the wrong sex."""
    return row(PREFERRED if part in hand.preferred else "", WRONG_SEX if part in hand.wrong_sex else "")


def last_name(view: TurandotView, card: str) -> str:
    """Return a director, or the last name of a singer."""
    if card in view.game.directors:
        return word(view.glyphs, card)
    full = view.glyphs.say(view.card_names.get(card, card))
    return full.split()[-1] if full.split() else card


def still_to_come(glyphs: Glyphs) -> str:
    """Return a text for an offer that is not made yet."""
    return glyphs.say("…")[:2]


def word(glyphs: Glyphs, key: str) -> str:
    """Return the word for a part, a category, a director or a helper."""
    return glyphs.say(_(WORDS[key]))


def led_to(offer: RevealedOffer, offers: Iterable[RevealedOffer]) -> str:
    """Return what an offer led to, for `word`."""
    return word_for(offer.led_to, offer.money, (other.money for other in offers if other.seat in offer.rivals))


def crop(text: str, cells: int) -> str:
    """Return the beginning of a text in exactly so many cells, without an ellipsis."""
    return set_cell_size(text, cells)


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def sign(view: TurandotView, seat: Hand) -> Span:
    """Return a player's sign in two cells; the silent hand has letters only."""
    if isinstance(seat, str):
        return Span(_("sh"), "quiet")
    shown = view.sign(seat)
    return Span(crop(shown.text, 2), shown.role)


def hands(view: TurandotView) -> dict[Hand, AnyHand]:
    """Return the hands of all players and, with two players, the silent hand."""
    found: dict[Hand, AnyHand] = dict(enumerate(view.game.players))
    return found if view.game.silent is None else {**found, SILENT: view.game.silent}


def hand_name(view: TurandotView, seat: Hand) -> str:
    # Translators: at most 12 cells.
    return _("silent hand") if isinstance(seat, str) else view.name(seat)


def short_hand_name(view: TurandotView, seat: Hand) -> str:
    """Return a player's name, or the silent hand in 9 cells."""
    return pgettext("silent hand, 9 cells", "silent") if isinstance(seat, str) else view.name(seat)


def change(view: TurandotView, figure: Change, *, is_own: bool = True) -> Row:
    """Draw `15 → 18`, with both numbers also if they are equal; what gets better for the reader stands out most."""
    before, after = figure
    return row(f"{before} {view.glyphs.arrow} ", Span(str(after), "gain" if is_own and after > before else "strong"))


def changed(view: TurandotView, figure: Change, *, is_own: bool = True) -> Row:
    """Draw the same for a sentence: just the number if it stays."""
    if figure[0] != figure[1]:
        return change(view, figure, is_own=is_own)
    return row(Span(str(figure[0]), "strong"))


def headings(*titles: tuple[str, int]) -> Row:
    """Draw the titles of columns, each with its width."""
    return row(*(column(title, cells, "quiet") for title, cells in titles))


def part_of_points(view: TurandotView, part: str, points: int) -> str:
    """Return a part of the points: what is added to the stars has a sign."""
    if part in ("stars", "total"):
        return str(points)
    return signed(points) if points else view.glyphs.none


def counted(view: TurandotView, parts: Iterable[str]) -> list[str]:
    """Return the parts that count at this table: the last holder of Puccini loses a point only with a silent hand."""
    return [part for part in parts if part != "puccini" or view.game.silent is not None]


def singer(view: TurandotView, card: str) -> SingerRow:
    return view.game.cards[card]


def director(view: TurandotView, card: str) -> DirectorCard | None:
    """Return the director of this name; None if there is none."""
    return next((found for name, found in view.game.directors.items() if name == card), None)


def is_director(view: TurandotView, card: str) -> bool:
    """Say whether a card of the line-up is a director."""
    found = director(view, card)
    return card not in view.game.cards or (found is not None and found.state == "lineup")


def card_name(view: TurandotView, card: str) -> str:
    """Return a card of the line-up: the singer's or the director's name."""
    return word(view.glyphs, card) if is_director(view, card) else plain(singer(view, card).name)


def card_stars(view: TurandotView, card: str) -> str:
    return "" if is_director(view, card) else view.glyphs.stars(singer(view, card).stars)


def kind_of(view: TurandotView, card: str) -> Row:
    """Draw sex and category in short: `f prof`."""
    found = singer(view, card)
    return row(f"{found.sex} ", category(view, found.category, SHORT))


def stars_of(view: TurandotView, card: str, cells: int) -> Span:
    """Draw the stars of a card in a column."""
    return column(card_stars(view, card), cells, "gain")


def effect(view: TurandotView, card: str) -> Row:
    """Draw what a director brings, in 17 cells: `dark +1 comic -1`; the longest categories in short if needed."""
    effects = _effects(view, card)
    if not effects:
        return row(pgettext("17 cells", "nothing"))
    words = {what: _(EFFECTS[what]) if what in EFFECTS else word(view.glyphs, what) for what in effects}
    shown = _all_effects(words, effects)
    for what in sorted(words, key=lambda what: -cell_len(words[what])):
        if width(shown) > EFFECT_CELLS and what in SHORT_CATEGORIES[SHORT]:
            words[what] = view.glyphs.say(_(SHORT_CATEGORIES[SHORT][what]))
            shown = _all_effects(words, effects)
    return shown


def _all_effects(words: Mapping[Effect, str], points: Mapping[Effect, int]) -> Row:
    return joined([_effect(what, words[what], points[what]) for what in words], BLANK)


def _effect(what: Effect, word: str, points: int) -> Row:
    """Draw a category in its colour, and whether it gains or costs points."""
    role = f"ink_{CATEGORIES[what]}" if what in CATEGORIES else ""
    return row(Span(word, role), " ", Span(signed(points), "warning" if points < 0 else "gain"))


def _effects(view: TurandotView, card: str) -> Mapping[Effect, int]:
    found = director(view, card)
    return found.effect if found else {}


def long_effect(view: TurandotView, card: str) -> str:
    """Return the same in full: `each dark singer +1, each comic singer -1`."""
    parts = [f"{_what(view, what)} {signed(points)}" for what, points in _effects(view, card).items()]
    return ", ".join(parts) or _("brings nothing and costs nothing")


def _what(view: TurandotView, what: Effect) -> str:
    if what in LONG_EFFECTS:
        return _(LONG_EFFECTS[what])
    return _(EACH_SINGER[what]) if what in EACH_SINGER else word(view.glyphs, what)


def offer_words(offer: Offer | MadeOffer | RevealedOffer) -> str:
    """Return `4 with 2 money and the bluff`."""
    money, bluff = offer.money, offer.bluff
    if offer.number is None:
        return _("money alone and the bluff") if bluff else _("money alone")
    number = str(offer.number)
    if money and bluff:
        return _("{number} with {money} money and the bluff").format(number=number, money=money)
    if money:
        return _("{number} with {money} money").format(number=number, money=money)
    return _("{number} with the bluff").format(number=number) if bluff else number


def cards_down(offer: Offer | MadeOffer) -> int:
    """Count the cards of an offer that lie face down."""
    return (offer.number is not None) + offer.money + offer.bluff


def why_not_alone(view: TurandotView, refusal: Refusal) -> str:
    """Say why money alone is not allowed; the usual sentence about too little money is about an offer that was made."""
    return _("you have no money card") if code_of(refusal) == "not_enough_money" else view.why(refusal)


def why_no_helper(view: TurandotView) -> str:
    """Say why money alone brings this player no helper."""
    return _("not in turn {turn}").format(turn=view.game.turn) if deals_directors(view) else _("you hold Puccini")


def deals_directors(view: TurandotView) -> bool:
    """Say whether the line-up holds directors."""
    return any(is_director(view, card) for card in view.game.lineup.values())
