"""The help knows everything that boxes and panels ask for, in short sentences that fit."""

import re

import pytest
from support import tui_opera_views
from support.tui_turandot_views import moments, view_of

from opera_tui import help as texts
from opera_tui.faces.opera import topics as opera_topics
from opera_tui.faces.turandot import TurandotFace
from opera_tui.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.help import PANEL_TOPICS, RULES, TOPICS, rules_rows, tip_for, tip_now, title_of, topic_rows
from opera_tui.help.tips import TIPS
from opera_tui.rows import plain, width
from opera_tui.table_keys import key_words

LONGEST_SENTENCE = 230
LONGEST_TOPIC = 620
PAGES = [*TOPICS.values(), *(page for pages in RULES.values() for page in pages)]
CELLS_BESIDE_TABS = {"opera": 46, "turandot": 31}


def test_every_topic_of_operas_boxes_is_there() -> None:
    assert [topic for topic in opera_topics.TOPICS if topic not in TOPICS] == []


@pytest.mark.parametrize("players", [2, 4])
def test_every_topic_of_turandots_boxes_is_there(players: int) -> None:
    face = TurandotFace()
    asked = set()
    for moment in moments(players, 71):
        view, before = view_of(moment.game, moment.seat), view_of(moment.before, moment.seat)
        boxes = [face.waiting_box(view, []), *(face.reveal(event, before, view) for event in moment.events)]
        boxes += [face.decision_box(view)] if view.choices else []
        for box in filter(None, boxes):
            asked.add(box.help_topic)
            for key in ("0", "down", "m", "down", "b", *"123456789"):
                box.press(key)
                asked.add(box.help_topic)
    assert [topic for topic in sorted(asked) if topic not in TOPICS] == []


def test_every_panel_has_its_page() -> None:
    face = TurandotFace()
    assert {spec.key for spec in face.tabs} <= PANEL_TOPICS["turandot"].keys()
    assert [topic for topics in PANEL_TOPICS.values() for topic in topics.values() if topic not in TOPICS] == []


def test_what_nobody_knows_leads_to_the_keys() -> None:
    assert title_of("nonsense") == "Keys"
    assert topic_rows("nonsense", 76) == topic_rows("keys", 76)
    assert texts.panel_topic("opera", "z") == "keys"
    assert tip_for("opera", "nonsense") is None


def test_the_help_names_the_keys_as_they_are_set() -> None:
    keys = key_words({"table.talk": "z", "table.leave": "ctrl+x,q", "table.log": "f"})
    told = " ".join(plain(row) for row in topic_rows("keys", 76, UNICODE, keys))
    assert "z talks" in told
    assert "ctrl+x leaves" in told
    assert "v shows the last reveal again" in told, "the others stay"
    assert "Press z to talk" in " ".join(plain(row) for row in topic_rows("log", 76, UNICODE, keys))


@pytest.mark.parametrize("cells", [28, 58, 76])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_no_row_is_wider_than_asked_for(cells: int, glyphs: Glyphs) -> None:
    shown = [topic_rows(topic, cells, glyphs) for topic in TOPICS]
    shown += [rules_rows(game, cells, glyphs) for game in RULES]
    for rows in shown:
        assert max(map(width, rows)) <= cells


def test_in_ascii_every_page_is_ascii() -> None:
    rows = [row for topic in TOPICS for row in topic_rows(topic, 76, ASCII)]
    rows += [row for game in RULES for row in rules_rows(game, 76, ASCII)]
    assert [plain(row) for row in rows if not plain(row).isascii()] == []


def test_sentences_and_topics_are_short() -> None:
    for page in PAGES:
        assert not page.title.endswith(".")
        for paragraph in page.paragraphs:
            assert paragraph.endswith(".")
            assert [one for one in re.split(r"(?<=[.?])\s", paragraph) if len(one) > LONGEST_SENTENCE] == []
    for page in TOPICS.values():
        assert len(" ".join(page.paragraphs)) <= LONGEST_TOPIC, page.title


def test_a_topic_fits_a_small_screen() -> None:
    for topic in TOPICS:
        assert len(topic_rows(topic, 76)) <= 18


def test_a_tip_recommends_no_role_that_is_taken_or_has_nothing_to_do() -> None:
    """Nor building late in the game."""
    said = set()
    for moment in tui_opera_views.played_well(3, 1):
        view = tui_opera_views.view_of(moment.game, moment.seat) if moment.seat >= 0 else None
        tip = tip_now(view) if view else None
        if view is None or tip is None or view.choices is None or view.choices["kind"] != "act":
            continue
        said.add(tip.few_words)
        free = {offered["role"]: offered["could"] for offered in view.choices["rows"] if "refusal" not in offered}
        assert "Architetto" not in tip.few_words or (free["architetto"]["parts"] and view.game["episode"] == 1)
        assert "Impresario" not in tip.few_words or free["impresario"]["buy"]
    assert len(said) == 3


def test_tips_fit_beside_the_tabs_and_below_the_box() -> None:
    for name in TIPS:
        game, kind = name.split(".")
        tip = tip_for(game, kind)
        assert tip is not None
        assert len(tip.few_words) <= CELLS_BESIDE_TABS[game], tip
        assert len(texts.pages.text_rows(tip.sentence, 76)) <= 2
