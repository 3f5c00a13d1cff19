"""What stops a server or one of its commands: stable codes with parameters; `fault_texts` has their sentences."""

from collections.abc import Mapping
from typing import Any, Final

from opera_protocol.errors import ProtocolError
from opera_protocol.fault_texts import fault_sentence
from opera_rules.refusals import Refused

PARAMETERS: Final[Mapping[str, tuple[str, ...]]] = {
    "folder_unusable": ("path", "problem"),
    "folder_exposed": ("path", "mode"),
    "folder_locked": ("path", "pid", "port"),
    "folder_starting": ("path", "pid"),
    "journal_missing": ("path",),
    "journal_unusable": ("path", "problem"),
    "journal_corrupt": ("path", "problem"),
    "journal_foreign": ("path",),
    "journal_newer": ("path", "schema", "expected"),
    "journal_older": ("path",),
    "journal_write_failed": ("problem",),
    "journal_entry_exists": ("table", "n"),
    "journal_request_repeated": (),
    "journal_closed": (),
    "settings_unreadable": ("file", "problem"),
    "settings_syntax": ("file", "problem"),
    "setting_unknown": ("source", "key", "nearest"),
    "setting_not_number": ("source", "key", "lowest", "highest", "found"),
    "setting_not_word": ("source", "key", "words", "nearest", "found"),
    "setting_not_switch": ("source", "key", "found"),
    "setting_not_text": ("source", "key", "found"),
    "setting_not_files": ("source", "key", "found"),
    "setting_not_section": ("source", "key", "found"),
    "setting_bad_name": ("source", "reason", "highest"),
    "edition_twice": ("game", "first", "second"),
    "tables_none": (),
    "table_unknown": ("table", "nearest"),
    "table_ambiguous": ("table", "ids"),
    "table_not_over": ("table",),
    "table_never_started": ("table",),
    "table_damaged": ("table", "n"),
    "file_exists": ("path",),
    "file_unwritable": ("path", "problem"),
    "seen_unreadable": ("path",),
    "admin_no_server": ("path",),
    "admin_no_answer": ("path",),
    "admin_malformed": (),
    "admin_unknown": ("command", "nearest"),
    "admin_bad_key": ("text",),
    "admin_bad_notice": ("highest", "reason"),
    "log_unwritable": ("path", "problem"),
    "ready_fd_unusable": ("descriptor", "problem"),
    "host_unusable": ("host", "problem"),
    "port_taken": ("port",),
    "http_port_taken": ("port",),
}

Parameter = str | int


class ServerFault(Exception):  # noqa: N818 - a fault of the surroundings, not of the program
    """One thing that keeps the server from doing what it should: a code of `PARAMETERS` with exactly its parameters."""

    def __init__(self, code: str, **parameters: Parameter) -> None:
        assert set(parameters) == set(PARAMETERS[code]), (code, parameters)
        super().__init__(code, parameters)
        self.code = code
        self.parameters: dict[str, Any] = parameters

    def __str__(self) -> str:
        return fault_sentence(self.code, self.parameters)


def sentence_for(error: ServerFault | ProtocolError | Refused) -> str:
    """What an operator reads about it, in English."""
    try:
        return fault_sentence(error.code, error.parameters)
    except KeyError:
        return str(error)
