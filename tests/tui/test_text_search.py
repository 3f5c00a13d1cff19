"""Words are found wherever lines are broken, and marked where they stand."""

from opera_tui.help.text_search import ELSEWHERE, HERE, Mark, Search, hits, with_role
from opera_tui.look.rows import Span, plain, row

TEXT = [row("The Great"), row("hall scores; great halls"), row(""), row(Span("Gr", "strong"), "eat (hall)")]


def test_words_are_found_in_capitals_or_not_and_over_the_ends_of_lines() -> None:
    assert hits(TEXT, "great  HALL") == [
        (Mark(0, 4, 9), Mark(1, 0, 4)),
        (Mark(1, 13, 23),),
    ]


def test_signs_mean_themselves() -> None:
    assert hits(TEXT, "(hall)") == [(Mark(3, 6, 12),)]
    assert hits(TEXT, "g.eat") == []
    assert hits(TEXT, "  ") == []


def test_only_the_marked_characters_get_the_role() -> None:
    marked = with_role(TEXT[3], Mark(3, 1, 5), HERE)
    assert marked == (Span("G", "strong"), Span("r", "strong cursor"), Span("eat", "cursor"), Span(" (hall)"))
    assert plain(marked) == plain(TEXT[3])


def test_a_search_begins_where_one_reads_and_goes_around() -> None:
    search = Search()
    search.begin("great", TEXT, top=1)
    assert search.row == 1
    assert search.summary == "great: 2 of 3"
    search.go(1)
    assert search.row == 3
    search.go(1)
    assert search.row == 0
    assert search.summary == "great: 1 of 3"
    search.go(-1)
    assert search.row == 3
    assert [span.role for span in search.marked(1, TEXT[1])] == ["", ELSEWHERE, ""]


def test_without_words_nothing_is_marked() -> None:
    search = Search()
    search.begin("great", TEXT)
    search.begin("", TEXT)
    assert search.row is None
    assert search.summary == ""
    assert search.marked(1, TEXT[1]) == TEXT[1]


def test_accents_do_not_matter() -> None:
    """Neither in the text nor in the words: keyboards differ."""
    lines = [row("Die große Führung"), row("l’opéra")]
    assert hits(lines, "fuhrung") == hits(lines, "Führung") == [(Mark(0, 10, 17),)]
    assert hits(lines, "Opera") == [(Mark(1, 2, 7),)]
