"""How servers are announced on the local network: the greeting's content as a zeroconf service."""

from typing import Final

from opera_protocol.curve_keys import key_from_text
from opera_protocol.fingerprint import fingerprint
from opera_protocol.greeting import PROTOCOL_VERSIONS
from opera_protocol.ready import Ready

SERVICE: Final = "_opera-game._tcp.local."


def service_properties(ready: Ready) -> dict[str, str]:
    """What the announcement says besides address and port; like the greeting it proves nothing."""
    key = key_from_text(ready.key)
    return {
        "product": "opera",
        "protocols": ",".join(map(str, PROTOCOL_VERSIONS)),
        "name": ready.name,
        "key": fingerprint(key) if key else "",
    }
