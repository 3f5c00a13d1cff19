"""Run the server from its settings to its end; as a child process, tell the parent when it is ready."""

import asyncio
import contextlib
import gc
import os
import platform
import resource
import signal
import sys
from collections.abc import Callable

import msgspec

from opera_games.errors import Coded
from opera_protocol.local.address import Address
from opera_protocol.local.command_errors import ended_by_sentence
from opera_protocol.local.door import DoorReady
from opera_protocol.local.ready import Ready
from opera_protocol.local.settings import misspelt_variables, option_types
from opera_protocol.texts.sentences import sentence_of
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.keys import fingerprint, key_from_text
from opera_protocol.wire.plain_text import SERVER_NAME, clean, cut
from opera_server.config.data_folder import DataFolder
from opera_server.config.logs import get_logger, start_log
from opera_server.config.settings import PREFIX, Settings, load_settings
from opera_server.faults import ServerFault
from opera_server.operate.admin import AdminSocket, OperatorCommands
from opera_server.operate.loop_delay import LoopDelay
from opera_server.operate.metrics import MetricsPort
from opera_server.operate.parent import Parent, parent_of, until_left_alone
from opera_server.server import Server

_log = get_logger(__name__)

LOOPBACK = ("127.0.0.1", "::1", "localhost")
SPARE_DESCRIPTORS = 500
"""Files, pipes of bots and other things besides connections."""
SWITCH_SECONDS = 0.0005
"""How long the journal's thread may have to wait for its turn; the interpreter's usual 5 ms is longer than a commit."""

COLLECTED_AFTER = 20_000, 20, 20
"""The collector's thresholds: new objects before the youngest are searched, and searches before older ones are."""


def serve(load: Callable[[], Settings], ready_fd: int | None, say: Callable[[str], None]) -> None:
    """Run until the server is stopped; what keeps it from starting is raised, and sent to the parent."""
    parent = parent_of(ready_fd)
    try:
        settings = load()
        if parent is None and settings.ready_fd is not None:
            parent = Parent(settings.ready_fd)
        _serve(settings, parent, say)
    except Coded as error:
        if parent:
            parent.refuse(error.code, error.parameters, sentence_of(error))
        raise
    except Exception as error:
        if parent:
            parent.refuse("internal", {}, repr(error))
        raise


def serve_as_child() -> None:
    """Serve until the parent ends, with settings from the environment alone; tell the parent what is wrong.

    No command line is read: the library for that takes longer to load than all else until the child is ready.
    """
    with ended_by_sentence("opera-server"):
        serve(load_settings, None, say=lambda _line: None)


def _serve(settings: Settings, parent: Parent | None, say: Callable[[str], None]) -> None:
    sys.setswitchinterval(SWITCH_SECONDS)
    start_log(settings.log_level, as_json=settings.log_json, file=settings.log_file)
    too_few = provide_descriptors(settings.limits.connections)
    if too_few is not None:
        _log.warning("too_few_descriptors", **too_few.parameters)
        say(sentence_of(too_few))
    for variable, meant in misspelt_variables(os.environ, option_types(Settings), PREFIX).items():
        _log.warning("variable_ignored", variable=variable, nearest=meant)
    with DataFolder.hold(settings.data) as folder:
        asyncio.run(_run(settings, folder, parent, say))


def provide_descriptors(connections: int) -> ServerFault | None:
    """Ask for as many descriptors as so many clients need; return what is to be said if there cannot be enough.

    Many systems give a process 1024. A client has two connections, and for those that come and go there may be twice as
    many; without these a server works, too.
    """
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = 4 * connections + SPARE_DESCRIPTORS
    if hard != resource.RLIM_INFINITY:
        wanted = min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
        except (ValueError, OSError):
            _log.debug("descriptors_failed", wanted=wanted)
    needed = 2 * connections + SPARE_DESCRIPTORS
    if soft == resource.RLIM_INFINITY or soft >= needed:
        return None
    enough = max(0, (soft - SPARE_DESCRIPTORS) // 2)
    return ServerFault("too_few_descriptors", most=soft, needed=needed, connections=connections, enough=enough)


def _collect_rarely() -> None:
    """Search for garbage cycles rarely: it took a sixth of all work, and there are hardly any."""
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)
    # Programs that start a server may have put it off until here.
    gc.enable()


async def _run(settings: Settings, folder: DataFolder, parent: Parent | None, say: Callable[[str], None]) -> None:
    server = Server(settings, folder, server_name(settings))
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        ready = await server.start()
        delay = LoopDelay()
        operator = OperatorCommands(server, delay)
        await stack.enter_async_context(AdminSocket(folder.admin_socket, operator))
        if settings.http is not None:
            await stack.enter_async_context(delay)
            await stack.enter_async_context(MetricsPort(settings.http, operator))
        door = None
        if settings.ssh is not None or settings.web is not None:
            # Imported late, as most servers have no door.
            from opera_server.operate.doors import open_door  # noqa: PLC0415

            door = await stack.enter_async_context(open_door(server, ready))
        _listen_for_end(server, parent, stack)
        if door is not None:
            web = str(Address(settings.web_host, door.web)) if door.web else ""
            ready = msgspec.structs.replace(ready, ssh=door.ssh, ssh_key=door.fingerprint, web=web)
            folder.announce(ready)
        if parent:
            parent.tell(ready)
        _collect_rarely()
        if settings.announce and settings.host == "*":
            # Imported late: its library takes half as long to load as all the rest.
            from opera_server.operate.announce import Announcement  # noqa: PLC0415

            await stack.enter_async_context(Announcement(ready))
        for line in welcome_lines(settings, ready, door):
            say(line)
        _log.info("serving", port=ready.ports[0], pid=ready.pid)
        await server.stopping.wait()
        _log.info("stopping")


def _listen_for_end(server: Server, parent: Parent | None, stack: contextlib.AsyncExitStack) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.stopping.set)
    if parent:
        is_lost = asyncio.Event()
        lingering = loop.create_task(_linger(server, is_lost))
        stack.callback(lingering.cancel)
        parent.watch(server.stopping.set, is_lost.set)


async def _linger(server: Server, is_lost: asyncio.Event) -> None:
    """End the server some time after its parent was lost: those who play go on meanwhile."""
    await is_lost.wait()
    seconds = server.settings.linger
    _log.warning("parent_lost", linger=seconds)
    await until_left_alone(seconds, server.lobby.services.now, lambda: len(server.connections))
    server.stopping.set()


def server_name(settings: Settings) -> str:
    """Return the name in lists: as set, else the machine's, cut to fit."""
    name = settings.server_name or platform.node().partition(".")[0] or "opera"
    try:
        return clean(cut(name, SERVER_NAME.cells), SERVER_NAME)
    except TextError:
        return "opera"


def welcome_lines(settings: Settings, ready: Ready, door: DoorReady | None = None) -> list[str]:
    """Return what others have to type, for each address of this machine."""
    key = key_from_text(ready.key)
    assert key is not None
    hosts = _hosts(settings.host)
    joins = [f"  {Address(host, ready.ports[0]).join_line(fingerprint(key))}" for host in hosts]
    doors: list[str] = []
    if door is not None and door.ssh:
        sentence = "Or by ssh, with a key of their own (ssh-keygen makes one); this server's key is {fingerprint}:"
        doors += [sentence.format(fingerprint=door.fingerprint), *(f"  ssh -p {door.ssh} {host}" for host in hosts)]
    if door is not None and door.web:
        pages = [f"  http://{Address(host, door.web)}/" for host in _hosts(settings.web_host)]
        sentence = "Or, in a browser:"
        if settings.web_host in LOOPBACK:
            sentence = "Or, in a browser on this machine (--web-host opens it to others):"
        doors += [sentence, *pages]
    return ["The server is running. To play, others type:", *joins, *doors, "Ctrl+C stops it; games are kept."]


def _hosts(listening: str) -> list[str]:
    """Return the addresses at which somebody finds what listens there."""
    if listening != "*":
        return [listening]
    from opera_protocol.local.own_addresses import local_addresses  # noqa: PLC0415

    return local_addresses()
