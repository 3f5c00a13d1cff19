"""Single lines: the header, what only the own seat sees, and who decides what."""

from opera_protocol.words import DECISIONS
from opera_tui.faces.turandot.cards import signed
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, row
from opera_tui.table_view import Document, TableView, by_number


def header(view: TableView, *, wide: bool) -> Row:
    """Game, table, turn and who holds Puccini."""
    dot = Span(f" {view.glyphs.dot} ", "quiet")
    name = Span(f"  {view.head['name']}", "quiet") if wide else Span("")
    turn = _("turn {turn} of {turns}").format(turn=view.game["turn"], turns=view.game["turns"])
    holder = view.game["puccini"]
    puccini = (Span(_("Puccini "), "quiet"), view.sign(holder), Span(f" {view.name(holder)}", "quiet"))
    return row(Span("TURANDOT", "strong"), name, dot, Span(turn, "quiet"), dot, *puccini)


def own_line(view: TableView, *, wide: bool) -> Row:
    """The hand and the cast as of now, in the wide layout with the parts of its points."""
    if view.own is None or view.me is None:
        return EMPTY
    hand, player = view.own["hand"], view.game["players"][view.me]
    dot = f" {view.glyphs.dot} "
    told = _("{first} to {last}").format(first=hand["numbers"][0], last=hand["numbers"][-1])
    parts = [
        f" {told}",
        _("money {n}").format(n=hand["money"]),
        _("bluff"),
        _("scenery {n}").format(n=player["scenery"]),
        _("cast now "),
    ]
    total = Span(str(player["points"]["total"]), "strong")
    tail = Span(f"  ({_points(player['points'])})", "quiet") if wide else Span("")
    return row(" ", Span(_("Your hand"), "strong"), dot.join(parts), total, tail)


def _points(points: Document) -> str:
    parts = [
        _("stars {n}").format(n=points["stars"]),
        _("preferred {n}").format(n=points["preferred"]),
        _("sex {n}").format(n=points["sex"]),
        _("scenery {n}").format(n=points["scenery"]),
        _("director {n}").format(n=signed(points["director"])),
    ]
    return ", ".join(parts)


def waiting_line(view: TableView) -> Row:
    """Who decides what, or who has won."""
    if view.game["end"]:
        return result_line(view)
    waiting = {int(seat): kind for seat, kind in by_number(view.game["waiting"])}
    if len(waiting) == 1:
        seat, kind = next(iter(waiting.items()))
        return row(view.player(seat), _(" decides: {decision}").format(decision=_(DECISIONS[kind])))
    signs = [row(" ", view.sign(seat)) for seat in waiting]
    return row(_("Offers are being made. Still to come:"), *signs)


def result_line(view: TableView) -> Row:
    """Who has won, alone or together, or that nobody has."""
    winners = view.game["end"]["winners"]
    if not winners:
        return row(_("The silent hand has more points than either player: both lose"))
    points = view.game["players"][winners[0]]["points"]["total"]
    if len(winners) == 1:
        return row(view.player(winners[0]), _(" wins with {points}").format(points=points))
    signs = [row(view.sign(seat), " ") for seat in winners]
    return row(*signs, _("win together with {points}, equal in stars too").format(points=points))
