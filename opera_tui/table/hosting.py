"""The host's box at a running table: a clock for a table without one, and seats whose holders are gone."""

import contextlib
from collections import Counter
from collections.abc import Awaitable, Mapping
from functools import partial
from typing import Any, ClassVar, Final

from textual import work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_games.errors import Coded
from opera_protocol.client import Client, Unreadable
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import HumanSeat
from opera_protocol.wire.messages import Clock
from opera_tui.config.appearance import Looks
from opera_tui.games.reading import read_table
from opera_tui.games.view import TableView
from opera_tui.help.pages import Rules, topic_page
from opera_tui.help.rules_screen import RulesScreen
from opera_tui.look.i18n import N_, _, sentence_of
from opera_tui.look.rows import EMPTY, Row, Span, row, wrapped
from opera_tui.session.intake import taken_in
from opera_tui.session.session import Session
from opera_tui.widgets.dialogs import WIDTH, Answer, QuestionScreen
from opera_tui.widgets.fields import Barred, Choice, Field, LongChoice, Option, clock_text, words
from opera_tui.widgets.footer import KeyLine
from opera_tui.widgets.form import FormLines
from opera_tui.widgets.shell_screen import HELP, ShellDialog

CLOCK: Final = "clock"
KEEP: Final = "k"
GIVE: Final = "g"
SECONDS: Final = (60, 120, 180, 300, 600)
"""For each decision; the server takes no fewer during the game."""
GONE: Final[Mapping[str | None, str]] = {"left": N_("has left"), None: N_("away")}
"""How a player went away; the server knows whether it was long enough ago."""


def host_fields(view: TableView, chosen: Mapping[str, Any]) -> list[Field]:
    """Return the rows: the clock, and every seat of another person; a row that cannot be used now says why."""
    fields = [_clock_field(view, chosen), *(_seat_field(view, seat, chosen) for seat in view.other_people)]
    if view.is_host:
        return fields
    return [Barred(field.id, field.label, _("only the host of a running game can")) for field in fields]


def _clock_field(view: TableView, chosen: Mapping[str, Any]) -> Field:
    clock = view.head.clock
    if clock.mode != "none":
        return Barred(CLOCK, _("clock"), _("it stays as it is: {clock}").format(clock=clock_text(clock)))
    shown = [(seconds, clock_text(Clock(mode="decision", seconds=seconds))) for seconds in SECONDS]
    return words(CLOCK, _("clock"), shown, chosen.get(CLOCK, SECONDS[0]), _("a decision"))


def _seat_field(view: TableView, seat: int, chosen: Mapping[str, Any]) -> Field:
    """Return the row of another person's seat: the spectators who could take it, or why none can."""
    chair, field_id = view.head.seats[seat], str(seat)
    assert isinstance(chair, HumanSeat)
    label = f"{view.sign(seat).text} {plain(chair.name)}"
    if chair.present:
        return Barred(field_id, label, _("is at the table"))
    heirs = _heirs(view)
    if not heirs:
        return Barred(field_id, label, _("nobody watches who could take this seat"))
    before = chosen.get(field_id)
    heir = before if before in [option.value for option in heirs] else heirs[0].value
    return LongChoice(field_id, label, heirs, heir, _(GONE.get(chair.stand_in, GONE[None])))


def _heirs(view: TableView) -> list[Option]:
    """Return the spectators who can take a seat: with a name that no player has, and a key that no other one has."""
    taken = {"", *(chair.name for chair in view.head.seats)}
    times = Counter(key for _name, key in view.head.watching)
    return [
        Option(key, f"{plain(name)} {plain(key)}")
        for name, key in view.head.watching
        if name not in taken and times[key] == 1
    ]


def does(field: Field) -> str:
    """Return what Enter does on a row."""
    if not isinstance(field, Choice):
        return ""
    chosen = field.options[field.place].shown
    if field.id == CLOCK:
        return _("set a clock: {clock} for each decision").format(clock=chosen)
    return _("give the seat of {player} to {heir}").format(player=field.label, heir=chosen)


def hand_over_question(field: Choice) -> QuestionScreen:
    """Ask before a seat is given away, and to whom."""
    names = {"player": field.label, "heir": field.options[field.place].shown}
    title = _("Give the seat of {player} to {heir}?").format(**names)
    text = _("{heir} goes on with the seat as it is, hidden things included. Everybody is told.").format(**names)
    answers = [Answer(KEEP, _("Keep it for {player}").format(**names), _("go back"))]
    answers.append(Answer(GIVE, _("Give it to {heir}").format(**names), _("give the seat away")))
    return QuestionScreen(title, [text], answers)


def carry_out(client: Client, table_id: str, field: Choice) -> Awaitable[Any]:
    """Ask the server for what a row says."""
    if field.id == CLOCK:
        return client.set_clock(table_id, field.value)
    return client.hand_over(table_id, int(field.id), field.value)


class HostLines(FormLines):
    """The rows, each with what Enter does there."""

    def does(self, field: Field) -> str:
        return does(field)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Let only the cursor move on a row that cannot be used."""
        is_barred = isinstance(self.here, Barred) and action in ("choose", "vary", "vary_around")
        return not is_barred and super().check_action(action, parameters)


class HostScreen(ShellDialog[None]):
    """Follow the table while the box stands; a refusal is shown below the rows and loses nothing."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss", N_("back"), key_display="esc", tooltip=N_("Change nothing.")),
        HELP,
    ]

    def __init__(self, session: Session, looks: Looks, table_id: str, rules: Rules) -> None:
        super().__init__()
        self._rules = rules
        self._client = session.client
        self._room = session.client.room(table_id)
        self._view = read_table(self._room.view, looks.glyphs)
        self._chosen: dict[str, Any] = {}
        """What stands in the rows, so that people coming and going do not change it unseen."""
        self._refusal = ""

    def compose(self) -> ComposeResult:
        yield HostLines(self.looks)
        yield KeyLine(self.looks)

    def on_mount(self) -> None:
        self.form.set_title(_("You host {table}").format(table=self._view.head.name))
        self._draw()
        self._follow()

    @property
    def form(self) -> FormLines:
        return self.query_one(FormLines)

    @work(group="follow")
    async def _follow(self) -> None:
        async for _batch in taken_in(self._room.items(), self.keys_first):
            # The table behind this box says what cannot be read.
            with contextlib.suppress(Unreadable):
                self._view = read_table(self._room.view, self.looks.glyphs)
            self._draw()

    def _draw(self) -> None:
        fields = host_fields(self._view, self._chosen)
        self._chosen |= {field.id: field.value for field in fields if isinstance(field, Choice)}
        self.form.set_fields(fields, foot=self._refusal_rows())
        self.refresh_bindings()

    def _refusal_rows(self) -> list[Row]:
        if not self._refusal:
            return []
        return [EMPTY, *(row(" ", Span(line, "warning")) for line in wrapped(self._refusal, WIDTH - 2))]

    def on_form_lines_varied(self, message: FormLines.Varied) -> None:
        self._chosen[message.changed.id] = message.changed.value
        self._refusal = ""
        self._draw()

    def on_lines_moved(self) -> None:
        self.refresh_bindings()

    def on_lines_chosen(self) -> None:
        field = self.form.here
        if isinstance(field, Choice) and field.id == CLOCK:
            self._carry_out(field)
        elif isinstance(field, Choice):
            self.app.push_screen(hand_over_question(field), partial(self._hand_over, field))

    def _hand_over(self, field: Choice, answer: str | None) -> None:
        if answer == GIVE:
            self._carry_out(field)

    def action_help(self) -> None:
        self.app.push_screen(RulesScreen(self._rules, partial(topic_page, "hosting")))

    @work(exclusive=True, group="host")
    async def _carry_out(self, field: Choice) -> None:
        """Ask the server; the box closes when it is done, and the log tells everybody."""
        try:
            await carry_out(self._client, self._room.id, field)
        except Coded as error:
            self._refusal = sentence_of(error)
            self._draw()
        else:
            # The end of the game may have come in front meanwhile.
            if self.is_current:
                self.dismiss()
