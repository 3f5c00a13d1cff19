"""A tournament on a real Dask cluster: a scheduler and two worker processes on this machine."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

import pytest
from support.cli.commands import run

if TYPE_CHECKING:
    from distributed import LocalCluster

ARENA = ("arena", "turandot", "--players", "3", "--bots", "chorus,random", "--games", "6", "--seed", "a", "--json")


@pytest.fixture(scope="module")
def empty(tmp_path_factory: pytest.TempPathFactory) -> "Iterator[LocalCluster]":
    """A scheduler, at first without workers."""
    from distributed import LocalCluster  # noqa: PLC0415 - it takes long, and every worker reads this file

    folder = tmp_path_factory.mktemp("cluster")
    with LocalCluster(
        n_workers=0,
        threads_per_worker=1,
        processes=True,
        host="127.0.0.1",
        dashboard_address="127.0.0.1:0",
        local_directory=str(folder),
    ) as started:
        yield started


@pytest.fixture
def with_workers(empty: "LocalCluster") -> "LocalCluster":
    empty.scale(2)
    empty.wait_for_workers(2, timeout=60)
    return empty


def test_a_scheduler_without_workers_is_refused_with_a_sentence(empty: "LocalCluster") -> None:
    refused = run(*ARENA, "--scheduler", empty.scheduler_address)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "opera-server: The Dask scheduler has no workers.\n"


def test_a_cluster_plays_the_same_games(with_workers: "LocalCluster") -> None:
    address: str = with_workers.scheduler_address
    there = run(*ARENA, "--scheduler", address.removeprefix("tcp://"))
    assert (there.returncode, there.stderr) == (0, "")
    assert there.stdout == run(*ARENA, "--jobs", "1").stdout


def test_an_address_that_is_none_is_refused_with_a_sentence() -> None:
    refused = run(*ARENA, "--scheduler", "opera://house")
    assert (refused.returncode, refused.stdout) == (2, "")
    assert refused.stderr == "opera-server: No Dask scheduler answers at opera://house.\n"
