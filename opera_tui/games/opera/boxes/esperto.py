"""The Esperto: a player's pieces in one city score, the best is given away; and the others' answer to him."""

from collections.abc import Sequence
from typing import Any, Final

from opera_games.api import Action
from opera_games.opera import actions
from opera_games.opera.choices import AppraiseChoices, EspertoProspect, EspertoVisit
from opera_games.opera.words import Composer
from opera_tui.games.box import YES_OR_NO, Box, Effect, Send, Text
from opera_tui.games.list_box import Line
from opera_tui.games.opera.boxes.base import OperaListBox
from opera_tui.games.opera.boxes.role import RoleFace, VisitBox, describe_visit
from opera_tui.games.opera.labels import changed, fame, name, signed, signed_changed, token
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _, ngettext
from opera_tui.look.rows import BLANK, EMPTY, Row, Span, column, filled, fit, joined, row, width

PIECES_CELLS: Final = 24
LOSS_CELLS: Final = 14


def scored(view: OperaView, pieces: Sequence[Composer], points: int) -> Row:
    """Draw `Wa 5 Be 2 = 7` in 30 cells."""
    shown = joined([row(token(view.glyphs, piece), f" {fame(view, piece)}") for piece in pieces], BLANK)
    if not pieces:
        shown = row(_("none of your pieces"))
    elif width(shown) > PIECES_CELLS:
        shown = row(ngettext("{number} piece", "{number} pieces", len(pieces)).format(number=len(pieces)))
    return row(fit(shown, PIECES_CELLS), " = ", Span(f"{points:<3}", "gain" if points > 0 else ""))


class EspertoBox(VisitBox[EspertoVisit]):
    """Show for each city what you score, what you lose to whom, and what others may score then."""

    title = Text(N_("Esperto: score your pieces in one city"))
    asks = N_("Esperto: in which city do you score?")
    kind = actions.Esperto

    @property
    def pointed(self) -> str:
        return self.visit.gives or ""

    def head(self) -> Row:
        labels = (_("city"), _("you score"), _("you lose"), _("then may score"))
        return row(Span("   {:<10}{:<30}{:<14}{}".format(*labels), "quiet"))

    def figures(self, visit: EspertoVisit) -> Row:
        others: list[Any] = []
        for seat, points in (visit.others or {}).items():
            others += [self.view.sign(int(seat)), f" {points:<3}"]
        loss = self._loss(visit)
        return row(scored(self.view, visit.pieces or (), visit.points or 0), fit(loss, LOSS_CELLS), *others)

    def _loss(self, visit: EspertoVisit) -> Row:
        if not visit.gives:
            return row(self.glyphs.none)
        piece = token(self.glyphs, visit.gives)
        if not isinstance(visit.receiver, int):
            # Translators: at most 13 cells; the piece takes two.
            return filled(_("{piece} discarded"), piece=piece)
        return filled(_("{piece} to {who}"), piece=piece, who=self.view.sign(visit.receiver))

    def below(self) -> list[Row]:
        visit = self.visit
        if not (visit.gives and visit.income and visit.counting):
            return [EMPTY]
        after = filled(
            _("then income {income}, counting {counting}."),
            income=changed(self.glyphs, visit.income, more_is_better=True),
            counting=signed_changed(self.glyphs, visit.counting),
        )
        if not isinstance(visit.receiver, int):
            return [row(" ", _("You have the fewest points;"), " ", after)]
        return [row(" ", filled(_("{who} has the fewest points;"), who=self.view.sign(visit.receiver)), " ", after)]

    def doubts(self, action: Action) -> list[str]:
        if self.visit.pieces:
            return []
        city = name(self.view, self.city)
        return [
            _("You score nothing: none of your pieces is staged in {city}. Hire him all the same?").format(city=city)
        ]

    @property
    def enter_text(self) -> str:
        text = _("{city}: {points:+d}, budget {budget}")
        return text.format(city=name(self.view, self.city), points=self.visit.points or 0, budget=self.budget_change())


class AppraiseBox(OperaListBox):
    """Ask for yes or no to another player's Esperto."""

    help_topic = "opera.appraise"
    answers = YES_OR_NO

    def __init__(self, view: OperaView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, AppraiseChoices)
        self._choices = view.choices

    @property
    def _city(self) -> str:
        return name(self.view, self._choices.city)

    @property
    def title(self) -> str:
        return _("The Esperto is in {city}").format(city=self._city)

    @property
    def question(self) -> str:
        who = self.view.who(self.view.game.takers["esperto"])
        # Translators: at most 76 cells with a name of 15 and a city of 7.
        return _("{who} sent the Esperto to {city}: score there?").format(who=who, city=self._city)

    @property
    def tip(self) -> str:
        return "appraise_last" if self.view.is_last_round else "appraise"

    @property
    def pointed(self) -> str:
        return self._choices.gives or ""

    def head(self) -> Row:
        labels = (_("answer"), _("you score"), _("you lose"), _("income"), _("counting"))
        return row(Span("   {:<7}{:<30}{:<14}{:<11}{}".format(*labels), "quiet"))

    def lines(self) -> Sequence[Line]:
        return [Line("y", self._yes()), Line("n", self._no())]

    def _yes(self) -> Row:
        choices, glyphs = self._choices, self.glyphs
        return row(
            column(_("Yes"), 7),
            scored(self.view, choices.pieces, choices.points),
            fit(filled(_("{piece} discarded"), piece=token(glyphs, choices.gives)), LOSS_CELLS),
            fit(changed(glyphs, choices.income, more_is_better=True), 11),
            signed_changed(glyphs, choices.counting),
        )

    def _no(self) -> Row:
        choices, none = self._choices, self.glyphs.none
        income, counting = choices.income[0], choices.counting[0]
        figures = (column(none, 30), column(none, LOSS_CELLS), column(str(income), 11))
        return row(column(_("No"), 7), *figures, signed(counting))

    def below(self) -> list[Row]:
        # Translators: at most 76 cells.
        text = _("It costs no budget. Your best piece there goes to the discard pile.")
        points = self.view.my_player.points
        gained = 0 if self.cursor else self._choices.points
        total = changed(self.glyphs, (points, points + gained), more_is_better=True)
        return [EMPTY, row(" ", filled(_("points {points}"), points=total)), EMPTY, row(Span(f" {text}", "soft"))]

    @property
    def enter_text(self) -> str:
        if self.cursor:
            return _("keep your pieces")
        text = _("score {points:+d}, discard {piece}")
        return text.format(points=self._choices.points, piece=name(self.view, self._choices.gives or ""))

    def take(self) -> list[Effect]:
        return [Send(actions.Appraise(accept=self.cursor == 0))]

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, actions.Appraise)
        self.cursor = 0 if action.accept else 1
        return self


def _outlook(view: OperaView, could: EspertoProspect) -> Row:
    if could.gives is None:
        return row(_("you score nothing in any city he can go to"))
    city, piece, points = name(view, could.city), name(view, could.gives), Span(f"{could.points:+d}", "gain")
    if could.receiver is None:
        return filled(_("best: {city} {points:+d}, your {piece} is discarded"), city=city, points=points, piece=piece)
    text = _("best: {city} {points}, your {piece} goes to {who}")
    return filled(text, city=city, points=points, piece=piece, who=view.sign(could.receiver))


ROLE = RoleFace(EspertoBox, _outlook, describe_visit)
