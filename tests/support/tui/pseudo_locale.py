"""A language in which no text keeps a Latin letter and every text keeps its width: what is left was not translated."""

import re
import string
from pathlib import Path
from typing import Final

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

LANGUAGE: Final = "qps"
TEMPLATE: Final = Path(__file__).parents[3] / "protocol/opera_protocol/texts/locale/opera.pot"
LETTERS: Final = str.maketrans(
    string.ascii_letters,
    "".join(chr(ord("а") + place) for place in range(26)) + "".join(chr(ord("А") + place) for place in range(26)),
)
FIELD: Final = re.compile(r"(\{[^{}]*\})")


def pseudo(text: str) -> str:
    """The text in other letters, its placeholders as they were."""
    return "".join(part if FIELD.fullmatch(part) else part.translate(LETTERS) for part in FIELD.split(text))


def write_pseudo_catalog(locale: Path) -> None:
    """Put the catalog of this language into a locale folder."""
    with TEMPLATE.open("rb") as file:
        template = read_po(file)
    # English plural forms are as good as any.
    catalog = Catalog(locale="en")
    for message in template:
        if message.id:
            several = not isinstance(message.id, str)
            texts = tuple(map(pseudo, message.id)) if several else pseudo(str(message.id))
            catalog.add(message.id, texts, context=message.context)
    folder = locale / LANGUAGE / "LC_MESSAGES"
    folder.mkdir(parents=True)
    with (folder / "opera.mo").open("wb") as file:
        write_mo(file, catalog)
