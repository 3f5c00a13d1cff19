"""Every sentence about a server that does not start and about its commands: one English template for each code."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from opera_protocol.i18n import ENGLISH, N_, Translations
from opera_protocol.telling import Teller
from opera_protocol.texts import REFUSALS

FAULTS: Final[Mapping[str, str]] = {
    "folder_unusable": N_("The data folder {path} cannot be used: {problem}."),
    "folder_exposed": N_("Others may write into the data folder {path} (mode {mode}): run chmod 700 on it."),
    "folder_locked": N_("Another server holds the data folder {path}: process {pid}, port {port}."),
    "folder_starting": N_("Another server is just starting with the data folder {path}: process {pid}."),
    "journal_missing": N_("There is no journal {path}: no server has run with this data folder yet."),
    "journal_unusable": N_("The journal {path} cannot be opened: {problem}."),
    "journal_corrupt": N_("The journal {path} is damaged: {problem}. Put a backup in its place, or move it away."),
    "journal_foreign": N_("{path} is a database of another program."),
    "journal_newer": N_("The journal {path} has layout {schema}, this program knows {expected}: upgrade the server."),
    "journal_older": N_("The journal {path} has an older layout: start the server with it once, then try again."),
    "journal_write_failed": N_("The journal cannot be written: {problem}. Nothing is accepted until it can."),
    "journal_entry_exists": N_("The journal of table {table} has an entry {n} already."),
    "journal_request_repeated": N_("The journal has an entry for this request already."),
    "journal_closed": N_("The journal is closed: the server is stopping."),
    "settings_unreadable": N_("The settings file {file} cannot be read: {problem}."),
    "settings_syntax": N_("The settings file {file} is no valid TOML: {problem}."),
    "setting_unknown": N_("{source}: there is no setting “{key}”; the nearest one is “{nearest}”."),
    "setting_not_number": N_("{source}: “{key}” must be a whole number from {lowest} to {highest}, not {found}."),
    "setting_not_word": N_("{source}: “{key}” must be one of {words}, not {found}; the nearest one is {nearest}."),
    "setting_not_switch": N_("{source}: “{key}” must be true or false, not {found}."),
    "setting_not_text": N_("{source}: “{key}” must be a text, not {found}."),
    "setting_not_files": N_("{source}: “{key}” must be a list of files, not {found}."),
    "setting_not_section": N_("{source}: “{key}” must be a section with settings in it, not {found}."),
    "setting_bad_name": N_("{source}: the server's name must be plain text of 1 to {highest} cells ({reason})."),
    "edition_twice": N_("Two editions of {game} were given, {first} and {second}: give one for each game."),
    "tables_none": N_("There is no table at all."),
    "table_unknown": N_("There is no table “{table}”; the nearest one is “{nearest}”."),
    "table_ambiguous": N_("Several tables are called “{table}”: name one by its id, {ids}."),
    "table_not_over": N_("The game at table {table} is not over; its transcript holds secrets until then."),
    "table_never_started": N_("No game was ever started at table {table}."),
    "table_damaged": N_("The journal of table {table} is damaged at entry {n}."),
    "file_exists": N_("{path} exists already: choose another name, or remove it first."),
    "file_unwritable": N_("{path} cannot be written: {problem}."),
    "seen_unreadable": N_("{path} is no record of what a client saw before a game."),
    "admin_no_server": N_("No server is running with the data folder {path}."),
    "admin_no_answer": N_("The server of the data folder {path} does not answer."),
    "admin_malformed": N_("The server could not read the command."),
    "admin_unknown": N_("The server knows no command “{command}”; the nearest one is “{nearest}”."),
    "admin_bad_key": N_("“{text}” is neither a fingerprint like K7QF-2M3A-X5TD-PLWE nor a key of 40 characters."),
    "admin_bad_notice": N_("A notice must be one line of plain text of 1 to {highest} cells ({reason})."),
    "log_unwritable": N_("The log {path} cannot be written: {problem}."),
    "ready_fd_unusable": N_("The descriptor {descriptor} for the ready line is no open socket: {problem}."),
    "host_unusable": N_("The server cannot listen on the address {host}: {problem}."),
    "port_taken": N_("Port {port} is taken: stop what listens there, or choose another with --port."),
    "http_port_taken": N_("Port {port} for health and metrics is taken: choose another with --http."),
}


def fault_sentence(
    code: str, parameters: Mapping[str, Any], translations: Translations = ENGLISH, names: Sequence[str] = ()
) -> str:
    """What keeps a server from starting, or a command from being carried out: a fault, or any refusal."""
    template = FAULTS.get(code) or REFUSALS[code]
    return Teller(names, translations=translations).tell(template, parameters)
