"""The keys of a table that do not belong to its box, for the footer."""

from opera_tui.config.commands import KeyMap
from opera_tui.games.box import KeyHint
from opera_tui.look.i18n import _
from opera_tui.table.model import TableModel


def looking_hints(keys: KeyMap, arrows: str, *, seats: int, is_over: bool) -> list[KeyHint]:
    """Return the keys for looking back; `seats` is how many players' hidden things may be seen."""
    return [
        KeyHint(arrows, _("earlier, later")),
        KeyHint("pgup pgdn", _("round")),
        *([] if is_over else [keys.hint("table.follow")]),
        *([KeyHint(f"0-{seats}", _("seat"))] if seats else []),
        *([keys.hint("table.review", _("result"))] if is_over else []),
        KeyHint("tab", _("view")),
        *_always(keys),
    ]


def playing_hints(keys: KeyMap, model: TableModel, *, is_wide: bool, may_host: bool) -> list[KeyHint]:
    """Return the keys for playing, or watching what is going on."""
    panels = [keys.hint(panel.id, _(panel.tab).lower()) for panel in model.face.tabs]
    return [
        *([keys.hint("table.propose", is_kept=True)] if model.may_propose else []),
        *([*panels, keys.hint("table.log")] if is_wide else [KeyHint("tab", _("view"))]),
        keys.hint("table.talk"),
        *([keys.hint("table.host")] if may_host else []),
        keys.hint("table.review"),
        *([keys.hint("table.rules")] if is_wide else []),
        *_always(keys),
    ]


def _always(keys: KeyMap) -> list[KeyHint]:
    return [keys.hint("everywhere.help", is_kept=True), keys.hint("table.leave", is_kept=True)]
