"""Write HTML: elements with attributes and children. Every text is escaped, so that names can never become markup.

But for the elements that have no end, what is written is well-formed XML, too: every attribute has a value.
"""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple, Union

from opera_protocol.texts.format import plain

EMPTY: Final = frozenset({"meta", "br"})
"""Elements that have no end."""
STYLE: Final = "style"
"""The one element whose content is not text; it comes from this program alone."""
_ESCAPES: Final = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})


class Element(NamedTuple):
    """An element of HTML or SVG."""

    tag: str
    attributes: tuple[tuple[str, str], ...]
    children: tuple["Node", ...]


Node = Union[Element, str]  # noqa: UP007 - a text names the type that is not known yet
Content = Node | int | Iterable["Content"]
"""What can stand in an element: texts, numbers, elements, and lists of them."""


def element(tag: str, *content: Content, **attributes: str | float) -> Element:
    """Make an element; `class_` is written as class, other lines below become dashes: `text_anchor`."""
    named = tuple((name.rstrip("_").replace("_", "-"), number(value)) for name, value in attributes.items())
    return Element(tag, named, tuple(_flat(content)))


def number(value: str | float) -> str:
    """Write a number with at most one decimal, since no printer draws finer; a text stays as it is."""
    return value if isinstance(value, str) else f"{round(value, 1):g}"


def _flat(content: Iterable[Content]) -> Iterator[Node]:
    for part in content:
        if isinstance(part, str | Element):
            yield part
        elif isinstance(part, int):
            yield str(part)
        else:
            yield from _flat(part)


def written(node: Node) -> str:
    """Write an element and all that is in it."""
    return "".join(_written(node))


def _written(node: Node) -> Iterator[str]:
    if isinstance(node, str):
        yield escaped(node)
        return
    yield f"<{node.tag}"
    for name, value in node.attributes:
        yield f' {name}="{escaped(value)}"'
    yield ">"
    if node.tag in EMPTY:
        return
    for child in node.children:
        if node.tag == STYLE:
            assert isinstance(child, str)
            assert "<" not in child
            yield child
        else:
            yield from _written(child)
    yield f"</{node.tag}>"


def escaped(text: str) -> str:
    """Return a text as it is written between tags or in an attribute, without characters that are not printed."""
    return plain(text).translate(_ESCAPES)
