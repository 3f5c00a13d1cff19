"""The screens as they were drawn, row by row."""

from collections.abc import Sequence

from support.rules.turandot_builder import a_game, act, offer
from support.tui.table_parts import panel_rows, tab_rows
from support.tui.turandot_views import texts, view_of

from opera_rules.turandot.state import Game
from opera_tui.games.turandot.face import CASTS, DIRECTORS, LINEUP, TurandotFace
from opera_tui.games.turandot.panels.details import cast_section
from opera_tui.games.turandot.panels.lineup import lineup
from opera_tui.look.rows import Row, plain

FACE = TurandotFace()
SINGERS = ("corelli", "strozzapreti", "balestrieri", "orsakova", "grubbiacci", "ferravilla")

DRAWN_CASTS = """\
                   Turandot f Calaf m    Liù f      Ping m     Pong m     Pang m     director     money scen. down pts
 ◆A Alessandro12   2f clas+   3m prof+   ·······    2m clas    2m dark    1m dark    gothic         2     1    …   15
 ▲M Massimiliano P ·······    1m alt +   2f com +   3m com     1m com     1m clas    traditional    0     2    2   12
 ●B Bartholomeus   3f dark+   2m prof    1f amat+   1x amat    2m alt     ·······    androgynous    3     0    1   12
 ■W Wilhelmina-K   2f alt +   3x alt     2x com     2m alt     1m amat    ·······    avant-garde    1     0    2   14
 ▼R Maria-Teresa   1f com     3m clas+   2f prof+   2m amat    1f dark-   ·······    purist         2     1    4   13
"""


def last_turn() -> Game:
    """Five players in turn 7, four offers made."""
    game = a_game(
        5,
        turn=7,
        puccini=1,
        lineup=SINGERS,
        hands={
            0: ("castelvecchi", "brandimarte", "villemorin", "altomare", "tenebrini"),
            1: ("cantastorie", "tarallucci", "piripicchi", "strapazzoni", "gualdi"),
            2: ("notturni", "falconeri", "passerotti", "perdifiato", "wolkenrad"),
            3: ("vetrobianco", "aubelune", "cocoritti", "malombra", "sartorelli"),
            4: ("bonbonelli", "montefiore", "vendramin", "trombadori", "crepuscoli"),
        },
        directed={0: "gothic", 1: "traditional", 2: "androgynous", 3: "avant_garde", 4: "purist"},
        money={0: 2, 1: 0, 2: 3, 3: 1, 4: 2},
        scenery={0: 1, 1: 2, 4: 1},
    )
    offers = {1: "2b", 2: "1", 3: "2b", 4: "4+2b"}
    return act(game, *((seat, offer(text)) for seat, text in offers.items())).game


def test_money_alone_has_a_row_also_in_a_lesson_of_five() -> None:
    """It costs the headings theirs, for the costumier and the carpenter stand nowhere else."""
    rows, with_headings = (texts(lineup(view_of(last_turn(), 0), "1", height, wide=False)) for height in (7, 8))
    assert [row[1] for row in rows] == list("1234560")
    assert len(with_headings) == 8


def test_the_wide_panels() -> None:
    view = view_of(last_turn(), 0)
    box = FACE.decision_box(view)
    assert texts(panel_rows(LINEUP, view, box)) == [
        " no stars singer                sex  category      prefers   your cast",
        "►1  ★★★   Fiammetta Corelli     f    professional  Turandot  15 → 18  as Liù",
        " 2  ★★    Ubaldo Strozzapreti   x    dark          –         15 → 18  as Liù",
        " 3  ★     Gino Balestrieri      m    amateur       Calaf     15 → 15  as Pang",
        " 4  ★★★   Ludmilla Orsakova     f    classic       Liù       15 → 19  as Liù",
        " 5  ★★    Anselmo Grubbiacci    m    comic         –         15 → 15  as Pang",
        " 6  ★     Tosca Ferravilla      f    alternative   –         15 → 16  as Liù",
        " 0  money alone, 1 scenery: costumier, then carpenter; none for Puccini's holder",
        "    all singers: 12 f, 20 m, 4 x · not in this game: 1 f, 4 m",
    ]
    assert texts(panel_rows(DIRECTORS, view, box)) == [
        "  gothic      dark +1 comic -1  ◆A",
        "– farce       comic +1 dark -1",
        "  avant-garde alt +1 classic -1 ■W",
        "  traditional classic +1 alt -1 ▲M",
        "  purist      preferred +1      ▼R",
        "– decorator   scenery +1",
        "– eclectic    6 categories +3",
        "  androgynous sex x +1          ●B",
        "– plain       nothing",
    ]
    assert texts(panel_rows(CASTS, view, box)) == DRAWN_CASTS.splitlines()


def test_the_tab_of_the_casts() -> None:
    """The names of the directors are cut above and stand below in whole; with one row less, only in their own tab."""
    rows = texts(tab_rows(CASTS, view_of(last_turn(), 0), None))
    assert texts(tab_rows(CASTS, view_of(last_turn(), 0), None, 8)) == [*rows[:6], *rows[7:]]
    assert rows == [
        "               Tur. f  Calaf m Liù f   Ping m  Pong m  Pang m  direc. $ s dn pts",
        "◆A Alessandr   2f cla+ 3m pro+ ······  2m cla  2m drk  1m drk  gothic 2 1  …  15",
        "▲M Massimili P ······  1m alt+ 2f com+ 3m com  1m com  1m cla  trad.  0 2  2  12",
        "●B Bartholom   3f drk+ 2m pro  1f ama+ 1x ama  2m alt  ······  andro. 3 0  1  12",
        "■W Wilhelmin   2f alt+ 3x alt  2x com  2m alt  1m ama  ······  avant  1 0  2  14",
        "▼R Maria-Ter   1f com  3m cla+ 2f pro+ 2m ama  1f drk- ······  purist 2 1  4  13",
        " ◆A gothic  ▲M traditional  ●B androgynous  ■W avant-garde  ▼R purist",
        " 2f cla+  stars, sex, category; + preferred part, - wrong sex; P Puccini",
        " $ money  s scenery  dn cards face down, … still to come  pts as of now",
    ]


def test_the_offer() -> None:
    box = FACE.decision_box(view_of(last_turn(), 0))
    for key in ("4", "m", "m", "b", "up", "up"):
        box.press(key)
    assert box.title == "Your offer"
    assert box.question == "Make your offer; all others have made theirs"
    assert box.does == "offer 4 with 2 money and the bluff"
    assert texts(box.rows()) == [
        "►number    1   2   3  ‹4›  5   6   none    1-6, 0: money alone, a helper",
        " money     0   1  ‹2›                      m",
        " bluff     no ‹yes›                        b",
        " others face down  ▲M 2  ●B 1  ■W 2  ▼R 4",
        " ▐▌▐▌▐▌▐▌ 4 face down: number, 2 money, bluff. The others see only how many.",
        "",
        " alone on 4, or most money  Ludmilla Orsakova: cast 15 → 19, money 2 → 0",
        " tied or beaten             money back; ▲M gives you a card that is left",
    ]


def test_money_alone() -> None:
    box = FACE.decision_box(view_of(last_turn(), 0))
    box.press("0")
    assert box.does == "offer money alone"
    assert texts(box.rows())[4:] == [
        " ▐▌ 1 face down: 1 money. The others see only how many.",
        " in any case                ▲M gives you a card that is left",
        " costumier or carpenter     scenery 1 → 2, cast 15 → 16, money 2 → 1",
        " no helper left             money back",
    ]


def test_money_alone_of_puccinis_holder() -> None:
    """It brings no helper, and the box says plainly what it does instead."""
    view = view_of(a_game(3, turn=2, puccini=1), 1)
    box = FACE.decision_box(view)
    assert ("0", "wait") in [(hint.key, hint.text) for hint in box.hints()]
    box.press("0")
    assert box.does == "offer money alone"
    assert texts(box.rows())[0] == " number    1   2   3   4  ‹none›           1-4, 0: money alone, to wait".replace(
        " n", "►n", 1
    )
    assert texts(box.rows())[5:] == [
        " in any case                you hand out the cards that are left",
        " no helper                  you hold Puccini",
        " your money                 comes back",
    ]
    assert texts(panel_rows(LINEUP, view, box))[-2] == (
        " 0  money alone, to wait for what is left: no helper, you hold Puccini"
    )


def test_the_lines() -> None:
    view = view_of(last_turn(), 0)
    assert plain(FACE.header(view, wide=False)) == "TURANDOT  turn 1 2 3 4 5 6[7]  Puccini ▲M Massimiliano"
    assert plain(FACE.header(view, wide=True)) == "TURANDOT  Fenice  turn 1 2 3 4 5 6[7]  Puccini ▲M Massimiliano"
    assert plain(FACE.own_line(view, wide=True)) == (
        " Your hand 1 to 6  money 2  bluff  scenery 1  cast now 15"
        "  (stars 10, preferred 2, sex 0, scenery 1, director +2)"
    )
    assert FACE.own_line(view_of(last_turn(), None), wide=True) == ()


def test_the_directors_turn() -> None:
    game = a_game(
        3,
        turn=4,
        lineup=("gothic", "purist", "plain", "eclectic"),
        hands={0: ("altomare", "tenebrini", "notturni"), 1: ("tarallucci", "gualdi", "corelli"), 2: ("malombra",)},
    )
    view = view_of(game, 0)
    box = FACE.decision_box(view)
    assert texts(panel_rows(LINEUP, view, box)) == [
        " no director     brings            ◆A       ▲M       ●B",
        "►1  gothic       dark +1 comic -1  7 → 10   8 → 7    2 → 2",
        " 2  purist       preferred +1      7 → 8    8 → 10   2 → 2",
        " 3  plain        nothing           7 → 7    8 → 8    2 → 2",
        " 4  eclectic     6 categories +3   7 → 7    8 → 8    2 → 2",
        " 0  money alone, to wait for what is left: no helper, not in turn 4",
        "    all singers: 12 f, 20 m, 4 x · still to be dealt: 9 f, 16 m, 4 x",
    ]
    assert texts(box.rows())[5:7] == [
        " would bring  ◆A 7 → 10  ▲M 8 → 7   ●B 2",
        " alone on 1                 gothic: cast 7 → 10, money 3",
    ]
    box.press("0")
    assert texts(box.rows())[5:] == [
        " in any case                you hand out the cards that are left",
        " no helper                  not in turn 4",
        " your money                 comes back",
    ]


def test_handing_out() -> None:
    game = a_game(4, turn=5, phase="assign", puccini=1, lineup=("corelli", "grubbiacci", "gualdi"), lacking=(1, 3))
    box = FACE.decision_box(view_of(game, 1))
    assert (box.does, box.note) == ("", "not ready: no card yet for ▲M ■W")
    for key in ("right", "down", "right"):
        box.press(key)
    assert box.does == "hand out 1 ▲M, 2 ■W"
    assert texts(box.rows()) == [
        "   card                      for               cast",
        " 1 ★★★ Fiammetta Corelli     ‹▲M Massimiliano› 0 → 4     as Turandot  f prof",
        "►2 ★★  Anselmo Grubbiacci    ‹■W Wilhelmina-K› 0 → 2     as Calaf     m com",
        " 3 ★   Prospero Gualdi        nobody           leaves the game        m clas",
        " would bring  ▲M 0 → 2    ■W 0 → 2",
    ]


def test_naming() -> None:
    game = a_game(3, turn=2, phase="nominate", puccini=1, hands={0: ("altomare",), 2: ("tarallucci",)})
    box = FACE.decision_box(view_of(game, 1))
    assert box.does == "name ◆A Alessandro12"
    assert texts(box.rows()) == [
        "   player           cast    money  scenery    singers",
        "►1 ◆A Alessandro12  2       3      0          dark 1",
        " – ▲M Massimiliano  Name another player; you cannot name yourself.",
        " 3 ●B Bartholomeus  3       3      0          com  1",
        "",
        "",
        "",
        " Whoever you name removes one of the 9 directors left, in the open.",
    ]


def test_dismissing() -> None:
    game = a_game(
        3,
        turn=2,
        phase="dismiss",
        nominated=0,
        hands={0: ("altomare", "notturni"), 1: ("tarallucci", "gualdi"), 2: ("cocoritti", "malombra")},
        directors=("gothic", "avant_garde", "purist", "decorator", "eclectic", "androgynous", "plain"),
    )
    box = FACE.decision_box(view_of(game, 0))
    box.press("3")
    assert box.does == "dismiss the director avant-garde"
    assert texts(box.rows()) == [
        "                 ◆A  ▲M  ●B                             ◆A  ▲M  ●B",
        " 1 gothic        +2  -1  -1             6 decorator      0   0   0",
        " – farce       dismissed                7 eclectic       0   0   0",
        "►3 avant-garde    0  -1  +1             8 androgynous    0   0  +1",
        " – traditional dismissed                9 plain          0   0   0",
        " 5 purist        +1  +1   0",
        "",
        " avant-garde: each alternative singer +1, each classic singer -1",
    ]


def test_the_details_of_a_cast_name_only_what_counts_at_the_table() -> None:
    """Puccini costs a point only between two players."""
    of_five = cast_section(view_of(last_turn(), 0), 0).blocks[-1]
    assert of_five == "stars 10, scenery +1, preferred +2, sex –, director +2, together 15."
    assert "Puccini" in cast_section(view_of(a_game(2), 0), 0).blocks[-1]


def roles(rows: Sequence[Row]) -> set[tuple[str, str]]:
    """Every text with its role."""
    return {(span.text.strip(), span.role) for row in rows for span in row}


def test_what_is_chosen_is_gold_and_what_gets_better_stands_out() -> None:
    view = view_of(last_turn(), 0)
    box = FACE.decision_box(view)
    for key in ("4", "m", "b"):
        box.press(key)
    assert {("‹4›", "value"), ("‹1›", "value"), ("‹yes›", "value"), ("▐▌▐▌▐▌", "card"), ("19", "gain")} <= roles(
        box.rows()
    )
    shown = panel_rows(LINEUP, view, box)
    assert ("4", "value") in roles(shown[4:5])
    assert ("classic", "classic") in roles(shown[4:5])
    assert ("Ludmilla Orsakova", "strong") in roles(shown)
    assert {("18", "gain"), ("15", "strong"), ("★★", "gain")} <= roles(shown)


def test_directors_and_casts_have_the_colours_of_categories() -> None:
    view = view_of(last_turn(), 0)
    directors = panel_rows(DIRECTORS, view)
    assert {("dark", "ink_beethoven"), ("+1", "gain"), ("-1", "warning"), ("gothic", "strong")} <= roles(directors[:1])
    assert {role for _text, role in roles(directors[1:2])} <= {"quiet", ""}, "one who is gone has none"
    casts = panel_rows(CASTS, view)
    assert {("clas", "classic"), ("+", "gain"), ("·······", "line")} <= roles(casts[1:2])
    assert ("-", "warning") in roles(casts[5:6])
