"""What an action of Opera would bring, read back before it is sent."""

from msgspec import Struct

from opera_games.api import Action, Change
from opera_games.opera.choices import Preview, PreviewWithFigures
from opera_tui.games.opera.labels import signed_change
from opera_tui.games.opera.lines import action_text
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, mark


def effect(view: OperaView, action: Action, preview: Struct) -> str:
    """Return the action and every figure that it changes; of one that is not allowed also why."""
    text = action_text(view, action)
    figures = _figures(view, preview) if isinstance(preview, PreviewWithFigures) else ""
    refusal = preview.refusal if isinstance(preview, Preview) else None
    return ". ".join(
        part
        for part in (f"{text}{mark(':')}{figures}" if figures else text, view.why(refusal) if refusal else "")
        if part
    )


def _figures(view: OperaView, preview: PreviewWithFigures) -> str:
    me = str(view.me)
    plain: dict[str, Change] = {
        _("ducats {change}"): preview.ducats,
        _("level {change}"): preview.level,
        _("points {change}"): preview.points,
        _("income {change}"): preview.income[me],
        _("empty halls {change}"): preview.empty_halls,
    }
    told = [text.format(change=view.glyphs.change(*change)) for text, change in plain.items() if change[0] != change[1]]
    counting = preview.counting[me]
    if counting[0] != counting[1]:
        told.append(_("counting {change}").format(change=signed_change(view.glyphs, counting)))
    if len(told) == 1 and preview.level[1] < preview.level[0]:
        told.append(_("and nothing else of yours changes"))
    return ", ".join(told)
