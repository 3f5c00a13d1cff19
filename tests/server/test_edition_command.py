"""`opera-server edition`: data files shown and checked."""

from pathlib import Path

import pytest
from support.cli.commands import complaint, invoke, run

from opera_games.catalog import edition_text


@pytest.mark.parametrize("game", ["opera", "turandot"])
def test_the_built_in_file_is_shown_as_it_is_and_passes_the_check(game: str, tmp_path: Path) -> None:
    shown = run("edition", "show", game)
    assert (shown.returncode, shown.stdout) == (0, edition_text(game))
    copy = tmp_path / "copy.toml"
    copy.write_text(shown.stdout, "utf-8")
    checked = invoke("edition", "check", copy)
    assert checked.exit_code == 0
    assert f"is an edition of {game.capitalize()}" in checked.stdout


BROKEN: list[tuple[str, str, str, str]] = [
    ("opera", "[cities.wien]", "[cities.vienna]", "cities.vienna"),
    ("opera", "parts.main = { halls = 3, copies = [1, 2, 2] }", "", "cities.milano.parts.main"),
    (
        "opera",
        "parts.wing_a = { halls = 3, copies = [1, 1, 1] }",
        "parts.wing_a = { halls = 4, copies = [1, 1, 1] }",
        "",
    ),
    ("opera", "[cities.wien]", "[cities.wien", "line"),
    ("turandot", 'id = "corelli"', 'id = "brandimarte"', "singers.2.id"),
    ("turandot", "stars = 3", "stars = 4", "singers.1.stars"),
]


@pytest.mark.parametrize(("game", "right", "wrong", "key"), BROKEN)
def test_the_key_that_breaks_a_rule_is_named(game: str, right: str, wrong: str, key: str, tmp_path: Path) -> None:
    text = edition_text(game)
    assert right in text
    file = tmp_path / "broken.toml"
    file.write_text(text.replace(right, wrong, 1), "utf-8")
    told = complaint(invoke("edition", "check", file), exit_code=1)
    assert key in told
    assert told.count(str(file)) == 1


def test_a_file_that_is_not_there_has_exit_code_2(tmp_path: Path) -> None:
    assert "cannot be read" in complaint(invoke("edition", "check", tmp_path / "none.toml"))
