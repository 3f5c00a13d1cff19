"""Define every message on the wire. `protocol/README.md` says what each does and when it is sent.

Requests go to the first port and are answered there by `Done` or `Refusal` with the same id. Updates come over the
second port, to connections that attached with a ticket.
"""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct, field

from opera_games.api import MOST_SEATS, Seat, Word
from opera_games.catalog import GAMES
from opera_protocol.wire.codec import Message

PROTOCOL: int = 5
LOBBY = "lobby"
"""The room where tables are listed; every other room is a table."""

RESYNC = "resync"
"""The code of an expulsion after which a client enters the room again: an update was lost, or its seat has changed."""

LONGEST_ABSENCE = 86_400
"""Seconds that a table may wait for an absent player: those with one person alone do."""
MOST_PREVIEWS = 32
MOST_HISTORY = 200

RequestId = Annotated[bytes, Meta(min_length=16, max_length=16)]
Token = Annotated[bytes, Meta(min_length=16, max_length=16)]
Digest = Annotated[bytes, Meta(min_length=32, max_length=32)]
RoomId = Annotated[str, Meta(min_length=1, max_length=16)]
SeatNumber = Seat
Text = Annotated[str, Meta(max_length=1600)]
Natural = Annotated[int, Meta(ge=0, le=2**53)]
Count = Annotated[int, Meta(ge=1, le=MOST_HISTORY)]
# Not tuple[Natural, Natural]: in a union with a bounded text msgspec 0.22 then crashes when garbage is collected.
Weights = Annotated[tuple[Natural, ...], Meta(min_length=2, max_length=2)]
Free = dict[str, Any]
"""A map whose content is not described here."""


class Clock(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A limit on thinking time: none, so many seconds for each decision, or a bank for the whole game."""

    mode: Literal["none", "decision", "bank"] = "none"
    seconds: Annotated[int, Meta(ge=0, le=100_000)] = 0


class TableSettings(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The choices a host makes when opening a table."""

    game: Word
    name: Text
    seats: Annotated[int, Meta(ge=2, le=MOST_SEATS)]
    options: Free = field(default_factory=dict)
    bots: Annotated[tuple[Word, ...], Meta(max_length=MOST_SEATS - 1)] = ()
    """Levels of the bots that take the last seats."""
    code: Text = ""
    """The code word for sitting down and watching; empty for none."""
    spectators: bool = True
    hints: bool = True
    """Whether players may ask what a strong bot would do."""
    clock: Clock = Clock()
    stand_in: Word = "chorus"
    absence: Annotated[int, Meta(ge=10, le=LONGEST_ABSENCE)] = 180
    """Seconds a player may be absent before a bot acts for the seat."""
    seed: Annotated[bytes, Meta(min_length=32, max_length=32)] | None = None
    """A seed set by hand, only where the server allows it; the shuffle then counts as unverified."""
    lesson: Word = ""
    """The lesson that is to be played: it says everything else but the table's name. Empty for a game."""

    def __post_init__(self) -> None:
        if self.game not in GAMES:
            raise ValueError(self.game)


class Request(Message, frozen=True, kw_only=True):
    id: RequestId


class Hello(Request, frozen=True, kw_only=True, tag="hello"):
    """Ask for a ticket to attach with; the first request."""

    protocol: Annotated[int, Meta(ge=0, le=0xFFFF)]


class Enter(Request, frozen=True, kw_only=True, tag="enter"):
    """Enter a room: updates from now on go to the attachment; the answer is a snapshot."""

    room: RoomId
    attachment: Token
    code: Text = ""
    name: Text = ""
    """A spectator's name among spectators; players gave theirs when they sat down."""


class Exit(Request, frozen=True, kw_only=True, tag="exit"):
    room: RoomId
    attachment: Token


class Create(Request, frozen=True, kw_only=True, tag="create"):
    """Open a table and sit down at its first seat."""

    settings: TableSettings
    name: Text


class Sit(Request, frozen=True, kw_only=True, tag="sit"):
    table: RoomId
    name: Text
    seat: SeatNumber | None = None
    """Any free seat if None."""
    code: Text = ""


class Leave(Request, frozen=True, kw_only=True, tag="leave"):
    """Give up the seat before the start; during the game, be absent at once."""

    table: RoomId


class Return(Request, frozen=True, kw_only=True, tag="return"):
    """Take the player's seat back from a stand-in."""

    table: RoomId


class Ready(Request, frozen=True, kw_only=True, tag="ready"):
    table: RoomId
    ready: bool


class SetBot(Request, frozen=True, kw_only=True, tag="set_bot"):
    """Put a bot on a free seat, change its level, or remove it (None); for the host."""

    table: RoomId
    seat: SeatNumber
    level: Word | None


class Kick(Request, frozen=True, kw_only=True, tag="kick"):
    table: RoomId
    seat: SeatNumber


class Start(Request, frozen=True, kw_only=True, tag="start"):
    table: RoomId


class Commit(Request, frozen=True, kw_only=True, tag="commit"):
    """Send the hash of this seat's contribution to the shuffle."""

    table: RoomId
    attempt: Natural
    digest: Digest


class Reveal(Request, frozen=True, kw_only=True, tag="reveal"):
    """Send the contribution itself, once all hashes are public."""

    table: RoomId
    attempt: Natural
    contribution: Digest


class Rematch(Request, frozen=True, kw_only=True, tag="rematch"):
    """Open another table of the same kind; the answer names it, also if another player was first."""

    table: RoomId
    name: Text


class SetClock(Request, frozen=True, kw_only=True, tag="set_clock"):
    """Set a clock during the game at a table without one; for the host."""

    table: RoomId
    seconds: Annotated[int, Meta(ge=0, le=100_000)]


class HandOver(Request, frozen=True, kw_only=True, tag="hand_over"):
    """Give an abandoned seat to a spectator, named by the key's fingerprint; for the host."""

    table: RoomId
    seat: SeatNumber
    fingerprint: Word


class Act(Request, frozen=True, kw_only=True, tag="act"):
    table: RoomId
    decision: Natural
    action: Free


class TakeBack(Request, frozen=True, kw_only=True, tag="take_back"):
    """Take back the answer to a decision, and what bots did after it; where no other person sits."""

    table: RoomId
    decision: Natural


class Branch(Request, frozen=True, kw_only=True, tag="branch"):
    """Open a table that goes on from an earlier moment of a game that is over; where no other person sat."""

    table: RoomId
    actions: Natural | None = None
    """How many actions stay; None for all before the player's last one."""


class Preview(Request, frozen=True, kw_only=True, tag="preview"):
    table: RoomId
    actions: Annotated[tuple[Free, ...], Meta(min_length=1, max_length=MOST_PREVIEWS)]


class Arrange(Request, frozen=True, kw_only=True, tag="arrange"):
    table: RoomId
    buy: Annotated[tuple[Word, ...], Meta(max_length=2)]
    goal: Word | Weights


class Propose(Request, frozen=True, kw_only=True, tag="propose"):
    """Ask what a strong bot would do at this player's decision."""

    table: RoomId
    decision: Natural


class Say(Request, frozen=True, kw_only=True, tag="say"):
    """Say a line: players at the table, spectators among themselves."""

    table: RoomId
    text: Text


class History(Request, frozen=True, kw_only=True, tag="history"):
    """Ask for lines of a stream before a number."""

    table: RoomId
    stream: Literal["log", "talk", "gallery"]
    before: Natural
    count: Count


class Moment(Request, frozen=True, kw_only=True, tag="moment"):
    """Ask for the documents after action n, at a finished table with the private one of a seat that the player held."""

    table: RoomId
    n: Natural
    seat: SeatNumber | None = None


class AfterRound(Request, frozen=True, kw_only=True, tag="after_round"):
    """Ask for the documents of all seats after a round or turn of a finished game; 0 is the beginning."""

    table: RoomId
    round: Natural


class Finished(Request, frozen=True, kw_only=True, tag="finished"):
    """List finished tables, the newest first; with `mine` only those where the player had a seat."""

    before: Natural | None = None
    count: Count = 50
    mine: bool = False


class Find(Request, frozen=True, kw_only=True, tag="find"):
    """Find tables that have not ended by the words in their names, games and players' names, the newest first."""

    text: Text = ""
    """Beginnings of words, all of which a table must have."""
    state: Literal["open", "running"] | None = None
    before: Natural | None = None
    """Only tables with a `number` below this one."""
    count: Count = 50


class Transcript(Request, frozen=True, kw_only=True, tag="transcript"):
    """Ask for lines of a finished game's transcript from a number on, as many as fit into an answer."""

    table: RoomId
    line: Natural = 0


AnyRequest = (
    Hello
    | Enter
    | Exit
    | Create
    | Sit
    | Leave
    | Return
    | Ready
    | SetBot
    | Kick
    | Start
    | Commit
    | Reveal
    | Rematch
    | SetClock
    | HandOver
    | Act
    | TakeBack
    | Branch
    | Preview
    | Arrange
    | Propose
    | Say
    | History
    | Moment
    | AfterRound
    | Finished
    | Find
    | Transcript
)


class Done(Message, frozen=True, kw_only=True, tag="done"):
    id: RequestId
    result: Free


class Refusal(Message, frozen=True, kw_only=True, tag="refused"):
    """The server refused a request; `id` is None if the request could not be read."""

    id: RequestId | None
    code: str
    parameters: Free


AnyReply = Done | Refusal


class Attach(Message, frozen=True, kw_only=True, tag="attach"):
    """Attach an update connection with a ticket; its first message."""

    ticket: Token


class Beat(Message, frozen=True, kw_only=True, tag="beat"):
    """Show that this side is alive; sent both ways every few seconds."""

    attachment: Token


class Detach(Message, frozen=True, kw_only=True, tag="detach"):
    """Say goodbye, so that this client counts as absent at once."""

    attachment: Token


FromClient = Attach | Beat | Detach


class Attached(Message, frozen=True, kw_only=True, tag="attached"):
    attachment: Token
    beat: Natural
    """Milliseconds between two beats."""


class Detached(Message, frozen=True, kw_only=True, tag="detached"):
    """The server has ended the attachment; the code says why, `restarting` when the server goes down."""

    code: str


class Notice(Message, frozen=True, kw_only=True, tag="notice"):
    """A line from the operator."""

    text: Text


class Lines(Struct, frozen=True, kw_only=True):
    """New lines of a numbered stream; the first has the number `start`."""

    start: Natural
    lines: tuple[Free, ...]


class Update(Message, frozen=True, kw_only=True, tag="update", omit_defaults=True):
    """The changes of a room's public document and the new lines of its streams; a second frame may follow."""

    room: RoomId
    before: Natural
    after: Natural
    change: Any = field(default_factory=dict)
    log: Lines | None = None
    talk: Lines | None = None
    gallery: Lines | None = None


class PrivateUpdate(Message, frozen=True, kw_only=True, tag="private"):
    """The changes of a seat's private document: the second frame of an update, for the holder of the seat alone."""

    before: Natural
    after: Natural
    change: Any


class Expelled(Message, frozen=True, kw_only=True, tag="expelled"):
    """This attachment is no longer in the room."""

    room: RoomId
    code: str


FromServer = Attached | Detached | Beat | Notice | Update | Expelled
