"""The one way the rules say no: a stable code and its parameters, never a sentence."""

from typing import Any

Parameter = str | int | None | list[str] | list[int]


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
