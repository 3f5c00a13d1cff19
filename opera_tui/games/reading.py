"""Convert what the server sends about a table to types, once for each view. Nothing else converts it.

A document that does not fit its type is `Unreadable`, which the screen shows as a sentence.
"""

import contextlib
from collections.abc import Iterable, Iterator

from msgspec import Struct, ValidationError
from msgspec.structs import replace

from opera_games.api import Action, Many, Map, Seat
from opera_protocol.client import Unreadable, View, read
from opera_protocol.wire.answers import Moment
from opera_protocol.wire.documents import TalkLine
from opera_tui.games.box import Layout
from opera_tui.games.view import AnyGameView, AnyLine, OtherEvent, TableView
from opera_tui.look.glyphs import Glyphs


def read_view(kind: type[AnyGameView], view: View, glyphs: Glyphs) -> TableView:
    """Convert a view: to the game's own type once the game has begun."""
    types = kind.types
    own = read(view.private, types.seat) if view.private else None
    game = view.public.get("game")
    if game is None:
        return read_table(view, glyphs)
    return kind(
        room=view.room,
        head=view.head,
        glyphs=glyphs,
        me=own.seat if own else None,
        decision=own.decision if own else None,
        game=read(game, types.game),
        own=own.game if own else None,
        choices=own.choices if own else None,
    )


def read_table(view: View, glyphs: Glyphs) -> TableView:
    """Convert what does not depend on the game."""
    return TableView(room=view.room, head=view.head, glyphs=glyphs, me=view.seat)


def read_moment(present: AnyGameView, moment: Moment, seat: Seat | None) -> AnyGameView:
    """Convert the game's documents of an earlier moment; of the table's own part only the scores are those of then."""
    types = present.types
    head = replace(present.head, scores=moment.scores)
    own = read(moment.private, types.own) if seat is not None else None
    game = read(moment.public, types.game)
    return replace(present, head=head, game=game, own=own, me=seat, choices=None, decision=None)


def read_talk(lines: Iterable[Map]) -> list[TalkLine]:
    """Convert lines of talk; one that cannot be read is left out."""
    talk = []
    for line in lines:
        with contextlib.suppress(Unreadable):
            talk.append(read(line, TalkLine))
    return talk


def read_events(kind: type[AnyGameView], lines: Iterable[Map]) -> list[AnyLine]:
    """Convert lines of the log; one that is no event of the game, or does not fit, stays as it came."""
    events: list[AnyLine] = []
    for line in lines:
        try:
            events.append(read(line, kind.types.event))
        except Unreadable:
            events.append(OtherEvent(line))
    return events


def read_previews(kind: type[AnyGameView], answer: Map) -> list[Struct]:
    """Convert the previews of actions."""
    read_preview = kind.types.read_preview
    assert read_preview is not None
    with _unreadable():
        return [read_preview(preview) for preview in read(answer.get("previews"), Many[Map])]


def read_layout(kind: type[AnyGameView], answer: Map) -> Layout:
    """Convert the best layout."""
    layout: Layout = read(answer.get("layout"), kind.types.layout)
    return layout


def read_action(kind: type[AnyGameView], action: Map) -> Action:
    """Convert an action that the server proposes."""
    with _unreadable():
        return kind.types.read_action(action)


@contextlib.contextmanager
def _unreadable() -> Iterator[None]:
    try:
        yield
    except ValidationError as error:
        raise Unreadable from error
