"""Small catalogs of translations in a folder of the test's own."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo

from opera_tui.look import languages


def write_catalog(folder: Path, language: str, texts: Mapping[str, str]) -> None:
    """Write a compiled catalog below the folder `locale`."""
    catalog = Catalog(locale="en" if language == "qps" else language)
    for text, translated in texts.items():
        catalog.add(text, translated)
    place = folder / "locale" / language / "LC_MESSAGES"
    place.mkdir(parents=True)
    with (place / "opera.mo").open("wb") as file:
        write_mo(file, catalog)


def use_catalogs(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the program look for its catalogs below this folder, in no language of the tester's own."""
    monkeypatch.setattr(languages, "files", lambda _package: folder)
    for name in ("LANGUAGE", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
