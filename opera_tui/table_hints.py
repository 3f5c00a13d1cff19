"""The keys of a table that do not belong to its box, for the footer."""

from opera_tui.boxes import KeyHint
from opera_tui.i18n import _
from opera_tui.table_model import TableModel
from opera_tui.widgets.table_layout import LOG


def looking_hints(arrows: str, *, seats: int, is_over: bool) -> list[KeyHint]:
    """For who looks back; `seats` are those whose hidden things may be seen."""
    follow = [] if is_over else [KeyHint("f", _("follow"))]
    result = [KeyHint("v", _("result"))] if is_over else []
    chosen = [KeyHint(f"0-{seats}", _("seat"))] if seats else []
    return [
        KeyHint(arrows, _("earlier, later")),
        KeyHint("pgup pgdn", _("round")),
        *follow,
        *chosen,
        *result,
        KeyHint("tab", _("view")),
        KeyHint("?", _("help")),
        KeyHint("q", _("leave")),
    ]


def playing_hints(model: TableModel, *, is_wide: bool, may_host: bool) -> list[KeyHint]:
    """For who plays, or watches what is going on."""
    propose = [KeyHint("p", _("propose"))] if model.may_propose else []
    talk, review = KeyHint("t", _("talk")), KeyHint("v", _("review"))
    host = [KeyHint("w", _("host"))] if may_host else []
    shared = [KeyHint("?", _("help")), KeyHint("q", _("leave"))]
    if is_wide:
        panels = [KeyHint(spec.key, spec.title.lower()) for spec in model.face.tabs]
        log = KeyHint(LOG, _("log"))
        return [*propose, *panels, log, talk, *host, review, KeyHint("r", _("rules")), *shared]
    return [*propose, KeyHint("tab", _("view")), talk, *host, review, *shared]
