"""The lobby without a terminal: its tables, the one where the player waits, and what can be done there."""

import contextlib
import shlex
from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from opera_protocol.client import Room, Unreadable, View
from opera_protocol.texts.format import plain
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.documents import FreeSeat, HumanSeat, LobbyDocument, LobbyTable, TableHead
from opera_protocol.wire.keys import short_fingerprint
from opera_protocol.wire.messages import LOBBY
from opera_tui.lobby.listing import NOTHING, Listing
from opera_tui.look.i18n import _, ngettext, sentence_of
from opera_tui.session.session import Session

_GOING_ON: Final = ("open", "running")


NO_TABLES: Final[Mapping[str, LobbyTable]] = {}


class EnterAction(NamedTuple):
    """What Enter does: for the border, and in one word for the footer."""

    does: str
    word: str


ENTER_ACTIONS: Final[Mapping[str, EnterAction]] = {
    "ready": EnterAction(N_("say ready at {table}"), N_("ready")),
    "start": EnterAction(N_("start the game at {table}"), N_("start")),
    "sit": EnterAction(N_("sit down at {table}"), N_("sit")),
    "back": EnterAction(N_("go back to your seat at {table}"), N_("go")),
    "go": EnterAction(N_("go to {table}"), N_("go")),
    "watch": EnterAction(N_("watch {table}"), N_("watch")),
}


class OwnTable(NamedTuple):
    """A table where this player waits for the start, on a seat or to watch."""

    room: str
    head: TableHead
    seat: int | None
    """None for a spectator."""

    @property
    def is_host(self) -> bool:
        return self.seat is not None and self.head.host == self.seat

    @property
    def is_ready(self) -> bool:
        chair = self.head.seats[self.seat] if self.seat is not None else None
        return isinstance(chair, HumanSeat) and chair.ready

    @property
    def is_asked(self) -> bool:
        """Return whether the others wait for this player: to say ready, or to start the game."""
        if self.seat is None or self.head.start or self.head.fault:
            return False
        return not self.is_ready or not self.against_start()

    @property
    def free(self) -> list[int]:
        return [seat for seat, chair in enumerate(self.head.seats) if isinstance(chair, FreeSeat)]

    @property
    def unready(self) -> list[str]:
        """Return the names of players that have not said ready."""
        return [plain(chair.name) for chair in self.head.seats if isinstance(chair, HumanSeat) and not chair.ready]

    def against_start(self) -> str:
        """Return why the game cannot be started; empty if it can."""
        if not self.is_host:
            return _("only the host can")
        if self.free:
            return ngettext("{n} seat is free", "{n} seats are free", len(self.free)).format(n=len(self.free))
        if self.unready:
            return _("{name} is not ready yet").format(name=self.unready[0])
        return ""

    @property
    def prompt(self) -> str:
        """Return how many seats are taken, and how many players are not ready, or that the start is under way."""
        if self.head.fault:
            return _("The server cannot write the game down; nothing goes on until it can.")
        if self.head.start:
            return _("The game is being shuffled, attempt {n} …").format(n=self.head.start.attempt)
        seats = len(self.head.seats)
        template = _("{table}: {taken} of {seats} seats taken")
        if self.seat is None:
            template = _("Waiting to watch {table}: {taken} of {seats} seats taken")
        text = template.format(table=plain(self.head.name), taken=seats - len(self.free), seats=seats)
        waiting = len(self.unready)
        if waiting:
            return text + ngettext(", {n} still to say ready", ", {n} still to say ready", waiting).format(n=waiting)
        return text + (_(", all are ready") if not self.free else "")


class LobbyModel:
    """The lobby as one player sees it."""

    def __init__(self, session: Session, *, is_watching: bool = False) -> None:
        self.session = session
        self.is_watching = is_watching
        self.lobby: Room | None = None
        self.place: Room | None = None
        """The table where this player waits for the start."""
        self.wanted = ""
        """The id of the table that the cursor goes to as soon as it is in the list."""
        self.notice = ""
        """A sentence for the prompt line, until the next key does something."""
        self._last_prompt = ""
        self._listing = Listing()

    @property
    def listing(self) -> Listing:
        """Return the tables; none of the documents' if these cannot be read."""
        try:
            if self.lobby:
                self._listing.show(self.lobby.view.lobby, self.lobby.view.own_tables)
        except Unreadable:
            self._listing.show(NOTHING, NO_TABLES)
        return self._listing

    @property
    def own(self) -> OwnTable | None:
        """Return the table where this player waits for the start; None if it cannot be read."""
        view = self.place.view if self.place else None
        with contextlib.suppress(Unreadable):
            if view and (view.seat is None or view.seat in range(len(view.head.seats))):
                return OwnTable(view.room, view.head, view.seat)
        return None

    @property
    def unreadable(self) -> str:
        """Return a sentence if what came last cannot be read."""
        try:
            if self.lobby:
                self.lobby.view.lobby, self.lobby.view.own_tables  # noqa: B018 - they are converted here
            if self.place:
                self.place.view.head  # noqa: B018
        except Unreadable as error:
            return sentence_of(error)
        return ""

    @property
    def join_line(self) -> str:
        """Return what others have to type: to come to the table where this player waits, with its code word."""
        line, own = self.session.place.join_line, self.own
        if not line or own is None or self.place is None:
            return line
        listing = self.listing
        namesakes = [key for key, found in listing.known.items() if found.name == own.head.name and key != own.room]
        table = own.head.name if listing.is_whole and not namesakes else own.room
        words = ["--table", table, *(["--code", self.place.code] if self.place.code else [])]
        return f"{line} {shlex.join(words)}"

    def wait_at(self, room: Room) -> None:
        """Set the table where this player waits from now on."""
        self.place, self.wanted = room, room.id
        self._last_prompt = self._prompt_of_own()

    def notice_change(self) -> None:
        """Drop the notice if something happened at the player's table: it may be wrong now."""
        before, self._last_prompt = self._last_prompt, self._prompt_of_own()
        if before != self._last_prompt:
            self.notice = ""

    def _prompt_of_own(self) -> str:
        return self.own.prompt if self.own else ""

    @property
    def prompt(self) -> str:
        """Return what the prompt line says if there is no notice."""
        if self.own:
            return self.own.prompt
        return _("Choose a table to watch.") if self.is_watching else _("Choose a table to sit down, or open one.")

    def enter_action(self, table_id: str) -> str:
        """Return what Enter does at a table, as a key of `ENTER_ACTIONS`; empty if it does nothing."""
        table = self.listing.table(table_id)
        if table is None:
            return ""
        own = self.own if self.own and self.own.room == table_id else None
        if own and own.seat is not None:
            return "ready" if not own.is_ready else "" if own.against_start() else "start"
        if own and self.is_watching:
            return ""
        if table.state == "open" and not self.is_watching:
            if self.has_seat_at(table_id):
                return "back"
            return "sit" if len(table.players) < table.seats else ""
        if self.has_seat_at(table_id):
            return "go"
        return "watch" if can_watch(table) else ""

    def has_seat_at(self, table_id: str) -> bool:
        """Say whether this player sits at a table, perhaps taken from another machine or by another address."""
        return table_id in self.listing.own or self.session.has_seat_at(table_id)

    def needs_code(self, table_id: str) -> bool:
        """Say whether the code word of a table has to be asked for: not from those who sit there or have sat there."""
        table = self.listing.table(table_id)
        return bool(table and table.code) and not self.has_seat_at(table_id) and not self.session.has_sat_at(table_id)


def can_watch(table: LobbyTable) -> bool:
    return table.spectators or table.state == "open"


class Others(NamedTuple):
    """How many other people sit at the tables of a server."""

    people: int
    is_all: bool = True
    """Whether that is all of them; else there are more tables than the lobby lists."""

    @property
    def may_be_there(self) -> bool:
        return bool(self.people) or not self.is_all


def others_at(session: Session | None) -> Others:
    """Count the other people who sit at tables of the session's server; none if that cannot be read."""
    if session is None or not session.client.is_in(LOBBY):
        return Others(0)
    entered = [session.client.room(table_id).view for table_id in session.seated_at()]
    with contextlib.suppress(Unreadable):
        view = session.client.room(LOBBY).view
        return others_seated(view.lobby, view.own_tables, entered, own_key(session))
    return Others(0)


def own_key(session: Session) -> str:
    """Return the short form of this player's key, as the lobby lists it."""
    return short_fingerprint(session.client.identity.public_key)


def others_seated(
    lobby: LobbyDocument, own_tables: Mapping[str, LobbyTable], entered: Sequence[View], key: str
) -> Others:
    """Count the other people at tables that have not ended; views of entered tables are newer than the lobby's list.

    In that list this player is known by the short form of the key.
    """
    heads = {view.room: view.head for view in entered}
    listed = {**lobby.tables, **own_tables}
    elsewhere = [table for room, table in listed.items() if table.state in _GOING_ON and room not in heads]
    people = sum(not (player.level or player.key == key) for table in elsewhere for player in table.players)
    going_on = [head for head in heads.values() if head.state in _GOING_ON]
    beside = sum(isinstance(chair, HumanSeat) for head in going_on for chair in head.seats)
    return Others(people + beside - len(going_on), is_all=len(listed) >= lobby.open + lobby.running)
