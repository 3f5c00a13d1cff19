"""The contract's page is true: its bytes, its formulas, its tables, and every word that goes over the wire is in it."""

from collections.abc import Iterator
from itertools import pairwise
from typing import Any, cast, get_args

import msgpack
import msgspec
import pytest
from support.contract.raised_codes import parameters_by_code
from support.contract.readme import (
    Paths,
    frames,
    headings,
    named,
    page,
    rows,
    section,
    words,
)

from opera_games.api import MOST_SEATS
from opera_games.catalog import GAMES
from opera_games.opera import events as opera_events
from opera_games.turandot import events as turandot_events
from opera_protocol.texts.sentences import VERDICTS
from opera_protocol.texts.vocabulary import REASONS
from opera_protocol.wire.codec import MAX_FRAME, MAX_REQUEST, Message, decode, encode
from opera_protocol.wire.diff import diff
from opera_protocol.wire.documents import TableDocument
from opera_protocol.wire.greeting import MAX_GREETING, Greeting
from opera_protocol.wire.messages import (
    MOST_HISTORY,
    MOST_PREVIEWS,
    PROTOCOL,
    AnyReply,
    AnyRequest,
    FromClient,
    FromServer,
    PrivateUpdate,
    TableSettings,
)
from opera_protocol.wire.plain_text import CHAT_LINE, CODE_WORD, PLAYER_NAME, TABLE_NAME
from opera_rules import transcript
from opera_rules.api import Event, Map, Rules, rules_of, to_map
from opera_rules.chance import Chance, derive
from opera_rules.editions import built_in
from opera_server.config.settings import Limits
from opera_server.journal.entries import Acted, BotSeated, Created, ReadySet, Seated, Started
from opera_server.lobby.listing import MOST_SHOWN, Listing
from opera_server.lobby.lobby import MOST_ROOMS
from opera_server.lobby.word_index import MOST_WORDS
from opera_server.net.access import GREETINGS_AT_ONCE, GREETINGS_PER_SECOND
from opera_server.net.connection_guard import MOST_UNHEARD_OF_ALL, SILENT_SECONDS
from opera_server.net.guarded_connection import MOST_UNHEARD, MOST_UNREAD
from opera_server.net.neighbours import MOST_UNREAD_OF_ADDRESS
from opera_server.net.update_connections import TICKET_SECONDS, UpdateConnection
from opera_server.requests.dispatcher import (
    LONGEST_REMEMBERED,
    MOST_WAITING_OF_ONE,
    REMEMBERED_PER_KEY,
    WRONG_WORD_COUNTS,
)
from opera_server.requests.handlers import HANDLERS
from opera_server.tables.code_words import GUESSES_AT_ONCE
from opera_server.tables.documents import (
    BYTES_OF_LOG,
    LINES_WITH_SNAPSHOT,
    listed_table,
    private_document,
    public_document,
    unasked_document,
)
from opera_server.tables.events import TABLE_EVENTS
from opera_server.tables.play.bots import MOST_ASKED, MOST_ASKED_BY_KEY
from opera_server.tables.play.chat import MOST_LINES
from opera_server.tables.room import Member, Presence
from opera_server.tables.shuffle_attempt import STEP_SECONDS, ShuffleAttempt
from opera_server.tables.table import Table
from opera_server.tables.table_room import MOST_BY_ADDRESS, MOST_BY_KEY, MOST_ENTRIES

KINDS: dict[str, type[Message]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        *get_args(AnyRequest),
        *get_args(AnyReply),
        *get_args(FromClient),
        *get_args(FromServer),
        PrivateUpdate,
        Greeting,
    )
}
REQUESTS = {str(kind.__struct_config__.tag) for kind in get_args(AnyRequest)}
CODE_TABLES: dict[str, tuple[str, ...]] = {
    "rules": ("Codes of both games", "Codes of Opera", "Codes of Turandot", "Codes of files"),
    "wire": ("Codes of any request", "Codes of the server", "Codes that end a connection"),
    "client": ("Codes that a client finds by itself",),
    "faults": ("Codes of a server that does not start",),
}


def documented_codes(*sorts: str) -> dict[str, frozenset[str]]:
    """Codes with the names of their parameters, from the page."""
    return {
        code: frozenset(words(cells[0]))
        for sort in sorts
        for title in CODE_TABLES[sort]
        for code, cells in named(title).items()
    }


def test_every_frame_has_exactly_these_bytes() -> None:
    """Whatever msgpack library writes them, and read by our own codec into the message they show."""
    shown = list(frames())
    assert len(shown) >= 14
    for message, content in shown:
        assert msgpack.packb(message) == content
        assert msgpack.unpackb(content) == message
        decode(content, KINDS[message["kind"]], limit=MAX_FRAME)


def test_frames_of_the_server_are_what_it_sends() -> None:
    """To the byte, also in the order of their fields."""
    sent = {
        str(kind.__struct_config__.tag)
        for kind in (*get_args(AnyReply), *get_args(FromServer), PrivateUpdate, Greeting)
    }
    for message, content in frames():
        if message["kind"] in sent:
            assert encode(decode(content, KINDS[message["kind"]], limit=MAX_FRAME)) == content


def test_the_page_connects_with_the_version_that_it_describes() -> None:
    """A client that copies the examples of greeting and `hello` is let in."""
    shown = {message["kind"]: message for message, _ in frames()}
    assert shown["greeting"]["protocols"] == [PROTOCOL]
    assert shown["hello"]["protocol"] == PROTOCOL
    assert named("`hello`")["protocol"][-1] == str(PROTOCOL)


def test_every_kind_of_message_has_its_section_and_fields() -> None:
    """With a table that names each field once, and for requests the same defaults."""
    for tag, kind in KINDS.items():
        fields = {field.name for field in msgspec.structs.fields(kind)} - ({"id"} if tag in REQUESTS else set())
        title = "Greeting" if tag == "greeting" else f"`{tag}`"
        shown = set(named(title, 0)) - {"kind"}
        assert shown == fields, tag


def test_settings_of_a_table_are_documented_with_their_defaults() -> None:
    shown = named("`create`", 1)
    assert list(shown) == [field.name for field in msgspec.structs.fields(TableSettings)]
    for field in msgspec.structs.fields(TableSettings):
        is_required = field.default is msgspec.NODEFAULT and field.default_factory is msgspec.NODEFAULT
        assert bool(shown[field.name][1]) is not is_required, field.name


@pytest.mark.parametrize("kind", sorted(REQUESTS))
def test_refusals_of_a_request_are_codes_that_there_are(kind: str) -> None:
    assert refusals_of(kind) <= set(documented_codes("rules", "wire"))


def refusals_of(kind: str) -> set[str]:
    _, _, listed = section(f"`{kind}`").partition("Refused with:")
    return words(listed.partition("\n\n")[0])


def test_every_code_of_the_server_is_named_by_a_request() -> None:
    general = {"malformed", "hello_first", "too_many_requests", "internal"}
    assert set().union(*map(refusals_of, REQUESTS)) | general >= set(named("Codes of the server"))


@pytest.mark.parametrize(
    ("folder", "sorts"),
    [
        ("server/opera_rules", ("rules",)),
        ("server/opera_server", ("rules", "wire", "faults")),
        ("protocol", ("rules", "wire", "client", "faults")),
    ],
)
def test_every_code_is_documented_with_its_parameters(folder: str, sorts: tuple[str, ...]) -> None:
    """Except those that only this client knows, since they never leave it."""
    assert parameters_by_code(folder).items() <= documented_codes(*sorts).items()


def test_no_code_is_documented_that_is_not_there() -> None:
    assert documented_codes(*CODE_TABLES) == parameters_by_code("server", "protocol")


def test_reasons_and_verdicts_are_documented() -> None:
    text = page()
    assert [reason for reason in REASONS if f"`{reason}`" not in text] == []
    assert set(VERDICTS) <= set(named("8. Starting fairly"))


EVENTS: dict[str, tuple[type[Event], ...]] = {
    "Events of every table": TABLE_EVENTS,
    "Events of Opera": opera_events.EVENTS,
    "Events of Turandot": turandot_events.EVENTS,
}


@pytest.mark.parametrize("title", EVENTS)
def test_every_event_is_documented_with_its_fields(title: str) -> None:
    shown = {tag: words(cells[0]) for tag, cells in named(title).items()}
    fields = {
        str(event.__struct_config__.tag): {field.name for field in msgspec.structs.fields(event)}
        for event in EVENTS[title]
    }
    assert shown == fields


def games(game: str) -> Iterator[tuple[Rules[Any, Any, Any], Any, Chance]]:
    """Every state of some random games."""
    rules = rules_of(game)
    for players in rules.SEATS:
        for number in range(3):
            options = {"open_screens": True} if game == "opera" and number == 2 else {}
            chance = Chance(derive(bytes(32), game, players, number))
            state = rules.new_game(players, options, built_in(game), chance.seed).game
            yield rules, state, chance
            while waiting := rules.waiting(state):
                seat = min(waiting)
                state = rules.apply(state, seat, rules.offers(state, seat).sample(chance)).game
                yield rules, state, chance


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_every_field_of_the_games_documents_is_documented(game: str) -> None:
    """Public, private and choices of whole games, and previews of random actions: no field too few, none too many."""
    name = game.capitalize()
    public = Paths(named(f"Public document of {name}"))
    private = Paths(named(f"Private document of {name}"))
    previews = Paths(named(f"Previews of {name}"))
    could, boxes = Paths(named("Best of a role (`could`)")), Paths(named("Boxes of the roles"))
    choices: dict[str, Paths] = {}
    for rules, state, chance in games(game):
        public.walk(to_map(rules.public(state)))
        for seat, kind in rules.waiting(state).items():
            private.walk(to_map(rules.private(state, seat)))
            chosen = to_map(rules.choices(state, seat))
            choices.setdefault(kind, Paths(named(f"Choices for `{kind}`"))).walk(chosen)
            walk_inner_maps(chosen, could, boxes)
            previews.walk(to_map(rules.preview(state, seat, rules.offers(state, seat).sample(chance))))
    used = [public, private, previews, *choices.values(), *((could, boxes) if game == "opera" else ())]
    assert [paths.missing for paths in used if paths.missing] == []


def walk_inner_maps(choices: Map, could: Paths, boxes: Paths) -> None:
    """Opera's maps for each role, which have tables of their own."""
    if choices["kind"] == "act":
        for row in choices["rows"]:
            if "could" in row:
                could.walk({row["role"]: row["could"]})
        for role, box in choices["boxes"].items():
            boxes.walk({role: box})
    elif choices["kind"] == "join":
        boxes.walk({choices["box"]["role"]: choices["box"]})


def a_table() -> Table:
    """A person against a bot, about to bid."""
    settings = TableSettings(game="opera", name="Scala", seats=2, options={"rounds": 9, "open_screens": False})
    table = Table.create("k7qf2m3a", Created(at=0, settings=settings, rules=2, key=b"k" * 32))
    table.absorb(Seated(at=1, seat=0, key=b"k" * 32, name="Kate"))
    table.absorb(BotSeated(at=2, seat=1, level="soloist", name="Rossini", temperament="builder"))
    table.absorb(ReadySet(at=3, seat=0, ready=True))
    table.absorb(Started(at=4, seed=b"\2" * 32, shuffle={}, rules=2))
    return table


def people_at_the_table(*people: tuple[str, int | None]) -> Presence:
    """Players with their seats, spectators with None."""
    members = {
        bytes([n]): Member(UpdateConnection(bytes([n]), cast("Any", None), b"", b"k" * 32, "", 0.0), seat, name)
        for n, (name, seat) in enumerate(people)
    }
    return Presence(members, lambda: 0)


def test_every_field_around_the_games_is_documented() -> None:
    """Heads, rows of the lobby, private documents and attempts to start."""
    table = a_table()
    presence = people_at_the_table(("", 0), ("Ada", None))
    head = Paths(named("Public document of a table"))
    head.walk(to_map(public_document(table, presence, {0: 5})))
    assert head.missing == set()
    lobby = Paths(named("Lobby document"))
    listing = Listing(lambda _key: None, Limits())
    listing.put(table.id, listed_table(table, 1))
    lobby.walk(listing.document())
    assert lobby.missing == set()
    assert set(named("Private document of a seat")) == to_map(private_document(table, 0, None)).keys()
    assert set(named("8. Starting fairly", 0)) == to_map(ShuffleAttempt(1, [0]).document()).keys()


def test_the_updates_shown_are_those_of_a_real_game() -> None:
    """A bid; then one that completes the bids, with the state on the way to their reveal."""
    table = a_table()
    updates = [frame.message for frame in frames() if frame.message["kind"] == "update"]
    private = [frame.message for frame in frames() if frame.message["kind"] == "private"]
    public, own = [public_document(table, people_at_the_table(("", 0)))], [private_document(table, 0, {"kind": "bid"})]
    heard = [len(table.log)]
    for seat, amount in ((1, 3), (0, 2)):
        bid = {"do": "bid", "amount": amount}
        for passed in table.rules.unfold(table.game, seat, table.rules.read_action(bid))[:-1]:
            public.append(TableDocument(public[-1].table, table.rules.public(passed.game)))
            own.append(unasked_document(0, table.rules.private(passed.game, 0)))
            heard.append(len(table.log) + len(passed.events))
        table.absorb(Acted(at=5, seat=seat, action=bid, by="player", state=b""))
        public.append(public_document(table, people_at_the_table(("", 0))))
        heard.append(len(table.log))
    own.append(private_document(table, 0, None))
    assert [shown["change"] for shown in updates] == [to_map(diff(*pair)) for pair in pairwise(public)]
    lines = [{"start": start, "lines": to_map(table.log[start:end])} for start, end in pairwise(heard)]
    assert [shown["log"] for shown in updates] == lines
    assert [shown["change"] for shown in private] == [to_map(diff(*pair)) for pair in pairwise(own)]


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_states_of_transcripts_are_documented(game: str) -> None:
    rules = rules_of(game)
    state = rules.new_game(2, {}, built_in(game), bytes(32)).game
    shown = {word for cells in rows(f"State of {game.capitalize()}") for word in words(cells[0])}
    assert shown == rules.write_state(state).keys()


def test_numbers_in_the_text_are_those_of_the_program() -> None:
    limits, text = Limits(), page()
    told = [
        f"{MAX_REQUEST} bytes",
        f"{MAX_FRAME} bytes",
        f"at most {MAX_GREETING} bytes",
        f"{limits.requests_per_key} a second and key, {limits.burst_per_key} at once",
        f"{limits.requests_per_address} a second and address, {limits.burst_per_address} at once",
        f"{limits.connections_per_key} a key, {limits.connections_per_address} an address",
        f"{limits.tables_per_key} and {limits.seats_per_key} a key",
        f"{limits.connections}, {limits.tables} and {limits.seats} |",
        f"wait for their answers | {MOST_WAITING_OF_ONE} |",
        f"wait to be read | {MOST_UNREAD} a connection, {MOST_UNREAD_OF_ADDRESS} an address |",
        f"cannot be read yet | {MOST_UNHEARD} a connection, {MOST_UNHEARD_OF_ALL} all connections of a port, ",
        f"({GREETINGS_PER_SECOND} times a second, {GREETINGS_AT_ONCE} at once)",
        f"| {MOST_PREVIEWS} |",
        f"| {MOST_HISTORY} |",
        f"{REMEMBERED_PER_KEY} a key",
        f"more than {LONGEST_REMEMBERED} bytes",
        f"| {MOST_BY_KEY} times a key, {MOST_BY_ADDRESS} an address; after {MOST_ENTRIES} entries nobody new",
        f"| {MOST_LINES}, and as many in its gallery |",
        f"| {GUESSES_AT_ONCE} at once from an address",
        f"is in | {MOST_ROOMS} |",
        f"{MOST_ASKED} on a server, {MOST_ASKED_BY_KEY} for a key",
        f"| {WRONG_WORD_COUNTS} more |",
        f"Say something within {int(SILENT_SECONDS)} seconds",
        f"within {int(TICKET_SECONDS)} seconds",
        f"a number above {MOST_SEATS - 1} in a request",
        *(f"`format`: {transcript.FORMAT}; `rules`: {rules_of(game).VERSION};" for game in GAMES),
        f"lasts {int(STEP_SECONDS)} seconds at most",
        f"the last {LINES_WITH_SNAPSHOT} lines",
        f"no more than {BYTES_OF_LOG} bytes",
        f"protocol **version {PROTOCOL}**",
        f"that are open, at most {MOST_SHOWN}, and the newest that are running, at most {MOST_SHOWN}",
        f"at most the {MOST_SHOWN} newest",
        f"only the first {MOST_WORDS} of them",
        f"names 1 to {PLAYER_NAME.cells}, code words 1 to {CODE_WORD.cells}, chat lines 1 to {CHAT_LINE.cells}",
        f"`format` {transcript.FORMAT}",
    ]
    assert [words for words in told if words not in text] == []
    assert PLAYER_NAME.cells == TABLE_NAME.cells


def test_requests_that_count_for_more_are_documented() -> None:
    shown = {
        kind: int(cells[1])
        for cells in rows("3. Encoding and limits", 1)
        if cells[1].isdigit()
        for kind in words(cells[0])
    }
    assert shown == {
        str(kind.__struct_config__.tag): handler.weight for kind, handler in HANDLERS.items() if handler.weight > 1
    }


def test_links_within_the_page_lead_somewhere() -> None:
    anchors = {
        "".join(letter for letter in heading.lower().replace(" ", "-") if letter.isalnum() or letter in "-_")
        for heading in headings()
    }
    text = page()
    links = {part.partition(")")[0] for part in text.split("](#")[1:]}
    assert links <= anchors
