"""The cards of a table as lines: parts, singers and directors."""

from opera_games.turandot.documents import SingerRow
from opera_games.turandot.texts import WORDS
from opera_games.turandot.words import CATEGORIES, DIRECTORS, PARTS, Director
from opera_protocol.texts.format import plain
from opera_tui.games.turandot.help.table import RulesTable
from opera_tui.look.i18n import N_, _

NAME_CELLS = 24
EFFECTS: dict[Director, str] = {
    "gothic": N_("each dark singer +1, each comic one -1"),
    "farce": N_("each comic singer +1, each dark one -1"),
    "avant_garde": N_("each alternative singer +1, each classic one -1"),
    "traditional": N_("each classic singer +1, each alternative one -1"),
    "purist": N_("each singer in the preferred part +1"),
    "decorator": N_("each scenery card +1"),
    "eclectic": N_("+3 if all six categories sing"),
    "androgynous": N_("each singer of sex x +1"),
    "plain": N_("nothing"),
}


def part_line(table: RulesTable) -> str:
    """Return the six parts with the sex that each calls for."""
    return ", ".join(f"{_(WORDS[part])} {table.parts[part]}" for part in PARTS)


def singer_lines(table: RulesTable) -> tuple[str, ...]:
    """Draw a line for each singer by categories: stars, sex, and the preferred part."""
    lines: list[str] = []
    for category in CATEGORIES:
        lines.append(_(WORDS[category]))
        lines += [_singer(singer) for singer in table.singers if singer.category == category]
    return tuple(lines)


def _singer(singer: SingerRow) -> str:
    prefers = _("prefers {part}").format(part=_(WORDS[singer.prefers])) if singer.prefers else ""
    return f"  {plain(singer.name):<{NAME_CELLS}} {singer.stars} {singer.sex}  {prefers}".rstrip()


def director_lines() -> tuple[str, ...]:
    cells = max(len(_(WORDS[director])) for director in DIRECTORS) + 2
    return tuple(f"  {_(WORDS[director]):<{cells}}{_(EFFECTS[director])}" for director in DIRECTORS)
