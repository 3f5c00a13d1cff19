"""The roles of Opera in words, all but the Impresario: building, selling, and sending the three pawns."""

from collections.abc import Callable, Sequence

from opera_games.api import Action, code_of
from opera_games.opera.actions import Architetto, Critico, Esperto, Maestro, Signora
from opera_games.opera.choices import CriticoVisit, EspertoVisit, FameMove, MaestroVisit, OfferedPart, Sale, SaleSource
from opera_games.opera.texts import WORDS
from opera_games.opera.words import MOST_THINGS, City, Composer, Part
from opera_tui.games.opera.boxes.critico import STEPS, steps_text
from opera_tui.games.opera.boxes.role import INTERMEZZO, RolePlay
from opera_tui.games.opera.labels import name, part_name, signed, signed_change
from opera_tui.games.opera.view import OperaView
from opera_tui.games.speech import Option, Outcome, Step, Unclear, Words, both, listed, phrases, with_verbs
from opera_tui.look.i18n import N_, NP_, _, mark, ngettext

MAIN_FIRST = "main_first"


def passing(play: RolePlay) -> list[Option]:
    """Return not joining in, where the role is another player's."""
    if play.is_hired:
        return []
    said = phrases(N_("intermezzo"), N_("pass"))
    return [Option(said, INTERMEZZO, _("intermezzo: do nothing and pay nothing"))]


def building(view: OperaView, play: RolePlay) -> Step:
    """Ask for one or two parts, named one after the other."""
    offered: Sequence[OfferedPart] = play.box.rows
    options: list[Option] = []

    def built(part: Part) -> Callable[[Words], Outcome]:
        return lambda words: _built(view, play, part, words, options, parts)

    for one in offered:
        is_late = _is_late(one, offered)
        why = view.why(one.refusal) if one.refusal and not is_late else ""
        options.append(
            Option(_part_phrases(view, one.part), built(one.part), "" if is_late else _part(view, one), refusal=why)
        )
    parts = {option.phrases: one.part for option, one in zip(options, offered, strict=True)}
    nothing = Option(phrases(N_("build nothing"), N_("nothing")), play.action(Architetto(())), _("build nothing"))
    question = play.question(view, N_("Architetto: which parts do you build, one or two?"))
    also = _two_at_once(view, play, [one for one in offered if not one.refusal])
    options += [*([nothing] if play.is_hired else []), *passing(play)]
    return with_verbs(Step(question, options, also=also), phrases(N_("build")))


def _is_late(part: OfferedPart, offered: Sequence[OfferedPart]) -> bool:
    """Say whether a part can be built after the main part, which is to be had."""
    if part.refusal is None or code_of(part.refusal) != MAIN_FIRST:
        return False
    city = part.part.partition(".")[0]
    return any(one.part == f"{city}.main" and one.refusal is None for one in offered)


def _two_at_once(view: OperaView, play: RolePlay, parts: Sequence[OfferedPart]) -> str:
    """Say how two parts are named, where the first two can be had together."""
    first = parts[:MOST_THINGS]
    is_paid = view.own is not None and sum(part.ducats for part in first) <= view.own.ducats
    if len(first) < MOST_THINGS or not is_paid or play.level_after(MOST_THINGS) is None:
        return ""
    example = ", ".join(part_name(view, part.part) for part in first)
    return _("Two parts go in one line: 1 2, or in words: {parts}").format(parts=example)


def _built(
    view: OperaView,
    play: RolePlay,
    first: Part,
    words: Words,
    options: Sequence[Option],
    parts: dict[tuple[str, ...], Part],
) -> Action:
    """Read a second part, if one is named; it has the same number as alone."""
    build = [first]
    while words.left and len(build) < MOST_THINGS:
        further = parts.get(words.take(options).phrases)
        if further is None:
            raise Unclear(_("That is no part, so it cannot be chosen together with one."))
        if further in build:
            raise Unclear(
                _("{part} is named twice; each part comes once in a house.").format(part=part_name(view, further))
            )
        build.append(further)
    return play.action(Architetto(tuple(build)))


def _part_phrases(view: OperaView, part: Part) -> tuple[str, ...]:
    city, _dot, wing = part.partition(".")
    templates = {
        "main": (N_("{city} main"), N_("{city} main part")),
        "wing_a": (N_("{city} wing a"), N_("{city} a")),
        "wing_b": (N_("{city} wing b"), N_("{city} b")),
        "wing_c": (N_("{city} wing c"), N_("{city} c")),
    }
    return phrases(*templates[wing], city=name(view, city))


def _part(view: OperaView, offered: OfferedPart) -> str:
    halls = ngettext("{n} hall", "{n} halls", offered.halls).format(n=offered.halls)
    text = _("{part}: {ducats} ducats, {points:+d} points, {halls}, {left} left")
    part = part_name(view, offered.part)
    return text.format(part=part, ducats=offered.ducats, points=offered.points, halls=halls, left=offered.left)


def selling(view: OperaView, play: RolePlay) -> Step:
    """Ask for a piece and where it comes from, then for ducats or points."""
    sales: Sequence[Sale] = play.box.rows
    options = [option for sale in sales for option in _sale(view, play, sale)]
    question = play.question(view, N_("Signora: which piece goes to the Palazzo?"))
    return with_verbs(Step(question, [*options, *passing(play)]), phrases(N_("sell")))


def _sale(view: OperaView, play: RolePlay, sale: Sale) -> list[Option]:
    piece = name(view, sale.piece)
    if sale.refusal:
        return [Option(phrases(N_("{piece}"), piece=piece), _nothing(play, sale), refusal=view.why(sale.refusal))]
    return [_sold(view, play, sale, source, is_only=len(sale.sources) == 1) for source in sale.sources]


def _nothing(play: RolePlay, sale: Sale) -> Action:
    return play.action(Signora(sale.piece, "stock", "ducats"))


def _sold(view: OperaView, play: RolePlay, sale: Sale, source: SaleSource, *, is_only: bool) -> Option:
    piece = name(view, sale.piece)
    where = _("stock") if source.source == "stock" else name(view, source.source)
    forms = [N_("{piece} from {where}"), *([N_("{piece}")] if is_only else [])]
    said = phrases(*forms, piece=both(WORDS[sale.piece]), where=where)
    if source.source == "stock":
        said = (*said, *phrases(N_("{piece} from stock"), piece=piece))
    brings = ngettext(
        "{piece} from {where}: {ducats} ducats or {points} point, income {income}, counting {counting}",
        "{piece} from {where}: {ducats} ducats or {points} points, income {income}, counting {counting}",
        sale.points,
    )
    text = brings.format(
        piece=piece,
        where=where,
        ducats=sale.ducats,
        points=sale.points,
        income=view.glyphs.change(*source.income),
        counting=signed_change(view.glyphs, source.counting),
    )
    ducats = Option(
        phrases(N_("for ducats")),
        play.action(Signora(sale.piece, source.source, "ducats")),
        ngettext("for {n} ducat", "for {n} ducats", sale.ducats).format(n=sale.ducats),
    )
    points = Option(
        phrases(N_("for points")),
        play.action(Signora(sale.piece, source.source, "points")),
        ngettext("for {n} point", "for {n} points", sale.points).format(n=sale.points),
    )
    return Option(said, Step(_("{piece}: for ducats or for points?").format(piece=piece), [ducats, points]), text)


def maestro(view: OperaView, play: RolePlay) -> Step:
    """Ask for the city whose income is doubled."""
    visits: Sequence[MaestroVisit] = play.box.rows

    def brings(visit: MaestroVisit) -> str:
        incomes = (visit.income or {}).items()
        changes = [_change_of(view, int(seat), change) for seat, change in incomes if change[0] != change[1]]
        return _("income {incomes}").format(incomes=listed(changes)) if changes else _("no income changes")

    return _visits(
        view, _("Maestro: which city's income is doubled?"), visits, brings, lambda city: play.action(Maestro(city))
    )


def _change_of(view: OperaView, seat: int, change: tuple[int, int]) -> str:
    return f"{view.name(seat)} {view.glyphs.change(*change)}"


def esperto(view: OperaView, play: RolePlay) -> Step:
    """Ask for the city where pieces are scored."""
    visits: Sequence[EspertoVisit] = play.box.rows

    def brings(visit: EspertoVisit) -> str:
        if not visit.gives:
            return _("none of your pieces")
        pieces = listed([name(view, piece) for piece in visit.pieces or ()])
        lost = name(view, visit.gives)
        number = visit.points or 0
        text = ngettext(
            "{points:+d} point for {pieces}, you discard {piece}",
            "{points:+d} points for {pieces}, you discard {piece}",
            number,
        )
        if isinstance(visit.receiver, int):
            text = ngettext(
                "{points:+d} point for {pieces}, {piece} goes to {who}",
                "{points:+d} points for {pieces}, {piece} goes to {who}",
                number,
            )
        who = view.name(visit.receiver) if isinstance(visit.receiver, int) else ""
        scored = text.format(points=number, pieces=pieces, piece=lost, who=who)
        others = [f"{view.name(int(seat))} {points:+d}" for seat, points in (visit.others or {}).items() if points]
        return scored + (_("; others may score {others}").format(others=listed(others)) if others else "")

    return _visits(
        view, _("Esperto: in which city do you score?"), visits, brings, lambda city: play.action(Esperto(city))
    )


def _visits(
    view: OperaView,
    question: str,
    visits: Sequence[MaestroVisit] | Sequence[EspertoVisit] | Sequence[CriticoVisit],
    brings: Callable[..., str],
    then: Callable[[City], Outcome],
) -> Step:
    options = []
    for visit in visits:
        city = name(view, visit.city)
        why = view.why(visit.refusal) if visit.refusal else ""
        says = "" if why else f"{city}{mark(':')}{brings(visit)}"
        options.append(Option(phrases(N_("{city}"), city=city), then(visit.city), says, refusal=why))
    return Step(question, options)


def critico(view: OperaView, play: RolePlay) -> Step:
    """Ask for the city, then for the composer who moves, then by how many steps."""
    visits: Sequence[CriticoVisit] = play.box.rows
    staged = {visit.city: visit.composers or () for visit in visits}

    def brings(visit: CriticoVisit) -> str:
        return listed([name(view, one) for one in visit.composers or ()], _("no composer is staged"))

    def then(city: City) -> Outcome:
        nobody = Option(
            phrases(N_("nobody"), NP_("composer", "none")), play.action(Critico(city, None, 0)), _("nobody moves")
        )
        composers = [Option(both(WORDS[one]), _moves(view, play, city, one), name(view, one)) for one in staged[city]]
        question = _("Critico in {city}: which composer moves?").format(city=name(view, city))
        return Step(question, [*composers, nobody])

    return _visits(view, _("Critico: to which city?"), visits, brings, then)


def _moves(view: OperaView, play: RolePlay, city: City, composer: Composer) -> Step:
    moves: dict[str, FameMove] = play.box.moves[composer]
    options = []
    for steps in reversed(STEPS):
        move = moves[str(steps)]
        template = N_("up {steps}") if steps > 0 else N_("down {steps}")
        said = (*phrases(template, steps=abs(steps)), f"{steps:+d}")
        countings = [
            f"{view.name(int(seat))} {signed(change[0])} {view.glyphs.arrow} {signed(change[1])}"
            for seat, change in (move.counting or {}).items()
            if change[0] != change[1]
        ]
        brings = (
            _("counting {countings}").format(countings=listed(countings)) if countings else _("no counting changes")
        )
        action = play.action(Critico(city, composer, steps))
        why = view.why(move.refusal) if move.refusal else ""
        options.append(Option(said, action, f"{steps_text(steps)}{mark(':')}{brings}", refusal=why))
    return Step(_("{composer}: up or down, by how much?").format(composer=name(view, composer)), options)
