"""Sizes that no game has, from a server that means harm: they are refused where they are read, whatever for."""

from collections.abc import Iterator, Sequence
from inspect import getmembers, isclass
from typing import Any, Final

import pytest
from msgspec import Struct, inspect
from support.tui import opera_views, turandot_views
from support.tui.documents import sent
from support.tui.fake_table import fake_table
from support.tui.shell_app import until, until_shown

from opera_games.api import MOST_FIGURE, Map
from opera_games.catalog import GAMES
from opera_games.opera import choices as opera_choices
from opera_games.turandot import choices as turandot_choices
from opera_protocol.client import Unreadable, View, read
from opera_protocol.client.shuffles import Table
from opera_protocol.client.store import Snapshot
from opera_protocol.texts.format import Teller
from opera_protocol.texts.sentences import log_line, sentence
from opera_protocol.wire import answers, messages
from opera_protocol.wire.documents import LobbyDocument, OwnTables, TableHead, TalkLine
from opera_rules.api import to_map
from opera_tui.games import face_of
from opera_tui.games.reading import read_view
from opera_tui.look.glyphs import UNICODE
from opera_tui.session.whole_log import MOST_LOG_LINES, whole_log

TOO_MUCH: Final = (MOST_FIGURE + 1, -MOST_FIGURE - 1, 2**31, 2**53, -(2**63), 2**64 - 1)
MOST: Final = 100_000
NO_BOUNDS: Final = {"TranscriptPart.lines", "Lines.lines"}
"""Of a transcript so many are asked for and written into a file; of a stream only the last ones are kept."""
LARGE_NUMBERS: Final = {
    *("StartAttempt.attempt", "StartAttempt.deadline", "Attempt.attempt", "SeatDocument.decision"),
    *("SeatDocument.take_back", "TableHead.absence", "TableHead.deadlines", "TableHead.banks", "TableHead.taken_back"),
    *(
        "LobbyTable.watching",
        "TalkLine.at",
        "Welcome.now",
        "FinishedTable.ended",
        "FinishedTable.number",
        "TranscriptPart.total",
    ),
    *("Moment.log", "History.start", "Lines.start", "Revised.revision"),
    *("LobbyTable.number", "LobbyDocument.open", "LobbyDocument.running", "Found.before"),
}
"""Times, ids and line numbers, which are compared and shown as they are."""
UNCOUNTED: Final = {"decision", "take_back", "refusal"}
"""An id, and what stands in a sentence as it came."""
VIEWS: Final = {"opera": opera_views, "turandot": turandot_views}
SENTENCE: Final = "This program cannot read what the server sent"


def kinds_that_are_read() -> Iterator[Any]:
    """The types of everything that a server sends and this program reads."""
    yield from (TableHead, LobbyDocument, OwnTables, TalkLine, Snapshot, Table)
    yield from (kind for _name, kind in getmembers(answers, isclass) if issubclass(kind, Struct) and kind is not Struct)
    for game in GAMES:
        types = face_of(game).view.types
        yield from (kind for kind in (types.game, types.own, types.seat, types.event, types.layout) if kind)
    for choices in (opera_choices, turandot_choices):
        previews = [kind for _name, kind in getmembers(choices, isclass) if kind.__name__.endswith("Preview")]
        assert previews
        yield from previews


def without_bounds(kind: inspect.Type, where: str = "") -> Iterator[str]:
    """The places below a type where a number, a text or a list may be as large as it likes."""
    if isinstance(kind, inspect.IntType):
        if not (is_bounded(kind) or where in LARGE_NUMBERS):
            yield where
    elif isinstance(kind, inspect.StrType | inspect.BytesType | inspect.ListType | inspect.VarTupleType):
        if kind.max_length is None:
            yield where
    elif isinstance(kind, inspect.DictType):
        # What a map holds that is free is shown piece by piece; one with few possible keys is small by itself.
        is_small = isinstance(kind.key_type, inspect.LiteralType) or is_bounded(kind.key_type)
        if not (is_small or kind.max_length is not None or isinstance(kind.value_type, inspect.AnyType)):
            yield where
    elif isinstance(kind, inspect.FloatType):
        yield where
    for name, part in parts_of(kind):
        yield from without_bounds(part, name or where)


def is_bounded(kind: inspect.Type) -> bool:
    """Whether a number can be a width, and be counted up to."""
    if not isinstance(kind, inspect.IntType):
        return False
    lowest, highest = (kind.ge if kind.gt is None else kind.gt), (kind.le if kind.lt is None else kind.lt)
    return lowest is not None and highest is not None and -MOST <= lowest <= highest <= MOST


def parts_of(kind: inspect.Type) -> Iterator[tuple[str, inspect.Type]]:
    """What a type is made of, and the names of its fields."""
    if isinstance(kind, inspect.UnionType):
        # With a tuple of a fixed length and another bounded type msgspec 0.22 crashes when garbage is collected.
        assert not any(isinstance(part, inspect.TupleType) for part in kind.types) or len(kind.types) == 2, kind
        yield from (("", part) for part in kind.types)
    elif isinstance(kind, inspect.TupleType):
        yield from (("", part) for part in kind.item_types)
    elif isinstance(kind, inspect.ListType | inspect.VarTupleType):
        yield "", kind.item_type
    elif isinstance(kind, inspect.DictType) and not isinstance(kind.value_type, inspect.AnyType):
        yield from (("", kind.key_type), ("", kind.value_type))
    elif isinstance(kind, inspect.StructType | inspect.NamedTupleType | inspect.TypedDictType):
        yield from ((f"{kind.cls.__name__}.{field.name}", field.type) for field in kind.fields)
    elif isinstance(kind, inspect.Metadata):
        yield "", kind.type


def test_nothing_that_is_read_may_be_as_large_as_it_likes() -> None:
    """Else a screen would one day use it as a width, or walk through it for ever."""
    found = {place for kind in kinds_that_are_read() for place in without_bounds(inspect.type_info(kind))}
    assert found == NO_BOUNDS


def numbers_in(document: Any, path: tuple[str | int, ...] = ()) -> Iterator[tuple[str | int, ...]]:
    """Where numbers stand in a document."""
    if type(document) is int:
        yield path
    elif isinstance(document, dict | list):
        items = document.items() if isinstance(document, dict) else enumerate(document)
        for key, item in items:
            yield from numbers_in(item, (*path, key))


def with_number(document: Any, path: Sequence[str | int], number: int) -> Any:
    """The document with another number at one place."""
    if not path:
        return number
    here, *further = path
    if isinstance(document, list):
        return [with_number(item, further, number) if place == here else item for place, item in enumerate(document)]
    return {**document, here: with_number(document[here], further, number)}


def some_views(game: str) -> Iterator[View]:
    """What a player and a spectator get to see now and then in a game."""
    moments = [*VIEWS[game].moments(3, 1)]
    for moment in moments[:: len(moments) // 6]:
        for seat in (max(moment.seat, 0), None):
            yield sent(VIEWS[game].view_of(moment.game, seat))


@pytest.mark.parametrize("game", VIEWS)
def test_every_number_of_a_game_that_no_game_has_is_refused(game: str) -> None:
    """In what everybody sees, what one seat sees, and what it may choose."""
    kind = face_of(game).view
    tried: set[tuple[str | int, ...]] = set()
    for view in some_views(game):
        read_view(kind, view, UNICODE)
        documents = to_map({"public": {"game": view.public["game"]}, "private": view.private})
        figures = {path for path in numbers_in(documents) if not UNCOUNTED & {*path}}
        for path in figures - tried:
            for number in TOO_MUCH:
                strange = with_number({"public": view.public, "private": view.private}, path, number)
                with pytest.raises(Unreadable):
                    read_view(kind, View(view.room, revision=1, **strange), UNICODE)
        tried |= figures
    assert len(tried) > 100


@pytest.mark.parametrize("game", VIEWS)
def test_every_number_of_an_event_that_no_game_has_is_refused(game: str) -> None:
    """Such an event stands in the log as it came."""
    *_, last = VIEWS[game].moments(3, 1)
    events: dict[str, Map] = {event["event"]: event for event in map(to_map, last.events)}
    tried = [(event, path) for event in events.values() for path in numbers_in(event)]
    for event, path in tried:
        for number in TOO_MUCH:
            with pytest.raises(Unreadable):
                read(with_number(event, path, number), face_of(game).view.types.event)
    assert len(tried) > 20


async def test_a_bar_as_long_as_all_memory_is_not_drawn() -> None:
    """A sentence says that the server's document cannot be read, and the program goes on."""
    async with fake_table() as at:
        honest = {**to_map(at.room.private), "decision": 1000}
        hostile = with_number(honest, ("choices", "rows", 0, "level", 0), 2**53)
        await at.server.publish(at.room, at.room.public, private=hostile)
        await until_shown(at.pilot, SENTENCE)
        await at.pilot.press("o", "down")
        await at.server.publish(at.room, at.room.public, private=honest)
        await until(at.pilot, lambda: not at.screen.model.playback.unreadable)
        assert at.app._exception is None


@pytest.mark.parametrize(
    "event",
    [
        {"event": "encore", "text": "la " * 80_000},
        {"event": "encore", "bars": list(range(60_000))},
        {"event": "encore", **{f"bar{number}": number for number in range(20_000)}},
        {"event": "la" * 100_000},
        {"event": "table_handed", "name": "la" * 100_000},
        {"event": "bought", "seat": 0, "composer": ["verdi"] * 60_000, "ducats": 1},
    ],
    ids=lambda event: f"{event['event'][:12]}-{len(event)}",
)
def test_of_what_is_too_long_to_be_read_only_the_beginning_is_shown(event: Map) -> None:
    """A line of the log is broken into rows whenever it is painted: the whole of these took seconds for each key."""
    assert len(log_line("opera", event, Teller(["Ada"]))) < 2000
    assert len(sentence("no_such_code", event)) < 2000
    assert len(sentence("name_taken", {"name": event})) < 2000


class EndlessLog:
    """A client whose server has ever earlier lines."""

    def __init__(self) -> None:
        self.asked = 0

    async def history(self, _table: str, _stream: str, before: int, count: int) -> messages.Lines:
        self.asked += 1
        line: Map = {"event": "round", "round": 1}
        return messages.Lines(start=before - 1, lines=(line,) * (count if self.asked > 1 else 1))


async def test_a_log_without_a_beginning_is_not_fetched_for_ever() -> None:
    client: Any = EndlessLog()
    with pytest.raises(Unreadable):
        await whole_log(client, "t1", face_of("opera").view)
    assert client.asked <= MOST_LOG_LINES
