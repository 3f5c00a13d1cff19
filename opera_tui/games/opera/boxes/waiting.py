"""While others decide: what was sealed, what comes next, what happened since the last decision."""

from collections.abc import Sequence
from itertools import takewhile

from opera_games.api import Seat
from opera_games.opera.events import RoundEnded
from opera_games.opera.words import EMPLOYEES
from opera_tui.games.box import MOST_ROWS
from opera_tui.games.opera.labels import name, names, signs
from opera_tui.games.opera.lines import waiting_line
from opera_tui.games.opera.turns import OperaTelling, received
from opera_tui.games.opera.view import OperaView
from opera_tui.games.reveal_box import WaitingBox
from opera_tui.games.telling import ToldTurn
from opera_tui.games.view import AnyLine
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.rows import Row, Span, filled, row


class OperaWaitingBox(WaitingBox):
    """Say what comes next for the reader, and what happened since the last decision."""

    view: OperaView

    help_topic = "opera.waiting"
    telling = OperaTelling()

    @property
    def is_waiting(self) -> bool:
        return super().is_waiting and self.view.game.phase != "done"

    def __init__(self, view: OperaView, since: Sequence[AnyLine]) -> None:
        super().__init__(view, since)
        self._received = received(view, since)
        self._is_round_over = bool(since) and isinstance(since[-1], RoundEnded)

    @property
    def news(self) -> list[ToldTurn]:
        return [*self.turns, *map(ToldTurn, self._received)]

    @property
    def question(self) -> str:
        """Return what the prompt line says at the end of a round: the table is ready for the next one already."""
        game = self.view.game
        if not self._is_round_over or game.phase == "done" or self.view.waiting:
            return ""
        if game.round == game.rounds:
            return _("END OF ROUND {round}  the last counting follows").format(round=game.round)
        if game.round in game.countings:
            text = _("END OF ROUND {round}  new offer, all roles are back; a counting follows")
        else:
            text = _("END OF ROUND {round}  new offer, all roles are back")
        return text.format(round=game.round)

    def rows(self) -> list[Row]:
        asked = row(self.question) or waiting_line(self.view)
        rows = [row(" ", asked)] if asked else []
        comes = self._what_comes() if self.is_waiting and self.view.waiting else ()
        rows += [row(" ", comes)] if comes else []
        moves = self.moves(MOST_ROWS - len(rows) - 1)
        title = _("Lately:") if self.view.me is None else _("Since your last decision:")
        return [*rows, row(Span(f" {title}", "quiet")), *moves] if moves else rows

    def _what_comes(self) -> Row:
        game, player = self.view.game, self.view.my_player
        if game.phase == "bid":
            return row(_("When all have bid, the bids are revealed and paid."))
        if self.view.me in game.queue:
            return self._queued(game.queue)
        if player.closed:
            return row(_("You have closed: for you this round goes on with the income."))
        if player.hired >= game.role_limit:
            text = ngettext(
                "You have hired {n} role, the most in a round.",
                "You have hired {n} roles, the most in a round.",
                player.hired,
            )
            return row(text.format(n=player.hired))
        if self._is_passed_over:
            text = _("You are not asked about {role:object}: you could do nothing, or not pay.")
            return row(text.format(role=name(self.view, game.playing or "")))
        return self._initiative(player.level)

    @property
    def _is_passed_over(self) -> bool:
        """Say whether others are asked about an employee, and the reader neither was nor will be."""
        game, me = self.view.game, self.view.me
        if game.playing not in EMPLOYEES or "join" not in game.waiting.values():
            return False
        return game.takers.get(game.playing) != me and str(me) not in game.answers

    def _queued(self, queue: Sequence[Seat]) -> Row:
        before = [*takewhile(lambda seat: seat != self.view.me, queue)]
        asked = (
            filled(_("You are asked after {who}"), who=signs(self.view, before)) if before else _("You are asked next")
        )
        return row(asked, self._condition(len(self.view.waiting) + len(before)), ".")

    def _condition(self, ahead: int) -> str:
        """Say what the question depends on if players who answer before could leave nothing to do; else nothing."""
        game = self.view.game
        if game.playing == "signora" and game.palazzo_places - len(game.palazzo) <= ahead:
            return _(", if the Palazzo still has room")
        copies = [game.parts[part] for part in self.view.allowed_parts(self.view.me)]
        if game.playing == "architetto" and max(copies, default=0) <= ahead:
            return _(", if a part is left for you")
        return ""

    @property
    def _can_build(self) -> bool:
        """Say whether a part is left that the reader's houses allow, whatever it costs."""
        return any(self.view.game.parts[part] for part in self.view.allowed_parts(self.view.me))

    def _initiative(self, level: int) -> Row:
        game = self.view.game
        if not game.roles:
            return row(_("No role is left to hire."))
        payable = [role for role in game.roles if game.fees[role] <= level]
        payable = [role for role in payable if role != "architetto" or self._can_build] or payable
        if not payable:
            return row(_("Your level {level} pays for none of the roles left.").format(level=level))
        if len(payable) == len(game.roles):
            return row(_("Your level {level} pays for each of the roles left.").format(level=level))
        return row(_("Level {level} pays for one of {roles}.").format(level=level, roles=names(self.view, payable)))
