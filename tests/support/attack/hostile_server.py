"""A server that means harm: it speaks the protocol, and everything it says may be something else than it should be."""

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from random import Random
from typing import Any, Final, NamedTuple

from support.attack.mutation import TEXTS, VALUES, mutated
from support.client.fake_lobby import lobby_document, table_row
from support.client.fake_server import Answer, FakeRoom, FakeServer, Refuse
from support.tui import opera_views, turandot_views
from support.tui.documents import sent
from support.tui.recorded_table import RULES
from support.tui.shell_scenes import LEVELS, TABLES, own_table

from opera_games.api import Map
from opera_protocol.client import View
from opera_protocol.wire import messages as m
from opera_protocol.wire.codec import encode
from opera_rules.api import to_map
from opera_rules.chance import Chance
from opera_rules.refusals import Refused

TABLE: Final = "t1"
CODES: Final = ("stale", "not_seated", "bid_too_high", "table_full", "curtain", "", "x" * 3000, "wrong_code_word")
EXPULSIONS: Final = ("resync", "no_spectators", "curtain")
PUSHES: Final = ("documents", "documents", "documents", "private", "log", "log", "talk", "diff", "notice", "bytes")
RARE_PUSHES: Final = ("expelled", "detached", "private_bytes", "lobby", "lobby")


class Scene(NamedTuple):
    """A moment of a game, as one reader sees it, and the events up to it."""

    game: str
    state: Any
    seat: int | None
    view: View
    events: Sequence[Map]


@cache
def scenes() -> tuple[Scene, ...]:
    """Return moments of both games, of players and spectators, from the first decision to the end."""
    found: list[Scene] = []
    opera_moments = list(opera_views.moments(3, 1))
    for moment in [*opera_moments[:-1:9], opera_moments[-1]]:
        seat = max(moment.seat, 0)
        found += [_scene("opera", moment.game, who, moment.events) for who in (seat, None)]
    turandot_moments = list(turandot_views.moments(3, 1))
    for turn in [*turandot_moments[:-1:4], turandot_moments[-1]]:
        found += [_scene("turandot", turn.game, who, turn.events) for who in (turn.seat, None)]
    return tuple(found)


def _scene(game: str, state: Any, seat: int | None, events: Sequence[Any]) -> Scene:
    views: Mapping[str, Any] = {"opera": opera_views, "turandot": turandot_views}
    is_over = not RULES[game].waiting(state)
    head = {"state": "finished" if is_over else "running", "hints": True, "host": 0, "id": TABLE}
    view = sent(views[game].view_of(state, seat), **head)
    return Scene(game, state, seat, view, tuple(map(to_map, events)))


class HostileServer:
    """What a scripted server says, all of it by chance; a share of it is as it should be, so that clients go on."""

    def __init__(self, server: FakeServer, chance: Random) -> None:
        self.server = server
        self.chance = chance
        self.scene = chance.choice(scenes())
        self._public = dict(self.scene.view.public) if chance.random() < 0.8 else own_table()
        self._private = dict(self.scene.view.private) if self.scene.view.private else None
        self._open_rooms()
        honest: dict[type[m.Request], Callable[[Any], Map]] = {
            m.Hello: self._hello,
            m.Enter: server.enter,
            m.Create: lambda _request: {"table": TABLE, "seat": 0},
            m.Rematch: lambda _request: {"table": TABLE},
            m.Branch: lambda _request: {"table": TABLE},
            m.Sit: lambda _request: {"seat": 0},
            m.Preview: self._previews,
            m.Arrange: self._layout,
            m.Propose: self._proposal,
            m.History: self._history,
            m.Moment: self._moment,
            m.AfterRound: self._after_round,
            m.Finished: self._finished,
            m.Find: self._found,
            m.Transcript: lambda _request: {"lines": ['{"game": "opera", "players": ["Ada"]}'], "total": 1},
        }
        for kind in m.AnyRequest.__args__:
            server.answers[kind] = self._twisted(honest.get(kind, lambda _request: {}))

    def _open_rooms(self) -> None:
        tables = {**TABLES, TABLE: table_row("Fenice", state=self.chance.choice(("open", "running")))}
        own = {TABLE: tables[TABLE]} if self.chance.random() < 0.5 else {}
        self.server.room(
            "lobby",
            public=self._sometimes(self._lobby(tables), 0.3),
            private=self._sometimes({"tables": own}, 0.3),
        )
        log = [self._sometimes(event, 0.05) for event in self.scene.events[-40:]]
        self.server.room(
            TABLE,
            public=self._sometimes(self._public, 0.3),
            private=self._private and self._sometimes(self._private, 0.3),
            log=[event for event in log if isinstance(event, dict)],
        )

    def _lobby(self, tables: Mapping[str, Any]) -> Map:
        """Return the lobby's document, often of a server that says it has more tables than these."""
        more = self.chance.choice((0, 0, 1, 10_000))
        document = lobby_document(tables)
        return {**document, "open": document["open"] + more, "running": document["running"] + more}

    def _found(self, request: m.Find) -> Map:
        """Return tables in any order, the same ones again and again, and a next page that never ends."""
        rows = [[f"t{self.chance.randrange(6)}", table] for table in TABLES.values()]
        self.chance.shuffle(rows)
        before = request.before or 2**40
        return {"tables": rows, "before": self.chance.choice((None, before - 1, before, before + 1, 0))}

    def _sometimes(self, document: Any, share: float) -> Any:
        """Return a map as it is or, this often, with parts replaced."""
        if self.chance.random() >= share:
            return document
        twisted = mutated(document, self.chance, self.chance.choice((1, 1, 2, 5)))
        return twisted if isinstance(twisted, dict) else document

    def _twisted(self, answer: Callable[[Any], Map]) -> Answer:
        def twist(request: Any) -> Map:
            entry = type(request) in (m.Hello, m.Enter)
            if self.chance.random() < (0.03 if entry else 0.2):
                parameters = {name: self.chance.choice(VALUES) for name in ("seat", "highest", "x", "names", "most")}
                raise Refuse(self.chance.choice(CODES), **parameters)
            return dict(self._sometimes(answer(request), 0.1 if entry else 0.4))

        return twist

    def _hello(self, _request: m.Hello) -> Map:
        rest = self._sometimes({"levels": list(LEVELS), "seeds": True, "now": 1_700_000_000_000}, 0.2)
        return {**rest, **self.server.hello()}

    def _previews(self, request: m.Preview) -> Map:
        rules, (state, seat) = RULES[self.scene.game], (self.scene.state, self.scene.seat)
        try:
            read = [rules.read_action(dict(action)) for action in request.actions]
            return {"previews": [to_map(rules.preview(state, seat, action)) for action in read]}
        except Refused as refused:
            raise Refuse(refused.code, **refused.parameters) from refused

    def _layout(self, request: m.Arrange) -> Map:
        try:
            layout = RULES[self.scene.game].arrange(self.scene.state, self.scene.seat, request.buy, request.goal)
        except Refused as refused:
            raise Refuse(refused.code, **refused.parameters) from refused
        return {"layout": to_map(layout)}

    def _proposal(self, _request: m.Propose) -> Map:
        rules, state, seat = RULES[self.scene.game], self.scene.state, self.scene.seat
        if seat is None or seat not in rules.waiting(state):
            raise Refuse("stale")
        action = to_map(rules.offers(state, seat).sample(Chance(self.chance.randbytes(32))))
        following = {"action": action, "points": 1097}
        return {"action": action, "points": 1124, "next": following, "gains": {"ducats": -2, "level": 2}}

    def _history(self, _request: m.History) -> Map:
        return {"start": 0, "lines": list(self.scene.events)}

    def _moment(self, _request: m.Moment) -> Map:
        rules, state = RULES[self.scene.game], self.scene.state
        private = to_map(rules.private(state, 0))
        return {"public": to_map(rules.public(state)), "private": private, "log": len(self.scene.events)}

    def _after_round(self, _request: m.AfterRound) -> Map:
        rules, state = RULES[self.scene.game], self.scene.state
        private = [to_map(rules.private(state, seat)) for seat in range(len(state.players))]
        return {"public": to_map(rules.public(state)), "private": private, "scores": []}

    def _finished(self, _request: m.Finished) -> Map:
        return {"tables": [{"id": TABLE, "name": "Fenice", "game": "opera", "ended": 0, "players": ["Ada", "Kate"]}]}

    async def push(self) -> None:
        """Say something that nobody asked for."""
        what = self.chance.choice(RARE_PUSHES if self.chance.random() < 0.12 else PUSHES)
        await getattr(self, f"_push_{what}")(self.server.rooms[TABLE])

    async def _push_documents(self, room: FakeRoom) -> None:
        private = self._sometimes(self._private, 0.5) if self._private else None
        await self.server.publish(room, self._sometimes(self._public, 0.7), private=private, log=self._events(1))

    async def _push_private(self, room: FakeRoom) -> None:
        if self._private:
            await self.server.publish(room, room.public, private=self._sometimes(self._private, 0.9))

    async def _push_log(self, room: FakeRoom) -> None:
        await self.server.publish(room, room.public, log=self._events(3))

    def _events(self, most: int) -> list[Map]:
        """Return events of this game, twisted or not, and some that no program knows."""
        unknown: Map = {"event": self.chance.choice(("encore", 7, None, "")), "seat": 9, "text": TEXTS[1]}
        some = [self.chance.choice((*self.scene.events, unknown)) for _ in range(self.chance.randint(0, most))]
        return [self._sometimes(event, 0.5) for event in some]

    async def _push_talk(self, room: FakeRoom) -> None:
        line = {"name": "Kate", "seat": 1, "text": self.chance.choice(TEXTS), "at": 0}
        lines = m.Lines(start=0, lines=(self._sometimes(line, 0.5),))
        stream = self.chance.choice(("talk", "gallery"))
        update = m.Update(room=room.id, before=room.revision, after=room.revision, **{stream: lines})
        await self.server.send_to(room, encode(update))

    async def _push_diff(self, room: FakeRoom) -> None:
        change = mutated({"table": {"actions": 1}, "game": {"players": [1, {"points": 7}]}}, self.chance, 2)
        after = room.revision + self.chance.choice((0, 1, 2))
        await self.server.send_to(
            room, encode(m.Update(room=room.id, before=room.revision, after=after, change=change))
        )

    async def _push_lobby(self, _room: FakeRoom) -> None:
        lobby = self.server.rooms["lobby"]
        own = {"tables": {"t2": TABLES["t2"]}}
        await self.server.publish(lobby, self._sometimes(self._lobby(TABLES), 0.8), private=self._sometimes(own, 0.5))

    async def _push_notice(self, _room: FakeRoom) -> None:
        await self.server.send_to_all(encode(m.Notice(text=self.chance.choice(TEXTS)[:1600])))

    async def _push_expelled(self, room: FakeRoom) -> None:
        await self.server.send_to(room, encode(m.Expelled(room=room.id, code=self.chance.choice(EXPULSIONS))))

    async def _push_detached(self, _room: FakeRoom) -> None:
        await self.server.send_to_all(encode(m.Detached(code=self.chance.choice(("banned", "restarting", "curtain")))))

    async def _push_bytes(self, room: FakeRoom) -> None:
        if self.chance.random() < 0.3:
            await self.server.send_to(room, self.chance.randbytes(self.chance.randint(0, 60)))

    async def _push_private_bytes(self, room: FakeRoom) -> None:
        update = m.Update(room=room.id, before=room.revision, after=room.revision)
        await self.server.send_to(room, encode(update), self.chance.randbytes(20))
