"""Settings: every mistake is told with its place and what would be right, and the file stays the player's own."""

from pathlib import Path

import msgspec
import pytest

from opera_protocol.local.settings import SettingsError
from opera_protocol.texts.sentences import sentence_of
from opera_tui.config.commands import clash_in, default_keys, table_commands
from opera_tui.config.key_map import KeyMap
from opera_tui.config.settings import Settings, edited, load_settings, save, template
from opera_tui.games import face_of


def written(folder: Path, content: str) -> Path:
    path = folder / "settings.toml"
    path.write_text(content, encoding="utf-8")
    return path


def complaint(folder: Path, content: str) -> str:
    path = written(folder, content)
    with pytest.raises(SettingsError) as caught:
        load_settings(path)
    told = sentence_of(caught.value)
    assert str(path) in told
    return told.replace(str(path), "FILE")


def test_without_a_file_everything_has_its_default(tmp_path: Path) -> None:
    assert load_settings(tmp_path / "none.toml") == Settings()
    assert Settings().player_name


def test_the_template_explains_every_setting_and_changes_none(tmp_path: Path) -> None:
    assert load_settings(written(tmp_path, template())) == Settings()
    for name in (*(field.name for field in msgspec.structs.fields(Settings)), *default_keys()):
        assert name in template()


@pytest.mark.parametrize(
    ("content", "told"),
    [
        ("bel = true", "FILE: there is no setting “bel”; the nearest one is “bell”."),
        (
            'theme = "gaal"',
            "FILE: “theme” must be one of gala, matinee, not 'gaal'; the nearest one is “gala”.",
        ),
        ("bell = 1", "FILE: “bell” must be true or false, not 1."),
        ("pace = 9", "FILE: “pace” must be a number of seconds from 0 to 5, not 9."),
        ("pace = true", "FILE: “pace” must be a number of seconds from 0 to 5, not True."),
        ("name = 5", "FILE: “name” must be a text in quotes, not 5."),
        ('language = "da"', "FILE: “language” must be one of auto, en, it, de, fr, not 'da'"),
        ('name = "far too long for a name"', "FILE: “name” must be plain text of 1 to 12 cells"),
        ('name = "a\\u202eb"', "FILE: “name” must be plain text of 1 to 12 cells"),
        ("keys = 3", "FILE: “keys” must be a section [keys], not 3."),
        ('[keys]\n"lobby.neu" = "m"', "FILE: there is no key “lobby.neu” to set; the nearest one is “lobby.new”."),
        ('[keys]\n"lobby.new" = 3', 'FILE: “lobby.new” must be a key such as "n" or "f3", not 3.'),
        ('[keys]\n"home.rules" = "f33"', "FILE: “home.rules”: there is no key 'f33'; the nearest one is “f3”."),
        ('[keys]\n"table.talk" = "g"', "FILE: “table.talk” and “table.log” cannot both be 'g'."),
        (
            '[keys]\n"table.talk" = "m"',
            "FILE: “table.talk” cannot be 'm': it moves the cursor or is needed in decisions.",
        ),
        (
            '[keys]\n"home.find" = "j"',
            "FILE: “home.find” cannot be 'j': it moves the cursor or is needed in decisions.",
        ),
        ("bell = ", "The settings FILE are no valid TOML"),
        (
            "bell = " + "[" * 5_000,
            "The settings FILE are no valid TOML: tables and lists are nested more than 50 deep.",
        ),
        ("bell." + "a." * 5_000 + "a = 1", "The settings FILE are no valid TOML: tables and lists are nested"),
    ],
)
def test_a_mistake_is_told_with_file_key_and_the_nearest_word(tmp_path: Path, content: str, told: str) -> None:
    assert complaint(tmp_path, content).startswith(told)


def test_a_mistake_costs_only_its_own_setting(tmp_path: Path) -> None:
    """Every mistake is collected for a warning, the other settings count, and the program starts."""
    keys = '[keys]\n"lobby.neu" = "m"\n"home.rules" = "f33"\n"table.talk" = "g"\n"lobby.new" = "m"\n'
    path = written(tmp_path, f'bel = true\ntheme = "gaal"\npace = 1.0\n{keys}')
    mistakes: list[SettingsError] = []
    assert load_settings(path, mistakes) == Settings(pace=1.0, keys={"lobby.new": "m"})
    assert [mistake.code for mistake in mistakes] == [
        "setting_unknown",
        "setting_not_word",
        "setting_no_such_key",
        "setting_key_unknown",
        "setting_keys_clash",
    ]


def test_a_setting_is_saved_beside_one_that_nobody_knows(tmp_path: Path) -> None:
    """A newer version may have left it there."""
    path = written(tmp_path, "novelty = 3\n")
    save(Settings(), Settings(bell=False), path)
    assert path.read_text(encoding="utf-8") == "novelty = 3\nbell = false\n"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    with pytest.raises(SettingsError) as caught:
        load_settings(tmp_path)
    assert "cannot be read" in sentence_of(caught.value)


def test_colours_may_be_a_number(tmp_path: Path) -> None:
    assert load_settings(written(tmp_path, "colours = 16")).colours == "16"


def test_saving_makes_the_file_with_everything_explained(tmp_path: Path) -> None:
    path = tmp_path / "new" / "settings.toml"
    save(Settings(), Settings(bell=False, name='A "q" ö'), path)
    assert load_settings(path) == Settings(bell=False, name='A "q" ö')
    assert "# pace = 0.6" in path.read_text(encoding="utf-8")


def test_saving_touches_only_what_changed(tmp_path: Path) -> None:
    """Comments, order and settings of the player's own stay."""
    path = written(tmp_path, 'theme = "light" # bright room\nbell=true\n\n[keys]\n"lobby.new" = "m"\n')
    before = load_settings(path)
    save(before, msgspec.structs.replace(before, bell=False, pace=1.0), path)
    assert path.read_text(encoding="utf-8") == (
        'theme = "light" # bright room\nbell=false\npace = 1.0\n\n[keys]\n"lobby.new" = "m"\n'
    )


def test_nothing_is_written_when_nothing_changed(tmp_path: Path) -> None:
    save(Settings(), Settings(), tmp_path / "settings.toml")
    assert not (tmp_path / "settings.toml").exists()


def test_a_default_that_was_nested_deeply_is_left_a_comment(tmp_path: Path) -> None:
    path = written(tmp_path, "# bell = " + "[" * 5_000 + "\n")
    save(Settings(), Settings(bell=False), path)
    assert load_settings(path).bell is False


@pytest.mark.parametrize("line", ["bell = true", "# bell = true"])
def test_a_text_that_looks_like_a_setting_is_left_alone(tmp_path: Path, line: str) -> None:
    content = f'theme = """\n{line}\n"""\n'
    path = written(tmp_path, content)
    before = load_settings(path, mistakes=[])
    save(before, msgspec.structs.replace(before, bell=False), path)
    assert path.read_text(encoding="utf-8") == f"{content}bell = false\n"


def test_a_broken_file_is_not_written(tmp_path: Path) -> None:
    path = written(tmp_path, "bell = ")
    with pytest.raises(SettingsError, match="settings_syntax"):
        save(Settings(), Settings(bell=False), path)
    assert path.read_text(encoding="utf-8") == "bell = "


def test_a_setting_is_written_where_it_is_explained() -> None:
    content = "# Ring.\n# bell = true\n# title = true\n"
    assert edited(content, {"bell": False}) == content.replace("# bell = true", "bell = false")


def test_a_line_is_added_to_an_empty_file() -> None:
    assert edited("", {"bell": False}) == "bell = false\n"


def test_no_key_means_two_things_when_nobody_changes_them() -> None:
    assert clash_in({}) is None


def test_keys_may_be_exchanged(tmp_path: Path) -> None:
    """What the other one gives up is free."""
    content = '[keys]\n"table.talk" = "v"\n"table.review" = "t, ctrl+r"\n"everywhere.help" = "!"'
    assert load_settings(written(tmp_path, content)).keys["table.talk"] == "v"


def test_at_a_table_keys_mean_and_show_what_was_set() -> None:
    chosen = {"table.talk": "!", "turandot.casts": "n, f5", "opera.houses": "z"}
    keys = KeyMap(table_commands(face_of("turandot")), chosen)
    meant = [keys.command(key) for key in ("exclamation_mark", "t", "n", "f5", "o", "m")]
    assert [command and command.id for command in meant] == [
        "table.talk",
        None,
        "turandot.casts",
        "turandot.casts",
        None,
        None,
    ]
    shown = ("table.talk", "turandot.casts", "turandot.lineup", "everywhere.help")
    assert [keys.shown(command_id) for command_id in shown] == ["!", "n", "u", "?"]
