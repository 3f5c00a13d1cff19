"""The whole booklet as one file of HTML: no scripts, nothing from elsewhere."""

from collections.abc import Sequence
from typing import Final

from opera_tui.booklet.cover import Cover, cover
from opera_tui.booklet.elements import Element, element, written
from opera_tui.booklet.style import style_sheet
from opera_tui.look.i18n import _, language

POLICY: Final = "default-src 'none'; style-src 'unsafe-inline'"
"""What a browser may load for it: nothing but its own style sheet."""


def document(front: Cover, chapters: Sequence[Element]) -> bytes:
    """Write a booklet."""
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", f"{front.title} – {front.table}"),
        element("style", style_sheet()),
    )
    body = element("body", cover(front), _contents(chapters), element("main", *chapters), _imprint())
    return f"<!DOCTYPE html>\n{written(element('html', head, body, lang=language()))}\n".encode()


def _contents(chapters: Sequence[Element]) -> Element:
    """List the chapters, for readers at a screen."""
    links = [element("li", element("a", _title(chapter), href=f"#{_name(chapter)}")) for chapter in chapters]
    return element("nav", element("ul", links))


def _name(chapter: Element) -> str:
    return dict(chapter.attributes)["id"]


def _title(chapter: Element) -> str:
    title = chapter.children[0]
    assert isinstance(title, Element)
    return str(title.children[0])


def _imprint() -> Element:
    return element("footer", _("Every figure follows from the transcript, which was checked move by move."))
