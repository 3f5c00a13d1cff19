"""The base class of all errors that have a code; `opera_protocol.texts` turns them into sentences."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

Parameter = str | int | None | list[str] | list[int]
MISFITS: Final = (ArithmeticError, AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)
"""What is raised where parts of a document contradict each other, although each of them fits its type."""


class Coded(Exception):
    """An error with a stable code and the parameters of its sentence."""

    def __init__(self, code: str, /, **parameters: Parameter) -> None:
        super().__init__(code, parameters)
        self.code = code
        self._parameters = parameters

    @property
    def parameters(self) -> Mapping[str, Any]:
        return MappingProxyType(self._parameters)

    def to_map(self) -> dict[str, Any]:
        return {"code": self.code, **self._parameters}

    def __str__(self) -> str:
        named = ", ".join(f"{name}={value!r}" for name, value in self.parameters.items())
        return f"{self.code}({named})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuild, (type(self), self.code, dict(self.parameters))


def _rebuild(error: type[Coded], code: str, parameters: dict[str, Parameter]) -> Coded:
    return error(code, **parameters)
