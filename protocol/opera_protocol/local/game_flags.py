"""The options of games as flags of a command."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from opera_games.catalog import GAMES, Option, about

Command = Callable[..., None]


def with_game_options(say: Callable[[str], str] = str) -> Callable[[Command], Command]:
    """Return a decorator that adds a flag for each option of any game, described by texts that `say` may translate.

    The command gets the options that were given, and the game checks them.
    """
    flags = {option.name: _flag(game, option, say) for game in GAMES for option in about(game).options}

    def add_flags(command: Command) -> Command:
        @wraps(command)
        def run(**arguments: Any) -> None:
            given = {name: arguments.pop(name) for name in flags}
            command({name: value for name, value in given.items() if value is not None}, **arguments)

        signature = inspect.signature(command)
        own = list(signature.parameters.values())[1:]
        run.__signature__ = signature.replace(parameters=[*own, *flags.values()])  # type: ignore[attr-defined]
        run.__annotations__ = {each.name: each.annotation for each in (*own, *flags.values())}
        return run

    return add_flags


def _flag(game: str, option: Option, say: Callable[[str], str]) -> inspect.Parameter:
    """Make a command parameter from a game's option: a flag, or a number from a list."""
    title, spelt = about(game).title, f"--{option.name.replace('_', '-')}"
    if isinstance(option.values[0][0], bool):
        annotation: Any = Annotated[bool | None, typer.Option(spelt, help=f"{title}, {say(option.note)}.")]
    else:
        choices = " / ".join(say(text) for _value, text in option.values)
        annotation = Annotated[int | None, typer.Option(spelt, metavar=say("NUMBER"), help=f"{title}, {choices}.")]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
