"""What happened in Turandot, told in one line a turn."""

from support.rules.turandot_builder import a_game, act, all_offer
from support.tui.turandot_views import NAMES, moments, texts, view_of

from opera_games.turandot.actions import Assign
from opera_games.turandot.events import DirectorDismissed, PlayerNominated
from opera_tui.games.telling import tell
from opera_tui.games.turandot.face import TurandotFace
from opera_tui.games.view import AnyLine
from opera_tui.look.rows import plain
from opera_tui.table.model.log import TableLog

FACE = TurandotFace()
LINEUP = ("corelli", "strozzapreti", "balestrieri", "orsakova", "grubbiacci", "ferravilla")


def test_the_reveal_is_one_line_with_every_offer_and_what_it_led_to() -> None:
    game = a_game(5, turn=5, puccini=1, lineup=LINEUP, hands={1: ("gualdi",)})
    events = all_offer(game, "4+2b", "4+1", "2", "2", "alone").events
    revealed = next(at for at, event in enumerate(events) if type(event).__name__ == "OffersRevealed")
    assert texts(tell(FACE.telling, view_of(game, 0), events[revealed:])) == [
        "◆B 4+2 bluff Orsakova · ▲R 4+1 beaten · ●Y 2 tied · ■G 2 tied · ▼V money alone: costumier"
    ]


def test_cards_handed_out_stand_with_who_gets_them() -> None:
    game = a_game(3, turn=5, phase="assign", puccini=1, lineup=("corelli", "gualdi"), lacking=(0,))
    lines = texts(tell(FACE.telling, view_of(game, 0), act(game, (1, Assign({0: 1}))).events))
    assert lines == ["▲R hands out · ◆B Corelli · left over: Gualdi"]


def test_a_dismissal_is_one_line_with_who_wanted_it() -> None:
    events = (PlayerNominated(1, 2), DirectorDismissed(2, "gothic"))
    lines = texts(tell(FACE.telling, view_of(a_game(3), 0), events))
    assert lines == ["▲R has a director dismissed by ●Y · ●Y dismisses gothic"]


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
