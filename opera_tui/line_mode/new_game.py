"""A game against bots in lines: `play turandot 4 chorus`, as the home screen's keys choose it."""

from typing import Final

from opera_games.catalog import GAMES, about
from opera_tui.games.speech import Option, Step, Words, phrases
from opera_tui.home.entries import as_chosen
from opera_tui.line_mode.before_start import said_of
from opera_tui.look.i18n import N_, _, listed, sentence_for
from opera_tui.look.levels import LEVELS, level_name
from opera_tui.session.solo import SoloGame, length_option

PLAY: Final = N_("play {game}")
PLAYERS: Final = N_("{n} players")
BOTS: Final = N_("{n} bots")
MOST_PLAYERS: Final = 99
NOWHERE: Final = Step("", ())
"""Where words lead that only choose a value."""


def new_game(line: str) -> SoloGame | None:
    """Return the game that a line asks for; None if something else was typed. Raises `Unclear`.

    What the line does not say is as it was chosen last.
    """
    words = Words(line)
    game = next((one for one in GAMES if words.has(*phrases(PLAY, game=(one, about(one).title)))), "")
    if not game:
        return None
    wanted = as_chosen(game)
    while words.left:
        changes = _changes(wanted)
        taken = words.take([option for option, _changed in changes])
        wanted = next(changed for option, changed in changes if option is taken)
    return wanted


def how_to_choose() -> str:
    """Say what can stand behind a game."""
    game = about(GAMES[-1])
    example = f"{_(PLAY).format(game=game.title)} {max(game.seats)} {level_name(LEVELS[0])}"
    told = _("{example} chooses how many play, you included, and the level of the bots; there are {levels}")
    return told.format(example=example, levels=listed(map(level_name, LEVELS)))


def _changes(wanted: SoloGame) -> list[tuple[Option, SoloGame]]:
    """Return all that can be chosen, each with the game that it leads to."""
    return [*_players(wanted), *_levels(wanted), *_lengths(wanted)]


def _players(wanted: SoloGame) -> list[tuple[Option, SoloGame]]:
    seats = about(wanted.game).seats
    lowest, highest = min(seats), max(seats)
    changes = []
    for n in range(1, MOST_PLAYERS + 1):
        refusal = ""
        if n not in seats:
            refusal = sentence_for("players_out_of_range", {"lowest": lowest, "highest": highest, "players": n})
        option = Option((*phrases(PLAYERS, n=n), *phrases(BOTS, n=n - 1)), NOWHERE, number=n, refusal=refusal)
        changes.append((option, wanted._replace(players=n)))
    return changes


def _levels(wanted: SoloGame) -> list[tuple[Option, SoloGame]]:
    return [(Option(tuple(said_of(level)), NOWHERE), wanted._replace(level=level)) for level in LEVELS]


def _lengths(wanted: SoloGame) -> list[tuple[Option, SoloGame]]:
    """Return the lengths that the game has; the first one is the usual."""
    option = length_option(wanted.game)
    values = option.values if option else ()
    return [
        (Option(phrases(text), NOWHERE), wanted._replace(length=length if place else None))
        for place, (length, text) in enumerate(values)
    ]
