"""Drawing pieces from the supply and filling the offer.

The last piece of `supply` is the one drawn next. Before a shuffle pieces are sorted by composer, in the order
of the rules. The supply is shuffled again only when pieces set aside return to it.
"""

from collections.abc import Iterable

from opera_games.opera.events import OfferFilled
from opera_games.opera.words import COMPOSERS, EPISODES, OFFER_SIZE, OFFERED_PER_COMPOSER, Composer
from opera_rules.api import Log
from opera_rules.chance import Chance
from opera_rules.opera.state import Game, no_pieces


class Drawing:
    """Draws pieces one after the other; `put_down` stores the supply in the game again."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.chance = Chance(game.seed, game.draws)
        self.pile = list(game.supply)
        self.aside: list[Composer] = []
        self.reshuffled = False

    def draw(self) -> Composer | None:
        """Draw the next piece; an empty supply is refilled from the discard pile; None when both are empty."""
        if not self.pile:
            self.pile = self.chance.shuffled(_listed(self.game.discard))
            self.game.discard = no_pieces()
            self.reshuffled = self.reshuffled or bool(self.pile)
        return self.pile.pop() if self.pile else None

    def put_down(self) -> None:
        """Store the supply in the game, the pieces set aside shuffled into it."""
        if self.aside:
            self.pile = self.chance.shuffled(_listed(_counted([*self.pile, *self.aside])))
        self.game.supply = tuple(self.pile)
        self.game.draws = self.chance.draws


def fill_offer(game: Game, log: Log, *, discards_surplus: bool) -> None:
    """Draw a new offer, at most three pieces per composer (two with two players).

    The surplus goes back into the supply, or to the discard pile.
    """
    players = len(game.players)
    offer = no_pieces()
    drawing = Drawing(game)
    missing = OFFER_SIZE[players]
    while missing and (composer := drawing.draw()):
        if offer[composer] < OFFERED_PER_COMPOSER[players]:
            offer[composer] += 1
            missing -= 1
        else:
            drawing.aside.append(composer)
    surplus = _counted(drawing.aside)
    if discards_surplus:
        game.put_on_discard(drawing.aside)
        drawing.aside = []
    drawing.put_down()
    game.offer = offer
    log.append(OfferFilled(_present(offer), _present(surplus), drawing.reshuffled))


def draw_century(game: Game) -> tuple[Composer, ...]:
    """Take three pieces of different composers from the supply for good; others drawn meanwhile go back."""
    drawing = Drawing(game)
    century: list[Composer] = []
    while len(century) < EPISODES:
        composer = drawing.draw()
        assert composer is not None
        (drawing.aside if composer in century else century).append(composer)
    drawing.put_down()
    return tuple(century)


def _counted(pieces: Iterable[Composer]) -> dict[Composer, int]:
    counts = no_pieces()
    for composer in pieces:
        counts[composer] += 1
    return counts


def _listed(counts: dict[Composer, int]) -> list[Composer]:
    return [composer for composer in COMPOSERS for _ in range(counts[composer])]


def _present(counts: dict[Composer, int]) -> dict[Composer, int]:
    return {composer: number for composer, number in counts.items() if number}
