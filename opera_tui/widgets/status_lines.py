"""Parts of the lines at the top of a screen: texts at both ends, long sentences, the state of the connection."""

from typing import Final

from opera_protocol.client import Stage, State
from opera_tui.look.i18n import N_, _, sentence_for
from opera_tui.look.rows import Row, fit, width, wrapped

KEY_CHANGED: Final = "server_key_changed"
WORTH_TELLING: Final = frozenset(
    {"too_many_connections", "not_admitted", "malformed", "flood", "out_of_step", "protocol_unknown"}
)
"""Why a connection was lost, where it is neither the network nor a server that has gone."""
BAR_MARGIN: Final = 8
"""Cells of the prompt line beside its text: a blank at either end, and the clock."""
STAGES: Final = {
    Stage.CONNECTING: N_("connecting"),
    Stage.SYNCING: N_("syncing"),
    Stage.LIVE: N_("live"),
    Stage.LOST: N_("lost"),
    Stage.ENDED: N_("ended"),
}


def spread(left: Row, right: Row, cells: int) -> Row:
    """Put two rows at the two ends of a line; the left one is cut if there is no room for both."""
    return (*fit(left, max(1, cells - width(right))), *right)


def in_two_lines(sentence: str, cells: int) -> tuple[str, str]:
    """Split a sentence that is too long for the prompt line: its beginning goes into the line above."""
    first, *more = wrapped(sentence, max(1, cells)) if sentence else [""]
    return (first, " ".join(more)) if more else ("", first)


def lost_line(state: State) -> str:
    """Say that there is no connection, why if the player can do something about it, and when the next try is made."""
    if state.stage is Stage.ENDED:
        return sentence_for(state.code, state.parameters)
    if state.stage is not Stage.LOST:
        return _("Connecting …")
    if state.code == KEY_CHANGED:
        text = _("CONNECTION LOST  another server answers there now; next try in {seconds} s")
    elif state.has_said_goodbye:
        text = _("The server has stopped; games are kept. Next try in {seconds} s; Enter tries now")
    elif state.code in WORTH_TELLING:
        text = _("CONNECTION LOST  next try in {seconds} s. {why}")
    else:
        text = _("CONNECTION LOST  next try in {seconds} s; Enter tries now")
    why = sentence_for(state.code, state.parameters)
    return text.format(seconds=round(state.seconds_left()), why=why)
