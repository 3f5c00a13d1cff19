"""Sentences and short phrases with their parts filled in; parts may be signs in a player's colour."""

from collections.abc import Mapping
from string import Formatter
from typing import Any, Final

from rich.cells import cell_len

from opera_games.api import Refusal, code_of
from opera_protocol.texts.i18n import N_
from opera_protocol.texts.sentences import sentence
from opera_tui.games.opera.view import OperaView
from opera_tui.look.rows import Row, Span, row

Part = str | int | Span | Row

SHORT: Final[Mapping[str, str]] = {
    "role_taken": N_("taken"),
    "fee_too_high": N_("you are on level {level}"),
    "level_short": N_("your level is too low"),
    "ducats_short": N_("you have {ducats:ducats}"),
    "not_offered": N_("not offered"),
    "composer_twice": N_("{composer} is twice in {city}"),
    "nothing_done": N_("nothing is done yet"),
    "too_many": N_("{most} at most"),
    "city_closed": N_("opens after round {round}"),
    "already_built": N_("built"),
    "none_left": N_("none left"),
    "main_first": N_("main first"),
    "palazzo_full": N_("the Palazzo is full"),
    "nothing_to_sell": N_("you have nothing that the Palazzo takes"),
    "in_palazzo": N_("already in the Palazzo"),
    "no_city_for_pawn": N_("no other open city has a free place"),
    "pawn_stands_there": N_("the {role} stands there"),
    "no_pawn_place": N_("all pawn places are taken"),
    "beyond_ladder": N_("the ladder ends there"),
}
"""Why something is not allowed, for a column; the whole sentence comes with Enter."""


def filled(template: str, role: str = "", /, **parts: Part) -> Row:
    """Return the template as a row; a part that is a span or a row keeps its own roles."""
    spans: list[Span | Row] = []
    for text, field, _spec, _conversion in Formatter().parse(template):
        spans.append(Span(text, role))
        if field is not None:
            part = parts[field]
            spans.append(Span(str(part), role) if isinstance(part, str | int) else _as_row(part))
    return row(*spans)


def _as_row(part: Span | Row) -> Row:
    return (part,) if isinstance(part, Span) else part


def told(view: OperaView, refusal: Refusal) -> str:
    """Return the refusal as a sentence with the rule."""
    return view.glyphs.say(sentence(code_of(refusal), refusal, view.teller()))


def shortly(view: OperaView, refusal: Refusal) -> str:
    """Return the refusal in a few words."""
    return view.glyphs.say(sentence(code_of(refusal), refusal, view.teller(), short=SHORT))


def refusal_of(code: str, **parameters: Any) -> Refusal:
    """Return a refusal that the client knows by itself, such as a third purchase."""
    return {"code": code, **parameters}


def wrapped(text: str, cells: int) -> list[str]:
    """Wrap the text to lines of at most so many cells, broken at blanks."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if cell_len(longer) <= cells or not lines[-1]:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines
