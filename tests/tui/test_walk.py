"""A walk through every screen in every language: nothing is cut, nothing English is left.

The usual screens are walked through also in a language whose words are 30 % longer than the English ones.
"""

import gettext
from pathlib import Path

import pytest
from support.tui import opera_scenes, shell_scenes, turandot_scenes
from support.tui.gallery import LOOKS, application, pictures
from support.tui.marked_texts import LongerTexts, MarkedTexts, cut_texts, english_left, longer, template
from support.tui.shell_app import LARGE, SMALL

from opera_tui.look import i18n
from opera_tui.look.languages import DOMAIN, ENGLISH, catalogs, languages

SCENES = {**shell_scenes.SCENES, **opera_scenes.SCENES, **turandot_scenes.SCENES}
LONGER = "30 % longer"
LANGUAGES = [LONGER, *(language for language in languages() if language != ENGLISH)]
USUAL = ("settings", "lobby-full", "opera-act", "turandot-offer")
"""The scenes of every run; `make soak` walks through all."""
READ_ON = ("rules", "rules-turandot", "rules-search", "rules-card", "help")
"""Screens whose texts go on below."""
TINY = (60, 20)
REMARKS_CUT = ("lessons", "lobby-many", "lobby-many-below", "lobby-search", "opera-waiting", "opera-watching")
"""Screens that cut a remark or a last column at 60 columns, but no choice, cost or key, or a sentence in the prompt
line that the box says in full; a search in the lobby has too few rows there."""


@pytest.fixture(autouse=True)
def _always_the_same_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings show where they are kept."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("opera_tui.config.machine.settings_path", lambda: Path("settings.toml"))


def spoken(language: str) -> gettext.NullTranslations:
    """The texts of a language, with marks at their ends."""
    if language == LONGER:
        return MarkedTexts(LongerTexts())
    return MarkedTexts(gettext.translation(DOMAIN, catalogs(), [language]))


def english(language: str) -> dict[str, str]:
    """Texts of several words with what they are in a language."""
    texts = [message.id for message in template() if isinstance(message.id, str) and not message.context]
    told = longer if language == LONGER else gettext.translation(DOMAIN, catalogs(), [language]).gettext
    return {text: told(text) for text in texts if "{" not in text and text.count(" ") > 1}


async def walk(scene: str, language: str, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What is cut in a scene, and what is left in English."""
    i18n.choose(spoken(language), language)
    taken = await pictures(lambda: application(LOOKS["gala"], monkeypatch), [SMALL, LARGE], SCENES[scene])
    found: dict[str, None] = {}
    for one in taken:
        cut = [] if scene in READ_ON else cut_texts(one.picture.rows)
        size = f"{scene} {one.size[0]}x{one.size[1]}"
        found |= dict.fromkeys(f"{size} cut: {text}" for text in cut)
        found |= dict.fromkeys(f"{size} English: {text}" for text in english_left(one.picture.rows, english(language)))
    return list(found)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("scene", USUAL)
async def test_the_usual_screens_hold_every_language(
    scene: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert await walk(scene, language, monkeypatch) == []


@pytest.mark.soak
@pytest.mark.parametrize("language", [language for language in LANGUAGES if language != LONGER])
@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in USUAL])
async def test_every_screen_holds_every_language(scene: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await walk(scene, language, monkeypatch) == []


@pytest.mark.soak
@pytest.mark.parametrize("scene", [scene for scene in SCENES if scene not in (*READ_ON, *REMARKS_CUT)])
async def test_a_terminal_of_60_columns_cuts_nothing(scene: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """In English; what has no room beside the rest stands below it, or gives way as a whole."""
    i18n.choose(MarkedTexts(gettext.NullTranslations()))
    taken = await pictures(lambda: application(LOOKS["gala"], monkeypatch), [TINY], SCENES[scene])
    assert [text for one in taken for text in cut_texts(one.picture.rows)] == []


def test_a_cut_text_is_found() -> None:
    """Texts that go on in the next row, or stand inside others, are not cut."""
    marked = MarkedTexts(gettext.NullTranslations())
    whole, inner = marked.pgettext("", "a long sentence"), marked.pgettext("", "word")
    assert cut_texts([f"| {whole} |"]) == []
    assert cut_texts([whole[:8], whole[8:]]) == []
    assert cut_texts([marked.pgettext("", "see {it} here").format(it=inner)]) == []
    assert cut_texts([whole[:8], inner]) == ["a long"]


def test_english_that_is_left_is_found() -> None:
    told = {"All roles are hired": "Alle sind gewählt", "the same here": "the same here"}
    assert english_left(["All roles", "now  the same here"], told) == []
    assert english_left(["All roles  are", "hired now"], told) == ["All roles are hired"]
