"""Levels as they are typed behind `--bots`, and as a table takes them."""

import pytest
from support.cli.commands import invoke

from opera_games.catalog import GAMES, about
from opera_lab.self_play import MOST_ITERATIONS, USUAL_ITERATIONS, chosen_levels
from opera_protocol.local.command_errors import CommandError
from opera_rules.refusals import Refused
from opera_server.tables.seating import check_level


def test_a_level_that_searches_always_has_a_number_of_iterations() -> None:
    """Where no clock runs it would otherwise never stop, and no game would repeat."""
    assert chosen_levels("opera", "virtuoso,virtuoso:7,chorus") == (
        f"virtuoso:{USUAL_ITERATIONS}",
        "virtuoso:7",
        "chorus",
    )
    assert chosen_levels("opera", f"virtuoso:{MOST_ITERATIONS}") == (f"virtuoso:{MOST_ITERATIONS}",)


@pytest.mark.parametrize(
    "level",
    [
        "virtuoso:",
        "virtuoso:0",
        "virtuoso:-1",
        "virtuoso:1.5",
        "virtuoso:07",
        "virtuoso:٣",
        f"virtuoso:{MOST_ITERATIONS + 1}",
        "virtuoso:" + "9" * 5000,
    ],
)
def test_other_numbers_are_refused(level: str) -> None:
    with pytest.raises(CommandError, match=f"from 1 to {MOST_ITERATIONS}"):
        chosen_levels("opera", level)


def test_only_levels_that_search_take_a_number() -> None:
    with pytest.raises(CommandError, match="“chorus” takes no number"):
        chosen_levels("opera", "chorus:5")


def test_a_soloist_takes_a_temperament_where_the_game_has_it() -> None:
    assert chosen_levels("opera", "soloist:builder") == ("soloist:builder",)
    with pytest.raises(CommandError, match="“soloist” takes no number"):
        chosen_levels("turandot", "soloist:builder")


def test_unknown_levels_are_refused_with_those_there_are() -> None:
    with pytest.raises(CommandError, match="random, chorus, soloist, virtuoso, diva"):
        chosen_levels("opera", "tenor")


def test_a_table_takes_levels_without_a_number() -> None:
    """There a clock runs."""
    check_level("virtuoso")
    with pytest.raises(Refused, match="unknown_level"):
        check_level("virtuoso:7")


@pytest.mark.parametrize("command", ["simulate", "arena"])
def test_every_option_of_a_game_is_a_flag(command: str) -> None:
    """No command lists them: a game's own list does."""
    shown = invoke(command, "--help").output
    for game in GAMES:
        for option in about(game).options:
            assert f"--{option.name.replace('_', '-')} " in shown
            assert f" {about(game).title}, " in shown
