"""What the shell asks: before a player leaves a table, a server or the program, and about the key of a server."""

import asyncio
from typing import Any, Final

from textual.app import App

from opera_games.catalog import GAMES, about
from opera_games.puzzles import PuzzleLesson, lesson_of
from opera_protocol.client import KeyQuestion, Stage, Unreadable, View
from opera_protocol.texts.format import plain
from opera_protocol.wire.documents import HumanSeat, LessonHead, TableHead
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.plain_text import CODE_WORD, PLAYER_NAME, clean
from opera_tui.lobby.model import Others
from opera_tui.local.last_tables import is_lesson
from opera_tui.look.i18n import _, ngettext, pgettext, sentence_of
from opera_tui.session.session import Session
from opera_tui.widgets.dialogs import Answer, QuestionScreen, TextScreen
from opera_tui.widgets.shell_screen import ShellDialog

STAY: Final = "s"
GO: Final = "g"
RUN_ON: Final = "r"
STOP: Final = "x"
GIVE_UP: Final = "u"
END: Final = "e"
QUIT: Final = "q"
TRUST: Final = "t"


class QuitQuestion(QuestionScreen):
    """Ask whether to quit; if the player asks to quit again while this is shown, the program ends."""


def table_question(view: View, session: Session) -> QuestionScreen | None:
    """Ask whether to leave a table; None where nothing depends on it."""
    try:
        head = view.head
    except Unreadable:
        return None
    if head.state not in ("open", "running") or view.seat is None:
        return None
    if head.lesson is not None and is_lesson(head):
        return _lesson_question(head.name, head.lesson)
    title = _("Leave {game} at the table {table}?").format(game=game_title(head.game), table=head.name)
    go = Answer(GO, _("Go; the seat stays yours"), pgettext("leave a table", "go"))
    stay = Answer(STAY, _("Stay"), _("stay"))
    if session.place.where == "solo":
        text = _("The game is kept; Continue on the home screen brings you back.")
        go = Answer(GO, _("Go"), pgettext("leave a table", "go"))
        return QuestionScreen(title, [text], [go, stay, Answer(END, _("End the game"), _("end it"))])
    if session.client.state.stage is not Stage.LIVE:
        text = _("There is no connection to the server. Your seat stays yours, and you can come back to it.")
        return QuestionScreen(title, [text], [go, stay])
    give_up = Answer(GIVE_UP, _("Go and let a bot act at once"), _("go, a bot acts"))
    others = [seat for seat in head.seats if isinstance(seat, HumanSeat)]
    text = _when_a_bot_acts(head) if len(others) > 1 else _what_bots_do(head)
    return QuestionScreen(title, [text], [go, give_up, stay])


def end_question(view: View) -> QuestionScreen:
    """Ask once more before a game against bots alone ends."""
    title = _("End {game} at the table {table} for good?").format(game=game_title(view.head.game), table=view.head.name)
    text = _("Then nobody can play it on, Continue does not offer it, and it does not count in your record.")
    return QuestionScreen(title, [text], [Answer(STAY, _("Stay"), _("stay")), Answer(END, _("End it"), _("end it"))])


def _lesson_question(name: str, head: LessonHead) -> QuestionScreen | None:
    """Ask whether a lesson waits for its learner, or ends; one that is done and a puzzle end unasked."""
    lesson = lesson_of(head.id)
    if isinstance(lesson, PuzzleLesson) or (lesson is not None and lesson.is_done_after(head.step)):
        return None
    title, stay = _("Leave the lesson {lesson}?").format(lesson=name), Answer(STAY, _("Stay"), _("stay"))
    text = _("It can wait for you where it is; Continue on the home screen brings you back.")
    go = Answer(GO, _("Go; the lesson waits"), pgettext("leave a table", "go"))
    return QuestionScreen(title, [text], [go, Answer(GIVE_UP, _("End the lesson"), _("end it")), stay])


def game_title(game: str) -> str:
    """Return the name of a game; a newer server may have others."""
    return about(game).title if game in GAMES else plain(game)


def _when_a_bot_acts(head: TableHead) -> str:
    """Say when a bot stands in for a player who goes: out of time, or away for too long."""
    if head.clock.mode != "none":
        return _("Others wait for you; when your time is up, a bot acts until you are back.")
    minutes = max(1, round(head.absence / 60))
    return ngettext(
        "Others wait for you; after {n} minute a bot acts until you are back.",
        "Others wait for you; after {n} minutes a bot acts until you are back.",
        minutes,
    ).format(n=minutes)


def _what_bots_do(head: TableHead) -> str:
    """Say what becomes of a game with bots alone while its player is gone."""
    minutes = max(1, round(head.absence / 60))
    return ngettext(
        "Only bots play with you: nobody waits. While the server runs, one acts for you after {n} minute; when it "
        "ends, the game is kept as it stands.",
        "Only bots play with you: nobody waits. While the server runs, one acts for you after {n} minutes; when it "
        "ends, the game is kept as it stands.",
        minutes,
    ).format(n=minutes)


def play_on_question(actions: int | None) -> QuestionScreen:
    """Ask whether to go on from an earlier moment; None stands for that before the player's last action."""
    title = (
        _("Play on from before your last action?") if actions is None else _("Play on from move {n}?").format(n=actions)
    )
    text = _("The game goes on from there at a new table, with the same shuffle. The one that was played stays.")
    return QuestionScreen(title, [text], [Answer(GO, _("Play on"), _("play on")), Answer(STAY, _("Stay"), _("stay"))])


def hosting_question(others: Others, command: str) -> QuestionScreen:
    """Ask whether to stop this user's server, at which others sit or which was left running before."""
    texts = [
        _sitting(others),
        _("Left running, the server is stopped with  {command}").format(command=command),
    ]
    answers = [
        Answer(STAY, _("Stay"), _("stay")),
        Answer(RUN_ON, _("Go and leave the server running"), _("go, the server runs on")),
        Answer(STOP, _("Stop for all; the games are kept"), _("stop for all")),
    ]
    return QuitQuestion(
        _("Others are still here") if others.may_be_there else _("The server is running"), texts, answers
    )


def _sitting(others: Others) -> str:
    """Say how many other people sit there, as far as that is known."""
    if not others.may_be_there:
        return _("Nobody else sits here.")
    if not others.people:
        return _("Others may sit here: there are more tables than the lobby lists.")
    if others.is_all:
        text = ngettext("{n} other player sits here.", "{n} other players sit here.", others.people)
    else:
        text = ngettext("At least {n} other player sits here.", "At least {n} other players sit here.", others.people)
    return text.format(n=others.people)


def farewell(command: str, *, is_told: bool) -> str:
    """Return what is said at the end about a server that runs on: told to by this client, or as it was before."""
    runs_on = _("The server runs on; stop it with: {command}")
    as_before = _("The server runs on as before; stop it with: {command}")
    return (runs_on if is_told else as_before).format(command=command)


def quit_question(*, has_games: bool, is_visit: bool = False) -> QuestionScreen:
    """Ask whether to quit, and say how to come back to games where there are any."""
    answers = [Answer(QUIT, _("Quit"), _("quit")), Answer(STAY, _("Stay"), _("stay"))]
    texts = [_("Games are kept; you find them under Continue.")] if has_games else []
    if is_visit:
        texts = [_("Your seats are kept; when you come back, you are at your table.")]
    return QuitQuestion(_("Quit Opera?"), texts, answers)


async def answer_to(app: App[Any], question: ShellDialog[str]) -> str:
    """Ask and return the answer; empty after Esc."""
    answered: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    app.push_screen(question, lambda answer: None if answered.done() else answered.set_result(answer or ""))
    return await answered


def name_question() -> TextScreen:
    """Ask a visitor for a name."""

    def objection(text: str) -> str:
        try:
            clean(text, PLAYER_NAME)
        except TextError as error:
            return sentence_of(error)
        return ""

    return TextScreen(_("What is your name? Others see it at tables."), _("Name"), PLAYER_NAME.cells, objection)


def code_question(table: str, wrong: str) -> TextScreen:
    """Ask for the code word of a table, after a sentence about the one that was tried."""
    sentence = wrong or _("This table has a code word; ask its host for it.")
    return TextScreen(sentence, _("Code word for {table}").format(table=plain(table)), CODE_WORD.cells)


def key_question(question: KeyQuestion) -> QuestionScreen:
    """Show the fingerprint of a server on the first visit, and warn of a key that has changed."""
    where = f"{plain(question.name)}, {plain(question.address)}"
    trust, back = Answer(TRUST, _("Trust it and go on"), _("go on")), Answer("b", _("Go back"), _("go back"))
    if question.is_changed:
        texts = [
            _("This server had another key before. Somebody may stand between you and it, or it was set up anew."),
            _("before {known}").format(known=question.known),
            _("now {offered}").format(offered=question.offered),
            _("Ask its operator which one is right before you go on."),
        ]
        trust = Answer(TRUST, _("Trust the new key and go on"), _("replace the key"))
        return QuestionScreen(_("WARNING: another key at {where}").format(where=where), texts, [back, trust])
    texts = [
        _("You have not been here before. Its key has the fingerprint"),
        question.offered,
        _("Go on if its host has told you the same; it is remembered from now on."),
    ]
    return QuestionScreen(_("First visit: {where}").format(where=where), texts, [trust, back])
