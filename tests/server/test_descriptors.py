"""The server asks the system for as many open files as its settings need, and says when there cannot be so many."""

import resource
from collections.abc import Callable

import pytest

from opera_protocol.texts.sentences import sentence_of
from opera_server.operate.serving import SPARE_DESCRIPTORS, provide_descriptors


class System:
    """A system with limits of its own."""

    def __init__(self, soft: int, hard: int, *, refuses: bool = False) -> None:
        self.limits = soft, hard
        self._refuses = refuses

    def get(self, which: int) -> tuple[int, int]:
        assert which == resource.RLIMIT_NOFILE
        return self.limits

    def set(self, which: int, limits: tuple[int, int]) -> None:
        assert which == resource.RLIMIT_NOFILE
        if self._refuses or (0 <= self.limits[1] < limits[0]):
            raise ValueError("not allowed to raise maximum limit")
        self.limits = limits


Provide = Callable[[System, int], str]
"""Provides for so many connections, and returns what is said about it."""


@pytest.fixture
def provide(monkeypatch: pytest.MonkeyPatch) -> Provide:
    def provide(system: System, connections: int) -> str:
        monkeypatch.setattr(resource, "getrlimit", system.get)
        monkeypatch.setattr(resource, "setrlimit", system.set)
        fault = provide_descriptors(connections)
        return sentence_of(fault) if fault else ""

    return provide


@pytest.mark.parametrize("hard", [100_000, resource.RLIM_INFINITY])
def test_the_limit_is_raised_to_what_the_settings_need(provide: Provide, hard: int) -> None:
    """Four for each client, two of them for those who come and go."""
    system = System(1024, hard)
    assert provide(system, 5000) == ""
    assert system.limits == (20_000 + SPARE_DESCRIPTORS, hard)


def test_a_limit_that_is_high_enough_stays(provide: Provide) -> None:
    system = System(50_000, 100_000)
    assert provide(system, 5000) == ""
    assert system.limits == (50_000, 100_000)


def test_a_hard_limit_between_need_and_wish_is_taken_without_a_word(provide: Provide) -> None:
    system = System(1024, 15_000)
    assert provide(system, 5000) == ""
    assert system.limits == (15_000, 15_000)


def test_a_hard_limit_that_is_too_low_is_named(provide: Provide) -> None:
    """With how many people it is enough for."""
    system = System(1024, 4096)
    said = provide(system, 5000)
    assert system.limits == (4096, 4096)
    assert "5000 connections" in said
    assert "only 4096" in said
    assert "10500" in said
    assert "1798 people" in said


def test_a_system_that_refuses_is_no_fault_of_the_server(provide: Provide) -> None:
    """It goes on with what it has, and says so."""
    said = provide(System(1024, 100_000, refuses=True), 5000)
    assert "only 1024" in said
