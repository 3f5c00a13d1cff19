"""How the Impresario's step is drawn and described: slots, figures, costs, and what would be sent."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from opera_games.api import Change
from opera_games.opera.choices import OfferedPiece, PreviewWithFigures
from opera_games.opera.words import CITIES, COMPOSERS, INCOME, City, Composer
from opera_tui.games.opera.boxes.layout_draft import OFFER, STOCK, Arrangement, Slot
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.labels import (
    COMPOSER_KEYS,
    changed,
    code,
    great_hall,
    name,
    notes,
    pawn_token,
    signed,
    signed_changed,
    token,
)
from opera_tui.games.opera.panels.houses import WALL, pawns_in
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, listed, ngettext, pgettext
from opera_tui.look.rows import EMPTY, Row, Span, also, grounded, joined, row, width

OFFER_ROW: Final = 0
OFFERED_CELLS: Final = 11
PRICES_AT: Final = 3
"""How far a price stands to the right of its composer's key."""
FIRST_CITY_ROW: Final = 4
STOCK_ROW: Final = FIRST_CITY_ROW + len(CITIES)
STOCK_SHOWN: Final = 15
"""Places of the stock that fit; longer stocks show the part around the cursor."""
SLOTS_AT: Final = 13
PAWNS_AT: Final = 10
WALL_AT: Final = 12
GREAT_AT: Final = 13
HALLS_AT: Final = 20
HALL_CELLS: Final = 4
"""From hall to hall: two letters, and wall that has room for the signs of the cursor."""
INCOME_AT: Final = 46
COUNTING_AT: Final = 59
TWICE_AT: Final = 69
FIGURES_AT: Final = (13, 26, 39, 52)
SCALES_AT: Final = 34
TEXT_ROWS: Final = 2
FIGURE_ROWS: Final = 3
"""The head, and the figures now and then."""


class Place(NamedTuple):
    """A slot's row and first cell in the box."""

    row: int
    cell: int


class Scene(NamedTuple):
    """All that the drawing depends on."""

    view: OperaView
    play: RolePlay
    arrangement: Arrangement
    cursor: Slot
    held: Slot | None
    figures: PreviewWithFigures | None

    @property
    def offered(self) -> Sequence[OfferedPiece]:
        return by_keys(self.play.box.rows)

    @property
    def level(self) -> Change:
        """Return the budget level before and after."""
        now = self.view.my_player.level
        if not self.arrangement.is_changed and not self.play.is_hired:
            return now, now
        then = self.play.level_after(max(1, len(self.arrangement.buy)))
        return now, now if then is None else then


def by_keys(offer: Sequence[OfferedPiece]) -> Sequence[OfferedPiece]:
    """Return the offer in the order of the composers' keys."""
    return sorted(offer, key=lambda offered: COMPOSERS.index(offered.composer))


def slots(offered: Sequence[OfferedPiece], arrangement: Arrangement) -> list[Slot]:
    """List every place the cursor can stand on; the last one of the stock is free."""
    return [
        *(Slot(OFFER, index) for index in range(len(offered))),
        *arrangement.hall_slots(),
        *(Slot(STOCK, index) for index in range(len(arrangement.stock) + 1)),
    ]


def place_of(slot: Slot, first_in_stock: int = 0) -> Place:
    if slot.where == OFFER:
        return Place(OFFER_ROW, SLOTS_AT + OFFERED_CELLS * slot.spot)
    if slot.where == STOCK:
        return Place(STOCK_ROW, SLOTS_AT + 4 * (slot.spot - first_in_stock))
    at = GREAT_AT if slot.spot == 0 else HALLS_AT + HALL_CELLS * (slot.spot - 1)
    return Place(FIRST_CITY_ROW + CITIES.index(slot.city), at)


def first_in_stock(cursor: Slot) -> int:
    """Return the first piece of the stock that is shown."""
    return max(0, cursor.spot + 1 - STOCK_SHOWN) if cursor.where == STOCK else 0


Part = tuple[int, Span | Row]
"""Something that is drawn from a cell on."""


def placed(parts: Sequence[Part], start: int = 0, ground: str = "") -> Row:
    """Put parts at their cells, in this order, on a ground that begins at a cell."""
    spans: list[Span | Row] = []
    end = start
    for cell, part in parts:
        content = row(part)
        spans += [Span(" " * (cell - end), ground), grounded(content, ground)]
        end = max(cell, end) + width(content)
    return row(*spans)


def draw(scene: Scene, texts: Sequence[Row]) -> list[Row]:
    """Draw the whole box: offer, purchases, houses, stock, figures, and the texts below."""
    return [
        _offer(scene),
        prices(scene.offered, SLOTS_AT),
        _bought(scene),
        _head(),
        *(_city(scene, city) for city in CITIES),
        _stock(scene),
        EMPTY,
        *_totals(scene),
        *_below_figures(texts),
    ]


def _below_figures(texts: Sequence[Row]) -> list[Row]:
    """Return the rows of the text below the figures; one that needs only one stands apart from them."""
    return [EMPTY, *texts] if len(texts) < TEXT_ROWS else list(texts[:TEXT_ROWS])


def _label(text: str, role: str = "") -> Part:
    return 2, Span(text, role)


def _slot(scene: Scene, slot: Slot, content: Row) -> Part:
    """Draw the slot's content, with signs around it at the cursor and where the piece in hand comes from."""
    cell = place_of(slot, first_in_stock(scene.cursor)).cell
    if slot not in (scene.held, scene.cursor):
        return cell, content
    left, right = scene.view.glyphs.chosen if slot == scene.cursor else "()"
    drawn = row(Span(left, "gain"), content, Span(right, "gain"))
    return cell - 1, also(drawn, "at_cursor") if slot == scene.cursor else drawn


def _offer(scene: Scene) -> Row:
    parts = [_label(_("Offer"), "quiet")]
    for index, offered in enumerate(scene.offered):
        left = offered.left - scene.arrangement.buy.count(offered.composer)
        parts.append(_slot(scene, Slot(OFFER, index), _offered(scene.view, offered, left)))
    return placed(parts)


def _offered(view: OperaView, offered: OfferedPiece, left: int) -> Row:
    """Draw `1) Mv ♪♪`: a bare digit before a composer is the fame, as on the ladder."""
    key, composer, glyphs = COMPOSER_KEYS[offered.composer], offered.composer, view.glyphs
    if offered.refusal or not left:
        return row(Span(f"{key}) {code(glyphs, composer)} {glyphs.notes(left)}", "quiet"))
    return row(Span(f"{key})", "key"), " ", token(glyphs, composer), " ", notes(glyphs, composer, left))


def prices(offer: Sequence[OfferedPiece], start: int) -> Row:
    """Draw the prices below the pieces on offer, of which the first stands at a cell."""
    parts = [_label(_("price"), "quiet")]
    for place, offered in enumerate(offer):
        parts.append((start + PRICES_AT + OFFERED_CELLS * place, Span(_price(offered.price), "quiet")))
    return placed(parts)


def _price(ducats: int) -> str:
    return _("{ducats} d").format(ducats=ducats)


def offer_rows(view: OperaView, rows: Sequence[OfferedPiece]) -> list[Row]:
    """Draw the offer and its prices."""
    offer = by_keys(rows)
    pieces = [
        (SLOTS_AT + OFFERED_CELLS * place, _offered(view, offered, offered.left)) for place, offered in enumerate(offer)
    ]
    return [placed([_label(_("offer"), "quiet"), *pieces]), prices(offer, SLOTS_AT)]


def _bought(scene: Scene) -> Row:
    price_of = _price_of(scene)
    glyphs = scene.view.glyphs
    parts = [_label(_("Bought"), "quiet")]
    for place in range(2):
        bought = scene.arrangement.buy[place : place + 1]
        piece = row(token(glyphs, bought[0], "moved"), f" {_price(price_of[bought[0]])}") if bought else ()
        parts.append((SLOTS_AT + 10 * place, piece or token(glyphs, None)))
    return placed([*parts, (36, Span(costs(scene)[0], "quiet"))])


def _head() -> Row:
    labels = ((WALL_AT, _("great")), (19, _("other halls")), (INCOME_AT, _("income")), (COUNTING_AT, _("counting")))
    return placed([(cell, Span(text, "quiet")) for cell, text in labels])


def _city(scene: Scene, city: City) -> Row:
    view = scene.view
    if city not in scene.arrangement.houses:
        return placed([_label(name(view, city), "quiet"), (GREAT_AT, Span(view.glyphs.none, "quiet"))])
    pawns = row(*map(pawn_token, pawns_in(view, city)))
    return placed(
        [
            _label(name(view, city), "strong"),
            (min(PAWNS_AT, WALL_AT - width(pawns)), pawns),
            (WALL_AT, _house(scene, city)),
            *_house_figures(scene, city),
            *_twice(scene, city),
        ]
    )


def _house(scene: Scene, city: City) -> Row:
    """Draw the house as one piece of wall with a window for each hall, and some wall behind the last one."""
    spots = range(len(scene.arrangement.houses[city]))
    drawn = placed([_hall(scene, Slot(city, spot)) for spot in spots], WALL_AT, "wall")
    return row(drawn, "" if Slot(city, spots[-1]) in (scene.cursor, scene.held) else WALL)


def _hall(scene: Scene, slot: Slot) -> Part:
    """Draw the piece in a hall; a composer that stands in the house twice has a mark."""
    arrangement, glyphs = scene.arrangement, scene.view.glyphs
    piece, moved = arrangement.at(slot), "moved" if arrangement.is_moved(slot) else ""
    if slot.spot == 0:
        return _slot(scene, slot, row(great_hall(glyphs, piece, moved)))
    mark = Span("!" if arrangement.is_repeated(slot) else "", "warning")
    return _slot(scene, slot, row(token(glyphs, piece, moved), mark))


def _house_figures(scene: Scene, city: City) -> list[Part]:
    """Draw income and counting of the house, doubled where the Maestro stands."""
    figures = scene.figures.houses.get(city) if scene.figures else None
    if figures is None:
        income = scene.view.my_player.income.get(city, 0)
        return [(INCOME_AT, _income(scene, city, (income, income)))]
    counting = signed_changed(scene.view.glyphs, figures.counting)
    return [(INCOME_AT, _income(scene, city, figures.income)), (COUNTING_AT, counting)]


def _income(scene: Scene, city: City, numbers: Change) -> Row:
    glyphs = scene.view.glyphs
    drawn = changed(glyphs, numbers, more_is_better=True)
    if scene.view.game.pawns["maestro"] != city:
        return drawn
    doubled = Span(glyphs.doubled, "gain")
    if numbers[0] == numbers[1]:
        return row(f"{numbers[0] // 2} ", doubled, f" = {numbers[0]}")
    return row(drawn, " ", doubled)


def _twice(scene: Scene, city: City) -> list[Part]:
    arrangement = scene.arrangement
    halls = [Slot(city, spot) for spot in range(len(arrangement.houses[city]))]
    repeated = [arrangement.at(slot) for slot in halls if arrangement.is_repeated(slot)]
    if not repeated:
        return []
    # Translators: at most 8 cells; the composer takes two.
    text = _("{composer} twice").format(composer=code(scene.view.glyphs, repeated[0]))
    return [(TWICE_AT, Span(text, "warning"))]


def _stock(scene: Scene) -> Row:
    arrangement, glyphs = scene.arrangement, scene.view.glyphs
    first = first_in_stock(scene.cursor)
    parts = [_label(_("Stock"), "quiet")]
    for index in range(first, min(len(arrangement.stock) + 1, first + STOCK_SHOWN)):
        slot = Slot(STOCK, index)
        moved = "moved" if arrangement.is_moved(slot) else ""
        parts.append(_slot(scene, slot, row(token(glyphs, arrangement.at(slot), moved))))
    hidden = len(arrangement.stock) + 1 - STOCK_SHOWN
    return placed([*parts, (74, Span(f"+{hidden}", "quiet"))] if hidden > 0 else parts)


def _totals(scene: Scene) -> list[Row]:
    """Draw ducats, budget, income and counting now and then."""
    labels = (_("ducats"), _("budget"), _("income"), _("counting"))
    head = placed([(cell, Span(text, "quiet")) for cell, text in zip(FIGURES_AT, labels, strict=True)])
    *figures, counting = _four_figures(scene)
    nows = [*(str(now) for now, _then in figures), signed(counting[0])]
    thens = [*(str(then) for _now, then in figures), signed(counting[1])]
    roles = map(_emphasis, (*figures, counting))
    now = [(cell, Span(text)) for cell, text in zip(FIGURES_AT, nows, strict=True)]
    then = [(cell, Span(text, role)) for cell, text, role in zip(FIGURES_AT, thens, roles, strict=True)]
    return [head, placed([_label(_("now"), "quiet"), *now]), placed([_label(_("then"), "strong"), *then])]


def _emphasis(figure: Change) -> str:
    """Return the role of what a figure becomes: a change stands out, most of all for the better."""
    now, then = figure
    return "gain" if then > now else "strong" if then < now else ""


def _four_figures(scene: Scene) -> tuple[Change, Change, Change, Change]:
    """Return ducats, budget, income and counting, now and then."""
    seat, figures = str(scene.view.me), scene.figures
    if figures:
        return figures.ducats, scene.level, figures.income[seat], figures.counting[seat]
    assert scene.view.own is not None
    player = scene.view.my_player
    ducats, income, counting = scene.view.own.ducats, sum(player.income.values()), player.counting.total
    return (ducats, ducats), scene.level, (income, income), (counting, counting)


def scales(view: OperaView) -> list[Row]:
    """Draw what the figures of a house come from: income by its pieces, and what a great hall counts."""
    incomes = [row(f"{pieces} ", Span(str(ducats), "strong")) for pieces, ducats in enumerate(INCOME) if pieces]
    counting = _("fame, century {bonus:+d}; an empty hall {loss}").format(bonus=view.game.episode, loss=-1)
    return [
        placed([_label(_("income by pieces in a house"), "quiet"), (SCALES_AT, joined(incomes, Span("  ")))]),
        placed([_label(_("counting by great hall"), "quiet"), (SCALES_AT, Span(counting))]),
    ]


def costs(scene: Scene) -> tuple[str, str]:
    """Return what buying costs besides the price: in few words, and as a sentence."""
    play = scene.play
    if play.is_hired:
        return _("up to 2"), _("The fee covers two pieces and any arrangement.")
    if play.level_after(2) is None:
        return _("1 at most, on your level"), _("Your level pays for one piece, or for arranging only.")
    first = scene.level[0] - (play.level_after(1) or 0)
    shortly = _("up to 2, 1 level each") if first else _("up to 2, the second for 1 level")
    cost = ngettext("{levels} level", "{levels} levels", first).format(levels=first)
    return shortly, _("One piece, or only arranging, costs {cost}; a second piece one more.").format(cost=cost)


def action_text(scene: Scene) -> str:
    """Describe what would be sent, for the lower border."""
    bought = scene.arrangement.buy
    parts = [_("buy {pieces}").format(pieces=_both(scene, bought))] if bought else []
    parts += [pgettext("to be done", "arrange")] if scene.arrangement.has_new_layout else []
    return ", ".join(parts) or _("leave all as it is")


def review(scene: Scene) -> str:
    """Describe in one line what would be sent, for the review."""
    bought, halls = scene.arrangement.buy, scene.arrangement.changed_halls
    price_of = _price_of(scene)
    price = sum(price_of[composer] for composer in bought)
    text = _("buy {pieces} for {price}").format(pieces=_both(scene, bought), price=price)
    parts = [
        *([text] if bought else []),
        *([ngettext("{number} hall changes", "{number} halls change", halls).format(number=halls)] if halls else []),
        _("budget {budget}").format(budget=scene.view.glyphs.change(*scene.level)),
    ]
    whole = ", ".join(parts)
    return f"{whole[0].upper()}{whole[1:]}."


def _both(scene: Scene, composers: Sequence[Composer]) -> str:
    doubled = scene.view.glyphs.doubled[:-1]
    pieces = [
        name(scene.view, composer) + (f" {doubled}{number}" if number > 1 else "")
        for composer, number in Counter(composers).items()
    ]
    return listed(pieces)


def _price_of(scene: Scene) -> dict[Composer, int]:
    return {offered.composer: offered.price for offered in scene.offered}
