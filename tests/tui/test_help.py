"""The help knows everything that boxes and panels ask for, in short sentences that fit."""

import re

import pytest
from support.rules.turandot_builder import a_game
from support.tui import opera_views as tui_opera_views
from support.tui.opera_driver import Driver
from support.tui.opera_scenes import all_roles_left, signora_in_play
from support.tui.turandot_views import moments, view_of

from opera_games.catalog import GAMES, about
from opera_games.opera.words import ROLES
from opera_tui.config.key_map import key_words
from opera_tui.games import help_of
from opera_tui.games.box import Box
from opera_tui.games.opera.face import OperaFace
from opera_tui.games.turandot.face import TurandotFace
from opera_tui.help.pages import pace_tip, page_about, rules_page, tip_for, topic_page, topic_rows, usual_rules
from opera_tui.help.program_topics import PROGRAM_TOPICS
from opera_tui.look.glyphs import ASCII, UNICODE, Glyphs
from opera_tui.look.rows import plain, width, wrapped
from opera_tui.table.layout import LOG_TOPIC

LONGEST_SENTENCE = 230
LONGEST_TOPIC = 620
HELP = {game: help_of(game) for game in GAMES}
TOPICS = {**PROGRAM_TOPICS, **{f"{game}.{name}": page for game in GAMES for name, page in HELP[game].TOPICS.items()}}
RULES = {game: [usual_rules(game, players).sections() for players in about(game).seats] for game in GAMES}
"""The sections of the rules, for each number of players."""
TIPS = [(game, kind) for game in GAMES for kind in HELP[game].TIPS]
SECTIONS = [section for books in RULES.values() for sections in books for section in sections]
TEXTS = [
    *((page.title, paragraph) for page in TOPICS.values() for paragraph in page.paragraphs),
    *((section.title, block) for section in SECTIONS for block in section.blocks if isinstance(block, str)),
]
"""Titles and paragraphs."""
CELLS_BESIDE_TABS = {"opera": 43, "turandot": 29}


OPERA_TOPICS = (
    *ROLES,
    *("bid", "act", "close", "join", "intermezzo", "appraise"),
    *("income", "ladder", "counting", "waiting", "end"),
    *("budget", "fame", "offer", "palazzo", "roles", "houses", "screen"),
)


def test_every_topic_of_operas_boxes_is_there() -> None:
    assert [topic for topic in OPERA_TOPICS if f"opera.{topic}" not in TOPICS] == []


@pytest.mark.parametrize("players", [2, 4])
def test_operas_boxes_ask_for_topics_that_are_there(players: int) -> None:
    face = OperaFace()
    asked = set()
    for moment in tui_opera_views.moments(players, 71):
        if moment.seat < 0:
            continue
        view = tui_opera_views.view_of(moment.game, moment.seat)
        boxes = [face.waiting_box(view, []), *([face.decision_box(view)] if view.choices else [])]
        for box in boxes:
            asked.add(box.help_topic)
            for key in ("down", "right", "0", "x"):
                box.press(key)
                asked.add(box.help_topic)
    assert [topic for topic in sorted(asked) if topic not in TOPICS] == []
    assert {"opera.bid", "opera.close", "opera.intermezzo", "opera.waiting"} <= asked


@pytest.mark.parametrize("players", [2, 4])
def test_every_topic_of_turandots_boxes_is_there(players: int) -> None:
    face = TurandotFace()
    asked = set()
    for moment in moments(players, 71):
        view, before = view_of(moment.game, moment.seat), view_of(moment.before, moment.seat)
        boxes: list[Box | None] = [
            face.waiting_box(view, []),
            *(face.reveal(event, before, view) for event in moment.events),
        ]
        boxes += [face.decision_box(view)] if view.choices else []
        for box in filter(None, boxes):
            asked.add(box.help_topic)
            for key in ("0", "down", "m", "down", "b", *"123456789"):
                box.press(key)
                asked.add(box.help_topic)
    assert [topic for topic in sorted(asked) if topic not in TOPICS] == []


def test_the_decision_is_explained_before_the_choice_under_the_cursor() -> None:
    """What is asked, what happens next and why it matters comes first, then the thing."""
    page = topic_page("opera.act", 76, further="opera.maestro")
    told = " ".join(plain(row) for row in page.rows)
    assert page.title == "Hire or close"
    assert told.index("It is your turn: hire one of the roles left") < told.index("Every house there earns twice")
    assert plain(page.rows[page.headings[1]]) == "Maestro, fee 2"


def test_boxes_whose_lines_are_explained_name_their_decision() -> None:
    """Hiring, joining in and dismissing: there the cursor is on a role or a director; arranging has a form of keys."""
    hiring = tui_opera_views.view_of(all_roles_left(), 0)
    joining = tui_opera_views.view_of(signora_in_play(), 0)
    dismissing = view_of(a_game(3, turn=2, phase="dismiss", nominated=0), 0)
    boxes = (
        OperaFace().decision_box(hiring),
        OperaFace().decision_box(joining),
        TurandotFace().decision_box(dismissing),
    )
    assert [box.asked_topic for box in boxes] == ["opera.act", "opera.join", "turandot.dismiss"]
    arranging = Driver(all_roles_left(), 0).press("i", "enter").box
    assert (arranging.asked_topic, arranging.help_topic) == ("opera.impresario", "opera.arranging")
    assert [box.asked_topic for box in boxes if box.asked_topic not in TOPICS] == []


def test_an_offer_for_directors_has_a_page_of_its_own() -> None:
    view = view_of(next(moment.game for moment in moments(3, 71) if moment.game.turn == 4), 0)
    box = TurandotFace().decision_box(view)
    assert (box.help_topic, box.tip) == ("turandot.offer_director", "offer_director")


def test_every_panel_has_its_page() -> None:
    panels = [panel for face in (OperaFace(), TurandotFace()) for panels in face.wide for panel in panels]
    assert [panel.help_topic for panel in panels if panel.help_topic not in TOPICS] == []
    assert LOG_TOPIC in TOPICS


def test_a_panel_explains_also_what_stands_there_only_sometimes() -> None:
    """The player's own line below the board of Opera, and with two players the silent hand below the casts."""
    seated, looking_on = (tui_opera_views.view_of(all_roles_left(), seat) for seat in (0, None))
    board = next(panel for panel in OperaFace().tabs if panel.help_topic == "opera.budget")
    assert [board.further_topic(view) for view in (seated, looking_on)] == ["opera.screen", ""]
    two, three = (view_of(a_game(players), 0) for players in (2, 3))
    casts = next(panel for panel in TurandotFace().tabs if panel.help_topic == "turandot.casts")
    assert [casts.further_topic(view) for view in (two, three)] == ["turandot.silent", ""]
    silent = casts.entries(two, None)[-1].details()
    assert silent.title == "The silent hand"
    assert "goes to a third hand" in str(silent.blocks[0])


def test_what_nobody_knows_leads_to_the_keys() -> None:
    assert page_about("nonsense").title == "Keys"
    assert topic_rows("nonsense", 76) == topic_rows("keys", 76)
    assert tip_for("opera", "nonsense") is None


def test_the_help_names_the_keys_as_they_are_set() -> None:
    keys = key_words({"table.talk": "z", "table.leave": "ctrl+x,q", "table.log": "f"})
    told = " ".join(plain(row) for row in topic_rows("keys", 76, UNICODE, keys))
    assert "z talks" in told
    assert "ctrl+x leaves" in told
    assert "v tells what happened lately" in told, "the others stay"
    assert "At a table z talks to all" in " ".join(plain(row) for row in topic_rows("log", 76, UNICODE, keys))


@pytest.mark.parametrize("cells", [28, 58, 76])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
def test_no_row_is_wider_than_asked_for(cells: int, glyphs: Glyphs) -> None:
    shown = [topic_rows(topic, cells, glyphs) for topic in TOPICS]
    shown += [rules_page(usual_rules(game), cells, glyphs).rows for game in GAMES]
    for rows in shown:
        assert max(map(width, rows)) <= cells


def test_in_ascii_every_page_is_ascii() -> None:
    rows = [row for topic in TOPICS for row in topic_rows(topic, 76, ASCII)]
    rows += [row for game in GAMES for row in rules_page(usual_rules(game), 76, ASCII).rows]
    assert [plain(row) for row in rows if not plain(row).isascii()] == []


def test_sentences_and_topics_are_short() -> None:
    for title, paragraph in TEXTS:
        assert not title.endswith(".")
        assert paragraph.endswith((".", ":"))
        assert [one for one in re.split(r"(?<=[.?])\s", paragraph) if len(one) > LONGEST_SENTENCE] == []
    for page in TOPICS.values():
        assert len(" ".join(page.paragraphs)) <= LONGEST_TOPIC, page.title


def test_a_topic_fits_a_small_screen() -> None:
    for topic in TOPICS:
        assert len(topic_rows(topic, 76)) <= 18


def test_tips_fit_beside_the_tabs_and_below_the_box() -> None:
    for game, kind in TIPS:
        tip = tip_for(game, kind)
        assert tip is not None
        assert len(tip.few_words) <= CELLS_BESIDE_TABS[game], tip
        assert len(wrapped(tip.sentence, 76)) <= 2
    assert len(pace_tip().few_words) <= min(CELLS_BESIDE_TABS.values())


def test_the_help_about_houses_fits_both_layouts() -> None:
    """The tab of 80 columns has no copies of building parts, so it says where they are."""
    text = " ".join(" ".join(map(plain, topic_rows("opera.houses", 76))).split())
    assert "Enter on a city tells its building parts and how many copies are left" in text
    assert "from 120 columns on, m, a and b count them" in text


def test_the_help_about_proposals_promises_no_single_enter() -> None:
    """What has pieces to arrange is opened, checked and sent."""
    for topic in ("keys", "beginning"):
        text = " ".join(" ".join(map(plain, topic_rows(topic, 76))).split())
        assert "Enter leads through it step by step" in text
        assert "Enter sends it" not in text
