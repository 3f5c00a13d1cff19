"""Every screen in every size and look: nothing changes unseen, is cut off, or is said by colour alone."""

import os
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest
from support.soaking import some
from support.tui import opera_scenes, shell_scenes, turandot_scenes
from support.tui.gallery import COLOURED, FOLDER, LOOKS, SIZES, UPDATE, application, difference, kept, pictures
from support.tui.shell_app import SMALL

SCENES = {**shell_scenes.SCENES, **opera_scenes.SCENES, **turandot_scenes.SCENES}
LEADS_ON = re.compile(
    r"(network|join|games|Watch|address|Impresario|Architetto|Signora|Maestro|Critico|Esperto|Arrange|arrange|check)…"
)
"""What has a further step ends like this."""
WAITED_FOR = re.compile(r" … still to come| {2}… |Connecting to 192.168.1.20 …")
"""Cards that are still to come, and work that is under way."""
LONG_NAMES = re.compile(r"(Alessandr|Massimili|Bartholom|Wilhelmin)… ")
"""Above the houses at 80 columns names have ten cells."""


IN_COLOURS = (
    "home-again",
    "lobby-full",
    "opera-act",
    "opera-counting",
    "opera-over",
    "turandot-offer",
    "turandot-over",
)
"""The scenes that every run looks at in all colours; `make soak` does it with all."""


@pytest.fixture(autouse=True)
def _greenwich() -> Iterator[None]:
    """Set the time zone: replays say when games ended in local time."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("TZ", "UTC")
        time.tzset()
        yield
    time.tzset()


@pytest.fixture(autouse=True)
def _always_the_same_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings show where they are kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("opera_tui.config.machine.settings_path", lambda: Path("settings.toml"))


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


async def look_at(scene: str, colours: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Fail where a screen is not as in its kept pictures, or cuts something."""
    taken = await pictures(lambda: application(LOOKS["gala"], monkeypatch), SIZES, SCENES[scene], colours)
    assert not [cut for each in taken for cut in unexpected_cuts(scene, each.picture.rows)]
    changed = "\n".join(filter(None, (difference(scene, each) for each in taken)))
    assert not changed, f"look at this screen, then keep its pictures with {UPDATE}=1:\n{changed}"


@pytest.mark.painted
@pytest.mark.parametrize("scene", SCENES)
async def test_a_screen_looks_as_it_did_and_nothing_is_cut(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The words are the same in all colours and without any: kept pictures have them once."""
    await look_at(scene, COLOURED if scene in IN_COLOURS or UPDATE in os.environ else (), monkeypatch)


@pytest.mark.soak
@pytest.mark.painted
@pytest.mark.parametrize("scene", SCENES)
async def test_a_screen_looks_as_it_did_in_all_colours(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    await look_at(scene, COLOURED, monkeypatch)


def test_every_kept_picture_is_of_a_screen_there_is() -> None:
    assert {path.stem.rpartition("-")[0] for path in FOLDER.iterdir()} == SCENES.keys()
    for path in FOLDER.iterdir():
        looks = ["gala", *COLOURED] if path.stem.endswith("-80x24") else ["gala"]
        assert list(kept(path.stem)) == looks, path.stem


@pytest.mark.parametrize("scene", some(SCENES, 6))
async def test_an_ascii_screen_has_nothing_but_ascii(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    taken = await pictures(lambda: application(LOOKS["ascii"], monkeypatch), [SMALL], SCENES[scene])
    assert [row for each in taken for row in each.picture.rows if not row.isascii()] == []
    assert [cut for each in taken for cut in unexpected_cuts(scene, each.picture.rows)] == []
