"""What happened in Turandot, told in one line a turn."""

from collections.abc import Sequence

from support.rules.turandot_builder import a_game, act, all_offer
from support.tui.turandot_views import NAMES, moments, view_of

from opera_games.turandot.actions import Assign
from opera_games.turandot.events import DirectorDismissed, OffersRevealed, PlayerNominated
from opera_rules.turandot.state import Game
from opera_tui.games.telling import tell
from opera_tui.games.turandot.face import TurandotFace
from opera_tui.games.view import AnyLine
from opera_tui.look.rows import plain
from opera_tui.table.model.log import TableLog

FACE = TurandotFace()
LINEUP = ("corelli", "strozzapreti", "balestrieri", "orsakova", "grubbiacci", "ferravilla")


def told(game: Game, *events: AnyLine) -> list[str]:
    return [plain(turn.whole) for turn in tell(FACE.telling, view_of(game, 0), events)]


def told_briefly(game: Game, *events: AnyLine) -> list[str]:
    return [plain(turn.shorter[-1]) for turn in tell(FACE.telling, view_of(game, 0), events)]


def revealed(game: Game, *offers: str) -> Sequence[AnyLine]:
    """What follows from these offers, from the reveal on."""
    events = all_offer(game, *offers).events
    return events[next(at for at, event in enumerate(events) if isinstance(event, OffersRevealed)) :]


def test_the_reveal_is_one_line_with_every_offer_and_what_it_led_to() -> None:
    """Where there is little room, with those that led to something, the reader's own last."""
    game = a_game(5, turn=5, puccini=1, lineup=LINEUP, hands={1: ("gualdi",)})
    events = revealed(game, "4+2b", "4+1", "2", "2", "alone")
    whole = "◆A 4+2 bluff Orsakova · ▲M 4+1 beaten · ●B 2 tied · ■W 2 tied · ▼R money alone: costumier"
    assert told(game, *events) == [whole]
    below = told(game, *revealed(game, "2+1", "2", "2+1", "4", "alone"))[0]
    assert below.startswith("◆A 2+1 tied · ▲M 2 less money · ●B 2+1 tied"), "as the reveal says it"
    assert told_briefly(game, *events) == ["▼R money alone: costumier · ◆A 4+2 bluff Orsakova"]
    assert told_briefly(game, *revealed(game, "4", "4", "2", "2", "4")) == ["nobody gets a card"]


def test_cards_handed_out_stand_with_who_gets_them() -> None:
    game = a_game(3, turn=5, phase="assign", puccini=1, lineup=("corelli", "gualdi"), lacking=(0,))
    events = act(game, (1, Assign({0: 1}))).events
    assert told(game, *events) == ["▲M hands out · ◆A Corelli · left over: Gualdi"]
    assert told_briefly(game, *events) == ["◆A gets Corelli"]


def test_a_dismissal_is_one_line_with_who_wanted_it() -> None:
    events = (PlayerNominated(1, 2), DirectorDismissed(2, "gothic"))
    assert told(a_game(3), *events) == ["▲M has a director dismissed by ●B · ●B dismisses gothic"]
    assert told_briefly(a_game(3), *events) == ["●B dismisses gothic"]
    assert told_briefly(a_game(3), *events[:1]) == ["▲M names ●B"]


def test_the_log_repeats_no_line_up_and_has_no_names() -> None:
    """The line-up stands above it; turns are parted by lines."""
    played = list(moments(5, 3))
    events: list[AnyLine] = [event for moment in played for event in moment.events]
    lines = [plain(line) for line in TableLog.of(FACE, events, view_of(played[-1].game, 0)).lines]
    assert [line for line in lines if line.startswith("── turn")] == [
        line for turn in range(1, 8) for line in lines if line.startswith(f"── turn {turn} ")
    ]
    assert not [line for line in lines if any(name in line for name in NAMES)]
    assert len(lines) < 50
