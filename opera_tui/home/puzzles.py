"""The shelf of puzzles: that of the day first, what comes to mind first in each, and which are solved."""

from typing import Final

from opera_games.catalog import about
from opera_games.puzzles import puzzle_id, shelf
from opera_protocol.texts.i18n import N_
from opera_protocol.texts.vocabulary import ACTIONS
from opera_tui.home.game_lists import GameListScreen, ListedGame
from opera_tui.look.i18n import _, ngettext
from opera_tui.session.intents import Learn
from opera_tui.session.lesson_states import LessonStates

SOLVED: Final = N_("solved")


class PuzzlesScreen(GameListScreen):
    """Show all puzzles; Enter lays one out on a table."""

    PLACE = "puzzles"
    HELP_TOPIC = "puzzles"
    HEADING = N_("Puzzles")
    COLUMNS = ((N_("puzzle"), 18), (N_("game"), 9), (N_("players"), 12), (N_("first idea"), 30), ("", 8))
    SPARED = (2, 1)

    def __init__(self, today: int) -> None:
        super().__init__()
        self._today = today

    def games(self) -> list[ListedGame]:
        done, today = self.application.machine.done_lessons(), self._today
        others = [number for number in range(1, len(shelf()) + 1) if number != today]
        return [self._listed(number, number == today, done) for number in (today, *others)]

    def _listed(self, number: int, is_todays: bool, done: frozenset[str]) -> ListedGame:
        puzzle, name = shelf()[number - 1], puzzle_id(number)
        label = _("Puzzle of the day") if is_todays else _("Puzzle {number}").format(number=number)
        players = ngettext("{n} player", "{n} players", puzzle.players).format(n=puzzle.players)
        action = puzzle.tempting["do"]
        state = _(SOLVED) if name in done else ""
        texts = label, about(puzzle.game).title, players, _(ACTIONS[action]), state
        return ListedGame(texts, _("try it"), Learn(name, is_anew=True))

    def remarks(self) -> list[str]:
        return ["", LessonStates(self.application.machine).solved_of_all]
