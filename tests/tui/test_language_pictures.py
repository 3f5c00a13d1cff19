"""The screens that are used most, in every language as they were looked at: kept as text."""

import gettext
import os
from difflib import unified_diff
from pathlib import Path

import pytest
from support.tui import opera_scenes, shell_scenes, turandot_scenes
from support.tui.gallery import LOOKS, UPDATE, application, pictures
from support.tui.shell_app import SMALL

from opera_tui.look import i18n
from opera_tui.look.languages import DOMAIN, ENGLISH, catalogs, languages

SCENES = {**shell_scenes.SCENES, **opera_scenes.SCENES, **turandot_scenes.SCENES}
USED_MOST = (
    *("home-again", "settings", "new-table", "lobby-full"),
    *("opera-bid", "opera-act", "opera-impresario", "opera-counting", "opera-over"),
    *("turandot-offer", "turandot-assign", "turandot-over"),
)
FOLDER = Path(__file__).parent / "pictures_by_language"
LANGUAGES = [language for language in languages() if language != ENGLISH]


@pytest.fixture(autouse=True)
def _always_the_same_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings show where they are kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("opera_tui.config.machine.settings_path", lambda: Path("settings.toml"))


@pytest.mark.painted
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", USED_MOST)
async def test_a_screen_reads_as_it_did(scene: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    i18n.choose(gettext.translation(DOMAIN, catalogs(), [language]), language)
    (taken,) = await pictures(lambda: application(LOOKS["gala"], monkeypatch), [SMALL], SCENES[scene])
    file = FOLDER / language / f"{scene}.txt"
    if UPDATE in os.environ:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text("\n".join(taken.picture.rows) + "\n", "utf-8")
    before = file.read_text("utf-8").splitlines() if file.exists() else []
    changed = "\n".join(unified_diff(before, taken.picture.rows, f"{language} {scene}", "now", lineterm=""))
    assert not changed, f"look at this screen, then keep its picture with {UPDATE}=1:\n{changed}"
