"""The answers to questions about any game: where the reader is, who is waited for, and what the rules say."""

from collections.abc import Mapping, Sequence
from typing import Final

from opera_games.catalog import about
from opera_protocol.texts.vocabulary import DECISIONS
from opera_tui.games import help_of
from opera_tui.games.speech import Step, folded, only_action
from opera_tui.games.view import AnyGameView, GameView, TableView
from opera_tui.line_mode.news import names_of, seats_text
from opera_tui.look.i18n import _, mark, ngettext
from opera_tui.look.rows import plain
from opera_tui.table.model import TableModel

MOST_PASSAGES: Final = 4


def words_known(*, may_answer: bool, has_tables: bool, has_home: bool) -> list[str]:
    """Say which words are known besides answers and letters, and where leaving leads."""
    words = _("Words: settings lists settings")
    if may_answer:
        words = _(
            "Words: back asks the first question again, take back takes your last answer back, settings lists settings"
        )
    return [words, _leaving(has_tables=has_tables, has_home=has_home)]


def _leaving(*, has_tables: bool, has_home: bool) -> str:
    if has_tables and has_home:
        return _("tables leads to the list of tables, home to the first list of all; q leaves and ends the program")
    if has_home:
        return _("home leads to the first list, and your seat is kept; q leaves and ends the program")
    return _("tables leads to the list of tables; q leaves and ends the program")


def where(view: TableView) -> str:
    """Say at which table of which game the reader is, and how far that is."""
    game = about(view.head.game)
    place = _("{game} at {table}").format(game=game.title, table=view.head.name)
    if not isinstance(view, GameView):
        return _("{place}, not begun: {seats}").format(place=place, seats=seats_text(view))
    now, end = (getattr(view.game, field) for field in game.progress_fields)
    seat = _("you are {name}").format(name=view.name(view.me)) if view.me is not None else _("you watch")
    return f"{place}, {_(game.progress).format(n=now, all=end)}, {seat}"


def waited_for(model: TableModel) -> str:
    """Say who decides what; after the end, who has won."""
    view = model.view
    if not isinstance(view, GameView):
        return _("The game has not begun")
    if not view.waiting or view.head.state != "running":
        return plain(model.face.waiting_line(view)) or _("Nobody is asked anything")
    kind = _kind(view)
    decision = mark(":") + _(DECISIONS[kind]) if kind in DECISIONS else ""
    clock = _(", {time} left").format(time=model.present.time_left()) if model.present.has_clock else ""
    if view.me in view.waiting:
        return _("You decide{decision}{clock}").format(decision=decision, clock=clock)
    who = names_of(view, view.waiting)
    return _("Waiting for {who}{decision}{clock}").format(who=who, decision=decision, clock=clock)


def _kind(view: AnyGameView) -> str:
    waiting = view.game.waiting
    return str(waiting.get(str(view.waiting[0]), "")) if isinstance(waiting, Mapping) else ""


def asked(step: Step, *, is_only_sent: bool = False) -> list[str]:
    """Return the question, how many choices there are, and each with its number; an only one may be sent by Enter."""
    number = len(step.numbered)
    choices = ngettext("{n} choice:", "{n} choices:", number).format(n=number)
    if is_only_sent and only_action(step) is not None:
        choices = _("There is only one choice; Enter or y sends it:")
    question = step.question.rstrip(".?!")
    told = [f"{question}{'?' if step.question.endswith('?') else '.'} {choices}"]
    if step.status:
        told.insert(0, _("As it stands, {status}").format(status=step.status))
    return [*told, *(f"{number}, {option.says}" for number, option in step.numbered), step.also]


def rules_about(view: AnyGameView, words: str) -> Sequence[str]:
    """Return the passages of the rules with these words; without words the titles of the sections."""
    game_help = help_of(view.head.game)
    sections = game_help.rules(game_help.table_of(view))
    if not words:
        return [
            _("The rules are about: {titles}. Type r and words to look for").format(
                titles=mark(";").join(section.title for section in sections)
            )
        ]
    wanted = folded(words)
    found = [
        f"{section.title}{mark(':')}{text}"
        for section in sections
        for text in [block if isinstance(block, str) else ", ".join(block) for block in section.blocks]
        if all(word in " ".join(folded(f"{section.title} {text}")) for word in wanted)
    ]
    more = len(found) - MOST_PASSAGES
    text = ngettext(
        "{n} more passage has these words; type more of them to find less",
        "{n} more passages have these words; type more of them to find less",
        more,
    )
    rest = [text.format(n=more)] if more > 0 else []
    return [*found[:MOST_PASSAGES], *rest] or [_("The rules do not say “{words}”").format(words=words)]
