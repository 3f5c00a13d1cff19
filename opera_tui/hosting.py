"""What the host may change during the game, as rows of a form: a clock for a table without one, and abandoned seats."""

from collections.abc import Awaitable, Mapping
from typing import Any, Final

from opera_protocol.client import Client
from opera_protocol.messages import Clock
from opera_protocol.telling import plain
from opera_tui.form import Barred, Choice, Field, LongChoice, Option, words
from opera_tui.i18n import N_, _
from opera_tui.table_form import clock_told
from opera_tui.table_view import TableView

CLOCK: Final = "clock"
SECONDS: Final = (60, 120, 180, 300, 600)
"""For each decision; the server takes no fewer during the game."""
GONE: Final[Mapping[str | None, str]] = {"left": N_("has left"), None: N_("away")}
"""How somebody went; whether it was long enough ago the server knows."""


def is_host(view: TableView) -> bool:
    """Whether the reader hosts a game of other people that is under way; alone nobody waits for anybody."""
    is_mine = view.me is not None and view.head.get("host") == view.me
    return is_mine and view.head["state"] == "running" and bool(_others(view))


def _others(view: TableView) -> list[int]:
    """The seats of other people."""
    return [seat for seat in view.seats if view.head["seats"][seat]["kind"] == "human" and seat != view.me]


def host_fields(view: TableView, chosen: Mapping[str, Any]) -> list[Field]:
    """The rows: the clock, and every seat of another person; what cannot be had now says why."""
    fields = [_clock_field(view, chosen), *(_seat_field(view, seat, chosen) for seat in _others(view))]
    if is_host(view):
        return fields
    return [Barred(field.id, field.label, _("only the host of a running game can")) for field in fields]


def _clock_field(view: TableView, chosen: Mapping[str, Any]) -> Field:
    clock = Clock(**view.head["clock"])
    if clock.mode != "none":
        return Barred(CLOCK, _("clock"), _("it stays as it is: {clock}").format(clock=clock_told(clock)))
    shown = [(seconds, clock_told(Clock(mode="decision", seconds=seconds))) for seconds in SECONDS]
    return words(CLOCK, _("clock"), shown, chosen.get(CLOCK, SECONDS[0]), _("a decision"))


def _seat_field(view: TableView, seat: int, chosen: Mapping[str, Any]) -> Field:
    """An abandoned seat with those who could take it."""
    chair, field_id = view.head["seats"][seat], str(seat)
    label = f"{view.glyphs.players[seat]} {plain(chair['name'])}"
    if chair["present"]:
        return Barred(field_id, label, _("is at the table"))
    heirs = _heirs(view)
    if not heirs:
        return Barred(field_id, label, _("nobody watches who could take this seat"))
    before = chosen.get(field_id)
    heir = before if before in [option.value for option in heirs] else heirs[0].value
    return LongChoice(field_id, label, heirs, heir, _(GONE.get(chair["stand_in"], GONE[None])))


def _heirs(view: TableView) -> list[Option]:
    """Spectators who can be told apart: by a name that no player here has, and by their key."""
    taken = {"", *(chair.get("name", "") for chair in view.head["seats"])}
    keys = [key for _name, key in view.head["watching"]]
    return [
        Option(key, f"{plain(name)} {plain(key)}")
        for name, key in view.head["watching"]
        if name not in taken and keys.count(key) == 1
    ]


def does(field: Field) -> str:
    """What Enter does on a row."""
    if not isinstance(field, Choice):
        return ""
    chosen = field.options[field.place].shown
    if field.id == CLOCK:
        return _("set a clock: {clock} for each decision").format(clock=chosen)
    return _("give the seat of {player} to {heir}").format(player=field.label, heir=chosen)


def carry_out(client: Client, table_id: str, field: Choice) -> Awaitable[Any]:
    """Ask the server for what a row says."""
    if field.id == CLOCK:
        return client.set_clock(table_id, field.value)
    return client.hand_over(table_id, int(field.id), field.value)
