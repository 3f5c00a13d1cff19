"""Asking a running server over its operator's socket."""

import json
import socket
from pathlib import Path
from typing import Any, Final

from opera_rules.refusals import Refused
from opera_server.admin import LONGEST_ANSWER, LONGEST_COMMAND, reachable
from opera_server.data_folder import ADMIN_SOCKET
from opera_server.faults import PARAMETERS, ServerFault

PATIENCE: Final = 15.0


def ask_server(folder: Path, do: str, **parameters: str) -> Any:
    """What the server of a data folder answers to a command; whatever it refuses is raised here."""
    line = json.dumps({"do": do, **parameters}).encode() + b"\n"
    if len(line) > LONGEST_COMMAND:
        raise ServerFault("admin_malformed")
    try:
        answer = json.loads(_exchange(folder / ADMIN_SOCKET, line))
    except (FileNotFoundError, ConnectionRefusedError):
        raise ServerFault("admin_no_server", path=str(folder)) from None
    except (OSError, ValueError):
        raise ServerFault("admin_no_answer", path=str(folder)) from None
    if "fault" in answer:
        raise _fault(answer["fault"], answer["parameters"])
    return answer["done"]


def _exchange(path: Path, line: bytes) -> bytes:
    """Send a line and read the answer to its end."""
    with reachable(path) as short, socket.socket(socket.AF_UNIX) as connection:
        connection.settimeout(PATIENCE)
        connection.connect(short)
        connection.sendall(line)
        with connection.makefile("rb") as answer:
            return answer.readline(LONGEST_ANSWER)


def _fault(code: str, parameters: dict[str, Any]) -> ServerFault | Refused:
    """What the server said, as if it had happened here."""
    if set(PARAMETERS.get(code, ("",))) == set(parameters):
        return ServerFault(code, **parameters)
    return Refused(code, **parameters)
