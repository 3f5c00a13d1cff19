"""Rows as values: what is new in them stands out."""

from opera_tui.look.rows import Span, plain, row, with_news_marked

BEFORE = [row("Wien  ", Span("Wa", "wagner"), " ··"), row("Paris ", "··"), row("London")]


def test_what_stands_in_another_s_place_is_underlined() -> None:
    now = [BEFORE[0], row("Paris ", Span("Ve", "verdi")), BEFORE[2]]
    marked = with_news_marked(BEFORE, now)
    assert [plain(content) for content in marked] == [plain(content) for content in now]
    assert marked == [BEFORE[0], row("Paris ", Span("Ve", "verdi moved")), BEFORE[2]]


def test_where_everything_is_another_nothing_stands_out() -> None:
    now = [row("Milano"), row("Berlin"), BEFORE[2]]
    assert with_news_marked(BEFORE, now) == now


def test_blanks_are_never_underlined() -> None:
    now = [BEFORE[0], row("Paris", "     "), BEFORE[2]]
    assert with_news_marked(BEFORE, now)[1] == row(Span("Paris", "moved"), "     ")


def test_a_row_more_is_new() -> None:
    now = [*BEFORE, row("Milano")]
    assert with_news_marked(BEFORE, now)[3] == row(Span("Milano", "moved"))
