"""Compile the catalogs of translations whenever the package is built or installed."""

from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface

CATALOGS = "protocol/opera_protocol/texts/locale/*/LC_MESSAGES/opera.po"


class CompileCatalogs(BuildHookInterface[Any]):
    """Write the compiled form beside each catalog, where it is taken into the wheel."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        for catalog in Path(self.root).glob(CATALOGS):
            with catalog.open("rb") as texts, catalog.with_suffix(".mo").open("wb") as compiled:
                write_mo(compiled, read_po(texts))
