"""What lies on the table of Turandot, in sentences: the answers to the questions of one letter."""

from collections.abc import Mapping, Sequence
from typing import Final

from opera_games.turandot.words import SILENT
from opera_tui.games.speech import Fact, listed, named_seat
from opera_tui.games.turandot.labels import (
    POINT_TITLES,
    Hand,
    card_name,
    counted,
    hand_name,
    hands,
    long_effect,
    offer_words,
    part_of_points,
    singer,
    word,
)
from opera_tui.games.turandot.speech.steps import about_card
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import by_number
from opera_tui.look.i18n import N_, _, mark, ngettext


def _face_down(cards: int | None) -> str:
    """Return how many cards lie before a player who has made an offer; else nothing."""
    if cards is None:
        return ""
    return ngettext(", {n} card face down", ", {n} cards face down", cards).format(n=cards)


def standing(view: TurandotView, _words: str) -> Sequence[str]:
    """Say everybody's money, scenery and points, and who has made an offer."""
    told = [
        _("{who}: money {money}, scenery {scenery}, cast {cast}{down}").format(
            who=view.name(seat),
            money=player.money,
            scenery=player.scenery,
            cast=player.points.total,
            down=_face_down(player.down),
        )
        for seat, player in enumerate(view.game.players)
    ]
    return [
        _("Turn {turn} of {turns}; {who} holds Puccini.").format(
            turn=view.game.turn, turns=view.game.turns, who=view.name(view.game.puccini)
        ),
        *(f"{text}." for text in told),
    ]


def mine(view: TurandotView, _words: str) -> Sequence[str]:
    """Say what the player holds."""
    if view.own is None or view.me is None:
        return [_("You watch: you have nothing here.")]
    hand, player = view.own.hand, view.my_player
    text = _("You hold the numbers {first} to {last}, {money} money and the bluff; scenery {scenery}, cast {cast}.")
    made = [_("Your offer: {offer}.").format(offer=offer_words(view.own.offer))] if view.own.offer else []
    return [
        text.format(
            first=hand.numbers[0],
            last=hand.numbers[-1],
            money=hand.money,
            scenery=player.scenery,
            cast=player.points.total,
        ),
        *made,
    ]


def singers(view: TurandotView, words: str) -> Sequence[str]:
    """Say the singers of everybody, or of the player who is named."""
    seat = named_seat(view, words)
    if words and seat is None:
        return [_("Nobody here is called {name}.").format(name=words)]
    return [_hand(view, one) for one in hands(view) if seat in (None, one)]


def _hand(view: TurandotView, seat: Hand) -> str:
    hand = hands(view)[seat]
    found = listed([f"{card_name(view, card)} {singer(view, card).stars}" for card in hand.singers])
    director = _("; director {name}").format(name=word(view.glyphs, hand.director)) if hand.director else ""
    return _("{who}, singers with their stars: {singers}{director}.").format(
        who=hand_name(view, seat), singers=found, director=director
    )


def casts(view: TurandotView, _words: str) -> Sequence[str]:
    """Say the best cast of everybody as of now: each part with its singer, and what the points are for."""
    return [_cast(view, seat) for seat in hands(view)]


def _cast(view: TurandotView, seat: Hand) -> str:
    hand = hands(view)[seat]
    parts = [
        f"{word(view.glyphs, part)} {card_name(view, card)}"
        for part, card in zip(view.game.parts, hand.casting, strict=False)
        if card
    ]
    points = [
        f"{_(POINT_TITLES[part])} {part_of_points(view, part, getattr(hand.points, part))}"
        for part in counted(view, POINT_TITLES)
        if getattr(hand.points, part)
    ]
    text = _("{who}, cast {total}: {parts}; points: {points}.")
    return text.format(who=hand_name(view, seat), total=hand.points.total, parts=listed(parts), points=listed(points))


def directors(view: TurandotView, _words: str) -> Sequence[str]:
    """Say which directors are left, and who has one."""
    left = [
        f"{word(view.glyphs, one)}{mark(':')}{long_effect(view, one)}."
        for one, card in view.game.directors.items()
        if card.state == "left"
    ]
    taken = [
        _("{who} has the director {director}.").format(
            who=hand_name(view, SILENT if card.by == SILENT else card.by), director=word(view.glyphs, one)
        )
        for one, card in view.game.directors.items()
        if card.by is not None
    ]
    number = ngettext("{n} director is left.", "{n} directors are left.", len(left)).format(n=len(left))
    return [number, *left, *taken]


def lineup(view: TurandotView, _words: str) -> Sequence[str]:
    """Say the cards of the line-up."""
    cards = [
        _("Number {number}: {card}.").format(number=number, card=about_card(view, card))
        for number, card in by_number(view.game.lineup)
    ]
    return [*cards, _("In the deck: {n}.").format(n=view.game.deck)]


FACTS: Final[Mapping[str, Fact]] = {
    "b": Fact(N_("standing"), standing),
    "m": Fact(N_("my hand"), mine),
    "h": Fact(N_("singers"), singers),
    "f": Fact(N_("directors"), directors),
    "c": Fact(N_("casts"), casts),
    "o": Fact(N_("line-up"), lineup),
}
