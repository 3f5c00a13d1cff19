"""How the Impresario's step is drawn and described: slots, figures, costs, and what would be sent."""

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from rich.cells import cell_len

from opera_games.api import Change
from opera_games.opera.choices import OfferedPiece, PreviewWithFigures
from opera_games.opera.words import CITIES, COMPOSERS, City, Composer
from opera_tui.games.opera.boxes.layout_draft import OFFER, STOCK, Arrangement, Slot
from opera_tui.games.opera.boxes.role import RolePlay
from opera_tui.games.opera.labels import COMPOSER_KEYS, code, name, signed, signed_change
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.rows import EMPTY, Row, Span, row

OFFER_ROW: Final = 0
OFFERED_CELLS: Final = 11
PRICES_AT: Final = 3
"""How far a price stands to the right of its composer's key."""
FIRST_CITY_ROW: Final = 4
STOCK_ROW: Final = FIRST_CITY_ROW + len(CITIES)
STOCK_SHOWN: Final = 15
"""Places of the stock that fit; longer stocks show the part around the cursor."""
SLOTS_AT: Final = 13
GREAT_AT: Final = 12
HALLS_AT: Final = 20
INCOME_AT: Final = 46
COUNTING_AT: Final = 59
TWICE_AT: Final = 69
FIGURES_AT: Final = (13, 26, 39, 52)
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
    at = GREAT_AT if slot.spot == 0 else HALLS_AT + 5 * (slot.spot - 1)
    return Place(FIRST_CITY_ROW + CITIES.index(slot.city), at)


def first_in_stock(cursor: Slot) -> int:
    """Return the first piece of the stock that is shown."""
    return max(0, cursor.spot + 1 - STOCK_SHOWN) if cursor.where == STOCK else 0


def placed(parts: Sequence[tuple[int, Span]]) -> Row:
    """Put spans at their cells, in this order."""
    spans: list[Span] = []
    end = 0
    for cell, span in parts:
        spans += [Span(" " * (cell - end)), span]
        end = max(cell, end) + cell_len(span.text)
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
        *texts[:TEXT_ROWS],
    ]


def _label(text: str, role: str = "") -> tuple[int, Span]:
    return 2, Span(text, role)


def _slot(scene: Scene, slot: Slot, content: str, role: str) -> tuple[int, Span]:
    """Draw the slot's content, with signs around it at the cursor and where the piece in hand comes from."""
    cell = place_of(slot, first_in_stock(scene.cursor)).cell
    is_here = slot == scene.cursor
    if slot == scene.held:
        return cell - 1, Span(f"({content})", f"{role} {'cursor' if is_here else 'strong'}".strip())
    if is_here:
        left, right = scene.view.glyphs.chosen
        return cell - 1, Span(f"{left}{content}{right}", f"{role} cursor".strip())
    return cell, Span(content, role)


def _offer(scene: Scene) -> Row:
    parts = [_label(_("Offer"), "strong")]
    for index, offered in enumerate(scene.offered):
        left = offered.left - scene.arrangement.buy.count(offered.composer)
        role = "quiet" if not left or offered.refusal else ""
        parts.append(_slot(scene, Slot(OFFER, index), _offered(scene.view, offered, left), role))
    return placed(parts)


def _offered(view: OperaView, offered: OfferedPiece, left: int) -> str:
    """Return `1) Mv ♪♪`: a bare digit before a composer is the fame, as on the ladder."""
    return f"{COMPOSER_KEYS[offered.composer]}) {code(view.glyphs, offered.composer)} {view.glyphs.notes(left)}"


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
        (SLOTS_AT + OFFERED_CELLS * place, Span(_offered(view, offered, offered.left), _emphasis(offered)))
        for place, offered in enumerate(offer)
    ]
    return [placed([_label(_("offer"), "quiet"), *pieces]), prices(offer, SLOTS_AT)]


def _emphasis(offered: OfferedPiece) -> str:
    return "quiet" if offered.refusal or not offered.left else ""


def _bought(scene: Scene) -> Row:
    price_of = _price_of(scene)
    glyphs = scene.view.glyphs
    parts = [_label(_("Bought"), "strong")]
    for place in range(2):
        bought = scene.arrangement.buy[place : place + 1]
        text = f"{code(glyphs, bought[0])} {_price(price_of[bought[0]])}" if bought else glyphs.empty_hall
        parts.append((SLOTS_AT + 10 * place, Span(text, "moved" if bought else "quiet")))
    return placed([*parts, (36, Span(costs(scene)[0], "quiet"))])


def _head() -> Row:
    labels = ((11, _("great")), (19, _("other halls")), (INCOME_AT, _("income")), (COUNTING_AT, _("counting")))
    return placed([(cell, Span(text, "quiet")) for cell, text in labels])


def _city(scene: Scene, city: City) -> Row:
    view, arrangement = scene.view, scene.arrangement
    if city not in arrangement.houses:
        return placed([_label(name(view, city), "quiet"), (GREAT_AT + 1, Span(view.glyphs.none, "quiet"))])
    halls = [_hall(scene, Slot(city, spot)) for spot in range(len(arrangement.houses[city]))]
    return placed([_label(name(view, city)), *halls, *_house_figures(scene, city), *_twice(scene, city)])


def _hall(scene: Scene, slot: Slot) -> tuple[int, Span]:
    arrangement = scene.arrangement
    is_repeated = arrangement.is_repeated(slot)
    content = code(scene.view.glyphs, arrangement.at(slot)) + ("!" if is_repeated else "")
    moved = "moved" if arrangement.is_moved(slot) else ""
    role = f"{moved} {'warning' if is_repeated else ''}".strip()
    return _slot(scene, slot, f"[{content}]" if slot.spot == 0 else content, role)


def _house_figures(scene: Scene, city: City) -> list[tuple[int, Span]]:
    """Draw income and counting of the house, doubled where the Maestro stands."""
    figures = scene.figures.houses.get(city) if scene.figures else None
    if figures is None:
        income = scene.view.my_player.income.get(city, 0)
        return [(INCOME_AT, Span(_income(scene, city, (income, income))))]
    counting = signed_change(scene.view.glyphs, figures.counting)
    return [(INCOME_AT, Span(_income(scene, city, figures.income))), (COUNTING_AT, Span(counting))]


def _income(scene: Scene, city: City, numbers: Change) -> str:
    glyphs = scene.view.glyphs
    if scene.view.game.pawns["maestro"] != city:
        return glyphs.change(*numbers)
    if numbers[0] == numbers[1]:
        return f"{numbers[0] // 2} {glyphs.doubled} = {numbers[0]}"
    return f"{glyphs.change(*numbers)} {glyphs.doubled}"


def _twice(scene: Scene, city: City) -> list[tuple[int, Span]]:
    arrangement = scene.arrangement
    halls = [Slot(city, spot) for spot in range(len(arrangement.houses[city]))]
    repeated = [arrangement.at(slot) for slot in halls if arrangement.is_repeated(slot)]
    if not repeated:
        return []
    text = _("{composer} twice").format(composer=code(scene.view.glyphs, repeated[0]))
    return [(TWICE_AT, Span(text, "warning"))]


def _stock(scene: Scene) -> Row:
    arrangement, glyphs = scene.arrangement, scene.view.glyphs
    first = first_in_stock(scene.cursor)
    parts = [_label(_("Stock"), "strong")]
    for index in range(first, min(len(arrangement.stock) + 1, first + STOCK_SHOWN)):
        slot = Slot(STOCK, index)
        role = "moved" if arrangement.is_moved(slot) else ""
        parts.append(_slot(scene, slot, code(glyphs, arrangement.at(slot)), role))
    hidden = len(arrangement.stock) + 1 - STOCK_SHOWN
    return placed([*parts, (74, Span(f"+{hidden}", "quiet"))] if hidden > 0 else parts)


def _totals(scene: Scene) -> list[Row]:
    labels = (_("ducats"), _("budget"), _("income"), _("counting"))
    head = placed([(cell, Span(text, "quiet")) for cell, text in zip(FIGURES_AT, labels, strict=True)])
    return [head, _figures_row(scene, _("now"), 0, ""), _figures_row(scene, _("then"), 1, "strong")]


def _figures_row(scene: Scene, label: str, then: int, role: str) -> Row:
    figures = _four_figures(scene, then)
    parts = [(cell, Span(text, role)) for cell, text in zip(FIGURES_AT, figures, strict=True)]
    return placed([_label(label, role), *parts])


def _four_figures(scene: Scene, then: int) -> tuple[str, str, str, str]:
    """Return ducats, budget, income and counting as texts, now or then."""
    seat, figures = str(scene.view.me), scene.figures
    assert scene.view.own is not None
    player = scene.view.my_player
    ducats = figures.ducats[then] if figures else scene.view.own.ducats
    income = figures.income[seat][then] if figures else sum(player.income.values())
    counting = figures.counting[seat][then] if figures else player.counting.total
    return str(ducats), str(scene.level[then]), str(income), signed(counting)


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
    parts += [_("arrange")] if scene.arrangement.has_new_layout else []
    return ", ".join(parts) or _("leave all as it is")


def review(scene: Scene) -> str:
    """Describe in one line what would be sent, for the review."""
    bought, halls = scene.arrangement.buy, scene.arrangement.changed_halls
    price_of = _price_of(scene)
    price = sum(price_of[composer] for composer in bought)
    text = _("buy {pieces} for {price}").format(pieces=_both(scene, bought), price=price)
    parts = [
        *([text] if bought else []),
        ngettext("{number} hall changes", "{number} halls change", halls).format(number=halls),
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
    return _(" and ").join(pieces)


def _price_of(scene: Scene) -> dict[Composer, int]:
    return {offered.composer: offered.price for offered in scene.offered}
