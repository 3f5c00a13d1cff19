"""Programme booklets as files."""

from pathlib import Path
from typing import Final

from opera_tui.local.folders import data_folder
from opera_tui.local.own_files import write_into
from opera_tui.local.transcripts import file_name

ENDING: Final = ".html"


def booklet_name(table_name: str, table_id: str) -> str:
    """Return what the booklet of a game is called."""
    return file_name(table_name, table_id, ENDING)


def write_booklet(name: str, content: bytes) -> Path:
    """Write a booklet into the folder of booklets and return the file."""
    return write_into(data_folder() / "booklets", name, content)
