"""Everybody's cast, best as of now: who sings what, the director, money, scenery, cards face down and points."""

from typing import NamedTuple

from opera_games.turandot.documents import PublicPlayer
from opera_games.turandot.words import PARTS, Part
from opera_protocol.texts.i18n import N_
from opera_tui.games.turandot.labels import (
    PREFERRED,
    SHORT,
    SHORT_DIRECTORS,
    SHORT_PARTS,
    SHORTEST,
    AnyHand,
    Hand,
    category,
    crop,
    hand_name,
    hands,
    marks,
    short_hand_name,
    sign,
    singer,
    still_to_come,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, column, fit, row, width


class Measure(NamedTuple):
    """The widths of columns, in the panel of 118 cells or in the tab of 80."""

    margin: int
    name: int
    part: int
    category: int
    director: int
    director_gap: int


WIDE = Measure(margin=1, name=12, part=11, category=SHORT, director=12, director_gap=1)
NARROW = Measure(margin=0, name=9, part=8, category=SHORTEST, director=6, director_gap=1)

NAME_CELLS = NARROW.margin + NARROW.name + 3
"""The cells of the tab that say whose cast it is."""
LAST_PART_AT = NAME_CELLS + 3 + (len(PARTS) - 1) * NARROW.part
"""Where the last part of the tab begins, with all that stands behind it."""
# Translators: at most 79 cells.
TITLES = N_(" Tur. f  part, and the sex it calls for  direc. director  Enter tells all")
# Translators: at most 70 cells.
CELLS = N_("stars, sex, category; + preferred part, - wrong sex; P Puccini")
# Translators: at most 78 cells.
FIGURES = N_(" $ money  s scenery  dn cards face down, {still} still to come  pts as of now")
"""What the short forms mean."""
TAB_CELLS = 80


def casts(view: TurandotView) -> list[Row]:
    """Draw the panel of the wide layout."""
    titles = pgettext("four columns of 6, 6, 5 and 3 cells, 20 cells", "money scen. down pts")
    tail = Span(crop(titles, 20), "quiet")
    return _table(view, WIDE, row(column(pgettext("12 cells", "director"), 13, "quiet"), tail))


def casts_tab(view: TurandotView, height: int) -> list[Row]:
    """Draw the same in 80 cells, with the directors' whole names and as much about the short forms as there is room."""
    titles = Span(crop(pgettext("five columns of 7, 2, 2, 3 and 3 cells, 17 cells", "direc. $ s dn pts"), 17), "quiet")
    rows = _table(view, NARROW, row(titles))
    below = _below(view, height - len(rows))
    return [*rows, *[EMPTY] * (height - len(rows) - len(below)), *below]


def _below(view: TurandotView, free: int) -> list[Row]:
    """Draw what fits into so many rows: the short forms that are hardest to guess first, then the directors' names."""
    still = still_to_come(view.glyphs)
    titles, cells, figures = (
        row(Span(view.glyphs.say(_(text).format(still=still)), "quiet")) for text in (TITLES, CELLS, FIGURES)
    )
    cells = row(" 2f ", category(view, "classic", NARROW.category), PREFERRED, "  ", cells)
    chosen = [line for line in (cells, figures, _directors(view), titles) if line][: max(0, free)]
    return [line for line in (titles, _directors(view), cells, figures) if line in chosen]


def _directors(view: TurandotView) -> Row:
    """Draw everybody's director, whose name is short in the table; nothing before turn 4."""
    named = [
        row(" ", sign(view, seat), f" {word(view.glyphs, hand.director)} ")
        for seat, hand in hands(view).items()
        if hand.director
    ]
    return fit(row(*named), TAB_CELLS) if named else EMPTY


def _table(view: TurandotView, measure: Measure, titles: Row) -> list[Row]:
    rows = [_hand(view, measure, seat, hand) for seat, hand in hands(view).items()]
    return [_head(view, measure, titles), *rows]


def _head(view: TurandotView, measure: Measure, titles: Row) -> Row:
    before = " " * (measure.margin + measure.name + 6)
    return row(before, *(column(_part_title(view, measure, part), measure.part, "quiet") for part in PARTS), titles)


def _part_title(view: TurandotView, measure: Measure, part: Part) -> str:
    """Return the part and the sex it calls for: `Turandot f`."""
    short = SHORT_PARTS.get(part) if measure is NARROW else None
    return f"{short or word(view.glyphs, part)} {view.game.parts[part]}"


def _hand(view: TurandotView, measure: Measure, seat: Hand, hand: AnyHand) -> Row:
    away = () if isinstance(seat, str) else view.short_absence(seat)
    puccini = "P" if seat == view.game.puccini else " "
    named = short_hand_name if measure is NARROW else hand_name
    return row(
        " " * measure.margin,
        sign(view, seat),
        " ",
        Span(crop(named(view, seat), measure.name - width(away)), view.own_role(seat)),
        *away,
        Span(f" {puccini} ", "key"),
        *(_cell(view, measure, hand, part, singer) for part, singer in zip(PARTS, hand.casting, strict=True)),
        Span(crop(_director(view, measure, hand), measure.director) + " " * measure.director_gap),
        _numbers(view, measure, seat, hand),
    )


def _director(view: TurandotView, measure: Measure, hand: AnyHand) -> str:
    if not hand.director:
        return view.glyphs.dot
    short = SHORT_DIRECTORS.get(hand.director) if measure is NARROW else None
    return view.glyphs.say(_(short)) if short else word(view.glyphs, hand.director)


def _cell(view: TurandotView, measure: Measure, hand: AnyHand, part: Part, card: str | None) -> Row:
    """Draw the singer of a part: `2f clas+`; a dotted line if there is none."""
    if card is None:
        return fit(row(Span(view.glyphs.dot * (3 + measure.category), "line")), measure.part)
    found = singer(view, card)
    shown = category(view, found.category, measure.category)
    return fit(row(f"{found.stars}{found.sex} ", shown, marks(hand, part)), measure.part)


def _numbers(view: TurandotView, measure: Measure, seat: Hand, hand: AnyHand) -> Row:
    """Draw money, scenery, cards face down, points; the silent hand has points alone."""
    money, scenery, down = _open_cards(view, seat, hand) if isinstance(hand, PublicPlayer) else ("", "", "")
    role = "quiet" if money == "0" else "gain"
    points = Span(f"{hand.points.total:>{2 if measure is WIDE else 3}}", "strong")
    if measure is WIDE:
        return row(Span(f"{money:^5} ", role), f"{scenery:^5} {down:^4} ", points, " ")
    return row(Span(f"{money:1} ", role), f"{scenery:1} {down:>2} ", points)


def _open_cards(view: TurandotView, seat: Hand, player: PublicPlayer) -> tuple[str, str, str]:
    down = str(player.down)
    if player.down is None:
        down = still_to_come(view.glyphs) if view.game.waiting.get(str(seat)) == "offer" else view.glyphs.dot
    return str(player.money), str(player.scenery), down
