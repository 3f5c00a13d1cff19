"""What the board of Opera says, in sentences: the answers to the questions of one letter."""

from collections.abc import Mapping, Sequence
from typing import Final

from opera_games.api import Seat
from opera_games.opera.words import CITIES, COMPOSERS, DUCATS_PER_HALL, ROLES, City, Composer
from opera_tui.games.opera.labels import EPISODES, WING_NAMES, fame, name, names, signed
from opera_tui.games.opera.panels.houses import free_places, opens_after, pawns_in
from opera_tui.games.opera.speech.arranging import counted, halls_text
from opera_tui.games.opera.view import OperaView
from opera_tui.games.speech import Fact, listed, named_seat
from opera_tui.look.i18n import N_, _, mark, ngettext, pgettext


def budget(view: OperaView, _words: str) -> Sequence[str]:
    """Say the order of play with levels and points, and which roles are hired."""
    game = view.game
    order = [_on_level(view, seat) for seat in game.order]
    free = [f"{name(view, role)} {game.fees[role]}" for role in ROLES if role in game.roles]
    taken = [
        _("{role} hired by {who}").format(role=name(view, role), who=view.name(seat))
        for role, seat in game.takers.items()
    ]
    return [
        _("Order of play: {order}.").format(order=mark(";").join(order)),
        _("Roles to hire, with their fees: {roles}.").format(roles=listed(free)),
        *([_("Roles taken: {roles}.").format(roles=listed(taken))] if taken else []),
    ]


def _on_level(view: OperaView, seat: Seat) -> str:
    player = view.game.players[seat]
    points = ngettext("{n} point", "{n} points", player.points).format(n=player.points)
    text = _("{who} on level {level}, {points}").format(who=view.name(seat), level=player.level, points=points)
    return text + (_(", closed") if player.closed else _(", has bid") if player.has_bid else "")


def mine(view: OperaView, _words: str) -> Sequence[str]:
    """Say what the player has: ducats, stock, points, and what income and counting would be."""
    if view.own is None or view.me is None:
        return [_("You watch: you have nothing here.")]
    player, own = view.my_player, view.own
    ducats = ngettext("{n} ducat", "{n} ducats", own.ducats).format(n=own.ducats)
    text = _("You have {ducats}, level {level} and {points}; in stock: {stock}.")
    points = ngettext("{n} point", "{n} points", player.points).format(n=player.points)
    bid = [_("Your bid is {bid}.").format(bid=own.bid)] if own.bid is not None else []
    figures = _(
        "Income would be {income} now, the counting {counting}: great halls {great}, century {century}, empty {empty}."
    )
    return [
        text.format(ducats=ducats, level=player.level, points=points, stock=counted(view, own.stock)),
        figures.format(
            income=sum(player.income.values()),
            counting=signed(player.counting.total),
            great=player.counting.great,
            century=player.counting.century,
            empty=player.counting.empty,
        ),
        *bid,
    ]


def houses(view: OperaView, words: str) -> Sequence[str]:
    """Say what stands in everybody's houses, or in those of the player or the city that is named."""
    city = next((one for one in CITIES if words and name(view, one).lower().startswith(words.lower())), None)
    seat = named_seat(view, words)
    if words and seat is None and city is None:
        return [_("Nobody here is called {name}.").format(name=words)]
    seats = view.seats if seat is None else [seat]
    return [_houses_of(view, one, city if seat is None else None) for one in seats]


def _houses_of(view: OperaView, seat: Seat, city: City | None) -> str:
    player = view.game.players[seat]
    told = [
        halls_text(view, where, house.halls) + _(", income {n}").format(n=player.income.get(where, 0))
        for where, house in player.houses.items()
        if city in (None, where)
    ]
    text = (
        _("{who} has {houses}.") if told else _("{who} has no house there.") if city else _("{who} has no house yet.")
    )
    return text.format(who=view.name(seat), houses=mark(";").join(told))


def fame_ladder(view: OperaView, _words: str) -> Sequence[str]:
    """Say the fame of the composers, who would rise, and the composers of the century."""
    game = view.game
    ladder = [f"{name(view, one)} {fame(view, one)}" for one in reversed(game.ladder)]
    century = [
        _("{episode} {composer}").format(episode=_(episode), composer=name(view, composer))
        for episode, composer in zip(EPISODES, game.century, strict=False)
    ]
    staged = [f"{name(view, one)} {game.staged[one]}" for one in COMPOSERS if game.staged.get(one)]
    rising = [_("Rising as it stands: {composers}.").format(composers=names(view, game.rising))] if game.rising else []
    return [
        _("Fame from the top: {ladder}.").format(ladder=listed(ladder)),
        _("Composers of the century: {century}.").format(century=listed(century)),
        _("Pieces staged: {staged}.").format(staged=listed(staged, pgettext("pieces", "none"))),
        *rising,
    ]


def cities(view: OperaView, _words: str) -> Sequence[str]:
    """Say which building parts are left in each city, and where the pawns stand."""
    return [_city(view, city) for city in CITIES]


def _city(view: OperaView, city: City) -> str:
    plan = view.game.edition["cities"][city]
    if city not in view.game.open_cities:
        text = _("{city} is closed until round {round}.")
        return text.format(city=name(view, city), round=opens_after(view, city) + 1)
    parts = [
        _part(_(WING_NAMES[wing]), view.game.parts[f"{city}.{wing}"], DUCATS_PER_HALL * part["halls"])
        for wing, part in plan["parts"].items()
    ]
    text = _("{city}: {parts}; pawns: {pawns}; free pawn places: {free}.")
    return text.format(
        city=name(view, city),
        parts=listed(parts),
        pawns=names(view, pawns_in(view, city)) or pgettext("pawns", "none"),
        free=free_places(view, city),
    )


def _part(part: str, left: int, ducats: int) -> str:
    if not left:
        return _("{part} all built").format(part=part)
    text = ngettext("{part} for {n} ducat, {left} left", "{part} for {n} ducats, {left} left", ducats)
    return text.format(part=part, n=ducats, left=left)


def offer(view: OperaView, _words: str) -> Sequence[str]:
    """Say what is offered, and what lies in the Palazzo."""
    game = view.game
    pieces = [_offered(view, one) for one in reversed(game.ladder) if game.offer.get(one)]
    text = _("In the Palazzo: {pieces}; it has {places} places.")
    return [
        _("Offer: {pieces}.").format(pieces=listed(pieces)),
        text.format(pieces=names(view, game.palazzo) or pgettext("pieces", "none"), places=game.palazzo_places),
        _("Supply {supply}, discard pile {discard}.").format(supply=game.supply, discard=sum(game.discard.values())),
    ]


def _offered(view: OperaView, composer: Composer) -> str:
    price = fame(view, composer)
    text = ngettext("{left} {composer} at {n} ducat", "{left} {composer} at {n} ducats", price)
    return text.format(left=view.game.offer[composer], composer=name(view, composer), n=price)


FACTS: Final[Mapping[str, Fact]] = {
    "b": Fact(N_("budget"), budget),
    "m": Fact(N_("my money and stock"), mine),
    "h": Fact(N_("houses"), houses),
    "f": Fact(N_("fame"), fame_ladder),
    "c": Fact(N_("cities and pawns"), cities),
    "o": Fact(N_("offer"), offer),
}
