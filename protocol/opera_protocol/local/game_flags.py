"""The options of games as flags of a command."""

import inspect
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any

import typer

from opera_games.catalog import GAMES, Option, about
from opera_protocol.texts.i18n import _


def with_game_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add a flag for each option of any game; the command gets those that were given, and the game checks them."""
    flags = {option.name: _flag(game, option) for game in GAMES for option in about(game).options}

    @wraps(command)
    def run(**arguments: Any) -> None:
        given = {name: arguments.pop(name) for name in flags}
        command({name: value for name, value in given.items() if value is not None}, **arguments)

    signature = inspect.signature(command)
    own = list(signature.parameters.values())[1:]
    run.__signature__ = signature.replace(parameters=[*own, *flags.values()])  # type: ignore[attr-defined]
    run.__annotations__ = {each.name: each.annotation for each in (*own, *flags.values())}
    return run


def _flag(game: str, option: Option) -> inspect.Parameter:
    """Make a command parameter from a game's option: a flag, or a number from a list."""
    title, spelt = about(game).title, f"--{option.name.replace('_', '-')}"
    if isinstance(option.values[0][0], bool):
        annotation: Any = Annotated[bool | None, typer.Option(spelt, help=f"{title}: {_(option.note)}.")]
    else:
        choices = " / ".join(_(text) for _value, text in option.values)
        annotation = Annotated[int | None, typer.Option(spelt, metavar="NUMBER", help=f"{title}: {choices}.")]
    return inspect.Parameter(option.name, inspect.Parameter.KEYWORD_ONLY, default=None, annotation=annotation)
