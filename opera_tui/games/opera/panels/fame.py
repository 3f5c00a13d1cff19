"""Fame ladder, offer, staged pieces and the Palazzo."""

from typing import Final, NamedTuple

from opera_games.opera.words import Composer
from opera_tui.games.opera.labels import code, fame, name
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _
from opera_tui.look.rows import Row, Span, column, row


class Columns(NamedTuple):
    """Where the columns after the name begin."""

    century: int
    bonus: int
    offer: int
    staged: int


WIDE: Final = Columns(century=16, bonus=18, offer=25, staged=31)
NARROW: Final = Columns(century=16, bonus=19, offer=24, staged=30)


def fame_rows(view: OperaView, columns: Columns, pointed: str) -> list[Row]:
    """Draw the ladder from the top down, then the Palazzo; in 37 cells."""
    ladder = view.game.ladder
    rungs = [_rung(view, composer, columns, pointed) for composer in reversed(ladder)]
    return [_head(columns), *rungs, _palazzo(view, pointed)]


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
        column(name(view, composer), columns.bonus - 7, "own" if bonus else ""),
        column(bonus, columns.offer - columns.bonus, "strong"),
        column(glyphs.notes(game.offer[composer]), columns.staged - columns.offer),
        staged,
        Span(rises, "strong"),
    )


def bonus_of(view: OperaView, composer: Composer) -> str:
    """Return `+3` for the composer of the century, else nothing."""
    episode = view.game.episode
    return f"+{episode}" if view.game.century[episode - 1] == composer else ""


def _palazzo(view: OperaView, pointed: str) -> Row:
    game, glyphs = view.game, view.glyphs
    places = game.palazzo_places
    inside = []
    for place in range(places):
        piece = game.palazzo[place] if place < len(game.palazzo) else None
        role = "strong moved" if piece and piece == pointed else "strong"
        inside += [Span(code(glyphs, piece), role), Span(" ")]
    filled = _("{number} of {places}").format(number=len(game.palazzo), places=places)
    return row(Span(_(" Palazzo  "), "quiet"), *inside, f"  {filled}")


def supply_note(view: OperaView) -> str:
    """Return how many pieces are still to come, and how many lie on the discard pile."""
    supply, discard = view.game.supply, sum(view.game.discard.values())
    note = _("supply {supply} · discard {discard}").format(supply=supply, discard=discard)
    return view.glyphs.say(note)
