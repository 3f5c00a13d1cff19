"""What Enter explains in the panels of Turandot: a card of the line-up, a cast, and a director."""

from collections.abc import Sequence
from functools import partial

from opera_games.turandot.words import PARTS, Part
from opera_protocol.texts.format import plain
from opera_tui.games import help_of
from opera_tui.games.face import Entry, Section
from opera_tui.games.turandot.labels import (
    POINT_TITLES,
    AnyHand,
    Hand,
    card_name,
    counted,
    hand_name,
    hands,
    is_director,
    long_effect,
    part_of_points,
    singer,
    word,
)
from opera_tui.games.turandot.panels.directors import COLUMN_CELLS, first_column
from opera_tui.games.turandot.view import TurandotView
from opera_tui.games.view import by_number
from opera_tui.look.i18n import _, ngettext


def lineup_cards(view: TurandotView, height: int | None) -> Sequence[Entry]:
    """List the cards of the line-up, below its head."""
    return [
        Entry(card_name(view, card), range(row, row + 1), partial(card_section, view, card), thing=f"card:{number}")
        for row, (number, card) in enumerate(by_number(view.game.lineup), start=1)
    ]


def cast_rows(view: TurandotView, height: int | None) -> Sequence[Entry]:
    """List the casts, below their head."""
    return [
        Entry(hand_name(view, seat), range(row, row + 1), partial(cast_section, view, seat), thing=f"seat:{seat}")
        for row, seat in enumerate(hands(view), start=1)
    ]


def director_rows(view: TurandotView, height: int | None) -> Sequence[Entry]:
    """List the directors, in a low tab in two columns."""
    directors = view.game.directors
    is_low = height is not None and len(directors) > height
    half = first_column(view) if is_low else len(directors)
    return [
        Entry(
            word(view.glyphs, director),
            range(place % half, place % half + 1),
            partial(card_section, view, director),
            range(place // half * COLUMN_CELLS, (place // half + 1) * COLUMN_CELLS) if is_low else None,
            f"director:{director}",
        )
        for place, director in enumerate(directors)
    ]


def card_section(view: TurandotView, card: str) -> Section:
    """Describe a singer or a director."""
    if card in view.game.directors or is_director(view, card):
        title = _("Director {name}").format(name=word(view.glyphs, card))
        return Section(title, (_("Points of the cast: {effect}.").format(effect=long_effect(view, card)),))
    found = singer(view, card)
    stars = ngettext("{n} star", "{n} stars", found.stars).format(n=found.stars)
    kind = _("{stars}, sex {sex}, {category}.").format(
        stars=stars, sex=found.sex, category=word(view.glyphs, found.category)
    )
    fitting = ", ".join(word(view.glyphs, part) for part in PARTS if found.sex in ("x", view.game.parts[part]))
    fits = _("Sings without a loss: {parts}.").format(parts=fitting)
    prefers = (
        _("Prefers {part}: 1 point more in it.").format(part=word(view.glyphs, found.prefers))
        if found.prefers
        else _("Prefers no part.")
    )
    return Section(plain(found.name), (kind, fits, prefers))


def cast_section(view: TurandotView, seat: Hand) -> Section:
    """Describe who sings what in a cast, and what its points are made of; first what a silent hand is."""
    hand = hands(view)[seat]
    lines = tuple(_sung(view, hand, *each) for each in zip(PARTS, hand.casting, strict=True))
    director = word(view.glyphs, hand.director) if hand.director else _("none yet")
    name = hand_name(view, seat)
    blocks = (lines, _("Director: {director}.").format(director=director), _points(view, hand))
    if isinstance(seat, str):
        page = help_of("turandot").TOPICS["silent"]
        return Section(_(page.title), (*map(_, page.paragraphs), *blocks))
    return Section(view.with_level(seat, name), blocks)


def _sung(view: TurandotView, hand: AnyHand, part: Part, card: str | None) -> str:
    """Say who sings a part, and what is gained or lost by it."""
    lead = f"  {word(view.glyphs, part):<9} {view.game.parts[part]}  "
    if card is None:
        return f"{lead}{view.glyphs.dot}"
    found = singer(view, card)
    preferred = _("  preferred") if part in hand.preferred else ""
    wrong = _("  wrong sex") if part in hand.wrong_sex else ""
    return (
        f"{lead}{plain(found.name):<22} {found.stars}{found.sex} {word(view.glyphs, found.category)}{preferred}{wrong}"
    )


def _points(view: TurandotView, hand: AnyHand) -> str:
    titles = {part: _(POINT_TITLES[part]) for part in counted(view, POINT_TITLES)}
    points = [
        f"{title} {part_of_points(view, part, getattr(hand.points, part))}"
        for part, title in {**titles, "total": _("together")}.items()
    ]
    return ", ".join(points) + "."
