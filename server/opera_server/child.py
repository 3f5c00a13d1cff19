"""The server as the child of another program, which sets it up by the environment alone.

No command line is read: the library for that takes longer to load than everything that the child does before it
is ready.
"""

import sys

from opera_protocol.errors import ProtocolError
from opera_rules.refusals import Refused
from opera_server.faults import ServerFault, sentence_for
from opera_server.parent import parent_of
from opera_server.serving import serve
from opera_server.settings import load_settings


def main() -> None:
    """Serve until the parent goes; what is wrong is told to it, and written where stderr leads."""
    try:
        serve(load_settings, parent_of(None), say=lambda _line: None)
    except (ServerFault, Refused, ProtocolError) as fault:
        sys.exit(f"opera-server: {sentence_for(fault)}")
