"""Sentences: every refusal and event has one, filled with exactly what it carries."""

from collections.abc import Iterator
from gettext import NullTranslations
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest
from support.cli.transcripts import NAMES, a_game

from opera_games.catalog import GAMES, texts_of
from opera_games.opera import events as opera_events
from opera_games.opera import words as opera_words
from opera_games.turandot import events as turandot_events
from opera_games.turandot import words as turandot_words
from opera_protocol.texts.format import ITEMS, UNITS, Teller
from opera_protocol.texts.nouns import FORMS
from opera_protocol.texts.sentences import REFUSALS, TABLE_EVENTS, log_line, sentence
from opera_protocol.texts.vocabulary import ACTIONS, CAUSES, DECISIONS, FIELDS, WORDS
from opera_protocol.wire.messages import Clock
from opera_protocol.wire.plain_text import CHAT_LINE, CODE_WORD, PLAYER_NAME, SERVER_NAME, TABLE_NAME
from opera_rules.api import Event, Map, to_map
from opera_rules.transcript import read
from opera_server.journal import entries
from opera_server.tables import events as table_events

TABLE = "table"
STRUCTS: dict[str, tuple[type[Event], ...]] = {
    "opera": opera_events.EVENTS,
    "turandot": turandot_events.EVENTS,
    TABLE: table_events.TABLE_EVENTS,
}
EVENTS = {**{game: texts_of(game).EVENTS for game in GAMES}, TABLE: TABLE_EVENTS}


def placeholders(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name is not None}


def forms(template: str) -> set[str]:
    return {form for _, name, form, _ in Formatter().parse(template) if name is not None and form}


def tag_of(event: type[Event]) -> str:
    return str(event.__struct_config__.tag)


def all_templates() -> Iterator[str]:
    yield from REFUSALS.values()
    yield from (template for templates in EVENTS.values() for template in templates.values())
    yield from ITEMS.values()


@pytest.mark.parametrize("game", EVENTS)
def test_every_event_has_a_line_with_its_fields_only(game: str) -> None:
    fields = {tag_of(event): {field.name for field in msgspec.structs.fields(event)} for event in STRUCTS[game]}
    for key, template in EVENTS[game].items():
        assert placeholders(template) <= fields[key.partition(":")[0]], key
    assert {key.partition(":")[0] for key in EVENTS[game]} == set(fields)


def test_every_other_wording_is_used_and_nothing_is_listed_that_is_not_there() -> None:
    assert set(STRUCTS) == set(EVENTS)
    for texts in map(texts_of, GAMES):
        variants = {f"{tag}:{variant}" for tag, (variant, _) in texts.VARIANTS.items()}
        assert {key for key in texts.EVENTS if ":" in key} == variants
        assert {tag for tag, _ in texts.COMPOSITES} <= set(texts.EVENTS)


FORM_NAMES = ("subject", "object", "of", "to")
"""Forms of words that have an article."""


def test_every_word_with_an_article_has_all_its_forms() -> None:
    assert {*opera_words.ROLES, *turandot_words.HELPERS} == set(FORMS)
    assert all(tuple(forms) == FORM_NAMES for forms in FORMS.values())


def test_a_sentence_chooses_the_form_of_a_word() -> None:
    """With a capital at its beginning; a bare word stands as it is."""
    teller = Teller(["Anna"])
    told = teller.tell("{role:Subject}, {role:of}, {role}, {role:>9}", {"role": "signora"})
    assert told == "The Signora, of the Signora, Signora,   Signora"


def test_templates_use_only_forms_there_are() -> None:
    for template in all_templates():
        assert {form.lower() for form in forms(template)} <= {"signed", "number", *UNITS, *FORM_NAMES}, template


def test_words_have_display_names() -> None:
    words = [
        *opera_words.PIECES,
        *opera_words.CITIES,
        *opera_words.ROLES,
        *turandot_words.PARTS,
        *turandot_words.CATEGORIES,
        *turandot_words.DIRECTORS,
        *turandot_words.HELPERS,
        *turandot_words.SILENT.split(),
    ]
    assert set(words) <= set(WORDS)
    assert {"bid", "act", "join", "appraise", "offer", "assign", "nominate", "dismiss"} == set(DECISIONS)
    assert set(DECISIONS) - {"act"} <= set(ACTIONS)


def test_every_field_and_cause_has_its_phrase() -> None:
    """What a sentence says in the middle is in words too, and no word means two things."""
    fields = {field.name for field in (PLAYER_NAME, TABLE_NAME, CODE_WORD, CHAT_LINE, SERVER_NAME)}
    stand_in = msgspec.structs.fields(entries.StandInBegan)
    stand_ins = {word for field in stand_in if field.name == "cause" for word in get_args(field.type)}
    assert fields == set(FIELDS)
    assert set(get_args(entries.Cause)) == set(CAUSES)
    assert {f"table_stand_in:{cause}" for cause in stand_ins} <= set(TABLE_EVENTS)


REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("composer_twice", {"composer": "handel", "city": "wien"}, "Händel is twice in Wien; "),
    ("none_left", {"part": "paris.wing_a"}, "No copy of Paris wing a is left"),
    ("fee_too_high", {"role": "esperto", "fee": 4, "level": 1}, "The Esperto costs 4 levels of budget"),
    ("level_short", {"cost": 1, "level": 0}, "Joining in like this costs 1 level, "),
    (
        "other_decision",
        {"asked": "act", "got": "bid"},
        "Something else is asked of you: hire a role or close. What",
    ),
    ("no_such_piece", {"piece": "mozart", "source": "stock"}, "You have no Mozart in your stock"),
    ("assign_wrong_seats", {"seats": [0, 2]}, "Exactly these players get a card now: Kate, Mark."),
    ("director_not_left", {"director": "avant_garde", "left": ["gothic", "plain"]}, "The director avant-garde is not"),
    ("edition_bad_value", {"key": "cities.wien.episode", "expected": "1 to 3"}, "The edition's cities.wien.episode"),
    ("file_unreadable", {"file": "wien", "reason": "No such file"}, "wien cannot be read: No such file."),
    ("malformed", {"reason": "too_deep"}, "A message could not be read: it is nested too deeply."),
    ("bad_text", {"field": "table_name", "reason": "bidi", "limit": 12}, "The table's name cannot be taken: it has a "),
    ("not_ready", {"seats": [1]}, "Not ready yet: Peter. "),
    ("no_such_seat", {"seat": 5, "highest": 3}, "This table has no such seat: seat 6."),
    ("clock_too_short", {"least": 60}, "A clock must give 60 seconds or more."),
    ("unknown_level", {"level": "bass", "levels": ["random", "chorus"]}, "There is no bot of the level “bass”; there "),
    ("unknown_game", {"game": "chess\x1b[0m", "games": ["opera"]}, "There is no game “chess�[0m”"),
]


@pytest.mark.parametrize(("code", "parameters", "beginning"), REFUSED)
def test_parameters_are_shown_in_players_words(code: str, parameters: dict[str, Any], beginning: str) -> None:
    assert sentence(code, parameters, Teller(NAMES)).startswith(beginning)


TOLD: list[tuple[Event, str]] = [
    (opera_events.RoleHired(1, "maestro", 9, 7), "Peter hires the Maestro, level 9 → 7"),
    (opera_events.PartBuilt(0, "paris.wing_b", 2, 2), "Kate builds Paris wing b for 2 ducats, worth 2 points"),
    (opera_events.PieceSold(0, "verdi", "wien", 0, 1), "Kate sells Verdi for 1 point"),
    (opera_events.PieceSold(0, "verdi", "wien", 12, 0), "Kate sells Verdi for 12 ducats"),
    (opera_events.PieceGivenAway(0, "wien", "verdi", 2), "Kate gives Verdi from Wien to Mark"),
    (opera_events.PieceGivenAway(0, "wien", "verdi", None), "Kate discards Verdi from Wien"),
    (opera_events.FameChanged(0, "handel", -2, ()), "Kate moves Händel by -2 on the fame ladder"),
    (opera_events.BidsRevealed({0: 1, 1: 3}, (1, 0), {0: 5, 1: 9}), "Bids: Kate 1, Peter 3. Levels: Peter 9, Kate 5"),
    (opera_events.IncomePaid({0: {"wien": 3, "paris": 10}, 1: {}}), "Income: Kate 13, Peter 0"),
    (opera_events.Counted(2, {0: 18}, {0: 0}, {0: -2}, {0: 59}), "Counting 2: Kate +16 = 59"),
    (
        opera_events.ComposersRose(("wagner",), (), ("mozart", "verdi", "wagner")),
        "Most staged, but at the top already: Wagner",
    ),
    (
        opera_events.ComposersRose(("mozart", "verdi", "wagner"), (), ("handel", "mozart", "verdi", "wagner")),
        "Most staged, but at the top already: Wagner (staged as often, but held up below: Verdi, Mozart)",
    ),
    (opera_events.OfferFilled({"handel": 2, "verdi": 1}, {}, False), "New offer: 2 Händel, 1 Verdi"),
    (opera_events.GameEnded(((1, 75), (0, 59))), "The game is over: 1. Peter 75, 2. Kate 59"),
    (turandot_events.HelperHired(0, "costumier", 2), "Kate gets the costumier: scenery 2"),
    (turandot_events.CardTaken(0, 1, "corelli", 2), "Kate takes Fiammetta Corelli for 2 money cards"),
    (turandot_events.CardLeftOver(1, "plain", "silent"), "plain goes to the silent hand"),
    (turandot_events.PucciniPassed(0, 1), "Puccini goes from Kate to Peter"),
    (turandot_events.LineupDealt({1: "gothic", 2: "plain"}), "Line-up: 1 gothic, 2 plain"),
    (
        turandot_events.OffersRevealed(
            (
                turandot_events.RevealedOffer(0, 4, 2, True, "most", (1,), "corelli"),
                turandot_events.RevealedOffer(1, 4, 0, False, "beaten", (0,), None),
                turandot_events.RevealedOffer(2, None, 1, False, "costumier", (), None),
            )
        ),
        "Offers: Kate 4 with 2 money cards and the bluff, Peter 4 (beaten), Mark money alone",
    ),
    (
        turandot_events.OffersRevealed(
            (
                turandot_events.RevealedOffer(0, 2, 1, False, "tied", (1, 2), None),
                turandot_events.RevealedOffer(1, 2, 1, False, "tied", (0, 2), None),
                turandot_events.RevealedOffer(2, 2, 0, True, "tied", (0, 1), None),
            )
        ),
        "Offers: Kate 2 with 1 money card (tied), Peter 2 with 1 money card (tied), Mark 2 with the bluff (less money)",
    ),
    (table_events.StandInCame(1, "absent"), "Peter is away: a bot acts for the seat"),
    (table_events.StandInCame(1, "left"), "Peter has left: a bot acts for the seat"),
    (table_events.PlayerReturned(1), "Peter is back"),
    (
        table_events.ClockChanged(Clock(mode="decision", seconds=60)),
        "The host sets a clock: 60 seconds for each decision",
    ),
    (table_events.SeatHandedOver(1, "Anna"), "Anna has the seat from now on"),
    (table_events.ActionsTakenBack(1, 1, 7), "Peter takes an action back; undone in all: 1 action"),
    (table_events.ActionsTakenBack(1, 4, 7), "Peter takes an action back; undone in all: 4 actions"),
    (table_events.TableBranched("k7qf2m3a", 12), "Until here as at an earlier table: 12 actions"),
    (table_events.TableAbandoned("closed"), "The game ends without a result: the operator closed the table"),
    (turandot_events.GameEnded(((0, 9), (1, 8)), (), ()), "The game is over: 1. Kate 9, 2. Peter 8. The silent hand"),
]


@pytest.mark.parametrize(("event", "line"), TOLD)
def test_events_become_log_lines(event: Event, line: str) -> None:
    game = "opera" if type(event) in opera_events.EVENTS else "turandot"
    told = log_line(game, to_map(event), Teller(NAMES, {"corelli": "Fiammetta Corelli"}))
    assert told.startswith(line)


@pytest.mark.parametrize(("game", "players"), [("opera", 4), ("opera", 2), ("turandot", 5), ("turandot", 2)])
def test_every_event_of_whole_games_is_told(game: str, players: int) -> None:
    teller = Teller(NAMES[:players])
    for moment in read(a_game(game, players)).moments():
        for event in moment.events:
            told = log_line(game, to_map(event), teller)
            assert told.isprintable()
            assert "{" not in told
            assert not told.startswith("Something happened")


def test_names_are_never_taken_for_templates_and_lose_what_a_terminal_acts_on() -> None:
    teller = Teller(["{role}", "a\x1b[31mb"])
    assert log_line("opera", {"event": "intermezzo", "seat": 0, "role": "maestro"}, teller).startswith("{role} ")
    assert log_line("opera", {"event": "intermezzo", "seat": 1, "role": "maestro"}, teller).startswith("a�[31mb ")


def test_a_seat_without_a_name_is_shown_by_its_number() -> None:
    assert log_line("opera", {"event": "closed", "seat": 1, "automatic": False}, Teller()) == "seat 2 closes"


class Backwards(NullTranslations):
    """Stands for another language."""

    def gettext(self, message: str) -> str:
        return {"{seat} closes": "geschlossen: {seat}", "{city} wing a": "{city}, Flügel A"}.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return "{n} Dukaten" if msgid2 == "{n} ducats" else msgid1 if n == 1 else msgid2


def test_templates_words_and_units_are_translated() -> None:
    teller = Teller(NAMES, translations=Backwards())
    assert log_line("opera", {"event": "closed", "seat": 0, "automatic": False}, teller) == "geschlossen: Kate"
    assert "Paris, Flügel A" in sentence("none_left", {"part": "paris.wing_a"}, Teller(translations=Backwards()))
    assert "9 Dukaten" in sentence("ducats_short", {"price": 9, "ducats": 3}, Teller(translations=Backwards()))


def test_an_event_that_nobody_knows_has_a_line_too() -> None:
    """A newer server, or another game, cannot break the log."""
    odd: list[Map] = [{"event": "novelty"}, {"event": "closed"}, {"event": "offer", "pieces": 3}, {"event": [1]}, {}]
    for event in odd:
        assert log_line("opera", event, Teller()).startswith("Something happened (")
    assert log_line("chess", {"event": "closed", "seat": 1}, Teller()) == "Something happened (closed: seat 1)."
    assert log_line("..", {"event": "closed", "seat": 1}, Teller()) == "Something happened (closed: seat 1)."
