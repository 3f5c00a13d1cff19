"""A table of one's own in lines: `open opera 4, 7 rounds, 2 bots, code word aria`.

What can be chosen are the rows of the screen's form, so that a row that is added there can be typed here.
"""

from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from opera_games.catalog import GAMES, about
from opera_protocol.wire.messages import TableSettings
from opera_tui.games.speech import Option, Step, Unclear, Words, folded, is_said, phrases
from opera_tui.lobby.table_form import after_change, defaults, fields_of, settings_of
from opera_tui.look.i18n import N_, _, in_english, mark
from opera_tui.widgets.fields import Barred, Choice, Field, Typed

OPEN: Final = N_("open {game}")
PLAY: Final = N_("play {game}")
GAME: Final = "game"
SEATS: Final = "seats"
BOTS: Final = "bots"
LEVEL: Final = "level"
NOWHERE: Final = Step("", ())
"""Where words lead that only choose a value."""
Values = dict[str, Any]


class NewTable(NamedTuple):
    """A table to open, and what was chosen for it besides its seats, which the table tells itself, in words."""

    settings: TableSettings
    chosen: Sequence[str]


def new_table(line: str, levels: Sequence[str], taken_names: Sequence[str]) -> NewTable | None:
    """Return the table that a line asks for; None if something else was typed. Raises `Unclear`."""
    first, *further = line.split(",")
    words = Words(first)
    game = _game(words)
    if not game:
        if is_said(first, N_("open"), N_("play")):
            raise Unclear(_("Which game? Type one of these: {examples}").format(examples=examples()))
        return None
    values = _defaults(game, levels, taken_names)
    choices = _choices(values, levels)
    chosen: dict[str, str] = {}
    for part in (words, *map(Words, further)):
        while part.left:
            field, value = _choice(game, part, choices)
            values[field.id] = value
            chosen[field.id] = _told(field, value)
    if LEVEL in chosen and BOTS not in chosen:
        values[BOTS] = values[SEATS] - 1
    return NewTable(settings_of(values), [text for field_id, text in chosen.items() if field_id != SEATS])


def examples() -> str:
    """Return what is typed for a table of each game."""
    return ", ".join(_(OPEN).format(game=game) for game in GAMES)


def options_told(levels: Sequence[str]) -> list[str]:
    """Say what can be chosen for a table, and what it is without a word."""
    told: dict[str, None] = {}
    for game in GAMES:
        values = _defaults(game, levels, ())
        own = {SEATS, BOTS, *(option.name for option in about(game).options)}
        for field in _fields(values, levels):
            text = _field_told(field, values[field.id])
            told[f"{about(game).title}{mark(':')}{text}" if field.id in own else text] = None
    how = _("They stand behind the game, with commas between them, such as: {example}")
    return [*told, how.format(example=example(levels))]


def example(levels: Sequence[str]) -> str:
    """Return a line that chooses more than the game."""
    game = GAMES[0]
    fields = {field.id: field for field in _fields(_defaults(game, levels, ()), levels)}
    option, bots = fields[about(game).options[0].name], fields[BOTS]
    assert isinstance(option, Choice)
    return f"{_(OPEN).format(game=game)}, {option.options[-1].shown}, 2 {bots.label}"


def _game(words: Words) -> str:
    """Read `open opera`, and return the game; empty if that is not typed."""
    for game in GAMES:
        if words.has(*phrases(OPEN, PLAY, game=game), *phrases(OPEN, PLAY, game=about(game).title)):
            return game
    return ""


def _defaults(game: str, levels: Sequence[str], taken_names: Sequence[str]) -> Values:
    return after_change({**defaults(levels, taken_names), GAME: game}, GAME)


def _fields(values: Values, levels: Sequence[str]) -> list[Field]:
    """Return the rows of the form, as for a table with bots and all its seats."""
    widest = {**values, SEATS: about(values[GAME]).seats[-1], BOTS: 1}
    return [field for field in fields_of(widest, levels) if field.id != GAME]


def _choices(values: Values, levels: Sequence[str]) -> list[tuple[Option, Field, Any]]:
    """Return all that can be typed with the row and the value that it means; None as a value is a text that follows."""
    with in_english():
        english = _fields(values, levels)
    choices: list[tuple[Option, Field, Any]] = []
    for field, other in zip(_fields(values, levels), english, strict=True):
        if isinstance(field, Typed):
            said = [text for one in (field, other) for text in (one.label, one.label.split()[0])]
            choices.append((Option(tuple(dict.fromkeys(said)), NOWHERE, field.label), field, None))
        elif isinstance(field, Choice) and isinstance(other, Choice):
            for place, option in enumerate(field.options):
                said = [*_said(field, place), *_said(other, place)]
                number = option.value if field.id == SEATS else None
                choices.append((Option(tuple(dict.fromkeys(said)), NOWHERE, said[0], number), field, option.value))
    return choices


def _said(field: Choice, place: int) -> list[str]:
    """Return how a value is typed: with the row's name, and alone where it says what it is about."""
    value, shown = field.options[place]
    said = [f"{field.label} {shown}", f"{shown} {field.label}"]
    if value is True:
        return [*said, field.label]
    is_clear = not shown.isdecimal() and len(folded(shown)) > 0 and value not in (False, 0, "none")
    return [*said, shown] if is_clear else said


def _choice(game: str, words: Words, choices: Sequence[tuple[Option, Field, Any]]) -> tuple[Field, Any]:
    """Read what is chosen next; raises `Unclear`, or why a text cannot stand there."""
    if len(words.left) == 1 and words.left[0].isdecimal() and int(words.left[0][:3]) not in about(game).seats:
        told, numbers = _("{game} has {least} to {most} seats, such as: open {word} {most}"), about(game).seats
        raise Unclear(told.format(game=about(game).title, least=min(numbers), most=max(numbers), word=game))
    taken = words.take([option for option, _field, _value in choices])
    field, value = next((field, value) for option, field, value in choices if option is taken)
    if not isinstance(field, Typed):
        return field, value
    text = words.typed
    words.skip(len(words.left))
    return field, field.cleaned(text)


def _told(field: Field, value: Any) -> str:
    shown = {option.value: option.shown for option in field.options} if isinstance(field, Choice) else {}
    return f"{field.label} {shown.get(value, value)}"


def _field_told(field: Field, usual: Any) -> str:
    if isinstance(field, Typed):
        return _("{option}, and your own words behind it").format(option=field.label)
    assert not isinstance(field, Barred)
    shown = {option.value: option.shown for option in field.options}
    text = _("{option}: {choices}; {usual} if you say nothing")
    return text.format(option=field.label, choices=", ".join(shown.values()), usual=shown[usual])
