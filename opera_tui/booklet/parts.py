"""Parts that pages are made of: chapters, tables of figures, figures with captions, legends."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from opera_tui.booklet.charts import Source
from opera_tui.booklet.elements import Content, Element, element
from opera_tui.booklet.players import Player


class Line(NamedTuple):
    """A line of a table: its head, and what stands in its cells."""

    head: Content
    cells: Sequence[Content]
    role: str = ""


def chapter(name: str, title: str, *content: Content, role: str = "") -> Element:
    """Make a chapter; its name is where a link leads. With the role `page` it begins on a new one."""
    attributes = {"class_": role} if role else {}
    return element("section", element("h2", title), *content, id=name, **attributes)


def paragraph(text: Content, role: str = "note") -> Element:
    return element("p", text, class_=role)


def figure(drawing: Element, *below: Content) -> Element:
    """Make a drawing with what belongs to it; a page never ends between them."""
    return element("figure", drawing, *below)


def table(
    name: str,
    heads: Sequence[Content],
    lines: Iterable[Line],
    corner: Content = "",
    foot: Line | None = None,
    groups: Sequence[Content] = (),
) -> Element:
    """Make a table of figures, with a line below it that adds up; groups stand above columns that belong together."""
    first = element("th", corner, scope="col")
    head = [element("tr", first, [element("th", text, scope="col") for text in heads])]
    if groups:
        each = str(len(heads) // len(groups))
        above = [element("th", group, scope="colgroup", colspan=each) for group in groups]
        head.insert(0, element("tr", element("td"), above))
    bottom = [element("tfoot", _line(foot))] if foot else []
    body = element("tbody", [_line(line) for line in lines])
    return element("div", element("table", element("thead", head), body, *bottom, id=name), class_="wide")


def _line(line: Line) -> Element:
    attributes = {"class_": line.role} if line.role else {}
    return element(
        "tr", element("th", line.head, scope="row"), [element("td", cell) for cell in line.cells], **attributes
    )


def legend(sources: Sequence[Source]) -> Element:
    """Make the list of what the parts of bars stand for."""
    return element(
        "ul",
        [element("li", mark(place, source), " ", source.title) for place, source in enumerate(sources)],
        class_="legend",
    )


def mark(place: int, source: Source) -> Element:
    """Make the sign of a source on its ground."""
    return element("span", source.mark, class_=f"mark ground{place} ink{place}")


def heads_of(players: Iterable[Player]) -> list[Content]:
    """Return the heads of columns, one for each player."""
    return [player.named for player in players]
