"""Tables as an operator names them: by id, or by a name that only one of them has."""

from collections.abc import Collection, Sequence

from opera_server.faults import ServerFault
from opera_server.setting_sources import nearest


def only_one(wanted: str, found: Sequence[str], known: Collection[str]) -> str:
    """The id of the one table that was found; else a fault that says what to type, from all ids and names there are."""
    if len(found) > 1:
        raise ServerFault("table_ambiguous", table=wanted, ids=", ".join(found))
    if not found and not known:
        raise ServerFault("tables_none")
    if not found:
        raise ServerFault("table_unknown", table=wanted, nearest=nearest(wanted, known))
    return found[0]
