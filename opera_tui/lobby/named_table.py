"""Find the table that the player has named, wherever the server has it."""

from typing import Final

from opera_protocol.client import Client, RefusedByServer, View
from opera_protocol.wire.documents import LobbyTable
from opera_protocol.wire.messages import MOST_HISTORY
from opera_tui.lobby.listing import Finding, Listing, Rows, newest_first

MOST_PAGES: Final = 50
"""Pages that are looked through for a table of a name."""
LONGEST_NAME: Final = 200
"""More characters than a table's name can have, whatever signs they are."""
LONGEST_ID: Final = 16


async def named_table(client: Client, lobby: View, name: str) -> tuple[str, LobbyTable | None]:
    """Return the table with this id or name and what is known of it: one's own first, then the newest.

    Tables cannot be searched by their ids: what is no name may still be an id of which nothing else is known.
    """
    listing = Listing()
    listing.show(lobby.lobby, lobby.own_tables)
    if name in listing.known:
        return name, listing.known[name]
    found = _named(listing.own, name) or _named(listing.document.tables, name)
    if found is None and not listing.is_whole and len(name) <= LONGEST_NAME:
        found = await _looked_up(client, name)
    if found is None and not listing.is_whole and len(name) <= LONGEST_ID:
        found = name, None
    if found is None:
        raise RefusedByServer("no_such_table")
    return found


async def _looked_up(client: Client, name: str) -> tuple[str, LobbyTable | None] | None:
    """Ask the server for tables with the words of this name."""
    finding = Finding(name)
    for _page in range(MOST_PAGES):
        page = finding.page
        finding.take(page, await client.find(page.text, before=page.before, count=MOST_HISTORY))
        found = _named(finding.tables, name)
        if found is not None or finding.is_whole:
            return found
    return None


def _named(rows: Rows, name: str) -> tuple[str, LobbyTable | None] | None:
    return next(((table_id, table) for table_id, table in newest_first(rows) if table.name == name), None)
