"""What a role could bring at best, in half a row."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from opera_tui.faces.opera.names import change, name, signed_change
from opera_tui.faces.opera.wording import filled
from opera_tui.i18n import _, ngettext
from opera_tui.rows import Row, row
from opera_tui.table_view import Document, TableView

Could = Mapping[str, Any]


def _impresario(view: TableView, could: Could) -> Row:
    number = could["buy"]
    buying = ngettext("buy {number}", "buy up to {number}", number).format(number=number)
    parts = [buying if number else _("buy nothing")]
    halls = could["empty_halls"]
    parts.append(ngettext("{number} empty hall", "{number} empty halls", halls).format(number=halls))
    gain = _rise(could["income"])
    if gain:
        parts.append(_("arranging {gain:+d} income").format(gain=gain))
    return row(", ".join(parts))


def _architetto(view: TableView, could: Could) -> Row:
    if not _helps("architetto", could):
        return row(_("nothing can be built now"))
    parts = ngettext("build {number} part", "build up to {number} parts", could["parts"]).format(number=could["parts"])
    points = _("up to {points:+d} points").format(points=could["points"])
    return row(f"{parts}, {points}")


def _signora(view: TableView, could: Could) -> Row:
    text = _("sell {piece} for {ducats} ducats or {points} points")
    return row(text.format(piece=name(view, could["piece"]), ducats=could["ducats"], points=could["points"]))


def _maestro(view: TableView, could: Could) -> Row:
    if not _helps("maestro", could):
        return row(_("no city would raise your income"))
    text = _("best for you: {city}, income {income}")
    return row(text.format(city=name(view, could["city"]), income=change(view.glyphs, could["income"])))


def _critico(view: TableView, could: Could) -> Row:
    counting = signed_change(view.glyphs, could["counting"])
    if not _helps("critico", could):
        return row(_("no move would help your counting"))
    text = _("{composer} {steps} in {city}, counting {counting}")
    composer, city = name(view, could["composer"]), name(view, could["city"])
    return row(text.format(composer=composer, steps=steps_text(could["steps"]), city=city, counting=counting))


def steps_text(steps: int) -> str:
    """`up 2`, `down 1`."""
    return (_("up {steps}") if steps > 0 else _("down {steps}")).format(steps=abs(steps))


def _esperto(view: TableView, could: Could) -> Row:
    if not _helps("esperto", could):
        return row(_("you score nothing in any city he can go to"))
    city, piece, points = name(view, could["city"]), name(view, could["gives"]), could["points"]
    if could["receiver"] is None:
        text = _("best: {city} {points:+d}, your {piece} is discarded")
        return row(text.format(city=city, points=points, piece=piece))
    text = _("best: {city} {points}, your {piece} goes to {who}")
    return filled(text, city=city, points=f"{points:+d}", piece=piece, who=view.sign(could["receiver"]))


PROSPECTS: Final[Mapping[str, Callable[[TableView, Could], Row]]] = {
    "impresario": _impresario,
    "architetto": _architetto,
    "signora": _signora,
    "maestro": _maestro,
    "critico": _critico,
    "esperto": _esperto,
}

USES: Final[Mapping[str, Callable[[Could], bool]]] = {
    "impresario": lambda could: could["buy"] > 0 or _rise(could["income"]) > 0,
    "architetto": lambda could: could["parts"] > 0,
    "signora": lambda could: True,
    "maestro": lambda could: _rise(could["income"]) > 0,
    "critico": lambda could: could["composer"] is not None and _rise(could["counting"]) > 0,
    "esperto": lambda could: could["gives"] is not None,
}
"""Whether a role would bring its hirer anything."""


def _rise(change: Sequence[int]) -> int:
    return change[1] - change[0]


def _helps(role: str, could: Could) -> bool:
    return USES[role](could)


def brings_something(offered: Document) -> bool:
    """Whether the role of this row of the choices can be hired and would bring something."""
    return "refusal" not in offered and _helps(offered["role"], offered["could"])
