"""`opera-server` as a service: from its settings to its end."""

import asyncio
import contextlib
import gc
import logging
import os
import platform
import resource
import signal
import sys
from collections.abc import Callable

from opera_protocol.address import Address
from opera_protocol.curve_keys import key_from_text
from opera_protocol.errors import ProtocolError, TextError
from opera_protocol.fingerprint import fingerprint
from opera_protocol.i18n import _
from opera_protocol.plain_text import SERVER_NAME, clean, cut
from opera_protocol.ready import Ready
from opera_rules.refusals import Refused
from opera_server.admin import AdminSocket
from opera_server.data_folder import DataFolder
from opera_server.faults import ServerFault, sentence_for
from opera_server.logs import start_log
from opera_server.metrics import MetricsPort
from opera_server.operator_desk import OperatorDesk
from opera_server.parent import Parent
from opera_server.server import Server
from opera_server.setting_sources import misspelt_variables
from opera_server.settings import PREFIX, Settings, option_types

_log = logging.getLogger(__name__)

DESCRIPTORS = 10_000
SWITCH_SECONDS = 0.0005
"""How long the journal's thread may have to wait for its turn; the interpreter's own 5 ms is longer than a commit."""

COLLECTED_AFTER = 20_000, 20, 20
"""New objects until the youngest are searched for cycles, and how many such searches until older ones are."""


def serve(load: Callable[[], Settings], parent: Parent | None, say: Callable[[str], None]) -> None:
    """Run until told to stop; whatever keeps the server from starting is raised, and told to the parent."""
    try:
        settings = load()
        if parent is None and settings.ready_fd is not None:
            parent = Parent(settings.ready_fd)
        _serve(settings, parent, say)
    except (ServerFault, Refused, ProtocolError) as error:
        if parent:
            parent.refuse(error.code, error.parameters, sentence_for(error))
        raise
    except Exception as error:
        if parent:
            parent.refuse("internal", {}, repr(error))
        raise


def _serve(settings: Settings, parent: Parent | None, say: Callable[[str], None]) -> None:
    sys.setswitchinterval(SWITCH_SECONDS)
    _raise_descriptor_limit()
    start_log(settings.log_level, as_json=settings.log_json, file=settings.log_file)
    for variable, meant in misspelt_variables(os.environ, option_types(), PREFIX).items():
        _log.warning("variable_ignored variable=%s nearest=%s", variable, meant)
    with DataFolder.hold(settings.data) as folder:
        asyncio.run(_run(settings, folder, parent, say))


def _raise_descriptor_limit() -> None:
    """Every connection takes a descriptor; many systems give a process 1024 unless it asks for more."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS if hard == resource.RLIM_INFINITY else min(DESCRIPTORS, hard)
    if soft < wanted:
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def _collect_seldom() -> None:
    """What is loaded stays, and what comes and goes has hardly any cycles: the search took a sixth of all work."""
    gc.freeze()
    gc.set_threshold(*COLLECTED_AFTER)


async def _run(settings: Settings, folder: DataFolder, parent: Parent | None, say: Callable[[str], None]) -> None:
    server = Server(settings, folder, server_name(settings))
    async with contextlib.AsyncExitStack() as stack:
        stack.push_async_callback(server.stop)
        ready = await server.start()
        operator = OperatorDesk(server)
        await stack.enter_async_context(AdminSocket(folder.admin_socket, operator))
        if settings.http is not None:
            await stack.enter_async_context(MetricsPort(settings.http, operator))
        _listen_for_the_end(server, parent)
        if parent:
            parent.tell(ready)
        _collect_seldom()
        if settings.announce and settings.host == "*":
            # Its library takes as long to load as half of the rest, and only whoever is looked for needs it.
            from opera_server.announcing import Announcement  # noqa: PLC0415

            await stack.enter_async_context(Announcement(ready))
        for line in welcome_lines(settings, ready):
            say(line)
        _log.info("serving port=%s pid=%s", ready.ports[0], ready.pid)
        await server.stopping.wait()
        _log.info("stopping")


def _listen_for_the_end(server: Server, parent: Parent | None) -> None:
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, server.stopping.set)
    if parent:
        parent.watch(server.stopping.set)


def server_name(settings: Settings) -> str:
    """The name in lists: as set, else the machine's, made fit."""
    name = settings.server_name or platform.node().partition(".")[0] or "opera"
    try:
        return clean(cut(name, SERVER_NAME.cells), SERVER_NAME)
    except TextError:
        return "opera"


def welcome_lines(settings: Settings, ready: Ready) -> list[str]:
    """What others have to type, for each address of this machine."""
    key = key_from_text(ready.key)
    assert key is not None
    hosts = _local_addresses() if settings.host == "*" else [settings.host]
    joins = [f"  opera join {Address(host, ready.ports[0]).short} --key {fingerprint(key)}" for host in hosts]
    return [_("The server is running. To play, others type:"), *joins, _("Ctrl+C stops it; games are kept.")]


def _local_addresses() -> list[str]:
    from opera_server.announcing import local_addresses  # noqa: PLC0415

    return local_addresses()
