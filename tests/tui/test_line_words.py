"""Decisions in words: every action of both games can be typed, and what cannot be meant is answered."""

from collections.abc import Iterator
from gettext import NullTranslations, translation
from itertools import islice
from pathlib import Path

import pytest
from support.rules.decisions import Decision, Table, decisions
from support.rules.opera_builder import a_game
from support.soaking import diagonal
from support.tui import opera_views, turandot_views
from support.tui.pseudo_locale import write_pseudo_catalog

from opera_games.api import Action, to_map
from opera_games.opera import actions as opera
from opera_games.opera.choices import JoinChoices
from opera_games.turandot import actions as turandot
from opera_tui.games import speech_of
from opera_tui.games.opera import speech as opera_speech
from opera_tui.games.opera.view import OperaView
from opera_tui.games.speech import (
    FILLERS,
    AskLayout,
    Option,
    Step,
    Unclear,
    folded,
    is_said,
    read_aloud,
    read_line,
    spoken_glyphs,
    whole_lines,
)
from opera_tui.games.view import AnyGameView
from opera_tui.look import i18n

OPERA = [Table("opera", players, {"rounds": 7}) for players in (2, 3, 4)]
TURANDOT = [Table("turandot", players, {}) for players in (2, 3, 5)]
VIEWS = {"opera": opera_views.view_of, "turandot": turandot_views.view_of}


def asked(decision: Decision, game: str) -> tuple[AnyGameView, Step]:
    view: AnyGameView = VIEWS[game](decision.game, decision.view.seat, spoken_glyphs())  # type: ignore[operator]
    speech = speech_of(game)
    assert speech is not None
    return view, speech.first_step(view)


def whole_game(table: Table, seed: bytes = b"w") -> Iterator[Decision]:
    return decisions(table, ("random",) * table.players, seed * 32)


def test_every_action_of_opera_can_be_typed() -> None:
    kinds: set[str] = set()
    for table, seed in zip(OPERA, (b"f", b"k", b"g"), strict=True):
        for decision in whole_game(table, seed):
            view, step = asked(decision, "opera")
            assert isinstance(view, OperaView)
            meant = decision.action
            assert _same(view, read_line(step, opera_words(view, meant)), meant), meant
            kinds.add(type(getattr(meant, "play", meant)).__name__)
    assert kinds == {"Bid", "Close", "Intermezzo", "Appraise", *(play.__name__ for play in opera.PLAYS.values())}


@pytest.mark.parametrize("table", TURANDOT, ids=str)
def test_every_action_of_turandot_can_be_typed(table: Table) -> None:
    kinds = set()
    for decision in whole_game(table):
        view, step = asked(decision, "turandot")
        assert read_line(step, turandot_words(view, decision.action)) == decision.action
        kinds.add(type(decision.action).__name__)
    # With two players nobody is named: the other one dismisses.
    assert kinds == {"Offer", "Assign", "Dismiss", *(["Nominate"] if table.players > 2 else [])}


@pytest.mark.parametrize("table", [OPERA[0], TURANDOT[1]], ids=str)
def test_lines_for_programs_lead_to_actions(table: Table) -> None:
    for decision in whole_game(table):
        _view, step = asked(decision, table.game)
        lines = whole_lines(step)
        assert lines
        assert all(isinstance(read_line(step, line), Action) for line in lines)


def test_listed_purchases_can_be_paid_together() -> None:
    """The Impresario buys two pieces at most; the second is listed only if there are ducats left for it."""
    refused = 0
    for decision in whole_game(OPERA[0], b"f"):
        view, step = asked(decision, "opera")
        assert isinstance(view, OperaView)
        assert view.own is not None
        for first in _purchases(_impresario(step)):
            singles = {_price(option) for option in _purchases(_impresario(step))}
            bought = read_line(_impresario(step), first.phrases[0])
            assert isinstance(bought, Step)
            listed = [_price(first) + _price(second) for second in _purchases(bought)]
            assert all(price <= view.own.ducats for price in listed)
            refused += any(_price(first) + price > view.own.ducats for price in singles)
            for second in _purchases(bought):
                both = read_line(bought, second.phrases[0])
                assert isinstance(both, Step)
                assert not _purchases(both)
    assert refused


def _impresario(step: Step) -> Step:
    """Hire the Impresario, or join in; a step without purchases where that cannot be."""
    try:
        hired = read_line(step, "impresario")
    except Unclear:
        return step
    return hired if isinstance(hired, Step) else step


def _purchases(step: Step) -> list[Option]:
    return [option for _number, option in step.numbered if option.says.startswith("buy ")]


def _price(option: Option) -> int:
    return int(option.says.partition(" for ")[2].split()[0])


def opera_words(view: OperaView, action: Action) -> str:
    """What somebody would type, in one line."""
    match action:
        case opera.Bid(amount):
            return f"bid {amount}"
        case opera.Appraise(accept):
            return "yes" if accept else "no"
        case opera.Hire(play):
            return f"hire {opera.ROLE_OF[type(play)]} {_play_words(view, play)}"
        case opera.Join(play):
            return f"join {_play_words(view, play)}"
    return type(action).__name__


def _play_words(view: OperaView, play: opera.Play) -> str:
    match play:
        case opera.Architetto(build):
            return " and ".join(part.replace(".", " ") for part in build) or "nothing"
        case opera.Signora(piece, source, reward):
            return f"{piece} from {source} for {reward}"
        case opera.Critico(city, composer, steps):
            return f"{city} {composer or 'nobody'} {f'{steps:+d}' if composer else ''}"
        case opera.Impresario(buy, layout):
            return "; ".join([*(f"buy {one}" for one in buy), *_moves(view, layout), "done"])
    assert isinstance(play, opera.Maestro | opera.Esperto)
    return str(play.city)


def _moves(view: OperaView, layout: opera.Layout | None) -> Iterator[str]:
    """Put everything into the stock, and from there where it belongs."""
    if layout is None:
        return
    staged = [piece for house in view.my_player.houses.values() for piece in house.halls if piece]
    yield from (f"{_piece(piece)} to stock" for piece in staged)
    for city, halls in layout.items():
        for spot, piece in enumerate(halls):
            if piece:
                yield f"{_piece(piece)} to {city} {'great' if spot == 0 else spot + 1}"


def _piece(piece: str) -> str:
    return "house piece" if piece == "house" else piece


def _same(view: OperaView, read: object, meant: Action) -> bool:
    """Whether both mean the same: the order of purchases and a layout as it is make no difference."""
    return _plain(view, read) == _plain(view, meant)


def _plain(view: OperaView, action: object) -> object:
    play = getattr(action, "play", None)
    if not isinstance(play, opera.Impresario):
        return action
    houses = {city: tuple(house.halls) for city, house in view.my_player.houses.items()}
    layout = play.layout if play.layout is not None else houses
    return type(action), sorted(play.buy), to_map(layout)


def turandot_words(view: AnyGameView, action: Action) -> str:
    match action:
        case turandot.Offer(None, _money, bluff):
            return "offer money alone and bluff" if bluff else "wait"
        case turandot.Offer(number, money, bluff):
            return (
                f"offer {number} {f'with {money} money' if view.own.hand.money else ''} {'and bluff' if bluff else ''}"  # type: ignore[union-attr]
            )
        case turandot.Assign(cards):
            return "give " + ", ".join(f"{number} to {view.name(seat)}" for seat, number in cards.items())
        case turandot.Nominate(seat):
            return f"name {view.name(seat)}"
    assert isinstance(action, turandot.Dismiss)
    return f"dismiss the director {action.director}"


def first_of(kind: str, table: Table) -> Step:
    """The first step of the first decision of this kind."""
    for decision in whole_game(table):
        if type(decision.action).__name__ == kind:
            return asked(decision, table.game)[1]
    raise AssertionError(kind)


def test_words_may_be_short_while_they_are_unique() -> None:
    step = first_of("Bid", OPERA[0])
    assert read_line(step, "bi 3") == read_line(step, "3") == read_line(step, "BID  3.") == opera.Bid(3)
    act = first_of("Hire", OPERA[0])
    assert isinstance(read_line(act, "cl"), opera.Close)
    with pytest.raises(Unclear, match="could be"):
        read_line(act, "hire")


def test_a_singer_is_known_by_a_part_of_the_name() -> None:
    for decision in whole_game(TURANDOT[1]):
        view, step = asked(decision, "turandot")
        if isinstance(decision.action, turandot.Offer) and decision.action.number is not None:
            card = view.game.lineup[str(decision.action.number)]
            words = view.card_names[card].split()
            if len(words) > 1:
                meant = turandot.Offer(decision.action.number, 1, bluff=True)
                for word in (*words, words[0][:4]):
                    assert read_line(step, f"offer {word} with 1 money and bluff") == meant
                return
    raise AssertionError


@pytest.mark.parametrize(
    ("amount", "told"),
    [
        (0, "level 0, ducats 30, pays for nothing"),
        (1, "level 0 to 1, ducats 30 to 29, pays for no role, only joining in"),
        (2, "level 0 to 2, ducats 30 to 28, pays for Architetto (or Maestro)"),
        (7, "level 0 to 7, ducats 30 to 23, pays for Impresario plus Architetto (plus Maestro)"),
    ],
)
def test_a_bid_says_all_that_its_level_pays_for(amount: int, told: str) -> None:
    """As the bid box does, with words for signs."""
    game = a_game(3).with_levels(0, 0, 0).with_ducats(30, 30, 30).with_offer(verdi=2).bidding()
    step = opera_speech.first_step(opera_views.view_of(game, 0, spoken_glyphs()))
    assert read_aloud(dict(step.told)[amount]) == told
    assert step.also == "In brackets stand roles that would bring you nothing now"


def an_offer(*, money: int) -> tuple[Step, int]:
    """The question about an offer of a player with so much money, and a number to choose."""
    for decision in whole_game(TURANDOT[0]):
        view, step = asked(decision, "turandot")
        if isinstance(decision.action, turandot.Offer) and view.own.hand.money == money:  # type: ignore[union-attr]
            number = next(number for number, option in step.numbered if number)
            return step, number
    raise AssertionError


@pytest.mark.parametrize(
    ("line", "money", "bluff"),
    [
        ("{n} with 2", 2, False),
        ("{n} 2", 2, False),
        ("{n} with 2 money and bluff", 2, True),
        ("{n} and bluff", None, True),
        ("number {n} with 2 and bluff", 2, True),
        ("{n} with nothing", 0, False),
        ("2 money", 2, False),
        ("bluff", 0, True),
    ],
)
def test_the_chosen_number_may_be_said_again_with_the_money(line: str, money: int | None, bluff: bool) -> None:
    """Alone it is the money; another number than the chosen one is none here."""
    step, number = an_offer(money=3)
    how_much = read_line(step, str(number))
    assert isinstance(how_much, Step)
    meant = turandot.Offer(number, number if money is None else money, bluff=bluff)
    assert read_line(how_much, line.format(n=number)) == meant
    with pytest.raises(Unclear, match="all that stands before it was understood"):
        read_line(how_much, f"{3 - number} with 2")


@pytest.mark.parametrize(
    ("line", "bluff"),
    [("", False), ("0 bluff", True), ("with 0 money and bluff", True), ("no money", False), ("bluff", True)],
)
def test_without_money_left_an_offer_is_said_as_before(line: str, bluff: bool) -> None:
    step, number = an_offer(money=0)
    assert read_line(step, f"{number} {line}") == turandot.Offer(number, 0, bluff=bluff)
    with pytest.raises(Unclear, match=r"^This costs 1 money card"):
        read_line(step, f"{number} with 1 money")
    with pytest.raises(Unclear, match=r"^You have no money card"):
        read_line(step, "wait")


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("bid 99", "at most"),
        ("98", "at most"),
        ("bid 3 4", "“4” means nothing here; all that stands before it was understood"),
        ("dance", "means nothing"),
        ("bid -3", "means"),
    ],
)
def test_what_is_no_bid_is_answered(line: str, why: str) -> None:
    with pytest.raises(Unclear, match=why):
        read_line(first_of("Bid", OPERA[0]), line)


@pytest.mark.parametrize(
    ("line", "echo"),
    [
        ("Verdi to Wien", "Verdi to Wien"),
        ("the verdi", "the verdi"),
        ("bid 3 and to Wién, now", "Wién, now"),
        ("bid 3,wien", "3,wien"),
    ],
)
def test_what_is_not_understood_is_told_as_it_was_typed(line: str, echo: str) -> None:
    with pytest.raises(Unclear, match=f"“{echo}”"):
        read_line(first_of("Bid", OPERA[0]), line)


def test_a_role_can_be_named_by_what_it_does() -> None:
    for decision in whole_game(OPERA[0]):
        view, step = asked(decision, "opera")
        if isinstance(view.choices, JoinChoices) or not isinstance(decision.action, opera.Hire):
            continue
        if isinstance(decision.action.play, opera.Architetto) and decision.action.play.build:
            part = decision.action.play.build[0].replace(".", " ")
            built = read_line(step, f"build {part}")
            assert built == read_line(step, f"hire architetto {part}") == read_line(step, f"arch {part}")
            return
    raise AssertionError


class German(NullTranslations):
    """A catalog of three texts."""

    def gettext(self, message: str) -> str:
        return {"bid {amount}": "biete {amount}", "close": "schließen", "in of": "in von"}.get(message, message)


def test_words_are_known_in_the_reader_s_language_and_in_english() -> None:
    i18n.choose(German())
    try:
        step = first_of("Bid", OPERA[0])
        assert read_line(step, "biete 3") == read_line(step, "bid 3") == opera.Bid(3)
        assert read_line(first_of("Hire", OPERA[0]), "schließen") == opera.Close()
        with pytest.raises(Unclear, match="could be: biete 0, biete 1, "):
            read_line(step, "bid")
    finally:
        i18n.choose_language()


def test_a_line_is_a_text_whole_and_in_either_language() -> None:
    i18n.choose(German())
    try:
        lines = ("Schliessen!", "close", "clos", "close now", "")
        assert [is_said(line, "close") for line in lines] == [True, True, False, False, False]
        assert is_said("close", "in of", "close")
        said = [is_said(line, "bid {amount}", amount=3) for line in ("biete 3", "bid 3", "bid 4")]
        assert said == [True, True, False]
    finally:
        i18n.choose_language()


@pytest.mark.parametrize("table", [OPERA[0], TURANDOT[2]], ids=str)
def test_english_always_works(tmp_path: Path, table: Table) -> None:
    write_pseudo_catalog(tmp_path)
    i18n.choose(translation("opera", tmp_path, ["qps"]))
    try:
        for decision in whole_game(table, b"f"):
            view, step = asked(decision, table.game)
            words = opera_words(view, decision.action) if isinstance(view, OperaView) else None
            read = read_line(step, words or turandot_words(view, decision.action))
            assert read == decision.action or (isinstance(view, OperaView) and _same(view, read, decision.action))
    finally:
        i18n.choose_language()


def test_folding_leaves_nothing_but_words() -> None:
    assert folded("Hire the MAESTRO, to  Wien!") == ["hire", "maestro", "wien"]
    assert folded("Händel from Liù") == ["handel", "liu"]


class French(NullTranslations):
    """A catalog of the small words."""

    def gettext(self, message: str) -> str:
        return "et à de déjà" if message == FILLERS else message


def test_a_letter_with_an_accent_is_no_wing() -> None:
    """Small words go with or without their accents, but of a single letter only the one that is meant."""
    i18n.choose(French())
    try:
        assert folded("Verdi à Wien, et l'aile a de Paris") == ["verdi", "wien", "l'aile", "a", "paris"]
        assert folded("deja Verdi") == ["verdi"]
    finally:
        i18n.choose_language()


def test_a_card_that_is_given_already_is_not_given_again() -> None:
    """The refusal says to whom it goes, not that there is no such card."""
    for decision in whole_game(TURANDOT[2]):
        if isinstance(decision.action, turandot.Assign) and len(decision.action.cards) > 1:
            view, step = asked(decision, "turandot")
            number = step.numbered[0][0]
            with pytest.raises(Unclear) as unclear:
                read_line(step, f"{number} {number}")
            assert unclear.value.sentence.endswith(f" goes to {view.name(next(iter(decision.action.cards)))} already.")
            return
    pytest.fail("no cards were given")


def test_two_parts_are_offered_together_only_if_they_can_be_had_so() -> None:
    """And a wing whose main part is not to be had is refused, not named as something that could be meant."""
    offered = refused = 0
    for decision in whole_game(OPERA[0], b"f"):
        view, step = asked(decision, "opera")
        assert isinstance(view, OperaView)
        assert view.own is not None
        try:
            building = read_line(step, "architetto")
        except Unclear:
            continue
        if not isinstance(building, Step):
            continue
        if building.also:
            offered += 1
            prices = [int(option.says.partition(": ")[2].split()[0]) for _number, option in building.numbered[:2]]
            assert sum(prices) <= view.own.ducats
        for option in building.options:
            is_wing = any(phrase.endswith(" wing a") for phrase in option.phrases)
            refused += bool(is_wing and option.refusal)
    assert offered
    assert refused


LANGUAGES = ("en", "it", "de", "fr")


def steps_from(step: Step, depth: int = 3) -> Iterator[Step]:
    """The step and those that its choices lead to."""
    yield step
    for _number, option in step.numbered:
        if isinstance(option.then, Step) and depth:
            yield from steps_from(option.then, depth - 1)


@pytest.mark.parametrize(("table", "language"), diagonal([OPERA[0], TURANDOT[1]], LANGUAGES), ids=str)
def test_a_choice_can_be_typed_as_it_is_listed(table: Table, language: str) -> None:
    """Word for word, with its number or without, in every language: it means what its number means."""
    i18n.choose_language(language)
    try:
        for decision in islice(whole_game(table, b"f"), 0, 40, 5):
            for step in steps_from(asked(decision, table.game)[1]):
                for number, option in step.numbered:
                    meant = _known(read_line(step, str(number)))
                    assert _known(read_line(step, f"{read_aloud(option.says)}.")) == meant, option.says
                    assert _known(read_line(step, f"{number}, {option.says}")) == meant, option.says
    finally:
        i18n.choose_language()


def _known(outcome: object) -> object:
    """What tells one outcome from another."""
    if isinstance(outcome, Step):
        return outcome.question, outcome.told, outcome.draft, outcome.begun
    return (outcome.buy, outcome.goal) if isinstance(outcome, AskLayout) else outcome


CHOICES = Step(
    "What?",
    [
        Option(("buy monteverdi",), opera.Bid(1), "buy Monteverdi for 3 ducats"),
        Option(("venezia wing a",), opera.Bid(2), "Venezia wing a: 2 ducats, 1 hall"),
        Option(("venezia wing b",), opera.Bid(3), "Venezia wing b: 4 ducats, a great view"),
        Option(("buy wagner",), opera.Bid(4), refusal="Wagner is not offered."),
        Option(("verdi stock",), opera.Bid(5)),
    ],
)


@pytest.mark.parametrize(("line", "number"), [("monteverdi", 1), ("wing b", 3), ("Wing a of Venezia", 2)])
def test_words_that_one_choice_alone_has_choose_it(line: str, number: int) -> None:
    assert read_line(CHOICES, line) == opera.Bid(number)


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("wing", "“wing” could be: venezia wing a, venezia wing b."),
        ("wagner", "Wagner is not offered."),
        ("great view", "“great view” could be: venezia wing b."),
        ("stock", "“stock” means nothing here; ? says what is asked."),
        ("wing dance", "“wing dance” means nothing here; ? says what is asked."),
        ("monteverdi dance", "“dance” means nothing here; all that stands before it was understood."),
    ],
)
def test_words_of_several_choices_choose_none(line: str, answer: str) -> None:
    """Nor do words that only describe a choice: it is said how it is called. What is not listed is typed in full."""
    with pytest.raises(Unclear) as unclear:
        read_line(CHOICES, line)
    assert unclear.value.sentence == answer
