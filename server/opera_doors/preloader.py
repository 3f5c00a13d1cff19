"""The program that has loaded the client and forks a visit for each order of its door.

It holds no context of ZeroMQ, no thread, no event loop and no key, so that no visit has one of these. An order is a
line of JSON with two descriptors, the terminal and the socket of the visit; the number of each visit that has
ended goes back. When the door is gone, it ends all visits and itself.
"""

import fcntl
import gc
import json
import os
import pkgutil
import pwd
import resource
import select
import signal
import socket
import sys
import termios
import traceback
from contextlib import suppress
from importlib import import_module
from typing import Final

from opera_doors.setup import LONGEST_TRACE, Mistake, write_line
from opera_protocol.local.command_errors import CommandError

PACKAGES: Final = ("opera_tui", "opera_protocol", "opera_games")
ALSO: Final = (
    "concurrent.futures.thread",
    "encodings.idna",
    "importlib.readers",
    "opera_doors.visit",
    "rich._unicode_data.unicode17-0-0",
    "textual.drivers.linux_driver",
    "textual.layouts.factory",
    "textual.layouts.grid",
    "textual.layouts.horizontal",
    "textual.layouts.stream",
    "textual.layouts.vertical",
    "textual.scrollbar",
    "textual.widgets._toast",
    "zipfile",
)
"""What is loaded only when it is first needed."""
UNNEEDED: Final = ("opera_tui.start.commands",)
LINE: Final = 3
"""The descriptor of a visit's socket; 0 to 2 are its terminal."""
MOST_FILES: Final = 64
SPARE_MEMORY: Final = 1 << 30
"""Bytes of address space that a visit may use beyond what this program uses."""
LONGEST_ORDER: Final = 4096


class User:
    """The user whom visits belong to; None stays who this is."""

    def __init__(self, name: str) -> None:
        entry = pwd.getpwnam(name) if name else None
        self._ids = (entry.pw_uid, entry.pw_gid) if entry else None

    def become(self) -> None:
        """Give up every right of the server's user, for good."""
        if self._ids is None:
            return
        os.setgroups([])
        os.setgid(self._ids[1])
        os.setuid(self._ids[0])


class Preloader:
    """The visits that were begun, and the way to the door."""

    def __init__(self, door: socket.socket, user: User) -> None:
        self._door = door
        self._user = user
        self._visits: dict[int, int] = {}
        """The number of each visit, by its process."""
        self._woken, self._wakes = socket.socketpair()
        self._heard = b""
        self._descriptors: list[int] = []
        for end in (self._woken, self._wakes):
            end.setblocking(False)
        signal.signal(signal.SIGCHLD, lambda _number, _frame: None)
        signal.set_wakeup_fd(self._wakes.fileno())

    def run(self) -> None:
        """Fork for each order until the door is gone."""
        poll = select.poll()
        for source in (self._door, self._woken):
            poll.register(source, select.POLLIN)
        self._tell({"ready": os.getpid()})
        while True:
            for descriptor, _events in poll.poll():
                if descriptor == self._woken.fileno():
                    self._tell_ends()
                elif not self._listen():
                    return
                while self._obey():
                    pass

    def _listen(self) -> bool:
        """Take in what the door says; False if it is gone."""
        heard, descriptors, _flags, _address = socket.recv_fds(self._door, LONGEST_ORDER, 16)
        self._heard += heard
        self._descriptors += descriptors
        return bool(heard)

    def _obey(self) -> bool:
        """Obey the next order; False if there is none."""
        line, end, rest = self._heard.partition(b"\n")
        if not end:
            return False
        self._heard = rest
        order = json.loads(line)
        if "end" in order:
            self._end(int(order["end"]))
            return True
        terminal, connection, *self._descriptors = self._descriptors
        self._fork(int(order["begin"]), terminal, connection)
        os.close(terminal)
        os.close(connection)
        return True

    def _fork(self, number: int, terminal: int, connection: int) -> None:
        """Begin a visit; its process never returns from here."""
        pid = os.fork()
        if pid:
            self._visits[pid] = number
            self._tell({"begun": number, "pid": pid})
            return
        try:
            self._become_visit(terminal, connection)
            from opera_doors.visit import run  # noqa: PLC0415 - it is loaded already

            code = run(LINE)
        except CommandError as error:
            os.write(2, f"{error}\r\n".encode("utf-8", "replace"))
            code = 1
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else 0
        except BaseException:  # noqa: BLE001 - whatever it was, this process must not go on as a preloader
            with suppress(OSError):
                os.write(LINE, write_line(Mistake(traceback.format_exc()[-LONGEST_TRACE:])))
            code = 1
        os._exit(code)

    def _become_visit(self, terminal: int, connection: int) -> None:
        """Keep nothing but a terminal of one's own and the socket to the door, and hardly any rights."""
        signal.set_wakeup_fd(-1)
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        # Whoever started the server in the background may have let it ignore this one.
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.setsid()
        high = fcntl.fcntl(connection, fcntl.F_DUPFD, 10)
        if os.isatty(terminal):
            fcntl.ioctl(terminal, termios.TIOCSCTTY, 0)
        for descriptor in (0, 1, 2):
            os.dup2(terminal, descriptor)
        os.dup2(high, LINE, inheritable=False)
        for end in (self._door, self._woken, self._wakes):
            end.detach()
        os.closerange(LINE + 1, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
        os.chdir("/")
        _limit()
        self._user.become()

    def _tell(self, word: dict[str, int]) -> None:
        with suppress(OSError):  # a door that is gone is noticed when nothing more comes from it
            self._door.sendall(json.dumps(word).encode() + b"\n")

    def _tell_ends(self) -> None:
        self._woken.recv(4096)
        with suppress(ChildProcessError):
            while (ended := os.waitpid(-1, os.WNOHANG))[0]:
                number = self._visits.pop(ended[0])
                self._tell({"ended": number, "status": os.waitstatus_to_exitcode(ended[1])})

    def _end(self, number: int) -> None:
        """Kill a visit; it is a child of this process until its end was told, so it can be no other process."""
        for pid, known in self._visits.items():
            if known == number:
                os.kill(pid, signal.SIGKILL)

    def end_all(self) -> None:
        for number in list(self._visits.values()):
            self._end(number)


def _limit() -> None:
    """Limit memory and descriptors, and allow no file to be written."""
    used = _address_space() + SPARE_MEMORY
    for kind, most in (
        (resource.RLIMIT_AS, used),
        (resource.RLIMIT_NOFILE, MOST_FILES),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
    ):
        with suppress(ValueError, OSError):  # macOS limits no address space
            resource.setrlimit(kind, (most, most))


def _address_space() -> int:
    try:
        with open("/proc/self/statm", encoding="ascii") as file:  # noqa: PTH123 - there may be few descriptors
            return int(file.read().split()[0]) * resource.getpagesize()
    except OSError:
        return SPARE_MEMORY


def load() -> None:
    """Load all that a visit may need: what one loads itself takes its own time and memory, and may be unreadable."""
    for package in PACKAGES:
        found = import_module(package)
        for module in pkgutil.walk_packages(found.__path__, f"{package}."):
            if not module.name.startswith(UNNEEDED):
                import_module(module.name)
    for name in ALSO:
        with suppress(ImportError):
            import_module(name)


def main() -> None:
    """Load the client, and serve the door at the other end of a descriptor."""
    door = socket.socket(fileno=int(sys.argv[1]))
    user = User(sys.argv[2])
    load()
    gc.collect()
    gc.freeze()
    preloader = Preloader(door, user)
    preloader.run()
    preloader.end_all()


if __name__ == "__main__":
    main()
