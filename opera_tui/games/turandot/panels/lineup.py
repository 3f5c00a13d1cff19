"""The line-up: the cards to be had this turn, and what each would bring to the reader's cast."""

from collections import Counter
from collections.abc import Iterable, Mapping

from rich.cells import cell_len

from opera_games.api import Change
from opera_games.turandot.choices import AloneRow, AssignChoices, GivenRow, NumberRow, OfferChoices
from opera_games.turandot.words import TURNS
from opera_tui.games.turandot.labels import (
    card_name,
    category,
    change,
    deals_directors,
    effect,
    hands,
    headings,
    is_director,
    sign,
    singer,
    stars_of,
    why_no_helper,
    why_not_alone,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import by_number
from opera_tui.look.i18n import NP_, _, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, column, filled, fit, row

Figures = NumberRow | GivenRow


CATEGORY_CELLS = 12
WIDE_ROWS = 9
"""The rows of the panel in the wide layout."""
BELOW_CELLS = 76
NUMBER = NP_("number of a card, 2 cells", "no")


def lineup(view: TurandotView, pointed: str, height: int = WIDE_ROWS, *, wide: bool) -> list[Row]:
    """Draw singers, in turn 4 directors; below them money alone, and singers by sex where there is a row for them.

    Where not even money alone has a row, the headings give theirs.
    """
    rows = _cards(view, pointed, wide=wide)
    return [*rows, _sexes(view)] if len(rows) < height else rows[-height:]


def _cards(view: TurandotView, pointed: str, *, wide: bool) -> list[Row]:
    cards = view.game.lineup
    if not cards:
        return [EMPTY, row("  ", Span(_no_cards(view), "quiet"))]
    figures = _figures_of(view)
    if is_director(view, next(iter(cards.values()))):
        rows = _directors(view, figures, pointed)
    else:
        rows = _singers(view, figures, pointed, wide=wide)
    return [*rows, _below(view)]


def _numbered(view: TurandotView, number: str, *, is_pointed: bool) -> Row:
    """Draw the number of a card; the one that the box points out has the mark of a cursor before it."""
    if is_pointed:
        return row(view.glyphs.cursor, Span(number, "value"), " " * (3 - len(number)))
    return row(" ", column(number, 3, "key"))


def is_about_directors(view: TurandotView) -> bool:
    """Say whether a director is being dismissed, when all cards of the turn have gone."""
    return view.game.phase in ("nominate", "dismiss")


def _no_cards(view: TurandotView) -> str:
    if view.game.end:
        return _("The game is over.")
    if view.game.turn == view.game.turns:
        return _("All cards of the last turn have gone.")
    return _("The line-up comes with the next turn.")


def _figures_of(view: TurandotView) -> dict[str, Figures]:
    """Return what each card would bring to the reader's cast, by number, as far as the server said."""
    match view.choices:
        case OfferChoices(numbers):
            return {str(card.number): card for card in numbers}
        case AssignChoices(cards=cards):
            return {str(card.number): given for card in cards for given in card.given if given.seat == view.me}
    return {}


def _singers(view: TurandotView, figures: Mapping[str, Figures], pointed: str, *, wide: bool) -> list[Row]:
    about = (
        (pgettext("4 cells", "sex"), 5),
        (pgettext("13 cells", "category"), 14),
        (pgettext("9 cells", "prefers"), 10),
    )
    titles = headings((_(NUMBER), 3), (pgettext("5 cells", "stars"), 6), (pgettext("21 cells", "singer"), 22), *about)
    head = row(" ", titles, Span(_("your cast") if figures else "", "quiet"))
    rows = [
        row(
            _numbered(view, number, is_pointed=number == pointed),
            stars_of(view, card, 6),
            column(card_name(view, card), 21, "strong" if number == pointed else ""),
            " ",
            *_about(view, card),
            _brings(view, figures.get(number), wide=wide),
        )
        for number, card in by_number(view.game.lineup)
    ]
    return [head, *rows]


def _about(view: TurandotView, card: str) -> Row:
    """Draw sex, category over the whole width of its column, and the preferred part."""
    found, glyphs = singer(view, card), view.glyphs
    prefers = word(glyphs, found.prefers) if found.prefers else glyphs.none
    return row(column(found.sex, 5), category(view, found.category, CATEGORY_CELLS), "  ", column(prefers, 10))


def _brings(view: TurandotView, brings: Figures | None, *, wide: bool) -> Row:
    """Draw `15 → 18  as Liù`."""
    if brings is None:
        return EMPTY
    cast = fit(change(view, brings.cast), 9)
    if not wide:
        return row(cast)
    part = word(view.glyphs, brings.part) if brings.part else ""
    # Translators: the part that a singer would sing; at most 11 cells.
    return row(cast, Span(_("as {part}").format(part=part), "quiet"))


def _directors(view: TurandotView, figures: Mapping[str, Figures], pointed: str) -> list[Row]:
    shown = [sign(view, seat) for seat in hands(view)] if figures else []
    signs = [Span(f"{one.text:9}", one.role) for one in shown]
    head = row(
        " ",
        headings((_(NUMBER), 3), (pgettext("12 cells", "director"), 13), (pgettext("17 cells", "brings"), 18)),
        *signs,
    )
    rows = [
        row(
            _numbered(view, number, is_pointed=number == pointed),
            column(card_name(view, card), 13, "strong" if number == pointed else ""),
            fit(effect(view, card), 18),
            *(_change(view, cast, seat) for seat, cast in enumerate(_casts(view, figures.get(number)))),
        )
        for number, card in by_number(view.game.lineup)
    ]
    return [head, *rows]


def _casts(view: TurandotView, brings: Figures | None) -> list[Change | None]:
    """Return every cast before and after; while cards are handed out only the reader's is known."""
    if brings is None:
        return []
    if not isinstance(brings, NumberRow) or brings.casts is None:
        return [brings.cast if seat == view.me else None for seat in view.seats]
    return [*brings.casts, *([brings.silent] if brings.silent else [])]


def _change(view: TurandotView, cast: Change | None, seat: int) -> Row:
    return fit(change(view, cast, is_own=seat == view.me) if cast else EMPTY, 9)


def _below(view: TurandotView) -> Row:
    """Draw money alone while offers are made, then the player who hands the cards out; the last one is nobody's."""
    if view.game.phase != "offer" and len(view.game.lineup) > 1 and not view.game.lacking:
        return row("    ", Span(_("all have made their offers"), "quiet"))
    if view.game.phase != "offer" and not view.game.lacking:
        is_kept = view.game.silent is not None
        text = _("left over: it goes to the silent hand") if is_kept else _("left over: it leaves the game")
        return row("    ", Span(text, "quiet"))
    if view.game.phase != "offer":
        who = view.player(view.game.puccini)
        return row("    ", filled(_("left over, to be handed out by {who}"), "quiet", who=who))
    alone = view.choices.alone if isinstance(view.choices, OfferChoices) else None
    is_closed = alone is not None and alone.refusal is not None
    mark = Span(f" {view.glyphs.none}  ", "quiet") if is_closed else Span(" 0  ", "key")
    return row(mark, Span(view.glyphs.say(_money_alone(view, alone)), "quiet"))


def _sexes(view: TurandotView) -> Row:
    """Draw how many singers of each sex there are, and how many are not dealt yet: in the last turn, none comes."""
    left = [card for card in view.game.cards if card not in dealt(view)]
    text = _("all singers: {all} · still to be dealt: {left}")
    if view.game.turn == TURNS:
        text = _("all singers: {all} · not in this game: {left}")
    shown = text.format(all=_by_sex(view, view.game.cards), left=_by_sex(view, left) or view.glyphs.none)
    return row("    ", Span(view.glyphs.say(shown), "quiet"))


def dealt(view: TurandotView) -> set[str]:
    """Return the singers that have been dealt: in the line-up, in a hand, or gone."""
    game = view.game
    in_hands = [card for hand in hands(view).values() for card in hand.singers]
    return {*game.lineup.values(), *in_hands, *game.discarded}


def _by_sex(view: TurandotView, cards: Iterable[str]) -> str:
    """Return `12 f, 20 m, 4 x`."""
    sexes = Counter(view.game.cards[card].sex for card in cards)
    return ", ".join(f"{number} {sex}" for sex, number in sorted(sexes.items()))


def _money_alone(view: TurandotView, alone: AloneRow | None) -> str:
    if alone and alone.refusal:
        return _("money alone: {why}").format(why=why_not_alone(view, alone.refusal))
    if deals_directors(view) or (alone and not alone.helpers):
        # Translators: at most 76 cells with its reason.
        return _("money alone, to wait for what is left: no helper, {why}").format(why=why_no_helper(view))
    helpers = [word(view.glyphs, helper) for helper in view.game.helpers]
    both = _("{first}, then {next}").format(first=helpers[0], next=helpers[1]) if len(helpers) > 1 else helpers[0]
    # Translators: at most 76 cells with both helpers, else “helper” stands for them.
    text = _("money alone, 1 scenery: {helpers}; none for Puccini's holder")
    whole = text.format(helpers=both)
    return whole if cell_len(whole) <= BELOW_CELLS else text.format(helpers=_("helper"))
