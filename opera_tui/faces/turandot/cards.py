"""Singers, directors and offers in the words and short forms of the screen."""

from collections.abc import Mapping
from typing import Any, Final

from rich.cells import set_cell_size

from opera_protocol.i18n import N_
from opera_protocol.telling import plain
from opera_protocol.words import WORDS
from opera_tui.glyphs import Glyphs
from opera_tui.i18n import _, ngettext
from opera_tui.rows import Span
from opera_tui.table_view import Document, TableView

PARTS: Final = ("turandot", "calaf", "liu", "ping", "pong", "pang")
SINGER: Final = ("name", "stars", "category", "sex", "prefers")
"""What a table tells of each singer, in this order."""
SILENT: Final = "silent"
LETTERS: Final = 4
"""Of a category, where the whole word has no room."""
EFFECT_CELLS: Final = 16

EFFECTS: Final[Mapping[str, str]] = {
    "preferred": N_("preferred"),
    "scenery": N_("scenery"),
    "six_categories": N_("6 kinds"),
    "undefined_sex": N_("sex x"),
}
LONG_EFFECTS: Final[Mapping[str, str]] = {
    "preferred": N_("each singer in the preferred part"),
    "scenery": N_("each scenery card"),
    "six_categories": N_("all six kinds of singers together"),
    "undefined_sex": N_("each singer of sex x"),
}


def still_to_come(glyphs: Glyphs) -> str:
    """For an offer that is not made yet."""
    return glyphs.say("…")[:2]


def word(glyphs: Glyphs, key: str) -> str:
    """A part, a category, a director or a helper by its name."""
    return glyphs.say(_(WORDS[key]))


def crop(text: str, cells: int) -> str:
    """The beginning of a text in exactly so many cells, without an ellipsis."""
    return set_cell_size(text, cells)


def signed(number: int) -> str:
    return f"{number:+d}" if number else "0"


def sign(view: TableView, seat: int | str) -> Span:
    """A player's sign in two cells; the silent hand has letters only."""
    if isinstance(seat, str):
        return Span(_("sh"), "quiet")
    shown = view.sign(seat)
    return Span(crop(shown.text, 2), shown.role)


def counts_puccini(view: TableView) -> bool:
    """Whether who holds Puccini last loses a point: only between two players, who have a silent hand beside them."""
    return view.game["silent"] is not None


def singer(view: TableView, card: str) -> Document:
    return dict(zip(SINGER, view.game["cards"][card], strict=True))


def is_director(view: TableView, card: str) -> bool:
    """Whether a card of the line-up is a director."""
    return card not in view.game["cards"] or view.game["directors"].get(card, {}).get("state") == "lineup"


def card_name(view: TableView, card: str) -> str:
    """A card of the line-up: the singer's or the director's name."""
    return word(view.glyphs, card) if is_director(view, card) else plain(singer(view, card)["name"])


def card_stars(view: TableView, card: str) -> str:
    return "" if is_director(view, card) else view.glyphs.stars(singer(view, card)["stars"])


def kind_of(view: TableView, card: str) -> str:
    """Sex and category in short: `f prof`."""
    found = singer(view, card)
    return f"{found['sex']} {word(view.glyphs, found['category'])[:LETTERS]}"


def effect(view: TableView, director: str) -> str:
    """What a director brings, in 16 cells: `dark +1 comic -1`; categories are shortened if they must be."""
    for letters in (None, LETTERS):
        shown = " ".join(_short_effects(view, director, letters))
        if len(shown) <= EFFECT_CELLS:
            break
    return crop(shown or _("nothing"), EFFECT_CELLS).rstrip()


def _short_effects(view: TableView, director: str, letters: int | None) -> list[str]:
    effects = view.game["directors"][director]["effect"]
    return [
        f"{_(EFFECTS[what]) if what in EFFECTS else word(view.glyphs, what)[:letters]} {signed(points)}"
        for what, points in effects.items()
    ]


def long_effect(view: TableView, director: str) -> str:
    """The same in full: `each dark singer +1, each comic singer -1`."""
    effects = view.game["directors"][director]["effect"]
    told = [f"{_what(view, what)} {signed(points)}" for what, points in effects.items()]
    return ", ".join(told) or _("brings nothing and costs nothing")


def _what(view: TableView, what: str) -> str:
    if what in LONG_EFFECTS:
        return _(LONG_EFFECTS[what])
    return _("each {category} singer").format(category=word(view.glyphs, what))


def offer_words(offer: Mapping[str, Any]) -> str:
    """`4 with 2 money and the bluff`."""
    money, bluff = offer["money"], offer["bluff"]
    if offer["number"] is None:
        return _("money alone and the bluff") if bluff else _("money alone")
    number = str(offer["number"])
    if money and bluff:
        return _("{number} with {money} money and the bluff").format(number=number, money=money)
    if money:
        return _("{number} with {money} money").format(number=number, money=money)
    return _("{number} with the bluff").format(number=number) if bluff else number


def cards_down(offer: Mapping[str, Any]) -> int:
    """How many cards of an offer lie face down."""
    return (offer["number"] is not None) + int(offer["money"]) + bool(offer["bluff"])


def cards_words(number: int) -> str:
    return ngettext("{n} card", "{n} cards", number).format(n=number)
