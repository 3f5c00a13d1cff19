"""Fame ladder, offer, staged pieces and the Palazzo."""

from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_games.opera.words import Composer
from opera_tui.games.opera.labels import EPISODES, fame, name, notes, token
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import BLANK, Row, Span, column, row, width


class Columns(NamedTuple):
    """Where the ladder and the columns after the name begin."""

    ladder: int
    century: int
    bonus: int
    offer: int
    staged: int


WIDE: Final = Columns(ladder=0, century=16, bonus=18, offer=25, staged=31)
NARROW: Final = Columns(ladder=1, century=16, bonus=19, offer=24, staged=30)
NARROW_CELLS: Final = 40
WHOLE_ROWS: Final = 9
"""Head, ladder, Palazzo and supply; with fewer rows the last two share one."""


def wide_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw the ladder from the top down, then the Palazzo; in 37 cells."""
    return [*_ladder(view, WIDE, pointed), _palazzo(view, pointed, "  ")]


def narrow_rows(view: OperaView, pointed: str, height: int) -> list[Row]:
    """Draw the same in 40 cells; below it, or beside the Palazzo, supply and discard."""
    ladder = _ladder(view, NARROW, pointed)
    if height >= WHOLE_ROWS:
        return [*ladder, _palazzo(view, pointed, "   "), row(Span(f" {_supply_line(view)}", "quiet"))]
    palazzo = row(*_places(view, pointed), " ")
    return [*ladder, row(palazzo, Span(_short_supply(view, NARROW_CELLS - width(palazzo)), "quiet"))]


def _ladder(view: OperaView, columns: Columns, pointed: str) -> list[Row]:
    return [_head(columns), *(_rung(view, composer, columns, pointed) for composer in reversed(view.game.ladder))]


def _head(columns: Columns) -> Row:
    labels = (
        (columns.ladder, _("fame")),
        (columns.century, _("century")),
        (columns.offer, _("offer")),
        (columns.staged, ""),
    )
    text = ""
    for start, label in labels:
        text = f"{text:<{start}}{label}"
    return row(Span(text + _("staged"), "quiet"))


def _rung(view: OperaView, composer: Composer, columns: Columns, pointed: str) -> Row:
    game, glyphs = view.game, view.glyphs
    bonus = bonus_of(view, composer)
    offer = notes(glyphs, composer, game.offer[composer])
    return row(
        " " * columns.ladder,
        Span(f"{fame(view, composer)}".join(glyphs.ladder), "gold"),
        " ",
        token(glyphs, composer, "moved" if composer == pointed else ""),
        " ",
        column(name(view, composer), columns.bonus - columns.ladder - 7),
        bonus,
        " " * (columns.offer - columns.bonus - width((bonus,))),
        column(offer.text, columns.staged - columns.offer, offer.role),
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
    inside = [Span(_(" Palazzo "), "quiet")]
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
