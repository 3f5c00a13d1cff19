"""Answers in lines: what waits for `y` and what ends that, what else is said, and what happened meanwhile."""

from pathlib import Path
from random import Random

import pytest
from support.tui.line_player import ONLY, Player, Script, Typed, at_table, play

from opera_games.opera.actions import Bid
from opera_tui.config.machine import VisitedMachine
from opera_tui.games.speech import Option, Step
from opera_tui.line_mode.answers import asked
from opera_tui.line_mode.streams import Speaker
from opera_tui.look import i18n


async def heard(folder: Path, *lines: str, seats: int = 2, **settings: object) -> list[str]:
    """What is said if these lines are typed at a new table of Opera."""
    script = Script(*lines)
    async with at_table(folder, "opera", seats) as (_here, session, table_id):
        await play(session, table_id, script, **settings)
    return script.heard


@pytest.mark.parametrize("line", ["dance", "77", "settings", "back"])
async def test_what_is_no_y_ends_what_was_read_back(tmp_path: Path, line: str) -> None:
    """A later `y` would send something that nobody thinks of any more."""
    said = await heard(tmp_path, "bid 3", line, "y")
    assert "Not sent: Bid 3." in said
    assert "There is nothing to send yet." in said
    assert "Ada has bid." not in said


@pytest.mark.parametrize(
    ("language", "no", "yes"),
    [
        ("de", "nein", "j"),
        ("de", "n", "Ja"),
        ("it", "no", "s"),
        ("it", "n", "sì"),
        ("fr", "non", "o"),
        ("fr", "n", "oui"),
    ],
)
async def test_yes_and_no_are_understood_in_the_reader_s_language(
    tmp_path: Path, language: str, no: str, yes: str
) -> None:
    """As a word or by its first letter, beside the `y` and `n` that every language has."""
    i18n.choose_language(language)
    try:
        said = await heard(tmp_path, "bid 3", no, "bid 2", yes)
        sent = i18n._("{seat} has bid").format(seat="Ada")
    finally:
        i18n.choose_language()
    assert sum(line.startswith(sent) for line in said) == 1


@pytest.mark.parametrize("line", ["m", "", "t hello"])
async def test_a_question_leaves_what_was_read_back_and_says_so(tmp_path: Path, line: str) -> None:
    said = await heard(tmp_path, "bid 3", line, "y")
    reminder = said.index("Not sent yet: Bid 3. y sends it, n does not.")
    assert "Ada has bid." in said[reminder:]


async def test_an_answer_to_a_decision_that_is_over_is_not_sent(tmp_path: Path) -> None:
    """The same player has bid in another window: neither `y` nor a number may be taken for the next decision."""
    typed = Typed()
    async with at_table(tmp_path, "opera", 2) as (_here, session, table_id):
        room = session.client.room(table_id)
        playing = typed.begin(play(session, table_id, typed))
        await typed.until("choices:")
        await typed.answer("bid 3", "Type y to send")
        own = room.view.private
        assert own is not None
        await session.client.act(table_id, own["decision"], {"do": "bid", "amount": 1})
        await room.until(lambda view: view.private is not None and view.private["decision"] != own["decision"])
        since = await typed.answer("y", "choices:")
        assert since[0] == "The table has gone on meanwhile, so nothing was done with that."
        assert any(said.startswith("Bids: Ada 1") for said in since)
        typed.leave()
        await playing


def test_of_one_choice_it_is_said_what_sends_it() -> None:
    only = Step("Join in?", [Option(("intermezzo",), Bid(0), "intermezzo")])
    assert asked(only, is_only_sent=True)[0] == f"Join in? {ONLY}"
    assert asked(only)[0] == "Join in? 1 choice:"


async def test_the_only_answer_is_sent_by_enter_or_y(tmp_path: Path) -> None:
    """The player types one of these, or the number, at every decision of this kind in a whole game."""
    player = Player(Random("b"))
    async with at_table(tmp_path, "opera", 3) as (here, session, table_id):
        await play(session, table_id, player)
        assert here.room(table_id).table.state == "finished"
    answers = [player.heard[place + 2] for place, said in enumerate(player.heard) if said.endswith(ONLY)]
    assert [said for said in answers if said.startswith("Ada ")]
    assert all(said.startswith("Ada ") or said.endswith("Type y to send.") for said in answers)


async def test_bots_are_told_with_their_levels(tmp_path: Path) -> None:
    script = Script("levels", "bots virtuoso", "")
    async with at_table(tmp_path, "opera", 2, bots=0, is_begun=False) as (_here, session, table_id):
        await play(session, table_id, script)
    assert "levels to hear how well they play" in script.heard[1]
    assert "chorus: rules of thumb, for first games." in script.heard
    assert "Type bots and a level, such as: bots random. Without one they are of the level soloist." in script.heard
    assert any(said.endswith(", a bot of the level virtuoso.") for said in script.heard)


def test_long_sentences_are_broken_at_blanks_in_a_terminal() -> None:
    lines: list[str] = []
    Speaker(lines.append, cells=lambda: 24).say("Rossini builds Wien main part for 4 ducats")
    assert lines == ["Rossini builds Wien\n", "main part for 4 ducats.\n"]


def test_text_to_copy_is_not_broken() -> None:
    lines: list[str] = []
    Speaker(lines.append, cells=lambda: 24).quote('{"a":"Rossini builds → \x1b[2J",  "b":1}\n{}\n')
    assert lines == ['{"a":"Rossini builds → �[2J",  "b":1}\n', "{}\n"]


async def test_a_finished_game_is_told_again_and_handed_over_on_request(tmp_path: Path) -> None:
    """For ears it is the sentences of the log; a visitor, who has no files here, gets those of a file as text."""
    player, script = Player(Random("visitor")), Script("transcript", "transcript file")
    early = Script("transcript", "transcript file")
    async with at_table(tmp_path, "turandot", 2) as (_here, session, table_id):
        await play(session, table_id, early, VisitedMachine())
        await play(session, table_id, player)
        await play(session, table_id, script, VisitedMachine())
        lines = await session.client.transcript(table_id)
    assert early.heard.count("The game is not over; this is possible only after its end.") == 1
    over = next(place for place, said in enumerate(script.heard) if said.startswith("That was the game; "))
    assert [said for said in player.heard if said.startswith(("Offers: ", "Turn 7 begins"))]
    assert {said for said in player.heard if said.startswith("Offers: ")} <= {*script.heard[:over]}
    assert not any(said.startswith("{") for said in script.heard[:over])
    at = next(place for place, said in enumerate(script.heard) if said.startswith("The transcript follows"))
    assert script.heard[at + 1 : -1] == [line.strip() for line in lines]
    assert script.heard[-1] == "That was the transcript."


@pytest.mark.parametrize(
    ("game", "answers", "revealed"),
    [("opera", ("bid 3", "y"), "Bids: "), ("turandot", ("1", "1", "y"), "Offers: ")],
)
async def test_what_was_revealed_while_somebody_was_away_is_told(
    tmp_path: Path, game: str, answers: tuple[str, ...], revealed: str
) -> None:
    """Also if the last thing that happened is about the player: a card that was taken, income."""
    before, after = Script(*answers), Script()
    async with at_table(tmp_path, game, 2) as (_here, session, table_id):
        await play(session, table_id, before)
        await play(session, table_id, after)
    assert [said for said in before.heard if said.startswith(revealed)]
    assert [said for said in after.heard if said.startswith(revealed)]


async def test_questions_and_a_yes_may_be_spelt_out(tmp_path: Path) -> None:
    said = await heard(tmp_path, "rules palazzo", "budget", "houses ada", "bid 3", "no", "bid 2", "yes")
    assert any("Palazzo" in sentence for sentence in said)
    assert any(sentence.startswith("Order of play: Ada on level 0") for sentence in said)
    assert any(sentence.startswith("Ada has Venezia") for sentence in said)
    assert any(sentence.startswith("Bids: Ada 2") for sentence in said)


async def test_bots_of_another_level_take_the_place_of_those_there(tmp_path: Path) -> None:
    script = Script("bots random", "bots chorus")
    async with at_table(tmp_path, "turandot", 3, bots=0, is_begun=False) as (_here, session, table_id):
        await play(session, table_id, script)
    assert script.heard[-2].count("a bot of the level chorus") == 2


async def test_y_before_the_impresario_is_done_says_what_is_missing(tmp_path: Path) -> None:
    said = await heard(tmp_path, "bid 10", "y", "hire impresario", "buy verdi", "y", "done", "y")
    assert "Nothing was read back yet; done does that." in said
    assert any(sentence.startswith("Ada buys Verdi") for sentence in said)


async def test_examples_of_the_impresario_are_possible(tmp_path: Path) -> None:
    said = await heard(tmp_path, "bid 10", "y", "hire impresario", "house piece to venezia great")
    assert any("such as house piece to Venezia great" in sentence for sentence in said)
    assert not any("means nothing here" in sentence for sentence in said)


@pytest.mark.parametrize("lines", [("hire impresario", "buy verdi", "done"), ("hire impresario buy verdi done",)])
async def test_n_leads_back_to_the_plan_of_the_impresario(tmp_path: Path, lines: tuple[str, ...]) -> None:
    """What was bought and placed is as it was, so that one more thing can be changed."""
    said = await heard(tmp_path, "bid 10", "y", *lines, "n", "verdi to venezia great", "done", "y")
    after = said[said.index("Not sent.") :]
    assert after[1] == "As it stands, Venezia: great hall house piece; in stock: 1 Verdi."
    assert after[2].startswith("Impresario: what do you buy")
    assert "Venezia: great hall Verdi; in stock: 1 house piece." in after
    assert any(sentence.startswith("Ada buys Verdi") for sentence in after)
