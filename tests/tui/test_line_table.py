"""A table in lines: questions, refusals, reading back, news, talk, and leaving."""

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest
from support.server.running import Inside
from support.tui.line_player import Player, Script, Typed, at_table, play, watching

from opera_protocol.client import Client
from opera_tui.config.settings import load_settings
from opera_tui.line_mode.front import is_yes
from opera_tui.line_mode.news import told_once
from opera_tui.line_mode.streams import Speaker
from opera_tui.session.session import Session


async def heard(folder: Path, *lines: str, game: str = "opera", seats: int = 3, **settings: object) -> list[str]:
    """What is said if these lines are typed at a new table."""
    script = Script(*lines)
    async with at_table(folder, game, seats) as (_here, session, table_id):
        await play(session, table_id, script, **settings)
    return script.heard


async def test_what_a_bid_costs_is_read_back_and_y_sends_it(tmp_path: Path) -> None:
    said = await heard(tmp_path, "bid 3", "n", "bid 2", "y")
    assert "Bid 3: ducats 21 to 18, level 0 to 3. Type y to send." in said
    assert said[said.index("Bid 3: ducats 21 to 18, level 0 to 3. Type y to send.") + 1] == "Not sent."
    assert "Ada has bid." in said[said.index("Bid 2: ducats 21 to 19, level 0 to 2. Type y to send.") :]
    assert any(sentence.startswith("Bids: Ada 2") for sentence in said)


async def test_reading_back_can_be_switched_off(tmp_path: Path) -> None:
    said = await heard(tmp_path, "bid 3", read_back=False)
    assert not any("Type y to send" in sentence for sentence in said)
    assert "Ada has bid." in said


async def test_what_the_question_says_is_not_told_before(tmp_path: Path) -> None:
    """The choices of an offer are the line-up, and a turn begins with who has Puccini."""
    player = Player(Random("line-up"))
    async with at_table(tmp_path, "turandot", 2) as (_here, session, table_id):
        await play(session, table_id, player)
    assert any(sentence.startswith("Turn 7 begins") for sentence in player.heard)
    assert not [sentence for sentence in player.heard if sentence.startswith(("Line-up:", "Puccini goes"))]


async def test_a_silent_hand_is_told_of_once_and_its_points_at_the_end(tmp_path: Path) -> None:
    """No event says either: that it plays along, and what it has."""
    player, again = Player(Random("silent")), Player(Random("again"))
    async with at_table(tmp_path, "turandot", 2) as (_here, session, table_id):
        await play(session, table_id, player)
        await play(session, table_id, again)
    told = [sentence for sentence in player.heard if "ilent hand" in sentence]
    assert told[0] == "With two players a silent hand plays along: the card that is left over in each turn goes to it."
    assert player.heard.count(told[0]) == 1
    rule = "If it has more points than either player in the end, both lose. Holding Puccini in turn 7 costs 1 point."
    assert player.heard.count(rule) == 1
    assert re.fullmatch(r"The silent hand has -?\d+ points?\.", told[-1])
    assert [sentence for sentence in again.heard if "ilent hand" in sentence][-1:] == told[-1:]
    assert told[0] not in again.heard


async def test_other_games_say_nothing_of_a_silent_hand(tmp_path: Path) -> None:
    assert not any("silent" in sentence for sentence in await heard(tmp_path, "?", game="turandot", seats=3))


async def test_settings_are_changed_on_the_way_and_kept(tmp_path: Path) -> None:
    changes = ("set read back maybe", "set", "set pace 3", "set news at once on", "set read back off")
    said = await heard(tmp_path, "settings", *changes, "bid 3")
    assert "read back: on. To change it: set read back off." in said
    assert "news at once: off. To change it: set news at once on." in said
    assert "A setting is on or off." in said
    assert "There is no such setting; settings says which there are." in said
    assert "Ada has bid." in said[said.index("read back: off. To change it: set read back on.") :]
    assert not any("Type y to send" in sentence for sentence in said)
    assert load_settings().read_back is False
    assert load_settings().news_at_once is True


async def test_what_is_rarely_wise_is_asked_about_also_then(tmp_path: Path) -> None:
    said = await heard(tmp_path, "bid 0", "n", read_back=False, confirm=True)
    doubt = next(sentence for sentence in said if sentence.endswith("Type y to send."))
    assert doubt.startswith("Bid 0. You could do nothing this round. Bid 0? On level 0 you neither hire nor join in;")
    assert "Ada has bid." not in said


async def test_the_question_says_how_many_choices_there_are(tmp_path: Path) -> None:
    said = await heard(tmp_path)
    at = next(place for place, sentence in enumerate(said) if sentence.endswith("choices:"))
    assert said[at] == "Bid for budget: all at once, in secret. 11 choices:"
    assert [sentence.partition(",")[0] for sentence in said[at + 1 : at + 12]] == [*map(str, range(11))]


@pytest.mark.parametrize("game", ["opera", "turandot"])
async def test_a_letter_alone_is_always_a_question(tmp_path: Path, game: str) -> None:
    """And changes nothing: the decision is as open as before."""
    letters = "?bmhfcolwprn" + "adegijksuvxz"
    script = Script(*letters, "h Ada", "h Nobody", "l 3", "r money", "r zzz", "t", "w")
    async with at_table(tmp_path, game, 3) as (_here, session, table_id):
        room = session.client.room(table_id)
        before = room.view.private
        await play(session, table_id, script)
        assert before is not None
        assert room.view.private is not None
        assert room.view.private["decision"] == before["decision"]
    assert script.heard[-1].startswith("You decide: ")
    assert "Nobody here is called Nobody." in script.heard
    assert "The rules do not say “zzz”." in script.heard
    assert "A is no question here." not in script.heard
    assert "a is no question here." in script.heard
    assert not [sentence for sentence in script.heard if "{" in sentence or "→" in sentence or "None" in sentence]


async def test_how_to_answer_is_said_once_and_help_is_a_question(tmp_path: Path) -> None:
    said = await heard(tmp_path, "help", "77 8", "bid 2", "y")
    how = "Type a number or words, as short as they are unique; then y sends it."
    assert said.count(how) == 1
    asked = [place for place, sentence in enumerate(said) if sentence.startswith("Bid for budget")]
    assert len(asked) == 2
    assert said[asked[1] - 1].startswith("Opera at Fenice")
    assert not any(sentence.startswith("You decide") for sentence in said)
    assert said[asked[0] + 13] == how


async def test_help_names_the_words_and_what_q_does(tmp_path: Path) -> None:
    said = await heard(tmp_path, "?", "tables", "w")
    assert said[-2:] == [
        "Words: back asks the first question again, take back takes your last answer back, settings lists settings.",
        "tables leads to the list of tables, home to the first list of all; q leaves and ends the program.",
    ]


async def test_a_number_that_is_no_choice_is_called_one(tmp_path: Path) -> None:
    assert "There is no choice 9; ? says what is asked." in await heard(tmp_path, "9", game="turandot")


async def test_a_seat_is_given_up(tmp_path: Path) -> None:
    script = Script("stand up", "w")
    async with at_table(tmp_path, "opera", 2, bots=0, is_begun=False) as (_here, session, table_id):
        assert session.seated_at() == [table_id]
        await play(session, table_id, script)
        assert session.seated_at() == []
        assert script.lines == ["w"]


async def test_a_proposal_is_prepared_like_a_typed_action(tmp_path: Path) -> None:
    said = await heard(tmp_path, "p", "y")
    at = next(place for place, sentence in enumerate(said) if sentence.startswith("Proposal: bid"))
    assert said[at + 1].endswith("Type y to send.")
    assert "Ada has bid." in said[at:]


async def test_a_proposal_is_never_sent_unasked(tmp_path: Path) -> None:
    """A letter alone is always a question, also for players who have nothing read back."""
    said = await heard(tmp_path, "p", "w", read_back=False)
    assert any(sentence.endswith("Type y to send.") for sentence in said)
    assert "Ada has bid." not in said


async def test_what_is_refused_is_answered_and_nothing_is_sent(tmp_path: Path) -> None:
    said = await heard(tmp_path, "bid 99", "dance", "y", "n", "take back", "back", "hire maestro wien")
    assert "You can bid at most 10: as far as your ducats and the ten levels reach." in said
    assert "“dance” means nothing here; ? says what is asked." in said
    assert "There is nothing to send yet." in said
    assert "Ada has bid." not in said


async def test_the_impresario_is_arranged_in_words(tmp_path: Path) -> None:
    script = Script(
        *("bid 10", "hire impresario", "buy handel", "arrange income", "händel to stock", "handel to venezia great"),
        *("swap venezia great with stock", "as it was", "buy handel", "give back", "give back"),
        *("handel to paris great", "arrange counting", "buy handel", "done"),
    )
    async with at_table(tmp_path, "opera", 2) as (_here, session, table_id):
        await play(session, table_id, script, read_back=False)
    said = script.heard
    assert any(sentence.startswith("Impresario, buy Händel: ducats 10 to 7") for sentence in said)
    assert "As it stands, Venezia: great hall house piece; in stock: 1 Händel." in said
    assert "Venezia: great hall Händel; in stock: 1 house piece." in said
    assert "You have bought nothing." in said
    assert any(sentence.startswith("Ada buys Händel for ") for sentence in said)


async def test_the_impresario_gives_back_what_is_named(tmp_path: Path) -> None:
    """Not the last purchase, nor does the name lead to a move; arranging for points is arranging for the counting."""
    lines = ("buy verdi", "buy handel", "give back verdi", "give back wagner", "give back", "give back verdi")
    said = await heard(
        tmp_path, "bid 10", "y", "hire impresario", *lines, "buy verdi", "arrange points", "done", seats=2
    )
    stands = [one.rpartition("in stock: ")[2] for one in said if one.startswith(("As it stands", "Venezia: "))]
    assert stands[:5] == ["none.", "1 Verdi.", "1 Händel, 1 Verdi.", "1 Händel.", "none."]
    assert "You have not bought Wagner." in said
    assert "You have bought nothing." in said
    assert any(one.startswith("Impresario, buy Verdi") and one.endswith("Type y to send.") for one in said)
    also = next(one for one in said if one.startswith("You can also say what goes where, such as "))
    assert also.endswith("give back and a composer undoes a purchase, as it was undoes all.")


async def test_one_s_own_things_include_the_plan_that_is_not_sent_yet(tmp_path: Path) -> None:
    said = await heard(tmp_path, "bid 10", "y", "m", "hire impresario", "buy handel", "m", seats=2)
    first = next(place for place, sentence in enumerate(said) if sentence.startswith("You have "))
    assert not any("As it stands" in sentence for sentence in said[: first + 2])
    assert said[-2:] == [
        "Impresario, buy Händel.",
        "As it stands, Venezia: great hall house piece; in stock: 1 Händel.",
    ]


async def test_a_level_that_buys_nothing_is_said_to_do_so(tmp_path: Path) -> None:
    """The pawn of the Critico moves and no composer with him: only the budget changes."""
    said = await heard(tmp_path, "bid 10", "y", "hire critico wien nobody", "hire architetto wien main", seats=2)
    read_back = [sentence for sentence in said if sentence.endswith("Type y to send.")]
    assert "level 10 to 7, and nothing else of yours changes" in read_back[1]
    assert "nothing else of yours" not in read_back[2]


async def test_what_one_says_is_confirmed_at_once_and_is_no_news(tmp_path: Path) -> None:
    said = await heard(tmp_path, "t Brava!", "bid 3", "y", "")
    assert said.count("You say: Brava!") == 1
    assert not any("Ada says" in sentence for sentence in said)


async def test_a_number_means_what_was_last_said_under_it(tmp_path: Path) -> None:
    """A purchase changes the list of the Impresario: it is said again, so that `done` is found under its new number."""
    said = await heard(tmp_path, "bid 10", "hire impresario", "1", "5", seats=2, read_back=False)
    lists = [said[place + 1 : place + 7] for place, one in enumerate(said) if one.startswith("Impresario: what do you")]
    assert [one.partition(" for ")[0] for one in lists[0][:2]] == ["1, buy Verdi", "2, buy Händel"]
    assert lists[0][5].startswith("6, done: ")
    assert lists[1][0].startswith("1, buy Händel")
    assert lists[1][4].startswith("5, done: ")
    assert any(sentence.startswith("Ada buys Verdi") for sentence in said)


async def test_what_means_nothing_changes_nothing(tmp_path: Path) -> None:
    """A purchase with words behind it that mean nothing, or with a number of a list not yet heard, is not made."""
    said = await heard(tmp_path, "bid 10", "hire impresario", "1 2", "buy handel dance", "1", seats=2, read_back=False)
    assert any(sentence.startswith("Number 2 is of a list that you have not heard yet") for sentence in said)
    assert "“dance” means nothing here; ? says what is asked." in said
    assert [one for one in said if one.startswith("As it stands")] == [
        "As it stands, Venezia: great hall house piece; in stock: none.",
        "As it stands, Venezia: great hall house piece; in stock: 1 Verdi.",
    ]


async def test_two_parts_are_chosen_by_their_numbers(tmp_path: Path) -> None:
    """The question says how; a number after the first alone replaces it, and the read-back says so."""
    lines = ("3 4", "3", "4", "3, 4", "3 5", "3 3", "3 77")
    said = await heard(tmp_path, "bid 10", "y", "hire architetto", *lines, seats=2)
    at = said.index("Two parts go in one line: 1 2, or in words: Venezia wing a, Venezia wing b.")
    assert said[at + 1].startswith("Architetto, build Wien main, Berlin main: ducats 10 to 4")
    assert said[at + 2].startswith("Instead of that: Architetto, build Wien main: ducats 10 to 6")
    assert said[at + 3].startswith("Instead of that: Architetto, build Berlin main: ducats 10 to 8")
    assert said[at + 4].startswith("Instead of that: Architetto, build Wien main, Berlin main: ")
    assert said[at + 5] == "That is no part, so it cannot be chosen together with one."
    assert said[at + 6] == "Not sent: Architetto, build Wien main, Berlin main."
    assert said[at + 7] == "Wien main part is named twice; each part comes once in a house."
    assert said[at + 8] == "There is no choice 77; ? says what is asked."


async def test_a_number_is_no_answer_to_an_earlier_question(tmp_path: Path) -> None:
    """Words may name another role while one is asked about; a number that is no choice there changes nothing."""
    said = await heard(tmp_path, "bid 10", "y", "hire architetto", "1 2 3", "", seats=2)
    at = said.index("“3” means nothing here; all that stands before it was understood.")
    assert said[at + 1].startswith("Architetto: which parts do you build")


@asynccontextmanager
async def with_peter(folder: Path, **settings: object) -> AsyncIterator[tuple[Typed, Callable[[], Awaitable[None]]]]:
    """Ada types at a table with Peter, who bids and greets when the test says so."""
    typed = Typed()
    async with at_table(folder, "opera", 2, bots=0) as (here, session, table_id):
        peter = await _sit(here, session, table_id)

        async def act() -> None:
            own = peter.room(table_id).view.private
            assert own is not None
            await peter.act(table_id, own["decision"], {"do": "bid", "amount": 1})
            await peter.say(table_id, "Hello")

        playing = asyncio.get_running_loop().create_task(play(session, table_id, typed, **settings))
        await typed.until("choices:")
        yield typed, act
        typed.leave()
        await playing


async def test_news_waits_for_enter(tmp_path: Path) -> None:
    async with with_peter(tmp_path) as (typed, act):
        await act()
        while "Peter has bid." not in await typed.answer("l 1", "."):
            continue
        assert not any("Peter says" in said for said in typed.heard)
        before = len(typed.heard)
        await typed.answer("", "Peter has bid.")
        while "Peter says: Hello." not in typed.heard[before:]:  # it may have been on its way
            await typed.answer("", ".")
        news = [said.removeprefix("Still: ") for said in typed.heard[before:] if "Peter" in said]
        assert news == ["Peter has bid.", "Peter says: Hello."]


async def test_news_comes_at_once_if_that_is_set(tmp_path: Path) -> None:
    async with with_peter(tmp_path, news_at_once=True) as (typed, act):
        before = len(typed.heard)
        await act()
        assert await typed.until("Peter says: Hello.", before) == ["Peter has bid.", "Peter says: Hello."]


async def _sit(here: Inside, session: Session, table_id: str) -> Client:
    peter = await here.client()
    await peter.take_seat(table_id, "Peter")
    await peter.enter(table_id)
    await peter.ready(table_id)
    await session.start_alone(table_id)
    await peter.room(table_id).until(lambda view: view.is_asked)
    return peter


async def test_people_are_not_waited_for(tmp_path: Path) -> None:
    script = Script("bid 3", "y", "w", "", "hire maestro wien")
    async with at_table(tmp_path, "opera", 2, bots=0) as (here, session, table_id):
        await _sit(here, session, table_id)
        await asyncio.wait_for(play(session, table_id, script), 10)
    assert "Waiting for Peter: bid for budget." in script.heard
    assert any(sentence.startswith("Nothing new for 0 seconds. Waiting for Peter") for sentence in script.heard)
    assert any(sentence.startswith("Nothing is asked of you now.") for sentence in script.heard)


async def test_what_people_say_cannot_reach_the_terminal(tmp_path: Path) -> None:
    heard: list[str] = []
    Speaker(heard.append).say("gg \x1b[2J\x07\r\n\x9b5n [/red]")
    assert heard == ["gg �[2J� �5n [/red].\n"]


async def test_a_spectator_asks_the_same_questions(tmp_path: Path) -> None:
    script = Script("b", "m", "h", "bid 3", "p", "t Brava", "t Bravo", "?", "w")
    async with (
        at_table(tmp_path, "opera", 2, spectators=True) as (here, _session, table_id),
        watching(here) as watcher,
    ):
        await watcher.enter(table_id)
        await play(watcher, table_id, script)
    assert script.heard[0] == "Opera at Fenice, round 1 of 9, you watch."
    assert "You watch: you have nothing here." in script.heard
    assert script.heard.count("Enter tells what has happened meanwhile.") == 1
    assert script.heard.count("Players hear you after the end of the game.") == 1
    assert "Waiting for Ada" in script.heard[-1]


def test_what_happens_twice_is_said_once() -> None:
    assert told_once(["a", "b", "b", "a"]) == ["a", "b, 2 times", "a"]


def test_a_sentence_is_not_said_twice_in_a_row() -> None:
    heard: list[str] = []
    speaker = Speaker(heard.append)
    for _again in range(3):
        speaker.say("Nothing new")
    assert heard == ["Nothing new.\n", "Still: Nothing new.\n", "Nothing new.\n"]


@pytest.mark.parametrize(
    ("line", "is_one"), [("yes", True), ("Y", True), ("", False), ("no", False), ("yes no", False)]
)
def test_yes_is_a_word(line: str, is_one: bool) -> None:
    assert is_yes(line) is is_one


async def test_before_the_game_begins_a_seat_gets_ready(tmp_path: Path) -> None:
    script = Script("b", "", "bid 3", "ready", "start", "w")
    async with at_table(tmp_path, "opera", 2, bots=0, is_begun=False) as (here, session, table_id):
        peter = await here.client()
        await peter.take_seat(table_id, "Peter")
        await peter.enter(table_id)
        await peter.ready(table_id)
        await session.client.room(table_id).until(lambda view: getattr(view.head.seats[1], "ready", False))
        await play(session, table_id, script)
    assert script.heard[0] == "Opera at Fenice, not begun: Ada, not ready; Peter, ready."
    assert "The game has not begun." in script.heard
    assert script.heard[-1] == "You decide: bid for budget."


async def test_a_spectator_is_not_told_of_what_only_players_can_do(tmp_path: Path) -> None:
    script = Script("?")
    async with (
        at_table(tmp_path, "opera", 2, spectators=True) as (here, _session, table_id),
        watching(here) as watcher,
    ):
        await watcher.enter(table_id)
        await play(watcher, table_id, script)
    told = " ".join(script.heard)
    assert "Words: settings lists settings." in script.heard
    assert not [words for words in ("p proposal", "m my money", "take back") if words in told]


async def test_help_after_the_end_says_what_can_be_done_then(tmp_path: Path) -> None:
    player, script = Player(Random("end")), Script("?")
    async with at_table(tmp_path, "turandot", 2) as (_here, session, table_id):
        await play(session, table_id, player)
        await play(session, table_id, script)
    words = script.heard.index("Words: settings lists settings.")
    assert script.heard[words + 2].startswith("Type play again for another game, transcript")
    assert "p proposal" not in " ".join(script.heard)


@pytest.mark.parametrize("line", ["sart", "?"])
async def test_before_the_game_it_is_said_what_can_be_typed(tmp_path: Path, line: str) -> None:
    script = Script(line)
    async with at_table(tmp_path, "opera", 2, bots=0, is_begun=False) as (_here, session, table_id):
        await play(session, table_id, script)
    answers = [said for said in script.heard[2:] if "type bots to put bots on the free seats" in said]
    assert len(answers) == 1
    assert (line == "?") or answers[0].startswith("“sart” means nothing here; ? says where you are. You are the host:")
