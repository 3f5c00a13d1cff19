"""A server of one's own in lines: what others type to come, and what becomes of it when its host leaves."""

from collections.abc import Sequence

from opera_tui.games.speech import is_said
from opera_tui.line_mode.front import LineFront
from opera_tui.lobby.model import others_at
from opera_tui.look.i18n import N_, _
from opera_tui.session.session import Place, Session


def others_type(place: Place) -> Sequence[str]:
    """Return what others have to type to come to a server of this machine."""
    if place.where != "host":
        return []
    told = [_("{line} is what others type to come here").format(line=place.join_line)]
    if place.ssh_line:
        told.append(_("{line} is what others type who have nothing but ssh").format(line=place.ssh_line))
        told.append(_("Their ssh asks about a key then; it is {fingerprint}").format(fingerprint=place.ssh_key))
    if place.web_line:
        told.append(_("{address} is what others open in a browser").format(address=place.web_line))
    return told


async def leave_server(front: LineFront, session: Session) -> bool:
    """Leave; ask the host what becomes of the server if others sit there, and return False to stay."""
    if session.place.where != "host":
        return True
    server = front.servers.host()
    if not others_at(session).may_be_there and server.child is not None:
        return True
    front.speaker.say(_("Others may sit here. Type stay, stop to end the server for all, or leave to let it run on"))
    line = await front.lines.next()
    if line is None or is_said(line, N_("leave")):
        server.let_stay()
        front.speaker.say(_("The server runs on; {command} stops it").format(command=server.stop_command))
        return True
    if is_said(line, N_("stop")):
        await server.stop_for_all()
        return True
    return False
