"""The names of bots at a table."""

from pathlib import Path

from opera_protocol import texts
from opera_server.tables.seating import BOT_NAMES

TEMPLATE = Path(texts.__file__).parent / "locale" / "opera.pot"


def test_no_bot_is_called_like_something_in_the_games() -> None:
    """Puccini is what goes round in Turandot: 'Puccini ▼V Puccini' tells nobody who holds him."""
    said = TEMPLATE.read_text("utf-8")
    assert "Puccini" in said
    assert [name for name in BOT_NAMES if name in said] == []
