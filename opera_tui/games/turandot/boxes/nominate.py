"""Naming the player who is to dismiss a director."""

from collections import Counter
from collections.abc import Sequence

from opera_games.api import Action, Refusal, Seat
from opera_games.turandot.actions import Nominate
from opera_games.turandot.choices import NominateChoices, NomineeRow
from opera_games.turandot.documents import PublicPlayer
from opera_tui.games.box import Box, KeyHint, Text
from opera_tui.games.effects import Effect, Send
from opera_tui.games.list_box import Line, ListBox
from opera_tui.games.turandot.labels import LETTERS, headings, sign, singer, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import EMPTY, Row, Span, column, row


class NominateBox(ListBox):
    """List the players."""

    view: TurandotView

    title = Text(N_("Name a player"))
    question = Text(N_("You hold Puccini: who is to dismiss a director?"))
    help_topic = "turandot.nominate"

    def __init__(self, view: TurandotView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, NominateChoices)
        self.choices = view.choices.seats
        self.to_first_allowed()

    @property
    def _seat(self) -> Seat:
        """Return the player under the cursor."""
        return self.choices[self.cursor].seat

    @property
    def deed(self) -> str:
        return _("name {player}").format(player=self.view.who(self._seat))

    def why_shortly(self, refusal: Refusal) -> str:
        return _("you cannot name yourself")

    def hints(self) -> list[KeyHint]:
        name = [KeyHint("enter", _("name"))] if self.does else []
        return [KeyHint(self.glyphs.up_down, _("or 1-{highest}").format(highest=len(self.choices))), *name]

    def take(self) -> list[Effect]:
        return [Send(Nominate(self._seat))]

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, Nominate)
        self.go_to([choice.seat for choice in self.choices].index(action.seat))
        return self

    def head(self) -> Row:
        figures = ((_("cast"), 6), (_("money"), 7), (_("scenery"), 9), (_("singers"), 20))
        return headings(("", 3), (_("player"), 17), *figures)

    def lines(self) -> Sequence[Line]:
        return [self._line(place, choice) for place, choice in enumerate(self.choices)]

    def _line(self, place: int, choice: NomineeRow) -> Line:
        refusal = choice.refusal
        name = column(self.view.name(choice.seat), 14, "quiet" if refusal else "")
        shown = row(Span(self.view.why(refusal), "quiet")) if refusal else self._figures(choice)
        return Line(str(place + 1), row(sign(self.view, choice.seat), " ", name, shown), refusal)

    def _figures(self, choice: NomineeRow) -> Row:
        player = self.view.game.players[choice.seat]
        figures = (column(str(choice.cast), 6, "strong"), column(str(player.money), 7))
        return row(*figures, column(str(player.scenery), 9), self._singers(player))

    def _singers(self, player: PublicPlayer) -> str:
        """Return how many singers of each category there are: what directors look at."""
        categories = Counter(singer(self.view, card).category for card in player.singers)
        return "  ".join(f"{word(self.glyphs, category)[:LETTERS]} {n}" for category, n in categories.items())

    def below(self) -> list[Row]:
        left = sum(found.state == "left" for found in self.view.game.directors.values())
        told = _("Whoever you name removes one of the {n} directors left, in the open.").format(n=left)
        return [*[EMPTY] * (6 - len(self.choices)), row(" ", Span(told, "quiet"))]
