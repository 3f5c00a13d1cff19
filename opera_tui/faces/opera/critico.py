"""The Critico: a city, then perhaps a composer staged there who rises or falls."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_tui.boxes import LEFT, RIGHT, Action, Box, Effect, KeyHint, Send
from opera_tui.faces.opera.box import RolePlay
from opera_tui.faces.opera.names import code, counting_total, name, signed_change
from opera_tui.faces.opera.prospects import steps_text
from opera_tui.faces.opera.visits import Visit, VisitBox
from opera_tui.i18n import _
from opera_tui.rows import EMPTY, Row, Span, beside, row
from opera_tui.table_view import TableView

STEPS: Final = (-2, -1, 1, 2)
MORE: Final = ("plus", "equals_sign", "+")
LESS: Final = ("minus", "underscore", "-")
LADDER_AT: Final = 50
Move = Mapping[str, Any]


class CriticoBox(VisitBox):
    """↑↓ city, ←→ composer or none, + and - the steps."""

    line_cells = LADDER_AT - 2
    """The cursor's row covers the cities only, not the ladder beside them."""

    def __init__(self, view: TableView, play: RolePlay) -> None:
        self._composers: dict[str, str | None] = {}
        """The composer chosen in each city; None for none."""
        self.steps = 1
        super().__init__(view, play)
        for visit in self.visits:
            self._composers[visit["city"]] = next(iter(visit.get("composers", ())), None)
        if play.best and play.best["composer"] is not None:
            self._composers[play.best["city"]] = play.best["composer"]
            self.steps = play.best["steps"]
        self._keep_steps_possible()

    @property
    def title(self) -> str:
        return _("Critico: the city, then the composer")

    @property
    def composer(self) -> str | None:
        return self._composers.get(self.city)

    @property
    def pointed(self) -> str:
        return self.composer or ""

    @property
    def _move(self) -> Move | None:
        """What moving the chosen composer does."""
        if self.composer is None or self.here.refusal:
            return None
        move: Move = self.play.box["moves"][self.composer][str(self.steps)]
        return move

    def head(self) -> Row:
        labels = (_("pawn to"), _("composers there"), _("ladder now and then"))
        return row(Span("   {:<10}{:<37}{}".format(*labels), "quiet"))

    def rows(self) -> list[Row]:
        head, *cities = super().rows()
        return [head, *beside(cities, self._ladders(), LADDER_AT), self._countings()]

    def figures(self, visit: Visit) -> Row:
        if not self._composers:
            return EMPTY
        options = [*visit["composers"], None]
        here = self.composer if visit is self.visit else ""
        return row("".join(self.chosen(self._option(option), option == here) for option in options))

    def _option(self, composer: str | None) -> str:
        return _("none") if composer is None else code(self.view.glyphs, composer)

    def _ladders(self) -> list[Row]:
        now = self.view.game["ladder"]
        then = self._move["ladder"] if self._move else now
        return [self._rung(now, then, fame) for fame in range(len(now), 0, -1)]

    def _rung(self, now: Sequence[str], then: Sequence[str], fame: int) -> Row:
        glyphs = self.view.glyphs
        before, after = now[fame - 1], then[fame - 1]
        steps = fame - 1 - now.index(after)
        mark = glyphs.up_down[0] if steps > 0 else glyphs.up_down[1] if steps < 0 else ""
        role = "own" if after == self.composer and self._move else ""
        return row(f"{fame} {code(glyphs, before)}     ", Span(f"{code(glyphs, after)} {mark}", role))

    def _countings(self) -> Row:
        parts: list[Any] = [Span(_(" if counted now  "), "quiet")]
        for seat in self.view.seats:
            total = counting_total(self.view.game["players"][seat])
            numbers = self._move["counting"][str(seat)] if self._move else (total, total)
            parts += [self.view.sign(seat), f" {signed_change(self.view.glyphs, numbers)}  "]
        return row(*parts)

    @property
    def variants(self) -> str:
        text = _("{arrows} composer  +- steps") if self.composer else _("{arrows} composer")
        return text.format(arrows=self.view.glyphs.left_right)

    @property
    def deed(self) -> str:
        city, budget = name(self.view, self.city), self.budget_change()
        if self.composer is None:
            return _("{city}, nobody moves, budget {budget}").format(city=city, budget=budget)
        text = _("{city}, {composer} {steps}, budget {budget}")
        composer = name(self.view, self.composer)
        return text.format(city=city, composer=composer, steps=steps_text(self.steps), budget=budget)

    def take(self) -> list[Effect]:
        steps = self.steps if self.composer else 0
        return [Send(self.play.action(city=self.city, composer=self.composer, steps=steps))]

    def prepare(self, action: Action) -> Box:
        self._composers[action["city"]] = action["composer"]
        self.steps = action["steps"] or self.steps
        return super().prepare(action)

    def press(self, key: str) -> list[Effect] | None:
        effects = super().press(key)
        if effects == []:
            self._keep_steps_possible()
        return effects

    def vary(self, key: str) -> list[Effect] | None:
        if key in (*LEFT, *RIGHT) and not self.here.refusal:
            return self._choose_composer(1 if key in RIGHT else -1)
        if key in (*MORE, *LESS) and self.composer is not None:
            return self._change_steps(1 if key in MORE else -1)
        return None

    def _choose_composer(self, by: int) -> list[Effect]:
        options = [*self.visit["composers"], None]
        place = options.index(self.composer) + by
        self._composers[self.city] = options[place % len(options)]
        return []

    def _change_steps(self, by: int) -> list[Effect]:
        """One step further; where the ladder ends, a sentence says so."""
        assert self.composer is not None
        place = STEPS.index(self.steps) + by
        if place not in range(len(STEPS)):
            return []
        refusal = self.play.box["moves"][self.composer][str(STEPS[place])].get("refusal")
        if refusal and not self._further(place, by):
            return self.refuse(refusal)
        self.steps = STEPS[place] if not refusal else STEPS[place + by]
        return []

    def _further(self, place: int, by: int) -> bool:
        """Whether the steps beyond are possible although these are not."""
        beyond = place + by
        moves = self.play.box["moves"][self.composer]
        return beyond in range(len(STEPS)) and "refusal" not in moves[str(STEPS[beyond])]

    def _keep_steps_possible(self) -> None:
        """Another composer may stand too near an end of the ladder for the steps chosen."""
        if self.composer is None or self.here.refusal:
            return
        moves = self.play.box["moves"][self.composer]
        possible = [steps for steps in STEPS if "refusal" not in moves[str(steps)]]
        self.steps = min(possible, key=lambda steps: abs(steps - self.steps))

    def further_hints(self) -> list[KeyHint]:
        steps = [KeyHint("+-", _("steps"))] if self.composer else []
        return [KeyHint(self.view.glyphs.left_right, _("composer")), *steps]
