"""Small catalogs of translations in a folder of the test's own."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from opera_tui.look import languages


def write_catalog(folder: Path, language: str, texts: Mapping[str | tuple[str, str], str]) -> None:
    """Write a compiled catalog below the folder `locale`; some texts have a context before them."""
    catalog = Catalog(locale="en" if language == "qps" else language)
    for text, translated in texts.items():
        context, english = text if isinstance(text, tuple) else (None, text)
        catalog.add(english, translated, context=context)
    place = folder / "locale" / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "opera.mo").open("wb") as file:
        write_mo(file, catalog)


def use_catalogs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program look for its catalogs below this folder, in no language of the tester's own."""
    monkeypatch.setattr(languages, "files", lambda _package: folder)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
