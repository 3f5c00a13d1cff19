"""What home says of its entries, on the screen as in lines: a game that goes on, and the bots of a new one."""

from typing import Final

from rich.cells import cell_len

from opera_games.catalog import GAMES, about
from opera_games.puzzles import PuzzleLesson, lesson_of
from opera_protocol.texts.format import plain
from opera_tui.local.chosen_bots import ChosenBots, chosen_bots
from opera_tui.local.last_tables import LastTable
from opera_tui.look.i18n import _, ngettext
from opera_tui.look.levels import LEVELS, level_name
from opera_tui.session.solo import FIRST_LEVEL, USUAL_LEVEL, SoloGame, length_option

DETAIL_CELLS: Final = 32
"""The room that the home screen has for it."""


def as_chosen(game: str) -> SoloGame:
    """Return a game against the bots that were chosen last, as far as there are such; who never did is new to it."""
    chosen, seats = chosen_bots().get(game, ChosenBots(level=FIRST_LEVEL)), about(game).seats
    option = length_option(game)
    lengths = [length for length, _text in option.values[1:]] if option else []
    return SoloGame(
        game,
        players=chosen.players if chosen.players in seats else None,
        level=chosen.level if chosen.level in LEVELS else USUAL_LEVEL,
        length=chosen.length if chosen.length in lengths else None,
    )


def choice_of(wanted: SoloGame) -> ChosenBots:
    """Return what is remembered of a game that was chosen."""
    return ChosenBots(wanted.players, wanted.level, wanted.length)


def solo_game_text(wanted: SoloGame) -> str:
    """Describe a game against bots; where there is no room, words are left out but the game's and the level."""
    # Translators: at most 6 cells.
    short = ngettext("{n} bot", "{n} bots", wanted.bots).format(n=wanted.bots)
    wordings = [_with_level(short, wanted), f"{wanted.bots} x {level_name(wanted.bots_level)}"]
    *told, last = [_with_length(_with_game(text, wanted), wanted) for text in wordings]
    # A blank is left before the frame.
    return next((text for text in told if cell_len(text) < DETAIL_CELLS), last)


def bots_told(wanted: SoloGame) -> str:
    """Describe the bots of a game and its length where there is room."""
    return _with_length(_with_level(players_text(wanted), wanted), wanted)


def players_text(wanted: SoloGame) -> str:
    # Translators: at most 16 cells.
    return ngettext("you and {n} bot", "you and {n} bots", wanted.bots).format(n=wanted.bots)


def _with_game(text: str, wanted: SoloGame) -> str:
    """Name the game, unless the line begins with its name as those of all but the first do."""
    if wanted.game != GAMES[0]:
        return text
    return _("{game}, {players}").format(game=about(wanted.game).title, players=text)


def _with_level(text: str, wanted: SoloGame) -> str:
    return _("{bots}, {level}").format(bots=text, level=level_name(wanted.bots_level))


def _with_length(text: str, wanted: SoloGame) -> str:
    return f"{text}, {wanted.length_text}" if wanted.length_text else text


def last_table_text(entry: LastTable) -> str:
    """Describe which game goes on and how far it is, as far as it is known without asking the server."""
    lesson = lesson_of(entry.lesson) if entry.lesson else None
    if isinstance(lesson, PuzzleLesson):
        return _("puzzle {number}").format(number=lesson.place)
    if lesson is not None:
        # Translators: at most 32 cells with the title of a lesson, of 12 cells.
        return _("lesson: {title}").format(title=_(lesson.title))
    name = plain(entry.name)
    if not _has_begun(entry):
        return _("{game} {name}, not begun").format(game=plain(entry.game).capitalize(), name=name)
    game = about(entry.game).title
    wordings = (
        _("{game} {told}").format(game=game, told=_(about(entry.game).named_progress)),
        f"{game} {{name}}, {{n}}/{{all}}",
        f"{game}, {{n}}/{{all}}",
    )
    for form in wordings:
        shown = _with_turn(form.format(name=name, n=entry.progress, all=entry.length), entry)
        if cell_len(shown) <= DETAIL_CELLS:
            break
    return shown


def last_table_told(entry: LastTable) -> str:
    """Say the same where there is room, and where the name of the table has been said."""
    lesson = lesson_of(entry.lesson) if entry.lesson else None
    if lesson is not None:
        return _("puzzle") if isinstance(lesson, PuzzleLesson) else _("lesson")
    if not _has_begun(entry):
        return _("{game}, not begun").format(game=plain(entry.game).capitalize())
    game = about(entry.game)
    return _with_turn(f"{game.title}, {_(game.progress).format(n=entry.progress, all=entry.length)}", entry)


def _has_begun(entry: LastTable) -> bool:
    """Say whether it is known how far a game is."""
    return entry.progress > 0 and entry.game in GAMES


def _with_turn(told: str, entry: LastTable) -> str:
    """Others go on without this client, so only a game against bots waits for its player for certain."""
    return _("{told}, your turn").format(told=told) if entry.is_my_turn and entry.where == "solo" else told
