"""Why an action of Opera is proposed: facts of the position that a player can check, the weightiest first.

A fact belongs to a theme. How much a theme weighs is how much more its features of the evaluation promise after this
action than after the next best one, by the evaluation of the level that proposes it. Only what the seat may know is
looked at.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple

from opera_bots.api import Reason
from opera_bots.opera.evaluation import FEATURES, features, stage_name
from opera_bots.weights import stage_weights
from opera_games.opera.actions import (
    ROLE_OF,
    Appraise,
    Architetto,
    Bid,
    Critico,
    Esperto,
    Hire,
    Impresario,
    Join,
    Maestro,
    Play,
    Signora,
)
from opera_games.opera.choices import BidChoices, PreviewWithFigures
from opera_games.opera.words import (
    CHARACTERS,
    COUNTING_ROUNDS,
    FEES,
    INCOME,
    PALAZZO_PLACES,
    TOP_LEVEL,
    City,
    Part,
    Piece,
)
from opera_rules.api import Action, Seat
from opera_rules.opera import choices, preview
from opera_rules.opera.search import Game, appraisable_pieces, appraisal_points, best_piece, end_round, state_after

MOST = 2
"""More reasons than this are no help."""
THEMES: Mapping[str, tuple[str, ...]] = {
    "points": ("points",),
    "money": ("ducats", "ducats_by_rounds", "ducats_over_15"),
    "level": ("level",),
    "income": ("income_by_rounds", "doubled_income", "room_by_rounds"),
    "counting": ("great_halls", "best_great_halls", "empty_halls", "houses_by_countings"),
    "building": ("halls_to_build", "houses_to_build_by_countings", "room_by_rounds", "houses_by_countings"),
    "staging": ("staged_fame", "best_city", "stock_to_stage_by_rounds", "stock_fame"),
}
"""The features that speak for a fact of this theme."""
DIVA_THEMES: Mapping[str, tuple[str, ...]] = {
    "points": ("points", "poorest"),
    "money": ("ducats", "ducats_over_10", "ducats_over_20", "means", "ducats_by_halls"),
    "level": ("level", "means", "is_first"),
    "income": ("income", "income_over_10", "doubled", "room"),
    "counting": ("best_great", "century", "century_later", "empty", "empty_over_2", "houses"),
    "building": ("halls_to_build", "houses_to_build", "last_mains", "last_mains_by_level", "room", "houses"),
    "staging": ("staged_fame", "best_city", "stock", "stock_with_room", "stock_fame"),
}
"""The same for the figures that the diva looks at."""
Promises = Mapping[str, float]
"""What each feature promises."""


class Fact(NamedTuple):
    """A reason and its theme; what will not be there any more speaks first, if its theme speaks for it at all."""

    theme: str
    reason: Reason
    is_scarce: bool = False


Facts = Iterator[Fact]


def reasons(game: Game, seat: Seat, action: Action, other: Action | None) -> tuple[Reason, ...]:
    """Choose the facts that speak most for an action, compared with the next best one."""
    mine, theirs = promised(game, seat, action), promised(game, seat, other) if other else {}
    return weightiest(game, seat, action, theme_weights(THEMES, mine, theirs))


def weightiest(game: Game, seat: Seat, action: Action, weight: Mapping[str, float]) -> tuple[Reason, ...]:
    """Choose the facts whose themes weigh most."""
    figures = preview(game, seat, action)
    assert isinstance(figures, PreviewWithFigures)
    found = [fact for fact in facts(game, seat, action, figures) if is_of_use(game, fact)]
    best = sorted(found, key=lambda fact: (not (fact.is_scarce and weight[fact.theme] > 0), -weight[fact.theme]))
    return tuple(fact.reason for fact in best[:MOST])


def is_of_use(game: Game, fact: Fact) -> bool:
    """Say whether a fact still matters: the income of the last round buys nothing any more."""
    return fact.theme != "income" or game.round < game.rounds


def theme_weights(themes: Mapping[str, tuple[str, ...]], mine: Promises, theirs: Promises) -> dict[str, float]:
    """Sum up by theme how much more is promised after an action than after another."""
    return {
        theme: sum(mine.get(name, 0.0) - theirs.get(name, 0.0) for name in names) for theme, names in themes.items()
    }


def promised(game: Game, seat: Seat, action: Action) -> dict[str, float]:
    """Return what each feature promises once the round has ended with this action; after the game only points."""
    after = state_after(game, seat, action)
    end_round(after)
    if after.phase == "done":
        return {"points": float(after.players[seat].points)}
    weights = stage_weights("opera")[stage_name(after.episode)].by_feature
    found = features(after, seat)
    return {name: weight * figure for name, weight, figure in zip(FEATURES, weights, found, strict=True)}


def facts(game: Game, seat: Seat, action: Action, figures: PreviewWithFigures) -> Facts:
    """List what can be said for an action."""
    if isinstance(action, Bid):
        yield from _bid_facts(game, seat, action, figures)
    elif isinstance(action, Hire | Join):
        yield from PLAYS[type(action.play)](game, seat, action.play, figures)
        if isinstance(action, Hire):
            yield from _before_others(game, seat, action.play)
        yield from _figures(game, seat, figures)
    elif isinstance(action, Appraise) and action.accept:
        yield from _appraised(game, seat)
    else:
        yield from _nothing_done(game, seat, action)


def _bid_facts(game: Game, seat: Seat, bid: Bid, figures: PreviewWithFigures) -> Facts:
    """Say which roles the level pays for, as the row of the bid says it, who acts first, and what is left to spend."""
    asked = choices(game, seat)
    assert isinstance(asked, BidChoices)
    roles = asked.rows[bid.amount].roles
    if roles:
        yield Fact("level", Reason("bid_pays_for", {"level": figures.level[1], "roles": list(roles)}))
    if figures.level[1] == TOP_LEVEL:
        code = "acts_first" if game.order[0] == seat else "acts_early"
        yield Fact("level", Reason(code, {"level": TOP_LEVEL}))
    if figures.ducats[1]:
        yield Fact("level", Reason("keeps_ducats", {"ducats": figures.ducats[1]}))


def _nothing_done(game: Game, seat: Seat, action: Action) -> Facts:
    """Say what closing, an intermezzo, or keeping pieces from the Esperto saves."""
    if isinstance(action, Appraise):
        city = game.pawns["esperto"]
        assert city is not None
        yield Fact("staging", Reason("keeps_piece", {"piece": best_piece(game, appraisable_pieces(game, seat, city))}))
    if game.round < game.rounds and game.level(seat):
        yield Fact("level", _keeps_level(game, seat))
    ducats = game.players[seat].ducats
    if not isinstance(action, Appraise) and ducats and game.round < game.rounds:
        yield Fact("money", Reason("keeps_ducats", {"ducats": ducats}))


def _keeps_level(game: Game, seat: Seat) -> Reason:
    """Say what the level is kept for: the cities that open, or just the next round."""
    opening = game.episode + 1 if game.round in game.countings else None
    cities = [city for city, episode in game.edition.episodes.items() if episode == opening]
    kept = {"level": game.level(seat)}
    return Reason("keeps_for_cities", {**kept, "cities": cities}) if cities else Reason("keeps_level", kept)


def _figures(game: Game, seat: Seat, figures: PreviewWithFigures) -> Facts:
    """Say what changes for the seat's houses."""
    before, after = figures.income[str(seat)]
    if after > before:
        yield Fact("income", Reason("raises_income", {"ducats": after - before}))
    before, after = figures.counting[str(seat)]
    if after > before:
        counting = {"points": after - before, "round": next_counting(game)}
        yield Fact("counting", Reason("raises_counting", counting))
    before, after = figures.empty_halls
    if after < before:
        yield Fact("counting", Reason("fills_halls", {"halls": before - after}))


def next_counting(game: Game) -> int:
    """Return the round after which pieces are counted next."""
    return min(last for last in COUNTING_ROUNDS[game.rounds] if last >= game.round)


def _before_others(game: Game, seat: Seat, play: Play) -> Facts:
    """Name who could hire the same character in this round: each of them comes once."""
    role = ROLE_OF[type(play)]
    if role not in CHARACTERS:
        return
    rivals = [
        other
        for other, player in enumerate(game.players)
        if other != seat and not player.closed and game.level(other) >= FEES[role]
    ]
    if rivals:
        yield Fact("level", Reason("before_others", {"role": role, "seats": rivals}))


def _impresario(game: Game, seat: Seat, play: Impresario, figures: PreviewWithFigures) -> Facts:
    for composer in dict.fromkeys(play.buy):
        if game.offer[composer] == play.buy.count(composer):
            yield Fact("staging", Reason("last_offered", {"composer": composer}), is_scarce=True)
    honoured = game.century[game.episode - 1]
    if play.layout is not None:
        before = sum(house.halls[0] == honoured for house in game.players[seat].houses.values())
        after = sum(halls[0] == honoured for halls in play.layout.values())
        if after > before:
            bonus = {"composer": honoured, "points": game.episode}
            yield Fact("counting", Reason("honours_century", bonus))
        maestro = game.pawns["maestro"]
        if maestro is not None and maestro in play.layout:
            yield from _more_at_maestro(game, seat, maestro, play.layout[maestro])


def _more_at_maestro(game: Game, seat: Seat, city: City, halls: Sequence[Piece | None]) -> Facts:
    brings = _income(halls) - _income(game.players[seat].houses[city].halls)
    if brings > 0:
        yield Fact("income", Reason("maestro_doubles", {"city": city, "ducats": brings}))


def _income(halls: Sequence[Piece | None]) -> int:
    """Return what a house with these halls brings in a round, undoubled."""
    return INCOME[len(halls) - halls.count(None)]


def _architetto(game: Game, seat: Seat, play: Architetto, figures: PreviewWithFigures) -> Facts:
    for part in play.build:
        rivals = could_build(game, seat, part)
        if game.parts[part] == 1 and rivals:
            yield Fact("building", Reason("last_copy", {"part": part, "seats": rivals}), is_scarce=True)
    maestro = game.pawns["maestro"]
    if any(part.partition(".")[0] == maestro for part in play.build):
        yield Fact("income", Reason("maestro_stands_there", {"city": maestro}))
    points = figures.points[1] - figures.points[0]
    if points:
        yield Fact("points", Reason("points_at_once", {"points": points}))
    room = min(figures.empty_halls[1] - figures.empty_halls[0], len(game.players[seat].stock))
    if room > 0:
        yield Fact("building", Reason("halls_for_stock", {"halls": room}))


def could_build(game: Game, seat: Seat, part: Part) -> list[Seat]:
    """Name the others whose houses allow this part, whatever it costs."""
    plan = game.edition.plans[part]
    rivals: list[Seat] = []
    for other, player in enumerate(game.players):
        house = player.houses.get(plan.city)
        has_it = house is not None and part in house.parts
        may = plan.wing == "main" or house is not None or game.parts[f"{plan.city}.main"] > 0
        if other != seat and not has_it and may:
            rivals.append(other)
    return rivals


def _signora(game: Game, seat: Seat, play: Signora, figures: PreviewWithFigures) -> Facts:
    places = PALAZZO_PLACES[len(game.players)] - len(game.palazzo)
    theme = "money" if play.reward == "ducats" else "points"
    if places == 1:
        yield Fact(theme, Reason("last_place", {}), is_scarce=True)
    if play.piece == game.ladder[-1]:
        yield Fact(theme, Reason("highest_price", {"piece": play.piece}))
    if play.source == "stock":
        yield Fact("staging", Reason("sells_from_stock", {"piece": play.piece}))
    points, ducats = figures.points[1] - figures.points[0], figures.ducats[1] - figures.ducats[0]
    if points:
        yield Fact("points", Reason("points_at_once", {"points": points}))
    if ducats:
        yield Fact("money", Reason("ducats_at_once", {"ducats": ducats}))


def _maestro(game: Game, seat: Seat, play: Maestro, figures: PreviewWithFigures) -> Facts:
    def brings(other: Seat) -> int:
        house = game.players[other].houses.get(play.city)
        return _income(house.halls) if house else 0

    others = max(brings(other) for other in range(len(game.players)) if other != seat)
    yield Fact("income", Reason("maestro_brings", {"city": play.city, "ducats": brings(seat), "most": others}))


def _critico(game: Game, seat: Seat, play: Critico, figures: PreviewWithFigures) -> Facts:
    losses = {
        other: before - after
        for other in range(len(game.players))
        for before, after in [figures.counting[str(other)]]
        if other != seat
    }
    worst = max(losses, key=lambda other: losses[other])
    if losses[worst] > 0:
        yield Fact("counting", Reason("costs_rival", {"seat": worst, "points": losses[worst]}))


def _esperto(game: Game, seat: Seat, play: Esperto, figures: PreviewWithFigures) -> Facts:
    points = figures.points[1] - figures.points[0]
    if points:
        yield Fact("points", Reason("points_at_once", {"points": points}))
    others = {
        other: appraisal_points(game, pieces)
        for other in range(len(game.players))
        if other != seat and (pieces := appraisable_pieces(game, other, play.city))
    }
    if others:
        best = max(others, key=lambda other: others[other])
        yield Fact("points", Reason("others_score", {"seat": best, "points": others[best]}))
    else:
        yield Fact("points", Reason("nobody_else_scores", {"city": play.city}))


def _appraised(game: Game, seat: Seat) -> Facts:
    city = game.pawns["esperto"]
    assert city is not None
    pieces = appraisable_pieces(game, seat, city)
    yield Fact("points", Reason("points_at_once", {"points": appraisal_points(game, pieces)}))
    yield Fact("staging", Reason("costs_piece", {"piece": best_piece(game, pieces)}))


PLAYS: Mapping[type, Callable[..., Facts]] = {
    Impresario: _impresario,
    Architetto: _architetto,
    Signora: _signora,
    Maestro: _maestro,
    Critico: _critico,
    Esperto: _esperto,
}
