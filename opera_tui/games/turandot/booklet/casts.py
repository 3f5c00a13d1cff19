"""The casts as they ended: who sang what, in the colours of the categories, and under which director."""

from opera_games.turandot.words import CATEGORIES, PARTS, Part
from opera_protocol.texts.format import plain
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.parts import Line, chapter, heads_of, paragraph, table
from opera_tui.games.played import Played
from opera_tui.games.turandot.booklet.hands import hand_player, ranked
from opera_tui.games.turandot.labels import AnyHand, hands, singer, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _


def page(game: Played[TurandotView]) -> Element:
    view, order = game.end, ranked(game.end)
    found = [hands(view)[seat] for seat in order]
    lines = [
        Line(word(view.glyphs, part), [_sung(view, hand, part, hand.casting[place]) for hand in found])
        for place, part in enumerate(PARTS)
    ]
    foot = Line(_("director"), [word(view.glyphs, hand.director) if hand.director else "–" for hand in found])
    note = _("Stars and sex of each singer; + in the preferred part, - for the wrong sex.")
    players = [hand_player(view, seat) for seat in order]
    shown = element("div", table("casts-made", heads_of(players), lines, foot=foot), class_="left")
    return chapter("casts", _("The casts"), paragraph(note), shown, _legend(view))


def _sung(view: TurandotView, hand: AnyHand, part: Part, card: str | None) -> Content:
    """Show a singer's name, category, stars and sex, and what the part gains or costs."""
    if card is None:
        return "–"
    found = singer(view, card)
    marks = ("+" if part in hand.preferred else "") + ("-" if part in hand.wrong_sex else "")
    kind = element("span", f"{view.glyphs.stars(found.stars)} {found.sex}{marks}", class_=f"piece {found.category}")
    return [plain(found.name), element("br"), kind]


def _legend(view: TurandotView) -> Element:
    tokens = [element("span", word(view.glyphs, name), class_=f"piece {name}") for name in CATEGORIES]
    return element("ul", [element("li", token) for token in tokens], class_="legend")
