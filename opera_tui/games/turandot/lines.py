"""Texts around the panels: header, players who decide, the reader's hand; and an action in few words."""

from opera_games.api import Action
from opera_games.turandot.actions import Assign, Dismiss, Nominate, Offer
from opera_games.turandot.documents import Points
from opera_protocol.texts.vocabulary import DECISIONS
from opera_tui.games.turandot.labels import offer_words, signed, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import by_number
from opera_tui.look.i18n import _
from opera_tui.look.rows import BLANK, EMPTY, Row, Span, filled, joined, row, width

WIDE = 120


def header(view: TurandotView, *, wide: bool) -> Row:
    """Draw game, table, turn and Puccini's holder."""
    name = f"  {view.head.name}" if wide else ""
    turns = row(Span(_("  turn "), "quiet"), _track(view.game.turn, view.game.turns))
    holder = view.game.puccini
    return row(Span("TURANDOT", "title"), name, turns, Span("  Puccini ", "quiet"), view.player(holder))


def _track(turn: int, turns: int) -> Row:
    """Draw `1 2 3[4]5 6 7`: the brackets take the place of the blanks around the turn that is played."""
    before, after = range(1, turn), range(turn + 1, turns + 1)
    return row(
        Span(" ".join(map(str, before)), "quiet"),
        Span(f"[{turn}]", "key"),
        Span(" ".join(map(str, after)), "quiet"),
    )


def own_line(view: TurandotView, *, wide: bool) -> Row:
    """Draw the hand and the cast as of now, in the wide layout with the parts of its points; nothing after the end."""
    if view.own is None or view.me is None or view.game.end:
        return EMPTY
    hand, player = view.own.hand, view.my_player
    numbers = _("{first} to {last}").format(first=hand.numbers[0], last=hand.numbers[-1])
    line = row(
        *(" ", Span(_("Your hand"), "title"), f" {numbers}"),
        *(Span(_("  money "), "quiet"), Span(str(hand.money), "gain")),
        _("  bluff"),
        *(Span(_("  scenery "), "quiet"), str(player.scenery)),
        *(Span(_("  cast now "), "quiet"), Span(str(player.points.total), "strong")),
    )
    tails = [f"  ({', '.join(parts)})" for parts in _points(player.points)] if wide else []
    whole = [row(line, Span(tail, "quiet")) for tail in tails]
    return next((one for one in whole if width(one) < WIDE), line)


def _points(points: Points) -> list[list[str]]:
    """Return the parts of the points, and shorter only those that are not 0."""
    parts = [
        (points.stars, _("stars {n}").format(n=points.stars)),
        (points.preferred, _("preferred {n}").format(n=points.preferred)),
        (points.sex, _("sex {n}").format(n=points.sex)),
        (points.scenery, _("scenery {n}").format(n=points.scenery)),
        (points.director, _("director {n}").format(n=signed(points.director))),
    ]
    return [[text for _number, text in parts], [text for number, text in parts if number]]


def waiting_line(view: TurandotView) -> Row:
    """Say which players decide what, or which have won; nothing of a game that was closed."""
    if view.head.state == "abandoned":
        return ()
    if view.game.end:
        return result_line(view)
    waiting = {int(seat): kind for seat, kind in by_number(view.game.waiting)}
    if view.me in waiting:
        return row(_("You decide next: {decision}").format(decision=_(DECISIONS[waiting[view.me]])))
    if len(waiting) == 1:
        seat, kind = next(iter(waiting.items()))
        return filled(_("{who} decides: {decision}"), who=view.player(seat), decision=_(DECISIONS[kind]))
    if not waiting:
        return _between_decisions(view)
    signs = [row(" ", view.sign(seat)) for seat in waiting]
    return row(_("Offers are being made. Still to come:"), *signs)


def _between_decisions(view: TurandotView) -> Row:
    """Say where the turn is while nobody is asked anything: its cards are being given, or it is over."""
    game = view.game
    if game.lacking and game.puccini == view.me:
        return row(_("You hand out what is left"))
    if game.lacking:
        return filled(_("{who} hands out what is left"), who=view.player(game.puccini))
    if game.turn == game.turns:
        return row(_("The last turn is over: the casts are counted"))
    if game.lineup:
        return row(_("Everybody has a card of turn {turn}").format(turn=game.turn))
    return row(_("Turn {turn} is over").format(turn=game.turn))


def ends_level(view: TurandotView) -> bool:
    """Say whether somebody wins alone with no more points than another: stars decide."""
    end = view.game.end
    points = [total for _seat, total in end.ranking] if end else []
    return end is not None and len(end.winners) == 1 and points.count(points[0]) > 1


def result_line(view: TurandotView) -> Row:
    """Say which players have won, alone or together, or that nobody has."""
    winners = view.game.end.winners if view.game.end else ()
    if not winners:
        return row(_("The silent hand has more points than either player: both lose"))
    points = view.game.players[winners[0]].points.total
    if len(winners) == 1:
        text = _("{who} wins with {points} and more stars") if ends_level(view) else _("{who} wins with {points}")
        return filled(text, who=view.player(winners[0]), points=points)
    signs = joined([(view.sign(seat),) for seat in winners], BLANK)
    return filled(_("{who} win together with {points}, equal in stars too"), who=signs, points=points)


def action_text(view: TurandotView, action: Action) -> str:
    """Return a text such as `offer 4 with 2 money` or `dismiss gothic`."""
    match action:
        case Offer():
            return _("offer {offer}").format(offer=offer_words(action))
        case Assign(cards):
            given = _("{number} to {player}")
            texts = [given.format(number=number, player=view.sign(seat).text) for seat, number in cards.items()]
            return _("hand out {cards}").format(cards=", ".join(texts))
        case Nominate(seat):
            return _("name {player}").format(player=view.who(seat))
    assert isinstance(action, Dismiss)
    return _("dismiss the director {director}").format(director=word(view.glyphs, action.director))
