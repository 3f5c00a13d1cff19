"""Every screen in both sizes and every look: nothing changes unseen, is cut off, or is said by colour alone."""

import asyncio
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from support import tui_opera_scenes, tui_shell_scenes, tui_turandot_scenes
from support.tui_gallery import FOLDER, LOOKS, UPDATE, Picture, application, as_text, differs, pictures
from support.tui_shell_app import LARGE, SMALL, use_folders

GROUPS = {
    "shell": tui_shell_scenes.SCENES,
    "opera": tui_opera_scenes.SCENES,
    "turandot": tui_turandot_scenes.SCENES,
}
BOTH = (SMALL, LARGE)
SIZES = {"dark": BOTH, "none": BOTH, "light": (SMALL,), "16": (SMALL,)}
"""The sizes that are looked at in each look; what is coloured otherwise stands in the same places."""
LEADS_ON = re.compile(
    r"(network|join|games|Watch|address|Impresario|Architetto|Signora|Maestro|Critico|Esperto|Arrange|arrange|review)…"
)
"""What has a further step ends like this."""
WAITED_FOR = re.compile(r" … still to come| {2}… |Connecting to 192.168.1.20 …")
"""Cards that are still to come, and work that is under way."""
LONG_NAMES = re.compile(r"(Alessandr|Massimili|Bartholom|Wilhelmin)… ")
"""Above the houses at 80 columns names have ten cells."""
TELLS_ITS_LOOK = ("settings", "light")
LIMIT = 120.0


@pytest.fixture(autouse=True)
def _greenwich() -> Iterator[None]:
    """Replays tell when games ended, in the time of the place."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


def seen(group: str, look: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, dict[str, Picture]]:
    """All pictures of a group in one look, by their files and by the look; the player has never been here before."""
    _use(folder / look, monkeypatch)
    sizes = SIZES.get(look, (SMALL,))
    scenes = {name: scene for name, scene in GROUPS[group].items() if (name, look) != TELLS_ITS_LOOK}

    async def bounded() -> dict[tuple[int, int], dict[str, Picture]]:
        async with asyncio.timeout(LIMIT):
            return await pictures(application(LOOKS[look], monkeypatch), sizes, scenes)

    taken = asyncio.run(bounded())
    return {f"{name}-{size[0]}": {look: picture} for size in sizes for name, picture in taken[size].items()}


def _use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of its own; the settings, which show where they are kept, are always in the same one."""
    folder.mkdir()
    use_folders(monkeypatch, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("opera_tui.screens.settings.settings_path", lambda: Path("settings.toml"))


def unexpected_cuts(name: str, rows: Sequence[str]) -> list[str]:
    """Rows with an ellipsis that means that something did not fit."""
    found = []
    for row in rows:
        rest = row
        for meant in (LEADS_ON, WAITED_FOR, LONG_NAMES):
            rest = meant.sub("", rest)
        if "…" in rest:
            found.append(f"{name}: {row}")
    return found


@pytest.mark.parametrize("group", GROUPS)
def test_screens_look_as_they_did_and_nothing_is_cut(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are the same with all colours, with 16 and without any."""
    by_look = {look: seen(group, look, tmp_path, monkeypatch) for look in SIZES}
    changed, cuts = [], []
    for name in by_look["dark"]:
        looks = {look: picture for taken in by_look.values() for look, picture in taken.get(name, {}).items()}
        rows = looks["none"].rows
        assert all(picture.rows == rows for picture in looks.values()), name
        cuts += unexpected_cuts(name, rows)
        changed += [name] if differs(name, as_text(looks)) else []
    assert not cuts
    assert not changed, f"look at these screens, then keep their pictures with {UPDATE}=1: {', '.join(changed)}"


def test_every_kept_picture_is_of_a_screen_there_is() -> None:
    names = {f"{scene}-{size[0]}.txt" for scenes in GROUPS.values() for scene in scenes for size in BOTH}
    assert {path.name for path in FOLDER.iterdir()} == names


@pytest.mark.parametrize("group", GROUPS)
def test_ascii_screens_have_nothing_but_ascii(group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for name, pictures_taken in seen(group, "ascii", tmp_path, monkeypatch).items():
        assert [row for row in pictures_taken["ascii"].rows if not row.isascii()] == [], name
