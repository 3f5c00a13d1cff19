"""The line-up: the cards to be had this turn, and what each would bring to the reader's cast."""

from collections.abc import Mapping

from opera_games.api import Change, Refusal
from opera_games.turandot.choices import AssignChoices, GivenRow, NumberRow, OfferChoices
from opera_tui.games.turandot.labels import (
    card_name,
    change,
    effect,
    hands,
    headings,
    is_director,
    sign,
    singer,
    why_no_helper,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import by_number
from opera_tui.look.i18n import _
from opera_tui.look.rows import EMPTY, Row, Span, also, column, row

Figures = NumberRow | GivenRow


def lineup(view: TurandotView, pointed: str, *, wide: bool) -> list[Row]:
    """Draw singers, in turn 4 directors; below them money alone."""
    cards = view.game.lineup
    if not cards:
        return [EMPTY, row("  ", Span(_no_cards(view), "quiet"))]
    figures = _figures_of(view)
    if is_director(view, next(iter(cards.values()))):
        head, *rows = _directors(view, figures)
    else:
        head, *rows = _singers(view, figures, wide=wide)
    numbers = [number for number, _card in by_number(cards)]
    shown = [also(line, "moved") if number == pointed else line for number, line in zip(numbers, rows, strict=True)]
    return [head, *shown, _below(view)]


def is_about_directors(view: TurandotView) -> bool:
    """Say whether a director is being dismissed, when all cards of the turn have gone."""
    return view.game.phase in ("nominate", "dismiss")


def _no_cards(view: TurandotView) -> str:
    return _("The game is over.") if view.game.end else _("The line-up comes with the next turn.")


def _figures_of(view: TurandotView) -> dict[str, Figures]:
    """Return what each card would bring to the reader's cast, by number, as far as the server said."""
    match view.choices:
        case OfferChoices(numbers):
            return {str(card.number): card for card in numbers}
        case AssignChoices(cards=cards):
            return {str(card.number): given for card in cards for given in card.given if given.seat == view.me}
    return {}


def _singers(view: TurandotView, figures: Mapping[str, Figures], *, wide: bool) -> list[Row]:
    about = ((_("sex"), 5), (_("category"), 14), (_("prefers"), 10))
    titles = headings((_("no"), 3), (_("stars"), 6), (_("singer"), 22), *about)
    head = row(" ", titles, Span(_("your cast") if figures else "", "quiet"))
    cards = by_number(view.game.lineup)
    return [head, *(_singer_row(view, number, card, figures.get(number), wide=wide) for number, card in cards)]


def _singer_row(view: TurandotView, number: str, card: str, brings: Figures | None, *, wide: bool) -> Row:
    found, glyphs = singer(view, card), view.glyphs
    prefers = word(glyphs, found.prefers) if found.prefers else glyphs.none
    return row(
        " ",
        column(number, 3, "strong"),
        column(glyphs.stars(found.stars), 6),
        column(card_name(view, card), 21),
        " ",
        column(found.sex, 5),
        column(word(glyphs, found.category), 14),
        column(prefers, 10),
        _brings(view, brings, wide=wide),
    )


def _brings(view: TurandotView, brings: Figures | None, *, wide: bool) -> Row:
    """Draw `15 → 18  as Liù`."""
    if brings is None:
        return EMPTY
    cast = column(change(view, brings.cast), 9, "strong")
    if not wide:
        return row(cast)
    part = word(view.glyphs, brings.part) if brings.part else ""
    return row(cast, Span(_("as {part}").format(part=part), "quiet"))


def _directors(view: TurandotView, figures: Mapping[str, Figures]) -> list[Row]:
    shown = [sign(view, seat) for seat in hands(view)] if figures else []
    signs = [Span(f"{one.text:9}", one.role) for one in shown]
    head = row(" ", headings((_("no"), 3), (_("director"), 13), (_("brings"), 18)), *signs)
    cards = by_number(view.game.lineup)
    return [head, *(_director_row(view, number, card, figures.get(number)) for number, card in cards)]


def _director_row(view: TurandotView, number: str, card: str, brings: Figures | None) -> Row:
    named = (column(number, 3, "strong"), column(card_name(view, card), 13), column(effect(view, card), 18, "quiet"))
    return row(" ", *named, *(_change(view, cast, seat) for seat, cast in enumerate(_casts(view, brings))))


def _casts(view: TurandotView, brings: Figures | None) -> list[Change | None]:
    """Return every cast before and after; while cards are handed out only the reader's is known."""
    if brings is None:
        return []
    if not isinstance(brings, NumberRow) or brings.casts is None:
        return [brings.cast if seat == view.me else None for seat in view.seats]
    return [*brings.casts, *([brings.silent] if brings.silent else [])]


def _change(view: TurandotView, cast: Change | None, seat: int) -> Span:
    return column(change(view, cast) if cast else "", 9, view.own_role(seat))


def _below(view: TurandotView) -> Row:
    """Draw money alone while offers are made, else the player who hands the cards out."""
    if view.game.phase != "offer":
        return row("    ", Span(_("left over, to be handed out by "), "quiet"), view.player(view.game.puccini))
    refusal = view.choices.alone.refusal if isinstance(view.choices, OfferChoices) else None
    is_closed = bool(refusal) or is_director(view, next(iter(view.game.lineup.values())))
    mark = Span(f" {view.glyphs.none}  ", "quiet") if is_closed else Span(" 0  ", "strong")
    return row(mark, Span(view.glyphs.say(_money_alone(view, refusal)), "quiet"))


def _money_alone(view: TurandotView, refusal: Refusal | None) -> str:
    if refusal:
        return _("money alone: {why}").format(why=why_no_helper(view, refusal))
    helpers = [word(view.glyphs, helper) for helper in view.game.helpers]
    return _("money alone, not for Puccini's holder: {helpers}, +1 point").format(helpers=_(", then ").join(helpers))
