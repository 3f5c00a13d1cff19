"""The decisions of Turandot as steps: the offer, handing out cards, naming a player, dismissing a director."""

from collections.abc import Mapping
from typing import Final

from opera_games.api import Action, Seat
from opera_games.turandot.actions import Assign, Dismiss, Nominate, Offer
from opera_games.turandot.choices import (
    AssignChoices,
    CardRow,
    DirectorRow,
    DismissChoices,
    MoneyRow,
    NominateChoices,
    NomineeRow,
    NumberRow,
    OfferChoices,
)
from opera_games.turandot.texts import WORDS
from opera_tui.games.speech import Option, Outcome, Step, Unclear, Words, both, listed, phrases, with_verbs
from opera_tui.games.turandot.boxes.offer import OfferBox
from opera_tui.games.turandot.labels import (
    card_name,
    is_director,
    long_effect,
    signed,
    singer,
    why_not_alone,
    word,
)
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import N_, NP_, _, ngettext

SEXES: Final = {"f": N_("woman"), "m": N_("man"), "x": N_("sex x")}


def first_step(view: TurandotView) -> Step:
    """Return what the open decision asks."""
    match view.choices:
        case OfferChoices() as choices:
            return _offer(view, choices)
        case AssignChoices() as choices:
            return with_verbs(_assign(view, choices, {}), phrases(N_("give"), N_("hand out")))
        case NominateChoices() as choices:
            return with_verbs(_nominate(view, choices), phrases(NP_("verb", "name")))
    assert isinstance(view.choices, DismissChoices)
    return with_verbs(_dismiss(view, view.choices), phrases(N_("dismiss"), N_("dismiss the director")))


def about_card(view: TurandotView, card: str) -> str:
    """Return a card in words: a singer with stars, sex, category and preferred part; a director with the effect."""
    if is_director(view, card):
        return _("director {name}, {effect}").format(name=card_name(view, card), effect=long_effect(view, card))
    found = singer(view, card)
    stars = ngettext("{n} star", "{n} stars", found.stars).format(n=found.stars)
    text = _("{name}, {stars}, {sex}, {category}").format(
        name=card_name(view, card), stars=stars, sex=_(SEXES[found.sex]), category=word(view.glyphs, found.category)
    )
    return text + (_(", prefers {part}").format(part=word(view.glyphs, found.prefers)) if found.prefers else "")


def _names(view: TurandotView, card: str) -> tuple[str, ...]:
    """Return what a card is called: a singer in every language the same, by the whole name or a part of it."""
    if is_director(view, card):
        return both(WORDS[card])
    named = card_name(view, card)
    return (named, *named.split())


def _offer(view: TurandotView, choices: OfferChoices) -> Step:
    cards = [_number(view, choices, card) for card in choices.numbers]
    brings = _("a helper, or your money back") if choices.alone.helpers else _("to wait; your money comes back")
    alone = Option(
        phrases(N_("money alone"), N_("wait"), N_("helper")),
        lambda words: Offer(None, 1, bluff=words.has(N_("bluff"))),
        _("money alone: {brings}").format(brings=brings),
        number=0,
        refusal=why_not_alone(view, choices.alone.refusal) if choices.alone.refusal else "",
    )
    return with_verbs(Step(OfferBox(view).question, [*cards, alone]), phrases(NP_("verb", "offer")))


def _number(view: TurandotView, choices: OfferChoices, card: NumberRow) -> Option:
    part = _(" as {part}").format(part=word(view.glyphs, card.part)) if card.part else ""
    text = _("{card}; your cast {cast}{part}").format(
        card=about_card(view, card.card), cast=view.glyphs.change(*card.cast), part=part
    )
    said = _number_phrases(view, card)
    return Option(said, lambda words: _money(view, choices, card, words), text, number=card.number)


def _number_phrases(view: TurandotView, card: NumberRow) -> tuple[str, ...]:
    return (*phrases(N_("number {number}"), N_("{number}"), number=card.number), *_names(view, card.card))


def _money(view: TurandotView, choices: OfferChoices, card: NumberRow, words: Words) -> Outcome:
    """Ask for the money that goes with a number; the bluff may be said behind it or alone."""
    has_choice = sum(coins.refusal is None for coins in choices.money) > 1
    if not (has_choice or words.left):
        return Offer(card.number, 0, bluff=False)
    options = [_coins(view, card, coins) for coins in choices.money]
    bluff = Option(phrases(N_("bluff")), Offer(card.number, 0, bluff=True))
    question = _("How much money with number {number}? Say bluff behind it to add the bluff card")
    return Step(question.format(number=card.number), [*options, bluff])


def _coins(view: TurandotView, card: NumberRow, coins: MoneyRow) -> Option:
    """Return an amount, which may be said behind the number that was chosen, too: `2`, or `1 with 2 money`."""
    rest = coins.left if coins.money else None
    left = "" if rest is None else ngettext(", {n} left if it wins", ", {n} left if it wins", rest).format(n=rest)
    text = (_("{n} money").format(n=coins.money) if coins.money else _("no money")) + left
    said = phrases(N_("{n} money"), *([] if coins.money else [N_("no money"), N_("nothing")]), n=coins.money)
    whole = [f"{one} {amount}" for one in _number_phrases(view, card) for amount in (*said, str(coins.money))]
    return Option(
        (*said, *whole),
        lambda words: Offer(card.number, coins.money, bluff=words.has(N_("bluff"))),
        text,
        number=coins.money,
        refusal=view.why(coins.refusal) if coins.refusal else "",
    )


def _assign(view: TurandotView, choices: AssignChoices, given: Mapping[Seat, int]) -> Step:
    """Ask for one player after the other; a name behind a card gives it to that player."""
    seat = next(one for one in choices.seats if one not in given)
    left = [card for card in choices.cards if card.number not in given.values()]
    options = [
        *(_card(view, choices, given, card, seat) for card in left),
        *(_given(view, card, given) for card in choices.cards if card not in left),
    ]
    question = _("You hold Puccini: which card goes to {who}?").format(who=view.name(seat))
    return Step(question, options)


def _card(view: TurandotView, choices: AssignChoices, given: Mapping[Seat, int], card: CardRow, seat: Seat) -> Option:
    casts = [f"{view.name(row.seat)} {view.glyphs.change(*row.cast)}" for row in card.given if row.seat not in given]
    text = _("{card}; casts {casts}").format(card=about_card(view, card.card), casts=listed(casts))

    def gave(words: Words) -> Outcome:
        others = [one for one in choices.seats if one not in given]
        receiver = _receiver(view, others, words) if words.left else None
        now = {**given, seat if receiver is None else receiver: card.number}
        return Assign(now) if len(now) == len(choices.seats) else _assign(view, choices, now)

    return Option(_card_phrases(view, card), gave, text, number=card.number)


def _given(view: TurandotView, card: CardRow, given: Mapping[Seat, int]) -> Option:
    """Return a card that is given already: it is only known by its number and name."""
    who = next(view.name(seat) for seat, number in given.items() if number == card.number)
    why = _("{card} goes to {who} already.").format(card=card_name(view, card.card), who=who)
    return Option(_card_phrases(view, card), Assign({**given}), number=card.number, refusal=why)


def _card_phrases(view: TurandotView, card: CardRow) -> tuple[str, ...]:
    return (*phrases(N_("card {number}"), N_("{number}"), number=card.number), *_names(view, card.card))


def _receiver(view: TurandotView, seats: list[Seat], words: Words) -> Seat | None:
    """Read the name of a player, if one comes next."""
    named: dict[tuple[str, ...], Seat] = {(view.name(seat),): seat for seat in seats}
    nobody: Action = Assign({})
    try:
        return named[words.take([Option(said, nobody) for said in named]).phrases]
    except Unclear:
        return None


def _nominate(view: TurandotView, choices: NominateChoices) -> Step:
    options = [_nominee(view, one) for one in choices.seats]
    return Step(_("You hold Puccini: who is to dismiss a director?"), options)


def _nominee(view: TurandotView, choice: NomineeRow) -> Option:
    who = view.name(choice.seat)
    text = _("{who}, cast {cast}").format(who=who, cast=choice.cast)
    return Option((who,), Nominate(choice.seat), text, refusal=view.why(choice.refusal) if choice.refusal else "")


def _dismiss(view: TurandotView, choices: DismissChoices) -> Step:
    options = [_director(view, one) for one in choices.directors]
    return Step(_("You were named: which director goes?"), options)


def _director(view: TurandotView, choice: DirectorRow) -> Option:
    title = word(view.glyphs, choice.director)
    adds = [f"{view.name(seat)} {signed(after - before)}" for seat, (before, after) in enumerate(choice.casts)]
    if choice.silent:
        adds.append(_("silent hand {n}").format(n=signed(choice.silent[1] - choice.silent[0])))
    text = _("{director}, {effect}; would bring {adds}").format(
        director=title, effect=long_effect(view, choice.director), adds=listed(adds)
    )
    why = view.why(choice.refusal) if choice.refusal else ""
    return Option(both(WORDS[choice.director]), Dismiss(choice.director), text, refusal=why)
