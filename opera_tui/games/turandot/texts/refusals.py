"""Why something is not allowed, as a sentence with the rule."""

from typing import Any

from opera_games.api import Refusal, code_of
from opera_protocol.texts.sentences import sentence
from opera_tui.games.effects import Refuse
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _


def why(view: TurandotView, refusal: Refusal) -> str:
    """Return the sentence of a refusal as documents hold it: its code and parameters in one map."""
    return view.glyphs.say(sentence(code_of(refusal), refusal, view.teller()))


def refused(view: TurandotView, code: str, **parameters: Any) -> Refuse:
    return Refuse(why(view, {"code": code, **parameters}))


def why_no_helper(view: TurandotView, refusal: Refusal) -> str:
    """Say why money alone is not allowed; without money no offer was made to refuse."""
    return _("you have no money card") if code_of(refusal) == "not_enough_money" else why(view, refusal)
