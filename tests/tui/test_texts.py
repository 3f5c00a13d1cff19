"""The translators' template has every marked text, and what a catalog says is what the program shows."""

import ast
import gettext
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from string import Formatter

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po
from support.tui.catalogs import use_catalogs, write_catalog

from opera_tui.config.settings import Settings
from opera_tui.home.settings import fields_of
from opera_tui.look import i18n
from opera_tui.widgets.fields import Choice

ROOT = Path(__file__).parents[2]
TEMPLATE = ROOT / "protocol/opera_protocol/texts/locale/opera.pot"
MARKS = ("_", "N_", "NN_", "NP_", "ngettext", "pgettext")


@pytest.fixture(autouse=True)
def back_to_english() -> Iterator[None]:
    """Tests after this one read English."""
    yield
    i18n.choose(gettext.NullTranslations())


def options_of_make() -> list[str]:
    """What `make texts` gives to the extractor."""
    (line,) = re.findall(r"^EXTRACT := (.*)$", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    return shlex.split(line)


def template() -> Catalog:
    with TEMPLATE.open("rb") as file:
        return read_po(file)


def wordings(message: Message) -> tuple[str, ...]:
    return (message.id,) if isinstance(message.id, str) else tuple(message.id)


def fields(text: str) -> set[str]:
    return {name for _text, name, _form, _conversion in Formatter().parse(text) if name is not None}


def test_the_template_is_up_to_date(tmp_path: Path) -> None:
    new = tmp_path / "opera.pot"
    extract = [sys.executable, "-m", "babel.messages.frontend", "--quiet", "extract", *options_of_make()]
    subprocess.run([*extract, "--output-file", str(new)], cwd=ROOT, check=True, timeout=120)
    assert new.read_text("utf-8") == TEMPLATE.read_text("utf-8"), "run make texts"


def test_every_text_can_be_filled() -> None:
    """Placeholders have names, since other languages put them into another order."""
    for message in template():
        for text in wordings(message):
            assert all(field and not field.isdigit() for field in fields(text)), text


def test_both_numbers_of_a_text_have_the_same_placeholders() -> None:
    for message in template():
        one, *many = wordings(message)
        assert all(fields(text) | {"n"} == fields(one) | {"n"} for text in many), one


def test_the_catalog_of_the_chosen_language_is_used(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As the settings say, else as the environment says, else English."""
    write_catalog(tmp_path, "it", {"Settings": "Impostazioni"})
    use_catalogs(tmp_path, monkeypatch)
    monkeypatch.setenv("LANGUAGE", "it")
    i18n.choose_language()
    assert i18n._("Settings") == "Impostazioni"
    i18n.choose_language("fr")
    assert i18n._("Settings") == "Settings"
    monkeypatch.setenv("LANGUAGE", "fr")
    i18n.choose_language("it")
    assert i18n._("Settings") == "Impostazioni"


def test_a_language_can_be_chosen_where_there_is_more_than_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_catalogs(tmp_path, monkeypatch)
    assert [field.id for field in fields_of(Settings())].count("language") == 0
    write_catalog(tmp_path, "it", {"Settings": "Impostazioni"})
    (tmp_path / "locale" / "fr" / "LC_MESSAGES").mkdir(parents=True)
    [row] = [field for field in fields_of(Settings()) if field.id == "language"]
    assert isinstance(row, Choice)
    assert [option.value for option in row.options] == ["auto", "en", "it"]


def marked_inside_f_strings(code: str) -> Iterator[int]:
    """Lines where a marked text stands in an f-string; before Python 3.12 nobody finds it there."""
    for text in (node for node in ast.walk(ast.parse(code)) if isinstance(node, ast.JoinedStr)):
        for call in (node for node in ast.walk(text) if isinstance(node, ast.Call)):
            if isinstance(call.func, ast.Name) and call.func.id in MARKS and isinstance(call.args[0], ast.Constant):
                yield call.lineno


def test_no_marked_text_stands_where_it_is_not_found() -> None:
    folders = [word for word in options_of_make() if (ROOT / word).is_dir()]
    files = [file for folder in folders for file in sorted((ROOT / folder).rglob("*.py"))]
    assert [(file, line) for file in files for line in marked_inside_f_strings(file.read_text("utf-8"))] == []
