"""Actions of Turandot in few words, for a sentence about them."""

from opera_games.api import Action
from opera_games.turandot.actions import Assign, Dismiss, Nominate, Offer
from opera_tui.games.turandot.texts.labels import offer_words, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _


def deed(view: TurandotView, action: Action) -> str:
    """Return a text such as `offer 4 with 2 money` or `dismiss gothic`."""
    match action:
        case Offer():
            return _("offer {offer}").format(offer=offer_words(action))
        case Assign(cards):
            given = _("{number} to {player}")
            told = [given.format(number=number, player=view.glyphs.players[seat]) for seat, number in cards.items()]
            return _("hand out {cards}").format(cards=", ".join(told))
        case Nominate(seat):
            return _("name {player}").format(player=f"{view.glyphs.players[seat]} {view.name(seat)}")
    assert isinstance(action, Dismiss)
    return _("dismiss the director {director}").format(director=word(view.glyphs, action.director))
