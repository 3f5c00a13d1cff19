"""The bids of each round side by side, and what of them was not needed."""

from typing import NamedTuple

from opera_games.opera.events import BidsRevealed
from opera_tui.booklet.charts import Bid, side_by_side
from opera_tui.booklet.elements import Content, Element
from opera_tui.booklet.parts import Line, chapter, figure, heads_of, paragraph, table
from opera_tui.games.opera.view import OperaView
from opera_tui.games.played import Played
from opera_tui.look.i18n import _, pgettext


class Made(NamedTuple):
    """A bid: its amount, the level that it led to, and how much of it was left at the round's end."""

    amount: int
    level: int
    spare: int


def page(game: Played[OperaView]) -> Element:
    rounds = made(game)
    title = _("Bids")
    bars = [
        (step, [Bid(player, bid.amount - bid.spare, bid.spare) for player, bid in zip(game.players, bids, strict=True)])
        for step, bids in zip(game.steps, rounds, strict=True)
    ]
    note = _(
        "Each bid in ducats, the level it led to, and how many of its levels were still there when the round ended: "
        "so much of it was not needed in that round. Levels stay, and the next round began with them."
    )
    drawn = figure(side_by_side(bars, title))
    return chapter("bids", title, paragraph(note), drawn, _table(game, rounds), role="page")


def made(game: Played[OperaView]) -> list[list[Made]]:
    """Return the bids of all seats, round by round."""
    revealed = [event for event in game.log if isinstance(event, BidsRevealed)]
    return [
        [
            Made(event.bids[seat], event.levels[seat], min(event.bids[seat], after[seat].game.players[seat].level))
            for seat in game.end.seats
        ]
        for event, after in zip(revealed, game.rounds, strict=True)
    ]


def _table(game: Played[OperaView], rounds: list[list[Made]]) -> Element:
    """Show bid, level and rest for each player."""
    lines = [
        Line(step, [str(figure) for bid in bids for figure in bid])
        for step, bids in zip(game.steps, rounds, strict=True)
    ]
    sums = [(sum(bid.amount for bid in own), "", sum(bid.spare for bid in own)) for own in zip(*rounds, strict=True)]
    foot = Line(_("together"), [str(figure) for own in sums for figure in own])
    heads: list[Content] = [pgettext("noun", "bid"), _("level"), _("not needed")] * len(game.players)
    return table("bids-made", heads, lines, corner=_("round"), foot=foot, groups=heads_of(game.players))
