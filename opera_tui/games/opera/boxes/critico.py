"""The Critico: a city, and a composer staged there whose fame changes."""

from collections.abc import Sequence
from typing import Any, Final

from opera_games.api import Action, Seat
from opera_games.opera import actions
from opera_games.opera.choices import CriticoProspect, CriticoVisit, FameMove, rise
from opera_games.opera.words import City, Composer
from opera_tui.games.box import LEFT_RIGHT, Box, Effect, KeyHint, Send, Text
from opera_tui.games.opera.boxes.role import RoleFace, RolePlay, VisitBox, describe_visit, play_of
from opera_tui.games.opera.labels import name, signed_changed, token
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, beside, filled, row

STEPS: Final = (-2, -1, 1, 2)
MORE: Final = ("plus", "equals_sign", "+")
LESS: Final = ("minus", "underscore", "-")
LADDER_AT: Final = 50


class CriticoBox(VisitBox[CriticoVisit]):
    """Choose the city by ↑↓, composer or none by ←→, the steps by + and -."""

    title = Text(N_("Critico: the city, then the composer"))
    asks = N_("Critico: whose fame changes, and in which city?")
    kind = actions.Critico

    line_cells = LADDER_AT - 2
    """The cursor's row covers the cities only, not the ladder beside them."""

    def __init__(self, view: OperaView, play: RolePlay) -> None:
        self._composers: dict[City, Composer | None] = {}
        """The composer chosen in each city; None for none."""
        self.steps = 1
        super().__init__(view, play)
        for visit in self.visits:
            self._composers[visit.city] = next(iter(visit.composers or ()), None)
        if isinstance(play.best, CriticoProspect) and play.best.composer is not None:
            self._composers[play.best.city] = play.best.composer
            self.steps = play.best.steps
        self._keep_steps_possible()

    @property
    def composer(self) -> Composer | None:
        return self._composers.get(self.city)

    @property
    def pointed(self) -> str:
        return self.composer or ""

    @property
    def tip(self) -> str:
        """Return the advice to lift composers in the reader's great halls only where that is the best he could do."""
        best = self.play.best
        lifted = best.composer if isinstance(best, CriticoProspect) and best.steps > 0 else None
        great = [house.halls[0] for house in self.view.my_player.houses.values()]
        return super().tip if lifted in great else ""

    def _moves(self, composer: Composer) -> dict[str, FameMove]:
        """Return what moving a composer does, by the steps."""
        moves: dict[str, FameMove] = self.play.box.moves[composer]
        return moves

    @property
    def _move(self) -> FameMove | None:
        """Return what moving the chosen composer does."""
        if self.composer is None or self.refusal:
            return None
        return self._moves(self.composer)[str(self.steps)]

    def head(self) -> Row:
        labels = (_("pawn to"), _("composers there"), _("ladder now and then"))
        return row(Span("   {:<10}{:<37}{}".format(*labels), "quiet"))

    def rows(self) -> list[Row]:
        head, *cities = super().rows()
        return [head, *beside(cities, self._ladders(), LADDER_AT), self._countings()]

    def figures(self, visit: CriticoVisit) -> Row:
        if not self._composers:
            return EMPTY
        options = [*(visit.composers or ()), None]
        is_here = visit is self.visit
        return row(*(self._option(one, is_chosen=is_here and one == self.composer) for one in options))

    def _option(self, composer: Composer | None, *, is_chosen: bool) -> Row:
        left, right = self.glyphs.chosen if is_chosen else (" ", " ")
        return row(left, pgettext("composer", "none") if composer is None else token(self.glyphs, composer), right)

    def _ladders(self) -> list[Row]:
        now = self.view.game.ladder
        then = (self._move.ladder if self._move else None) or now
        return [self._rung(now, then, fame) for fame in range(len(now), 0, -1)]

    def _rung(self, now: Sequence[Composer], then: Sequence[Composer], fame: int) -> Row:
        glyphs = self.glyphs
        before, after = now[fame - 1], then[fame - 1]
        steps = fame - 1 - now.index(after)
        mark = glyphs.up_down[0] if steps > 0 else glyphs.up_down[1] if steps < 0 else ""
        return row(
            Span(f"{fame}".join(glyphs.ladder), "gold"),
            " ",
            token(glyphs, before),
            "   ",
            token(glyphs, after, "moved" if steps else ""),
            Span(f" {mark}", "gain" if after == self.composer else "strong"),
        )

    def _countings(self) -> Row:
        label = _(" after the rise  ") if self.view.is_counting_round else _(" if counted now  ")
        parts: list[Any] = [Span(label, "quiet")]
        countings = self._move.counting if self._move else None
        for seat in self.view.seats:
            now = self._counting_now(seat)
            numbers = countings[str(seat)] if countings else (now, now)
            is_own = True if seat == self.view.me else None
            parts += [self.view.sign(seat), " ", signed_changed(self.glyphs, numbers, more_is_better=is_own), "  "]
        return row(*parts)

    def _counting_now(self, seat: Seat) -> int:
        """Return a seat's counting if nobody is moved, which every possible move knows."""
        moves = (move for composer in self.play.box.moves.values() for move in composer.values())
        known = (move.counting[str(seat)][0] for move in moves if move.counting)
        return next(known, self.view.game.players[seat].counting.total)

    @property
    def variants(self) -> str:
        text = _("{arrows} composer  +- steps") if self.composer else _("{arrows} composer")
        return text.format(arrows=self.glyphs.left_right)

    @property
    def enter_text(self) -> str:
        city, budget = name(self.view, self.city), self.budget_change()
        if self.composer is None:
            return _("{city}, nobody moves, budget {budget}").format(city=city, budget=budget)
        text = _("{city}, {composer} {steps}, budget {budget}")
        composer = name(self.view, self.composer)
        return text.format(city=city, composer=composer, steps=steps_text(self.steps), budget=budget)

    def take(self) -> list[Effect]:
        steps = self.steps if self.composer else 0
        return [Send(self.play.action(actions.Critico(self.city, self.composer, steps)))]

    def doubts(self, action: Action) -> list[str]:
        if self.composer is not None:
            return []
        return [_("The Critico would move no composer. Hire him all the same?")]

    def prepare(self, action: Action) -> Box:
        play = play_of(action, actions.Critico)
        self._composers[play.city] = play.composer
        self.steps = play.steps or self.steps
        return super().prepare(action)

    def press(self, key: str) -> list[Effect] | None:
        effects = super().press(key)
        if effects == []:
            self._keep_steps_possible()
        return effects

    def vary(self, key: str) -> list[Effect] | None:
        if key in LEFT_RIGHT and not self.refusal:
            return self._choose_composer(LEFT_RIGHT[key])
        if key in (*MORE, *LESS) and self.composer is not None:
            return self._change_steps(1 if key in MORE else -1)
        return None

    def _choose_composer(self, by: int) -> list[Effect]:
        options = [*(self.visit.composers or ()), None]
        place = options.index(self.composer) + by
        self._composers[self.city] = options[place % len(options)]
        return []

    def _change_steps(self, by: int) -> list[Effect]:
        """Go one step further; where the ladder ends, say so."""
        assert self.composer is not None
        place = STEPS.index(self.steps) + by
        if place not in range(len(STEPS)):
            return []
        refusal = self._moves(self.composer)[str(STEPS[place])].refusal
        if refusal and not self._further(self.composer, place + by):
            return self.refuse(refusal)
        self.steps = STEPS[place] if not refusal else STEPS[place + by]
        return []

    def _further(self, composer: Composer, beyond: int) -> bool:
        """Say whether the steps beyond are possible although these are not."""
        return beyond in range(len(STEPS)) and not self._moves(composer)[str(STEPS[beyond])].refusal

    def _keep_steps_possible(self) -> None:
        """Adapt the steps to a composer that stands too near an end of the ladder for them."""
        if self.composer is None or self.refusal:
            return
        moves = self._moves(self.composer)
        possible = [steps for steps in STEPS if not moves[str(steps)].refusal]
        self.steps = min(possible, key=lambda steps: abs(steps - self.steps))

    def further_hints(self) -> list[KeyHint]:
        steps = [KeyHint("+-", _("steps"))] if self.composer else []
        return [KeyHint(self.glyphs.left_right, _("composer")), *steps]


def _outlook(view: OperaView, could: CriticoProspect) -> Row:
    if could.composer is None or rise(could.counting) <= 0:
        return row(_("no move would help your counting"))
    return filled(
        _("{composer} {steps} in {city}, counting {counting}"),
        composer=name(view, could.composer),
        steps=steps_text(could.steps),
        city=name(view, could.city),
        counting=signed_changed(view.glyphs, could.counting),
    )


def steps_text(steps: int) -> str:
    """Return a text such as `up 2` or `down 1`."""
    return (_("up {steps}") if steps > 0 else _("down {steps}")).format(steps=abs(steps))


def _describe(view: OperaView, play: actions.Critico) -> str:
    where = describe_visit(view, play)
    if not play.composer:
        return where
    text = _("{where}, {composer} {steps:+d}")
    return text.format(where=where, composer=name(view, play.composer), steps=play.steps)


ROLE = RoleFace(CriticoBox, _outlook, _describe)
