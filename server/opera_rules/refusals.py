"""The one way the rules say no: a stable code and its parameters, never a sentence."""

from typing import Any

Parameter = str | int | None | list[str] | list[int]

SHARED: dict[str, tuple[str, ...]] = {
    "malformed_action": ("field",),
    "malformed_event": (),
    "not_your_turn": (),
    "other_decision": ("asked", "got"),
    "game_over": (),
    "nothing_to_arrange": (),
    "unknown_game": ("game",),
    "unknown_option": ("option",),
    "players_out_of_range": ("players", "lowest", "highest"),
    "edition_missing": ("key",),
    "edition_bad_value": ("key", "expected"),
    "edition_unknown_key": ("key",),
    "edition_not_text": ("file",),
    "edition_syntax": ("file", "problem"),
    "file_unreadable": ("file", "reason"),
    "file_too_large": ("file", "highest"),
}
"""The refusals both games have: code and the names of the parameters. Each game's own stand in its package."""


class Refused(Exception):  # noqa: N818 - the word players and the wire use
    """Something was asked for that the rules do not allow; nothing has changed."""

    def __init__(self, code: str, **parameters: Parameter) -> None:
        super().__init__(code, parameters)
        self.code = code
        self.parameters = parameters

    def to_map(self) -> dict[str, Any]:
        return {"code": self.code, **self.parameters}

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{self.code}({named})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (self.code, self.parameters)


def _rebuild(code: str, parameters: dict[str, Parameter]) -> Refused:
    return Refused(code, **parameters)
