"""The values of a new table: the rows of its form and their defaults, and the settings that follow from them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_games.catalog import GAMES, Option, about
from opera_protocol.wire.messages import Clock, TableSettings
from opera_protocol.wire.plain_text import CODE_WORD, TABLE_NAME
from opera_tui.look.i18n import _, pgettext
from opera_tui.look.levels import LEVEL_WORDS, level_name
from opera_tui.session.solo import TABLE_NAMES, usual_level
from opera_tui.widgets.fields import Barred, Field, Typed, clock_text, switch, words

CLOCKS: Final = ("none", "decision:30", "decision:60", "decision:180", "bank:1200", "bank:2400")
Values = Mapping[str, Any]


def defaults(levels: Sequence[str], taken_names: Sequence[str]) -> dict[str, Any]:
    """Return the values of a table for friends: no bots, no clock, everybody may watch."""
    free = [name for name in TABLE_NAMES if name not in taken_names]
    return {
        "game": GAMES[0],
        "name": free[0] if free else TABLE_NAMES[0],
        "seats": about(GAMES[0]).usual_seats,
        "bots": 0,
        "level": usual_level(levels),
        **{option.name: option.values[0][0] for game in GAMES for option in about(game).options},
        "clock": CLOCKS[0],
        "spectators": True,
        "hints": True,
        "code": "",
    }


def after_change(values: Values, changed: str) -> dict[str, Any]:
    """Adapt the other values to one that changed: another game has other numbers of players."""
    game = about(values["game"])
    number = game.usual_seats if changed == "game" else min(game.seats[-1], max(game.seats[0], values["seats"]))
    return {**values, "seats": number, "bots": min(values["bots"], number - 1)}


def fields_of(values: Values, levels: Sequence[str]) -> list[Field]:
    """Return the form's rows; options of other games are left out."""
    game = about(values["game"])
    numbers = [(number, str(number)) for number in game.seats]
    bots = [(number, str(number) if number else pgettext("bots", "none")) for number in range(values["seats"])]
    fields: list[Field] = [
        words("game", pgettext("17 cells", "game"), [(name, about(name).title) for name in GAMES], values["game"]),
        Typed("name", pgettext("17 cells", "name of the table"), values["name"], TABLE_NAME),
        words("seats", pgettext("17 cells", "seats"), numbers, values["seats"]),
        words("bots", pgettext("17 cells", "bots"), bots, values["bots"]),
    ]
    return [
        *fields,
        _level(values, levels),
        *(_option(option, values[option.name]) for option in game.options),
        *_common(values),
    ]


def _level(values: Values, levels: Sequence[str]) -> Field:
    """Return the row of the bots' level, which stays in its place without bots: a row that comes moves the others."""
    label, chosen = pgettext("17 cells", "their level"), values["level"]
    if not values["bots"]:
        return Barred("level", label, _("no bots"))
    note = _(LEVEL_WORDS[chosen].strength) if chosen in LEVEL_WORDS else ""
    return words("level", label, [(level, level_name(level)) for level in levels], chosen, note)


def _option(option: Option, value: int) -> Field:
    """Return the row of a game's option."""
    if isinstance(value, bool):
        return switch(option.name, _(option.label), value, _(option.note))
    return words(option.name, _(option.label), [(number, _(text)) for number, text in option.values], value)


def _common(values: Values) -> list[Field]:
    return [
        words(
            "clock",
            pgettext("17 cells", "clock"),
            [(clock, clock_text(_clock(clock))) for clock in CLOCKS],
            values["clock"],
        ),
        switch("spectators", pgettext("17 cells", "spectators"), values["spectators"]),
        switch(
            "hints",
            pgettext("17 cells", "hints"),
            values["hints"],
            pgettext("42 cells", "players may ask what a strong bot would do"),
        ),
        Typed("code", pgettext("17 cells", "code word"), values["code"], CODE_WORD, _("none: everybody may sit down")),
    ]


def settings_of(values: Values) -> TableSettings:
    """Return the table to open."""
    return TableSettings(
        game=values["game"],
        name=values["name"],
        seats=values["seats"],
        options={option.name: values[option.name] for option in about(values["game"]).options},
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
