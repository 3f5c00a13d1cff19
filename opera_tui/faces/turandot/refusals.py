"""Why something is not allowed, as a sentence with the rule."""

from collections.abc import Mapping
from typing import Any

from opera_protocol.texts import sentence
from opera_tui.boxes import Refuse
from opera_tui.i18n import _, translations
from opera_tui.table_view import TableView


def why(view: TableView, refusal: Mapping[str, Any]) -> str:
    """The sentence for a refusal as documents hold it: its code and parameters in one map."""
    parameters = {name: value for name, value in refusal.items() if name != "code"}
    names = [view.name(seat) for seat in view.seats]
    return view.glyphs.say(sentence(refusal["code"], parameters, translations(), names))


def refused(view: TableView, code: str, **parameters: Any) -> Refuse:
    return Refuse(why(view, {"code": code, **parameters}))


def why_no_helper(view: TableView, refusal: Mapping[str, Any]) -> str:
    """Why money alone is not allowed; without money nothing was offered that could be refused."""
    return _("you have no money card") if refusal["code"] == "not_enough_money" else why(view, refusal)
