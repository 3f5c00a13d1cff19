"""The nine directors: what each brings, and where each is."""

from opera_games.turandot.documents import DirectorCard
from opera_games.turandot.words import Director
from opera_tui.games.turandot.labels import effect, long_effect, sign, word
from opera_tui.games.turandot.view import TurandotView
from opera_tui.look.i18n import _, pgettext
from opera_tui.look.rows import Row, Span, also, beside, column, filled, fit, plain, row

ID = "turandot.directors"
GONE = ("dismissed", "out")
COLUMN_CELLS = 40
"""How wide a column is where the directors stand in two."""


def first_column(view: TurandotView) -> int:
    """Return how many directors stand in the first of two columns."""
    return (len(view.game.directors) + 1) // 2


def directors(view: TurandotView, pointed: str = "") -> list[Row]:
    """Draw name, effect and owner; a director that is gone starts with a dash."""
    return [
        _marked(
            row(*_named(view, director, fit(effect(view, director), 18)), _whose(view, director, found)),
            is_pointed=director == pointed,
        )
        for director, found in view.game.directors.items()
    ]


def directors_tab(view: TurandotView, height: int, pointed: str = "") -> list[Row]:
    """Draw the same with whole sentences; in two columns of short words where there are fewer rows than directors."""
    if len(view.game.directors) > height:
        short = directors(view, pointed)
        half = first_column(view)
        return beside(short[:half], short[half:], COLUMN_CELLS)
    return [
        _marked(
            row(
                *_named(view, director, row(column(long_effect(view, director), 50))),
                " ",
                _where(view, director, found),
            ),
            is_pointed=director == pointed,
        )
        for director, found in view.game.directors.items()
    ]


def _marked(content: Row, *, is_pointed: bool) -> Row:
    return also(content, "moved") if is_pointed else content


def _named(view: TurandotView, director: Director, brings: Row) -> Row:
    """Draw a director: one who works for somebody stands out, one who is gone is quiet all over."""
    found = view.game.directors[director]
    if found.state in GONE:
        name = column(word(view.glyphs, director), 12, "quiet")
        return row(Span(f"{view.glyphs.none} ", "quiet"), name, Span(plain(brings), "quiet"))
    return row("  ", column(word(view.glyphs, director), 12, "" if found.by is None else "strong"), brings)


def _whose(view: TurandotView, director: Director, found: DirectorCard) -> Row:
    """Return the sign of the director's owner, or the number in the line-up."""
    if found.by is not None:
        return row(sign(view, found.by))
    numbers = [number for number, card in view.game.lineup.items() if found.state == "lineup" and card == director]
    return row(*(Span(number, "key") for number in numbers))


def _where(view: TurandotView, director: Director, found: DirectorCard) -> Row:
    if isinstance(found.by, str):
        return row(Span(_("silent hand"), "quiet"))
    if found.by is not None:
        return row(view.player(found.by))
    if found.state == "lineup":
        return filled(_("line-up, {number}"), number=_whose(view, director, found))
    states = {"left": pgettext("director", "left"), "dismissed": _("dismissed"), "out": _("out of the game")}
    return row(Span(states[found.state], "quiet"))
