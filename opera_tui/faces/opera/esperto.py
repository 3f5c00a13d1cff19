"""The Esperto: own pieces in one city score, the best is given away; and the others' answer to him."""

from collections.abc import Sequence
from typing import Any, Final

from rich.cells import cell_len

from opera_tui.boxes import Action, Box, Effect, Send
from opera_tui.faces.opera.box import Line, ListBox
from opera_tui.faces.opera.names import change, code, fame, name, signed_change
from opera_tui.faces.opera.topics import topic
from opera_tui.faces.opera.visits import Visit, VisitBox
from opera_tui.faces.opera.wording import filled
from opera_tui.i18n import _, ngettext
from opera_tui.rows import EMPTY, Row, Span, column, row
from opera_tui.table_view import Document, TableView

PIECES_CELLS: Final = 24
LOSS_CELLS: Final = 14


def scored(view: TableView, pieces: Sequence[str], points: int) -> str:
    """`Wa 5 Be 2 = 7` in 30 cells."""
    if not pieces:
        shown = _("none of your pieces")
    else:
        shown = " ".join(f"{code(view.glyphs, piece)} {fame(view, piece)}" for piece in pieces)
    if cell_len(shown) > PIECES_CELLS:
        shown = ngettext("{number} piece", "{number} pieces", len(pieces)).format(number=len(pieces))
    return f"{shown:<{PIECES_CELLS}} = {points:<3}"


class EspertoBox(VisitBox):
    """For each city what you score, what you lose to whom, and what the others may score then."""

    @property
    def title(self) -> str:
        return _("Esperto: score your pieces in one city")

    @property
    def pointed(self) -> str:
        return self.visit.get("gives") or ""

    def head(self) -> Row:
        labels = (_("city"), _("you score"), _("you lose"), _("then may score"))
        return row(Span("   {:<10}{:<30}{:<14}{}".format(*labels), "quiet"))

    def figures(self, visit: Visit) -> Row:
        others: list[Any] = []
        for seat, points in visit["others"].items():
            others += [self.view.sign(int(seat)), f" {points:<3}"]
        loss = self._loss(visit)
        blanks = " " * (LOSS_CELLS - sum(cell_len(span.text) for span in loss))
        return row(scored(self.view, visit["pieces"], visit["points"]), loss, blanks, *others)

    def _loss(self, visit: Visit) -> Row:
        if visit["gives"] is None:
            return row(self.view.glyphs.none)
        piece = code(self.view.glyphs, visit["gives"])
        if visit["receiver"] is None:
            return row(_("{piece} discarded").format(piece=piece))
        return filled(_("{piece} to {who}"), piece=piece, who=self.view.sign(visit["receiver"]))

    def below(self) -> list[Row]:
        visit = self.visit
        if "refusal" in visit or visit["gives"] is None:
            return [EMPTY]
        after = _("then income {income}, counting {counting}.").format(
            income=change(self.view.glyphs, visit["income"]),
            counting=signed_change(self.view.glyphs, visit["counting"]),
        )
        if visit["receiver"] is None:
            return [row(" ", _("You have the fewest points;"), f" {after}")]
        return [row(" ", filled(_("{who} has the fewest points;"), who=self.view.sign(visit["receiver"])), f" {after}")]

    @property
    def deed(self) -> str:
        text = _("{city}: {points:+d}, budget {budget}")
        return text.format(city=name(self.view, self.city), points=self.visit["points"], budget=self.budget_change())


class AppraiseBox(ListBox):
    """Yes or no to another player's Esperto."""

    def __init__(self, view: TableView) -> None:
        super().__init__(view)
        assert view.choices is not None
        self._choices: Document = view.choices

    @property
    def _city(self) -> str:
        return name(self.view, self._choices["city"])

    @property
    def title(self) -> str:
        return _("The Esperto is in {city}").format(city=self._city)

    @property
    def question(self) -> str:
        taker = self.view.game["takers"]["esperto"]
        who = f"{self.view.sign(taker).text} {self.view.name(taker)}"
        return _("{who} sent the Esperto to {city}: score there?").format(who=who, city=self._city)

    @property
    def help_topic(self) -> str:
        return topic("appraise")

    @property
    def pointed(self) -> str:
        return self._choices["gives"] or ""

    def head(self) -> Row:
        labels = (_("answer"), _("you score"), _("you lose"), _("income"), _("counting"))
        return row(Span("   {:<7}{:<30}{:<14}{:<11}{}".format(*labels), "quiet"))

    def lines(self) -> Sequence[Line]:
        return [Line("y", self._yes()), Line("n", self._no())]

    def _yes(self) -> Row:
        choices, glyphs = self._choices, self.view.glyphs
        return row(
            column(_("Yes"), 7),
            scored(self.view, choices["pieces"], choices["points"]),
            column(_("{piece} discarded").format(piece=code(glyphs, choices["gives"])), LOSS_CELLS),
            column(change(glyphs, choices["income"]), 11),
            signed_change(glyphs, choices["counting"]),
        )

    def _no(self) -> Row:
        choices, none = self._choices, self.view.glyphs.none
        income, counting = choices["income"][0], choices["counting"][0]
        figures = (column(none, 30), column(none, LOSS_CELLS), column(str(income), 11))
        return row(column(_("No"), 7), *figures, signed_change(self.view.glyphs, (counting, counting)))

    def below(self) -> list[Row]:
        text = _("It costs no budget. Your best piece there goes to the discard pile.")
        points = self.view.game["players"][self.view.me]["points"]
        gained = 0 if self.cursor else self._choices["points"]
        total = change(self.view.glyphs, (points, points + gained))
        return [EMPTY, row(" ", _("points {points}").format(points=total)), EMPTY, row(Span(f" {text}", "quiet"))]

    @property
    def deed(self) -> str:
        if self.cursor:
            return _("keep your pieces")
        text = _("score {points:+d}, discard {piece}")
        return text.format(points=self._choices["points"], piece=name(self.view, self._choices["gives"]))

    def take(self) -> list[Effect]:
        return [Send({"do": "appraise", "accept": self.cursor == 0})]

    def prepare(self, action: Action) -> Box:
        self.cursor = 0 if action["accept"] else 1
        return self
