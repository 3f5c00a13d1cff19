"""A finished game in lines: told turn by turn."""

from opera_tui.games import face_of
from opera_tui.games.reading import read_view
from opera_tui.games.speech import folded, phrases, spoken_glyphs
from opera_tui.games.taken_back import standing
from opera_tui.games.telling import Turns
from opera_tui.games.view import AnyLine
from opera_tui.line_mode.answers import where
from opera_tui.line_mode.news import told_once
from opera_tui.line_mode.streams import Lines, Speaker
from opera_tui.look.i18n import N_, _
from opera_tui.look.rows import plain
from opera_tui.session.session import Session
from opera_tui.table.lookback import whole_log

LEAVE = "q"


async def replay(session: Session, table_id: str, speaker: Speaker, lines: Lines) -> None:
    """Tell a game: Enter tells the next turn, a number so many, `all` the rest."""
    face = face_of(session.game_of(table_id))
    view = read_view(face.view, session.client.room(table_id).view, spoken_glyphs())
    log = standing(await whole_log(session.client, table_id, face.view))
    turns: list[list[AnyLine]] = []
    gathered = Turns(face.telling)
    for event in log:
        turn = gathered.add(event)
        if turn is not None:
            turns.append(turn)
    speaker.say(where(view))
    speaker.say(_("{n} turns: Enter tells the next one, a number so many, all the rest, q leaves").format(n=len(turns)))
    while turns:
        line = await lines.next()
        if line is None or line.strip() == LEAVE:
            return
        number = _wanted(line.strip(), len(turns))
        for turn in turns[:number]:
            for sentence in told_once(view.log_text(event) for event in turn):
                speaker.say(sentence)
        turns = turns[number:]
    speaker.say(plain(face.waiting_line(view)))


def _wanted(line: str, most: int) -> int:
    """Return how many turns a line asks for."""
    if any(folded(line) == folded(phrase) for phrase in phrases(N_("all"))):
        return most
    return max(1, int(line)) if line.isdecimal() and len(line) < 6 else 1
