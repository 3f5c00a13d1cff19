"""The deck of singers: the only data of the game that a data file may change."""

import re
from collections.abc import Mapping
from typing import Any, cast

import msgspec

from opera_games.turandot.documents import Singer, SingerRow
from opera_games.turandot.words import CATEGORIES, MOST_STARS, PARTS, SEXES, Category, Part, Sex
from opera_rules.api import Map
from opera_rules.editions import entry, refuse_unknown, whole_number
from opera_rules.refusals import Refused

SINGERS = 36
LONGEST_TEXT = 40
ID_FORM = re.compile(r"[a-z][a-z0-9_]{0,23}")
SINGER_KEYS = ("id", "name", "stars", "category", "sex", "prefers")


class Edition(msgspec.Struct, frozen=True, eq=False):
    """The singers, checked; `source` is the data file as it was read, `table` the singers as documents show them."""

    source: Map
    name: str
    singers: tuple[Singer, ...]
    by_id: dict[str, Singer]
    table: dict[str, SingerRow]


def read_edition(source: Map) -> Edition:
    """Read the singers of a data file; a refusal names the key that is wrong (singers count from 1)."""
    refuse_unknown(source, ("game", "name", "singers"))
    if source.get("game") != "turandot":
        raise Refused("edition_bad_value", key="game", expected="turandot")
    name = _text(source, "name", "")
    singers = _read_singers(source)
    return Edition(
        source=source,
        name=name,
        singers=singers,
        by_id={singer.id: singer for singer in singers},
        table={singer.id: SingerRow(*msgspec.structs.astuple(singer)[1:]) for singer in singers},
    )


def _read_singers(source: Map) -> tuple[Singer, ...]:
    rows = entry(source, "singers")
    if not isinstance(rows, list):
        raise Refused("edition_bad_value", key="singers", expected="a list of singers")
    if len(rows) != SINGERS:
        raise Refused("edition_wrong_number", key="singers", number=len(rows), expected=SINGERS)
    singers = tuple(_read_singer(row, f"singers.{number}") for number, row in enumerate(rows, start=1))
    _refuse_double_ids(singers)
    return singers


def _read_singer(row: object, where: str) -> Singer:
    if not isinstance(row, dict):
        raise Refused("edition_bad_value", key=where, expected="a table")
    refuse_unknown(row, SINGER_KEYS, f"{where}.")
    prefers = _word(row, "prefers", PARTS, where) if "prefers" in row else None
    return Singer(
        id=_identifier(row, where),
        name=_text(row, "name", f"{where}."),
        stars=whole_number(row, "stars", 1, MOST_STARS, f"{where}."),
        category=cast("Category", _word(row, "category", CATEGORIES, where)),
        sex=cast("Sex", _word(row, "sex", SEXES, where)),
        prefers=cast("Part | None", prefers),
    )


def _refuse_double_ids(singers: tuple[Singer, ...]) -> None:
    seen: set[str] = set()
    for number, singer in enumerate(singers, start=1):
        if singer.id in seen:
            raise Refused("edition_double_id", key=f"singers.{number}.id", id=singer.id)
        seen.add(singer.id)


def _text(table: Mapping[str, Any], key: str, where: str) -> str:
    text = entry(table, key, where)
    if not isinstance(text, str) or not 0 < len(text.strip()) <= len(text) <= LONGEST_TEXT or not text.isprintable():
        raise Refused("edition_bad_value", key=f"{where}{key}", expected=f"1 to {LONGEST_TEXT} printable characters")
    return text


def _identifier(row: Mapping[str, Any], where: str) -> str:
    identifier = entry(row, "id", f"{where}.")
    if not isinstance(identifier, str) or not ID_FORM.fullmatch(identifier):
        raise Refused("edition_bad_value", key=f"{where}.id", expected="1 to 24 of a-z 0-9 _, a letter first")
    return identifier


def _word(row: Mapping[str, Any], key: str, words: tuple[str, ...], where: str) -> str:
    word = entry(row, key, f"{where}.")
    if not isinstance(word, str) or word not in words:
        raise Refused("edition_bad_value", key=f"{where}.{key}", expected=", ".join(words))
    return word
