"""Fame ladder, offer, staged pieces and the Palazzo."""

from typing import Final, NamedTuple

from opera_games.opera.words import Composer
from opera_tui.games.opera.labels import code, fame, name
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row, width


class Columns(NamedTuple):
    """Where the columns after the name begin."""

    century: int
    bonus: int
    offer: int
    staged: int


WIDE: Final = Columns(century=16, bonus=18, offer=25, staged=31)
NARROW: Final = Columns(century=16, bonus=19, offer=24, staged=30)


def wide_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw the ladder from the top down, then the Palazzo; in 37 cells."""
    game = view.game
    filled = _("{number} of {places}").format(number=len(game.palazzo), places=game.palazzo_places)
    return [*_ladder(view, WIDE, pointed), row(*_palazzo(view, pointed), f"  {filled}")]


def narrow_rows(view: OperaView, pointed: str) -> list[Row]:
    """Draw the same in 40 cells, with the supply beside the Palazzo."""
    palazzo = row(*_palazzo(view, pointed))
    return [*_ladder(view, NARROW, pointed), row(palazzo, Span(_short_supply(view, 40 - width(palazzo)), "quiet"))]


def _ladder(view: OperaView, columns: Columns, pointed: str) -> list[Row]:
    return [_head(columns), *(_rung(view, composer, columns, pointed) for composer in reversed(view.game.ladder))]


def _head(columns: Columns) -> Row:
    labels = ((1, _("fame")), (columns.century, _("century")), (columns.offer, _("offer")), (columns.staged, ""))
    text = ""
    for start, label in labels:
        text = f"{text:<{start}}{label}"
    return row(Span(text + _("staged"), "quiet"))


def _rung(view: OperaView, composer: Composer, columns: Columns, pointed: str) -> Row:
    game, glyphs = view.game, view.glyphs
    underline = "moved" if composer == pointed else ""
    bonus = bonus_of(view, composer)
    staged = f"{game.staged[composer]:>2}"
    rises = f" {glyphs.rises}" if composer in game.rising else ""
    return row(
        f" {fame(view, composer):>2} ",
        Span(code(glyphs, composer), f"strong {underline}".strip()),
        " ",
        column(name(view, composer), columns.bonus - 7, "own" if bonus.role == "own" else ""),
        column(bonus.text, columns.offer - columns.bonus, bonus.role),
        column(glyphs.notes(game.offer[composer]), columns.staged - columns.offer),
        staged,
        Span(rises, "strong"),
    )


def bonus_of(view: OperaView, composer: Composer) -> Span:
    """Return `+3` for a composer of the century who has still to be counted: the one of this episode stands out."""
    game = view.game
    if composer not in game.century:
        return Span("")
    episode = game.century.index(composer) + 1
    if episode < game.episode or game.phase == "done":
        return Span("")
    return Span(f"+{episode}", "own" if episode == game.episode else "")


def _palazzo(view: OperaView, pointed: str) -> list[Span]:
    game, glyphs = view.game, view.glyphs
    inside = [Span(_(" Palazzo "), "quiet")]
    for place in range(game.palazzo_places):
        piece = game.palazzo[place] if place < len(game.palazzo) else None
        role = "strong moved" if piece and piece == pointed else "strong"
        inside += [Span(code(glyphs, piece), role), Span(" ")]
    return inside


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
