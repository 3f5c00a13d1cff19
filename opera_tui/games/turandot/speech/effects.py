"""What an action of Turandot would bring, read back before it is sent."""

from msgspec import Struct

from opera_games.api import Action
from opera_games.turandot.choices import AssignPreview, IfWon, OfferPreview, Preview
from opera_tui.games.turandot.labels import card_name
from opera_tui.games.turandot.lines import action_text
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _, mark, ngettext


def effect(view: TurandotView, action: Action, preview: Struct) -> str:
    """Return the action and what follows from it; of one that is not allowed why."""
    text = action_text(view, action)
    if isinstance(preview, Preview) and preview.refusal:
        return f"{text}. {view.why(preview.refusal)}"
    if isinstance(preview, OfferPreview):
        return f"{text}{mark(':')}{_offer(view, preview)}"
    return f"{text}{mark(':')}{_given(view, preview)}" if isinstance(preview, AssignPreview) else text


def _offer(view: TurandotView, preview: OfferPreview) -> str:
    giver = preview.otherwise.assigned_by
    given = _("you hand out what is left") if giver == view.me else _("{who} gives you a card that is left")
    otherwise = given.format(who=view.name(giver))
    down = ngettext("{n} card face down", "{n} cards face down", preview.down).format(n=preview.down)
    if preview.won is None:
        return f"{down}{mark(';')}{otherwise}"
    won = _("if it wins {won}").format(won=_won(view, preview.won))
    return mark(";").join([down, won, _("if not, {otherwise}").format(otherwise=otherwise)])


def _won(view: TurandotView, won: IfWon) -> str:
    figures = {_("scenery {change}"): won.scenery, _("cast {change}"): won.cast, _("money {change}"): won.money}
    told = [text.format(change=view.glyphs.change(*change)) for text, change in figures.items() if change]
    return ", ".join([*([card_name(view, won.card)] if won.card else []), *told])


def _given(view: TurandotView, preview: AssignPreview) -> str:
    cards = [
        _("{who} gets {card}, cast {cast}").format(
            who=view.name(one.seat), card=card_name(view, one.card), cast=view.glyphs.change(*one.cast)
        )
        for one in preview.given
    ]
    over = card_name(view, preview.left_over.card)
    return mark(";").join([*cards, _("left over: {card}").format(card=over)])
