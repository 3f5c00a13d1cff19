"""The languages of the program: which there are, which one the system asks for, and how each writes itself."""

from collections.abc import Collection, Mapping
from importlib.resources import files
from pathlib import Path
from typing import Final, Literal, get_args

AUTOMATIC: Final = "auto"
ENGLISH: Final = "en"
"""The language of the texts in the code, which needs no catalog."""
LanguageName = Literal["auto", "en", "it", "de", "fr"]
DOMAIN: Final = "opera"
OWN_NAMES: Final[Mapping[str, str]] = {"en": "English", "it": "Italiano", "de": "Deutsch", "fr": "Français"}
"""Languages as their readers call them: who cannot read the rest of the screen finds the own one."""
_NO_LANGUAGE: Final = ("C", "POSIX")


def catalogs() -> Path:
    """Return the folder with a folder for each language."""
    return Path(str(files("opera_protocol.texts") / "locale"))


def languages() -> list[str]:
    """Return the languages that can be read: English first, then those with a catalog in the order of the settings."""
    found = {file.parts[-3] for file in catalogs().glob(f"*/LC_MESSAGES/{DOMAIN}.mo")}
    known = [language for language in get_args(LanguageName) if language in found]
    return [ENGLISH, *known, *sorted(found - {ENGLISH, *known})]


def own_name(language: str) -> str:
    """Return what a language calls itself."""
    return OWN_NAMES.get(language, language)


def system_language(environment: Mapping[str, str], present: Collection[str]) -> str:
    """Return the first language that the environment asks for and that there is; else English.

    As for other programs, `LANGUAGE` is a list that goes before the locale, unless that says there is no language.
    """
    locales = (environment.get(name, "") for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((found for found in locales if found), "")
    listed = "" if locale in _NO_LANGUAGE else environment.get("LANGUAGE", "")
    wanted = (_bare(name) for name in [*listed.split(":"), locale])
    return next((language for language in wanted if language in present), ENGLISH)


def _bare(locale: str) -> str:
    """Return the language of a locale such as `de_AT.UTF-8@euro`."""
    for mark in ("@", ".", "_", "-"):
        locale = locale.partition(mark)[0]
    return locale.lower()
