"""The Impresario in words: buying, arranging for a goal, and single moves, each with its effect read back.

`buy verdi`, `arrange income`, `verdi to wien great`, `swap wien great with paris 2`, `as it was`, and `done` to send.
"""

from collections.abc import Callable, Sequence
from copy import deepcopy
from typing import Final

from opera_games.api import Action, Refusal
from opera_games.opera.actions import Impresario
from opera_games.opera.choices import OfferedPiece
from opera_games.opera.texts import WORDS
from opera_games.opera.words import COMPOSERS, MOST_THINGS, PIECES, Piece
from opera_tui.games.opera.boxes.layout_draft import STOCK, Arrangement, Halls, Slot
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.labels import name
from opera_tui.games.opera.speech.roles import passing
from opera_tui.games.opera.view import OperaView
from opera_tui.games.speech import AskLayout, Option, Step, Unclear, Words, both, listed, phrases
from opera_tui.games.view import refusal_of
from opera_tui.look.i18n import N_, _, mark, ngettext

QUESTION: Final = N_("Impresario: what do you buy, and what goes where?")
GREAT: Final = 0
"""The place of the great hall in a house."""


def step(view: OperaView, play: RolePlay) -> Step:
    """Begin with the houses as they are."""
    assert view.own is not None
    houses = {city: house.halls for city, house in view.my_player.houses.items()}
    return Arranging(view, play, Arrangement(houses, view.own.stock)).step()


class Arranging:
    """What is bought and placed so far, and the words that change it.

    A change is made to a copy: a line that turns out to mean nothing has changed nothing, and going back is possible.
    """

    def __init__(self, view: OperaView, play: RolePlay, draft: Arrangement) -> None:
        self._view = view
        self._play = play
        self._draft = draft

    def step(self) -> Step:
        """Return the step as the draft stands now."""
        moves = [self._option(piece, slot) for piece in self._pieces() for slot in self._places()]
        question = self._play.question(self._view, QUESTION)
        options = [*self._purchases(), *self._goals(), *self._commands(), *passing(self._play), *moves]
        return Step(question, options, self._action(), self._status(), self._also())

    def _also(self) -> str:
        """Say what can be typed besides, with an example that is possible."""
        piece, great = next(iter(self._pieces()), None), next(iter(self._draft.hall_slots()), None)
        if piece is None or great is None:
            return _("You can also type: give back, which undoes a purchase; as it was, which undoes all")
        text = _(
            "You can also say what goes where, such as {piece} to {city} great; swap and two places changes what is "
            "there, give back and a composer undoes a purchase, as it was undoes all"
        )
        return text.format(piece=name(self._view, piece), city=name(self._view, great.city))

    def _action(self) -> Action:
        layout = self._draft.layout() if self._draft.has_new_layout else None
        return self._play.action(Impresario(tuple(self._draft.buy), layout))

    def _changing(self, change: Callable[[Arrangement, Words], object]) -> Callable[[Words], Step]:
        def changed(words: Words) -> Step:
            draft = deepcopy(self._draft)
            change(draft, words)
            return Arranging(self._view, self._play, draft).step()

        return changed

    def _purchases(self) -> list[Option]:
        offered: Sequence[OfferedPiece] = self._play.box.rows
        return [self._purchase(one) for one in offered]

    def _purchase(self, offered: OfferedPiece) -> Option:
        composer = name(self._view, offered.composer)
        left = offered.left - self._draft.buy.count(offered.composer)
        refusal = offered.refusal or self._refusal_now(offered)
        why = self._view.why(refusal) if refusal else ""
        ducats = ngettext("{n} ducat", "{n} ducats", offered.price).format(n=offered.price)
        text = _("buy {composer} for {ducats}, {left} offered").format(composer=composer, ducats=ducats, left=left)
        buy = self._changing(lambda draft, _words: draft.add_purchase(offered.composer))
        said = phrases(N_("buy {composer}"), composer=both(WORDS[offered.composer]))
        return Option(said, buy, text, refusal=why)

    def _refusal_now(self, offered: OfferedPiece) -> Refusal | None:
        """Return why a piece cannot be bought besides those that are bought already."""
        assert self._view.own is not None
        prices = {one.composer: one.price for one in self._play.box.rows}
        price = sum(prices[one] for one in self._draft.buy) + offered.price
        if len(self._draft.buy) == MOST_THINGS:
            return refusal_of("too_many", most=MOST_THINGS)
        if self._draft.buy.count(offered.composer) == offered.left:
            return refusal_of("not_offered", composer=offered.composer, left=offered.left)
        if self._play.level_after(len(self._draft.buy) + 1) is None:
            level = self._view.my_player.level
            return refusal_of("level_short", cost=len(self._draft.buy) + 1, level=level)
        if price > self._view.own.ducats:
            return refusal_of("ducats_short", price=price, ducats=self._view.own.ducats)
        return None

    def _goals(self) -> list[Option]:
        texts = {
            "income": ([N_("arrange income")], _("arrange all your pieces for most income")),
            "counting": (
                [N_("arrange counting"), N_("arrange points")],
                _("arrange all your pieces for most points at the counting"),
            ),
        }
        return [
            Option(phrases(*said), AskLayout(list(self._draft.buy), goal, self._take), text)
            for goal, (said, text) in texts.items()
        ]

    def _take(self, layout: Halls) -> Step:
        return self._changing(lambda draft, _words: draft.take(layout))(Words(""))

    def _commands(self) -> list[Option]:
        done = Option(phrases(N_("done")), self._action(), _("done: send it as it stands"))
        back = Option(phrases(N_("give back")), self._changing(self._give_back))
        reset = Option(phrases(N_("as it was")), self._changing(lambda draft, _words: draft.reset()))
        swap = Option(phrases(N_("swap")), self._changing(self._swap))
        return [done, back, reset, swap]

    def _give_back(self, draft: Arrangement, words: Words) -> None:
        """Give back the purchase that is named, else the last one."""
        bought_first = sorted(COMPOSERS, key=lambda one: one not in draft.buy)
        named = next((one for one in bought_first if words.has(*both(WORDS[one]))), None)
        if not draft.buy:
            raise Unclear(_("You have bought nothing."))
        if named and named not in draft.buy:
            raise Unclear(_("You have not bought {composer}.").format(composer=name(self._view, named)))
        draft.give_back(named)

    def _pieces(self) -> list[Piece]:
        """Return the kinds of pieces that the player has, or has bought."""
        staged = [piece for halls in self._draft.houses.values() for piece in halls]
        return [piece for piece in PIECES if piece in self._draft.stock or piece in staged]

    def _places(self) -> list[Slot]:
        return [*self._draft.hall_slots(), Slot(STOCK, len(self._draft.stock))]

    def _phrases(self, slot: Slot) -> tuple[str, ...]:
        """Return the names of a place: `wien great`, `wien 2`, `stock`."""
        if slot.where == STOCK:
            return phrases(N_("stock"))
        city, hall = name(self._view, slot.city), slot.spot + 1
        names = (N_("{city} great"), N_("{city} great hall")) if slot.spot == GREAT else (N_("{city} hall {hall}"),)
        return phrases(*names, N_("{city} {hall}"), city=city, hall=hall)

    def _option(self, piece: Piece, slot: Slot) -> Option:
        said = tuple(f"{word} {place}" for word in both(WORDS[piece]) for place in self._phrases(slot))
        return Option(said, self._changing(lambda draft, _words: _move(draft, piece, slot)))

    def _swap(self, draft: Arrangement, words: Words) -> None:
        """Read two places, named as such or by what stands there, and let their contents change places."""
        places = {self._phrases(slot): slot for slot in self._places()}
        for slot in self._draft.hall_slots():
            if (piece := self._draft.at(slot)) is not None:
                places.setdefault(both(WORDS[piece]), slot)
        options = [Option(said, self._action()) for said in places]
        if not words.left:
            raise Unclear(_("Swap what with what? For example: swap wien great with paris great."))
        draft.swap(places[words.take(options).phrases], places[words.take(options).phrases])

    def _status(self) -> str:
        """Say what stands where now."""
        houses = [self._house(slot) for slot in self._draft.hall_slots() if slot.spot == GREAT]
        stock = _("in stock: {pieces}").format(pieces=counted(self._view, self._draft.stock))
        return mark(";").join([*houses, stock])

    def _house(self, great: Slot) -> str:
        return halls_text(self._view, great.city, self._draft.houses[great.city])


def _move(draft: Arrangement, piece: Piece, slot: Slot) -> None:
    """Put a piece there, from the stock if it is there, else from a hall; what stood there changes places."""
    stock = [Slot(STOCK, place) for place, one in enumerate(draft.stock) if one == piece]
    halls = [hall for hall in draft.hall_slots() if draft.at(hall) == piece]
    if slot.where == STOCK:
        stock = []
    source = next((one for one in (*stock, *halls) if one != slot), None)
    if source is not None and draft.at(slot) != piece:
        draft.swap(source, slot)


def halls_text(view: OperaView, city: str, halls: Sequence[Piece | None]) -> str:
    """Return `Wien: great hall Verdi, hall 2 empty`."""
    texts = [
        (_("great hall {piece}") if spot == GREAT else _("hall {hall} {piece}")).format(
            hall=spot + 1, piece=name(view, piece) if piece else _("empty")
        )
        for spot, piece in enumerate(halls)
    ]
    return f"{name(view, city)}{mark(':')}{listed(texts)}"


def counted(view: OperaView, pieces: Sequence[Piece]) -> str:
    """Return `2 Verdi, 1 Mozart`."""
    return listed([f"{pieces.count(piece)} {name(view, piece)}" for piece in PIECES if piece in pieces])
