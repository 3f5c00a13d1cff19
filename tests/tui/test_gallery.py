"""Every screen in both sizes and every look: nothing changes unseen, is cut off, or is said by colour alone."""

import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from support.tui import opera_scenes, shell_scenes, turandot_scenes
from support.tui.gallery import FOLDER, LOOKS, UPDATE, Picture, application, difference, kept, pictures
from support.tui.shell_app import LARGE, SMALL, use_folders

GROUPS = {
    "shell": shell_scenes.SCENES,
    "opera": opera_scenes.SCENES,
    "turandot": turandot_scenes.SCENES,
}
BOTH = (SMALL, LARGE)
SIZES = {"gala": BOTH, "none": BOTH, "matinee": (SMALL,), "16": (SMALL,)}
"""The sizes that are looked at in each look; what is coloured otherwise stands in the same places."""
MARKS = {"gala": pytest.mark.painted}
"""In one look the way to each picture is painted, too."""
LEADS_ON = re.compile(
    r"(network|join|games|Watch|address|Impresario|Architetto|Signora|Maestro|Critico|Esperto|Arrange|arrange|check)…"
)
"""What has a further step ends like this."""
WAITED_FOR = re.compile(r" … still to come| {2}… |Connecting to 192.168.1.20 …")
"""Cards that are still to come, and work that is under way."""
LONG_NAMES = re.compile(r"(Alessandr|Massimili|Bartholom|Wilhelmin)… ")
"""Above the houses at 80 columns names have ten cells."""
TELLS_ITS_LOOK = ("settings", "matinee")


@pytest.fixture(autouse=True)
def _greenwich() -> Iterator[None]:
    """Set the time zone: replays say when games ended in local time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


async def seen(group: str, look: str, folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, Picture]:
    """All pictures of a group in one look, by their files; the player has never been here before."""
    _use(folder / look, monkeypatch)
    sizes = SIZES.get(look, (SMALL,))
    scenes = {name: scene for name, scene in GROUPS[group].items() if (name, look) != TELLS_ITS_LOOK}
    taken = await pictures(application(LOOKS[look], monkeypatch), sizes, scenes)
    return {f"{name}-{size[0]}": picture for size in sizes for name, picture in taken[size].items()}


def _use(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Folders of its own; the settings, which show where they are kept, are always in the same one."""
    folder.mkdir()
    use_folders(monkeypatch, folder)
    monkeypatch.chdir(folder)
    monkeypatch.setattr("opera_tui.home.settings.settings_path", lambda: Path("settings.toml"))


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


@pytest.mark.limit(600)
@pytest.mark.parametrize("look", [pytest.param(look, marks=MARKS.get(look, ())) for look in SIZES])
@pytest.mark.parametrize("group", GROUPS)
async def test_screens_look_as_they_did_and_nothing_is_cut(
    group: str, look: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The words are the same with all colours, with 16 and without any: kept pictures have them once."""
    taken = await seen(group, look, tmp_path, monkeypatch)
    assert not [cut for name, picture in taken.items() for cut in unexpected_cuts(name, picture.rows)]
    changed = "\n".join(filter(None, (difference(name, look, picture) for name, picture in taken.items())))
    again = f"{UPDATE}=1 and -n 0"
    assert not changed, f"look at these screens, then keep their pictures with {again}:\n{changed}"


def test_every_kept_picture_is_of_a_screen_there_is() -> None:
    pictures_there = {
        f"{scene}-{size[0]}": [look for look in SIZES if size in SIZES[look] and (scene, look) != TELLS_ITS_LOOK]
        for scenes in GROUPS.values()
        for scene in scenes
        for size in BOTH
    }
    assert {path.stem: list(kept(path.stem)) for path in FOLDER.iterdir()} == pictures_there


@pytest.mark.limit(600)
@pytest.mark.parametrize("group", GROUPS)
async def test_ascii_screens_have_nothing_but_ascii(
    group: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, picture in (await seen(group, "ascii", tmp_path, monkeypatch)).items():
        assert [row for row in picture.rows if not row.isascii()] == [], name
