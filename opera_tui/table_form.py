"""What is chosen when a table is opened: every row with a default, and the settings that follow from them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_protocol.messages import Clock, TableSettings
from opera_protocol.plain_text import CODE_WORD, TABLE_NAME
from opera_tui.form import Field, Typed, switch, words
from opera_tui.game_words import GAMES, ROUNDS, SEATS, TABLE_NAMES, usual_level
from opera_tui.i18n import _

CLOCKS: Final = ("none", "decision:30", "decision:60", "decision:180", "bank:1200", "bank:2400")
Values = Mapping[str, Any]


def defaults(levels: Sequence[str], taken_names: Sequence[str]) -> dict[str, Any]:
    """A table for friends: no bots, no clock, everybody may watch."""
    free = [name for name in TABLE_NAMES if name not in taken_names]
    return {
        "game": "opera",
        "name": free[0] if free else TABLE_NAMES[0],
        "seats": SEATS["opera"].usual,
        "bots": 0,
        "level": usual_level(levels),
        "rounds": ROUNDS[0],
        "open_screens": False,
        "clock": CLOCKS[0],
        "spectators": True,
        "hints": True,
        "code": "",
    }


def after_change(values: Values, changed: str) -> dict[str, Any]:
    """The values that go together again: another game has other numbers of players."""
    seats = SEATS[values["game"]]
    number = seats.usual if changed == "game" else min(seats.highest, max(seats.lowest, values["seats"]))
    return {**values, "seats": number, "bots": min(values["bots"], number - 1)}


def fields_of(values: Values, levels: Sequence[str]) -> list[Field]:
    """The form's rows; rows that mean nothing now are left out."""
    seats = SEATS[values["game"]]
    numbers = [(number, str(number)) for number in range(seats.lowest, seats.highest + 1)]
    bots = [(number, str(number) if number else _("none")) for number in range(values["seats"])]
    fields: list[Field] = [
        words("game", _("game"), [(game, game.capitalize()) for game in GAMES], values["game"]),
        Typed("name", _("name of the table"), values["name"], TABLE_NAME.cells),
        words("seats", _("seats"), numbers, values["seats"]),
        words("bots", _("bots"), bots, values["bots"]),
    ]
    if values["bots"]:
        fields.append(words("level", _("their level"), [(level, level) for level in levels], values["level"]))
    if values["game"] == "opera":
        rounds = [(number, _("{n} rounds").format(n=number)) for number in ROUNDS]
        fields += [
            words("rounds", _("length"), rounds, values["rounds"]),
            switch("open_screens", _("open screens"), values["open_screens"], _("ducats and stocks seen by all")),
        ]
    return [*fields, *_common(values)]


def _common(values: Values) -> list[Field]:
    return [
        words("clock", _("clock"), [(clock, clock_told(_clock(clock))) for clock in CLOCKS], values["clock"]),
        switch("spectators", _("spectators"), values["spectators"]),
        switch("hints", _("hints"), values["hints"], _("players may ask what a strong bot would do")),
        Typed("code", _("code word"), values["code"], CODE_WORD.cells, _("none: everybody may sit down")),
    ]


def settings_of(values: Values) -> TableSettings:
    """The table to open."""
    is_opera = values["game"] == "opera"
    return TableSettings(
        game="opera" if is_opera else "turandot",
        name=values["name"],
        seats=values["seats"],
        options={"rounds": values["rounds"], "open_screens": values["open_screens"]} if is_opera else {},
        bots=(values["level"],) * values["bots"],
        code=values["code"],
        spectators=values["spectators"],
        hints=values["hints"],
        clock=_clock(values["clock"]),
    )


def _clock(word: str) -> Clock:
    mode, _colon, seconds = word.partition(":")
    if mode == "none":
        return Clock()
    return Clock(mode="decision" if mode == "decision" else "bank", seconds=int(seconds))


def clock_told(clock: Clock) -> str:
    """A clock in few words."""
    if clock.mode == "none":
        return _("none")
    if clock.mode == "bank":
        return _("{minutes} min in all").format(minutes=clock.seconds // 60)
    return f"{clock.seconds} s"
