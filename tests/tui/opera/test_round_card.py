"""The card at the beginning of a round, and the bars of a counting."""

from collections.abc import Sequence

import pytest
from support.rules.opera_builder import a_game
from support.tui.gallery import in_hall
from support.tui.opera_driver import FACE
from support.tui.opera_scenes import SCENES, game_played
from support.tui.opera_views import shown, view_of
from support.tui.recorded_table import RecordedClient, RecordedTable, changed
from support.tui.shell_app import rows

from opera_games.api import Event
from opera_games.opera.actions import Close
from opera_games.opera.events import Counted, RoundStarted
from opera_rules import opera
from opera_rules.opera.state import Game
from opera_tui.games.opera.boxes.round_card import RoundCard
from opera_tui.games.reveal_box import RevealBox
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.numerals import CELLS, DIGITS, ROWS, numeral
from opera_tui.look.rows import plain, width


def last_to_close(round_: int, players: int = 3) -> Game:
    return (
        a_game(players)
        .in_round(round_)
        .with_levels(*range(players))
        .with_closed(*range(players - 1))
        .with_ladder("wagner", "verdi", "handel", "mozart", "beethoven", "monteverdi")
        .with_century("mozart", "monteverdi", "wagner")
        .with_palazzo("verdi")
        .staged(0, "wien", "mozart", "verdi")
        .staged(1, "wien", "mozart", "handel")
        .acting()
    )


def card_after(game: Game, glyphs: Glyphs = UNICODE) -> RoundCard:
    """The card of the next round, with all that was told on the way."""
    told: list[Event] = []
    before = game
    for step in opera.unfold(game, len(game.players) - 1, Close()):
        told += step.events
        for event in step.events:
            if isinstance(event, RoundStarted):
                box = FACE.reveal(event, view_of(before, 0, glyphs), view_of(step.game, 0, glyphs))
                assert isinstance(box, RoundCard)
                box.recall([RoundStarted(game.round), *told])
                return box
        before = step.game
    raise AssertionError


def test_a_new_episode_begins_with_all_that_is_new() -> None:
    card = card_after(last_to_close(6))
    lines = [plain(line)[15:].rstrip() for line in card.rows()]
    assert (card.title, card.question) == ("Third episode: Romanticism", "ROUND 7  Romanticism begins")
    assert lines[0] == "century    Wa Wagner +3 in a great hall"
    assert lines[1] == "counting   after round 9, in 3 rounds"
    assert lines[2] == "now open   Milano m2 a1   m main, a b wings"
    assert lines[3].startswith("new offer  ")
    assert lines[4] == "fame       Mz rises to 4 ↑   Hä falls to 3 ↓"
    assert lines[5] == "Palazzo    emptied, 3 places free"
    assert lines[6] == "order      ●B 2   ▲M 1   ◆A 0"


def test_within_an_episode_nothing_is_said_of_cities() -> None:
    card = card_after(last_to_close(7))
    assert card.question == "ROUND 8  new offer, all roles are back"
    assert "now open" not in shown(card.rows())
    assert "Palazzo    Ve  2 places free" in shown(card.rows())
    assert card_after(last_to_close(4)).question == "ROUND 5  new offer, all roles are back"
    assert card_after(last_to_close(5)).question == "ROUND 6  a counting follows it"
    assert card_after(last_to_close(8)).question == "ROUND 9  the last one"
    assert "after round 9, this one" in shown(card_after(last_to_close(8)).rows())


def test_the_header_of_the_card_is_that_of_the_new_round() -> None:
    card = card_after(last_to_close(6))
    assert "[7]8 9 Wa+3  BUDGET›" in plain(FACE.header(card.headline, wide=False))


def test_the_card_is_whole_in_its_box_through_a_game() -> None:
    told: Sequence[Event] = game_played()[-1].events
    for at, event in enumerate(told):
        if isinstance(event, RoundStarted):
            moment = next(moment for moment in game_played() if moment.game.round == event.round)
            for glyphs in (UNICODE, ASCII):
                view = view_of(moment.game, 0, glyphs)
                card = FACE.reveal(event, view, view)
                assert card is not None
                card.recall(told[: at + 1])
                assert len(card.rows()) <= 8
                assert all(width(line) <= 78 for line in card.rows())
                assert glyphs is UNICODE or shown(card.rows()).isascii()


def test_numerals_are_of_one_size() -> None:
    assert {len(lines) for lines in DIGITS.values()} == {ROWS}
    assert {len(line) for lines in DIGITS.values() for line in lines} == {CELLS}
    assert len(set(DIGITS.values())) == len(DIGITS)
    assert all(plain(line).isascii() for line in numeral(ASCII, 9))


@pytest.mark.parametrize(("pace", "is_shown"), [(0.6, True), (0.0, False)])
async def test_a_player_without_pauses_goes_on_to_the_bids(
    pace: float, is_shown: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with in_hall((80, 24), monkeypatch) as hall:
        game = last_to_close(7)
        *_steps, last = opera.unfold(game, 2, Close())
        changes = [
            changed(view_of(game, 0), is_entry=True),
            changed(view_of(last.game, 0), [RoundStarted(8)]),
        ]
        table = RecordedTable(hall.app, RecordedClient(opera, last.game, 0), "opera", changes, pace)
        await hall.show(table)
        assert ("ROUND 8" in rows(hall.app)[1]) is is_shown
        if is_shown:
            await hall.press("enter")
        assert "YOUR DECISION  Bid" in rows(hall.app)[1]
        await hall.press("v")
        assert "ROUND 8" not in rows(hall.app)[1], "what is looked at again is what was revealed"


async def test_the_card_is_whole_at_60x20(monkeypatch: pytest.MonkeyPatch) -> None:
    async with in_hall((60, 20), monkeypatch) as hall:
        await SCENES["opera-round"](hall)
        screen = "\n".join(rows(hall.app))
        words = (
            "century",
            "century    Wa Wagner +3 in a great hall",
            "Milano",
            "new offer",
            "rises to",
            "Palazzo",
            "order",
        )
        assert [word for word in words if word not in screen] == []


def counting_box() -> RevealBox:
    before = last_to_close(6)
    for step in opera.unfold(before, 2, Close()):
        for event in step.events:
            if isinstance(event, Counted):
                box = FACE.reveal(event, view_of(before, 0), view_of(step.game, 0))
                assert box is not None
                return box
        before = step.game
    raise AssertionError


def test_bars_of_a_counting_grow_by_what_was_added() -> None:
    """Before in the lanes' colour, what was added in the player's; nobody's bar is longer than its column."""
    box = counting_box()
    growing = [plain(box.rows()[6])]
    while box.is_moving:
        box.move()
        growing.append(plain(box.rows()[6]))
    assert "━" not in growing[0][24:]
    assert growing[0] != growing[-1]
    added = [span for span in box.rows()[6] if "━" in span.text and span.role.startswith("player")]
    assert [span.role for span in added] == ["player0", "player1"]
    assert all(0 < len(span.text) <= 9 for span in added)
    assert {span.role for span in box.rows()[4] if span.text.startswith("+")} == {"gain"}
