"""Dismissing a director: Puccini's holder names a player, and that player chooses one of nine."""

from collections import Counter
from collections.abc import Sequence
from math import inf
from typing import Final

from opera_games.api import Action, Refusal, Seat
from opera_games.turandot.actions import Dismiss, Nominate
from opera_games.turandot.choices import DirectorRow, DismissChoices, NominateChoices, NomineeRow
from opera_games.turandot.documents import PublicPlayer
from opera_games.turandot.words import SILENT, Director
from opera_tui.games.box import LEFT_RIGHT, Box, Effect, KeyHint, Send, Text
from opera_tui.games.list_box import Line, ListBox
from opera_tui.games.turandot.labels import SHORT, Hand, category, headings, long_effect, sign, signed, singer, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import N_, _, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, column, fit, joined, row

LINES: Final = 5
COLUMN_CELLS: Final = 39


class NominateBox(ListBox):
    """List the players."""

    view: TurandotView

    title = Text(N_("Name a player"))
    tip = "nominate"
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
    def refusal(self) -> Refusal | None:
        return self.choices[self.cursor].refusal

    @property
    def enter_text(self) -> str:
        return _("name {player}").format(player=self.view.who(self._seat))

    def why_shortly(self, refusal: Refusal) -> str:
        return _("you cannot name yourself")

    def hints(self) -> list[KeyHint]:
        name = [KeyHint("enter", pgettext("verb", "name"))] if self.does else []
        keys = " ".join(line.key for line in self.lines() if not line.refusal)
        return [KeyHint(self.glyphs.up_down, _("or {keys}").format(keys=keys)), *name]

    def take(self) -> list[Effect]:
        return [Send(Nominate(self._seat))]

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, Nominate)
        self.go_to([choice.seat for choice in self.choices].index(action.seat))
        return self

    def head(self) -> Row:
        figures = ((_("cast"), 8), (_("money"), 7), (_("scenery"), 11), (_("singers"), 20))
        return headings(("", 3), (_("player"), 17), *figures)

    def lines(self) -> Sequence[Line]:
        return [self._line(choice) for choice in self.choices]

    def _line(self, choice: NomineeRow) -> Line:
        refusal = choice.refusal
        name = column(self.view.name(choice.seat), 14, "quiet" if refusal else "")
        shown = row(Span(self.view.why(refusal), "quiet")) if refusal else self._figures(choice)
        content = row(sign(self.view, choice.seat), " ", name, shown)
        return Line(str(choice.seat + 1), content, refusal, f"seat:{choice.seat}")

    def _figures(self, choice: NomineeRow) -> Row:
        player = self.view.game.players[choice.seat]
        figures = (column(str(choice.cast), 8, "strong"), column(str(player.money), 7))
        return row(*figures, column(str(player.scenery), 11), self._singers(player))

    def _singers(self, player: PublicPlayer) -> Row:
        """Draw how many singers of each category there are: what directors look at."""
        categories = Counter(singer(self.view, card).category for card in player.singers)
        shown = [row(category(self.view, kind, SHORT), f" {number}") for kind, number in categories.items()]
        return joined(shown, Span("  "))

    def below(self) -> list[Row]:
        left = sum(found.state == "left" for found in self.view.game.directors.values())
        # Translators: at most 76 cells.
        text = _("Whoever you name removes one of the {n} directors left, in the open.").format(n=left)
        return [*[EMPTY] * (6 - len(self.choices)), row(" ", Span(text, "quiet"))]


class DismissBox(ListBox):
    """Show what each director adds to every cast as of now."""

    view: TurandotView

    title = Text(N_("Dismiss a director"))
    tip = "dismiss"
    question = Text(N_("You were named: which director goes?"))
    line_cells = COLUMN_CELLS - 1

    def __init__(self, view: TurandotView) -> None:
        super().__init__(view)
        assert isinstance(view.choices, DismissChoices)
        self.choices = view.choices.directors
        self.cursor = max(range(len(self.choices)), key=self._loss_of_others)

    def _loss_of_others(self, place: int) -> float:
        """Return what the best served of the others would lose more than the reader without a director."""
        choice = self.choices[place]
        if choice.refusal:
            return -inf
        gains = [after - before for before, after in choice.casts]
        others = [gain for seat, gain in enumerate(gains) if seat != self.view.me]
        return max(others, default=0) - gains[self.view.me or 0]

    @property
    def _director(self) -> Director:
        return self.choices[self.cursor].director

    asked_topic = "turandot.dismiss"

    @property
    def help_topic(self) -> str:
        return f"turandot.{self._director}"

    @property
    def refusal(self) -> Refusal | None:
        return self.choices[self.cursor].refusal

    @property
    def enter_text(self) -> str:
        return _("dismiss the director {director}").format(director=word(self.glyphs, self._director))

    def why_shortly(self, refusal: Refusal) -> str:
        return _("gone already")

    def hints(self) -> list[KeyHint]:
        dismiss = [KeyHint("enter", _("dismiss"))] if self.does else []
        return [
            KeyHint(
                self.glyphs.up_down + self.glyphs.left_right, _("or 1-{highest}").format(highest=len(self.choices))
            ),
            *dismiss,
        ]

    def take(self) -> list[Effect]:
        return [Send(Dismiss(self._director))]

    def prepare(self, action: Action) -> Box:
        assert isinstance(action, Dismiss)
        self.go_to([choice.director for choice in self.choices].index(action.director))
        return self

    def vary(self, key: str) -> list[Effect] | None:
        """Go to the other column."""
        if key not in LEFT_RIGHT:
            return None
        place = self.cursor + LINES * LEFT_RIGHT[key]
        self.go_to(place if place in range(len(self.choices)) else self.cursor)
        return []

    def place_at(self, row: int, cell: int) -> int:
        return row - 1 + (LINES if cell >= COLUMN_CELLS else 0) if row - 1 in range(LINES) else -1

    def rows(self) -> list[Row]:
        head = fit(row(column("", 15), *(self._title(seat) for seat in self._hands())), COLUMN_CELLS)
        cells = [fit(self.drawn(place, line), COLUMN_CELLS) for place, line in enumerate(self.lines())]
        lines = [row(*cells[line : 2 * LINES : LINES]) for line in range(LINES)]
        return [row(head, head), *lines, EMPTY, *self.below()]

    def lines(self) -> Sequence[Line]:
        """Return a line for each director: `4 traditional  +1   0  -1`."""
        return [self._line(place, choice) for place, choice in enumerate(self.choices)]

    def _line(self, place: int, choice: DirectorRow) -> Line:
        refusal = choice.refusal
        name = column(word(self.glyphs, choice.director), 12, "quiet" if refusal else "")
        figures = row(Span(_("dismissed"), "quiet")) if refusal else row(*self._figures(choice))
        return Line(str(place + 1), row(name, figures), refusal, f"director:{choice.director}")

    def _hands(self) -> list[Hand]:
        return [*self.view.seats, *([SILENT] if self.choices[0].silent else [])]

    def _title(self, seat: Hand) -> Row:
        return row("  ", sign(self.view, seat))

    def _figures(self, choice: DirectorRow) -> list[Span]:
        """Draw what the director would add to every cast."""
        casts = [*choice.casts, *([choice.silent] if choice.silent else [])]
        added = [after - before for before, after in casts]
        return [
            Span(f"{signed(points):>4}", self._role(seat, points))
            for seat, points in zip(self._hands(), added, strict=True)
        ]

    def _role(self, seat: Hand, points: int) -> str:
        """Return how a figure stands out: a gain of the reader's own most, what changes nothing least."""
        if not points:
            return "quiet"
        return "gain" if seat == self.view.me and points > 0 else self.view.own_role(seat)

    def below(self) -> list[Row]:
        director = self._director
        text = _("{director}: {effect}").format(
            director=word(self.glyphs, director), effect=long_effect(self.view, director)
        )
        return [row(" ", Span(text, "quiet"))]
