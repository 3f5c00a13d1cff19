"""Actions of Turandot in few words, for a sentence about them."""

from opera_tui.boxes import Action
from opera_tui.faces.turandot.cards import offer_words, word
from opera_tui.i18n import _
from opera_tui.table_view import TableView


def deed(view: TableView, action: Action) -> str:
    """`offer 4 with 2 money`, `dismiss gothic`."""
    match action["do"]:
        case "offer":
            return _("offer {offer}").format(offer=offer_words(action))
        case "assign":
            given = _("{number} to {player}")
            cards = [
                given.format(number=number, player=view.glyphs.players[int(seat)])
                for seat, number in action["cards"].items()
            ]
            return _("hand out {cards}").format(cards=", ".join(cards))
        case "nominate":
            seat = action["seat"]
            return _("name {player}").format(player=f"{view.glyphs.players[seat]} {view.name(seat)}")
    return _("dismiss the director {director}").format(director=word(view.glyphs, action["director"]))
