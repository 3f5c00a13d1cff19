"""What a browser gets: the page with the terminal, the rules, colours, and files; in its user's language."""

import gzip
import json
import mimetypes
from collections.abc import Mapping
from functools import lru_cache
from hashlib import sha256
from html import escape
from importlib.resources import files
from string import Template
from typing import Final, NamedTuple

from opera_games.catalog import GAMES, about
from opera_protocol.texts.i18n import N_
from opera_tui.games.face import Section
from opera_tui.help.pages import usual_rules
from opera_tui.look.i18n import _, choose_language
from opera_tui.look.key_names import key_name
from opera_tui.look.palette import GALA, MATINEE, Colours

PAGE: Final = files("opera_doors.web") / "page"
FILES: Final = (
    "page.css",
    "page.js",
    "icon.svg",
    *(f"xterm/{name}" for name in ("xterm.js", "xterm.css", "addon-fit.js", "addon-unicode11.js", "LICENSE")),
    "xterm/LICENSE-addons",
)
COLOURS: Final = ("night", "text", "quiet", "gold", "line", "bar", "cursor")
"""The roles of the palette that the pages use."""
TEXTS: Final = {
    "connecting": N_("Opening the door"),
    "lost": N_("The line is broken; your seat is kept. This page tries again by itself."),
    "refused": N_("The server does not let this page in: allow its cookies in your browser, and load the page again."),
    "again": N_("Play on"),
}
"""What the page says by itself."""

KEYS: Final = ("esc", "tab", "left", "up", "down", "right", "?", "enter")
"""The keys of touch screens, whose keyboards lack most of them."""
SIGNS: Final = {
    "left": ("←", N_("arrow left")),
    "up": ("↑", N_("arrow up")),
    "down": ("↓", N_("arrow down")),
    "right": ("→", N_("arrow right")),
    "?": ("?", N_("help")),
}
"""Those that bear a sign, and what it is called."""


class WebFile(NamedTuple):
    """A file as it is sent."""

    content: bytes
    kind: str
    packed: bytes = b""
    """The same, compressed."""

    @property
    def tag(self) -> str:
        return f'"{sha256(self.content).hexdigest()[:16]}"'


def web_files() -> dict[str, WebFile]:
    """Load all files that are the same for everybody, by their paths."""
    found = {f"/{name}": _file(PAGE.joinpath(name).read_bytes(), _kind(name)) for name in FILES}
    return {**found, "/colours.css": _file(colours().encode(), "text/css; charset=utf-8")}


def _file(content: bytes, kind: str) -> WebFile:
    return WebFile(content, kind, gzip.compress(content, mtime=0))


def _kind(name: str) -> str:
    kind = mimetypes.guess_type(name)[0] or "text/plain"
    return kind if kind.startswith("image/") else f"{kind}; charset=utf-8"


def colours() -> str:
    """Return the palette of both themes as a stylesheet; dark is the usual one."""

    def root(theme: Colours) -> str:
        return ":root {" + " ".join(f"--{role}: {theme[role]};" for role in COLOURS) + "}"

    return f"{root(GALA)}\n@media (prefers-color-scheme: light) {{ {root(MATINEE)} }}\n"


def play_page(server: str, language: str, nonce: str) -> str:
    """Return the page with the terminal."""
    choose_language(language)
    texts = {name: _(text) for name, text in TEXTS.items()}
    return _template("play.html").substitute(
        _escaped(
            language=language,
            server=server,
            nonce=nonce,
            texts=json.dumps(texts),
            rules=_("Rules"),
            needs_script=_("To play, this page needs JavaScript. The rules can be read without it."),
            keys=_("Keys"),
        ),
        buttons="".join(map(_button, KEYS)),
    )


def _button(key: str) -> str:
    """Return the button of a key."""
    sign, name = SIGNS.get(key, (key_name(key).capitalize(), key_name(key)))
    return f'<button type="button" value="{key}" aria-label="{escape(_(name))}">{escape(sign)}</button>'


@lru_cache(maxsize=64)
def rules_page(game: str, language: str) -> str:
    """Return the rules of a game as a page for everybody who can read."""
    choose_language(language)
    sections = usual_rules(game).sections()
    links = [f'<a href="/rules/{name}">{escape(about(name).title)}</a>' for name in GAMES]
    contents = [f'<li><a href="#s{place}">{escape(one.title)}</a></li>' for place, one in enumerate(sections)]
    return _template("rules.html").substitute(
        _escaped(language=language, title=_("Rules of {game}").format(game=about(game).title), play=_("Play")),
        links="".join(links),
        contents="".join(contents),
        sections="".join(_section(place, one) for place, one in enumerate(sections)),
    )


def _section(place: int, section: Section) -> str:
    blocks = [
        f"<p>{escape(block)}</p>" if isinstance(block, str) else f"<pre>{escape(chr(10).join(block))}</pre>"
        for block in section.blocks
    ]
    return f'<section id="s{place}"><h2>{escape(section.title)}</h2>{"".join(blocks)}</section>'


@lru_cache(maxsize=8)
def _template(name: str) -> Template:
    return Template(PAGE.joinpath(name).read_text("utf-8"))


def _escaped(**texts: str) -> Mapping[str, str]:
    return {name: escape(text) for name, text in texts.items()}
