"""The header of Opera: the rounds with the composer of the century behind each episode, and the parts of a round."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from opera_tui.games.opera.labels import EPISODES, code, token
from opera_tui.games.opera.view import OperaView
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import Row, Span, joined, row

PARTS: Final = (N_("budget"), N_("actions"), N_("income"), N_("end"))
"""The parts of a round, in their order."""


def header(view: OperaView, *, wide: bool) -> Row:
    """Draw the game and how far it is, with all that there may be room for."""
    return headers(view, wide=wide)[0]


def headers(view: OperaView, *, wide: bool) -> Sequence[Row]:
    """Draw the header in wordings that are shorter and shorter: the table's name goes first, then other words."""
    game, track = Span("OPERA ", "title"), _track(view, named=False)
    if wide:
        whole = _track(view, named=True)
        name = Span(f" {view.glyphs.say(view.head.name)}  ")
        return row(game, name, Span(" "), whole), row(game, Span("  "), whole), row(game, track)
    phases = [row(Span("  "), part) for part in parts_of_round(view)]
    return [*(row(game, track, part) for part in phases), row(game, track)]


def _track(view: OperaView, *, named: bool) -> Row:
    """Draw the rounds, `7[8]9`, and behind the last one of each episode its composer of the century."""
    episodes = pairwise((0, *view.game.countings))
    parts = [_episode(view, episode, range(last + 1, end + 1), named) for episode, (last, end) in enumerate(episodes)]
    return joined(parts, Span("  ")) if named else row(*parts)


def _episode(view: OperaView, episode: int, rounds: range, named: bool) -> Row:
    is_now = episode == view.game.episode - 1 and view.game.phase != "done"
    name = Span(f"{_(EPISODES[episode])} ", "strong" if is_now else "quiet") if named else Span("")
    return row(name, _rounds(view, rounds, "" if is_now else "quiet"), _honoured(view, episode))


def _rounds(view: OperaView, rounds: range, role: str) -> Row:
    """Draw rounds with a cell between them, where the brackets of the current one stand."""
    now = view.game.round if view.game.phase != "done" else 0
    cells: list[Span] = []
    for number in rounds:
        before = "[" if number == now else "]" if number - 1 == now and number != rounds[0] else " "
        cells += [Span(before, "title"), Span(str(number), "title" if number == now else role)]
    return row(*cells, Span("]" if rounds[-1] == now else " ", "title"))


def _honoured(view: OperaView, episode: int) -> Row:
    """Draw the composer of an episode's century and the bonus; one who was counted already is quiet."""
    game, composer, bonus = view.game, view.game.century[episode], f"+{episode + 1}"
    if episode < game.episode - 1 or game.phase == "done":
        return row(Span(f"{code(view.glyphs, composer)}{bonus}", "quiet"))
    return row(token(view.glyphs, composer), Span(bonus, "gain" if episode == game.episode - 1 else "quiet"))


def parts_of_round(view: OperaView, *, between: str = "") -> Sequence[Row]:
    """Draw which part of the round it is: all parts with this one in capitals, else this one with its number."""
    now = view.part_of_round
    if now is None:
        return [row(Span(_("the game is over"), "quiet"))]
    names = [_(part) for part in PARTS]
    spans = [Span(name.upper(), "title") if place == now else Span(name, "quiet") for place, name in enumerate(names)]
    then = Span(f"{between}{view.glyphs.then}{between}", "quiet")
    short = f"{now + 1}/{len(PARTS)} {names[now]}"
    return joined([(span,) for span in spans], then), row(Span(short, "quiet"))
