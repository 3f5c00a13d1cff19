"""The levels of bots: their names, how they play and how well.

This is loaded before anything heavy, since the server for solo games starts first.
"""

from typing import Final, NamedTuple

from opera_tui.look.i18n import NP_, _

LEVELS: Final = ("random", "chorus", "soloist", "virtuoso", "diva")
"""Bots from the weakest to the strongest, as every server of ours has them."""


class LevelWords(NamedTuple):
    """A level's name, how it plays, and how well: the last alone where there is little room."""

    name: str
    way: str
    strength: str


LEVEL_WORDS: Final = {
    "random": LevelWords(
        NP_("level of a bot, 8 cells", "random"), NP_("16 cells", "any legal move"), NP_("15 cells", "the weakest")
    ),
    "chorus": LevelWords(
        NP_("level of a bot, 8 cells", "chorus"), NP_("16 cells", "rules of thumb"), NP_("15 cells", "for first games")
    ),
    "soloist": LevelWords(
        NP_("level of a bot, 8 cells", "soloist"),
        NP_("16 cells", "weighs each move"),
        NP_("15 cells", "strong (usual)"),
    ),
    "virtuoso": LevelWords(
        NP_("level of a bot, 8 cells", "virtuoso"), NP_("16 cells", "quick and sharp"), NP_("15 cells", "very strong")
    ),
    "diva": LevelWords(
        NP_("level of a bot, 8 cells", "diva"), NP_("16 cells", "takes her time"), NP_("15 cells", "the strongest")
    ),
}
"""What is read of a level; files, the wire and the command line have its English word in every language."""
TEMPERAMENT_WORDS: Final = {
    "builder": NP_("11 cells", "a builder"),
    "collector": NP_("11 cells", "a collector"),
    "schemer": NP_("11 cells", "a schemer"),
}
"""What a bot likes to do, in the lobby."""


def level_name(level: str) -> str:
    """Return a level's name in the reader's language; one that only a newer server has, as it came."""
    if level in LEVEL_WORDS:
        return _(LEVEL_WORDS[level].name)
    from opera_protocol.texts.format import plain  # noqa: PLC0415 - no server of ours has such levels

    return plain(level)
