"""Fame ladder, offer, staged pieces and the Palazzo."""

from typing import Final

from rich.cells import cell_len

from opera_games.opera.words import Composer
from opera_tui.games.opera.labels import EPISODES, fame, name, notes, token
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import NP_, _
from opera_tui.look.rows import BLANK, Row, Span, column, fit, row, width

BONUS_AT: Final = 19
OFFER_AT: Final = 24
STAGED_AT: Final = 30
HEAD: Final = (
    (1, NP_("14 cells", "fame")),
    (16, NP_("7 cells", "century")),
    (OFFER_AT, NP_("5 cells", "offer")),
    (STAGED_AT, NP_("6 cells", "staged")),
)
"""Where the columns begin; the ladder keeps a cell off the frame, which is made of bars in ASCII, too."""
NAME_CELLS: Final = 11
NARROW_CELLS: Final = 40
WHOLE_ROWS: Final = 9
"""Head, ladder, Palazzo and supply; with fewer rows the last two share one."""


def wide_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw the ladder from the top down, then the Palazzo; in 37 cells."""
    return [*_ladder(view, pointed), _palazzo(view, pointed, "  ")]


def narrow_rows(view: OperaView, pointed: str, height: int) -> list[Row]:
    """Draw the same in 40 cells; below it, or beside the Palazzo, supply and discard."""
    ladder = _ladder(view, pointed)
    if height >= WHOLE_ROWS:
        return [*ladder, _palazzo(view, pointed, "   "), row(Span(f" {_supply_line(view)}", "quiet"))]
    palazzo = row(*_places(view, pointed), " ")
    return [*ladder, row(palazzo, Span(_short_supply(view, NARROW_CELLS - width(palazzo)), "quiet"))]


def _ladder(view: OperaView, pointed: str) -> list[Row]:
    return [_head(), *(_rung(view, composer, pointed) for composer in reversed(view.game.ladder))]


def _head() -> Row:
    text = ""
    for start, label in HEAD:
        text = f"{text:<{start}}{_(label)}"
    return row(Span(text, "quiet"))


def _rung(view: OperaView, composer: Composer, pointed: str) -> Row:
    game, glyphs = view.game, view.glyphs
    return row(
        " ",
        Span(f"{fame(view, composer)}".join(glyphs.ladder), "gold"),
        " ",
        token(glyphs, composer, "moved" if composer == pointed else ""),
        " ",
        column(name(view, composer), NAME_CELLS),
        fit(row(bonus_of(view, composer)), OFFER_AT - BONUS_AT),
        fit(row(notes(glyphs, composer, game.offer[composer])), STAGED_AT - OFFER_AT),
        f"{game.staged[composer]:>2}",
        Span(f" {glyphs.rises}" if composer in game.rising else "", "gain"),
    )


def bonus_of(view: OperaView, composer: Composer) -> Span:
    """Return `+3` for a composer of the century: the one that counts next is filled, one that has counted is quiet."""
    game = view.game
    if composer not in game.century:
        return Span("")
    episode = game.century.index(composer) + 1
    if episode < game.episode or game.phase == "done":
        return Span(f"+{episode}", "quiet")
    return Span(f"+{episode}", "value" if episode == game.episode else "")


def _palazzo(view: OperaView, pointed: str, gap: str) -> Row:
    """Draw the places of the Palazzo, and how many of them are taken."""
    game = view.game
    taken = _("{number} of {places}").format(number=len(game.palazzo), places=game.palazzo_places)
    return row(*_places(view, pointed), gap, taken)


def _places(view: OperaView, pointed: str) -> list[Span]:
    game, glyphs = view.game, view.glyphs
    inside = [Span(" Palazzo ", "quiet")]
    for place in range(game.palazzo_places):
        piece = game.palazzo[place] if place < len(game.palazzo) else None
        inside += [BLANK, token(glyphs, piece, "moved" if piece and piece == pointed else "")]
    return inside


def _supply_line(view: OperaView) -> str:
    """Return supply, discard and the name of the episode; that name is left out where there is no room."""
    episode = view.glyphs.say(f" · {_(EPISODES[view.game.episode - 1])}")
    note = supply_note(view)
    return note + episode if cell_len(note + episode) < NARROW_CELLS else note


def _short_supply(view: OperaView, cells: int) -> str:
    """Return the supply as `supply_note` does, shortened until it fits."""
    supply, discard = view.game.supply, sum(view.game.discard.values())
    wordings = (_("supply {supply}, discard {discard}"), _("supply {supply}, disc. {discard}"), "{supply}, {discard}")
    notes = [wording.format(supply=supply, discard=discard) for wording in wordings]
    return next((note for note in notes if len(note) <= cells), "")


def supply_note(view: OperaView) -> str:
    """Return how many pieces are still to come, and how many lie on the discard pile."""
    supply, discard = view.game.supply, sum(view.game.discard.values())
    note = _("supply {supply} · discard {discard}").format(supply=supply, discard=discard)
    return view.glyphs.say(note)
