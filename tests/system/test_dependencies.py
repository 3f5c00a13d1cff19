"""What the program is installed with: floors without known holes, and exact versions that are not below them."""

import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
WANTED = [*PROJECT["dependencies"], *(text for extra in PROJECT["optional-dependencies"].values() for text in extra)]
REQUIREMENTS: dict[str, Requirement] = {canonicalize_name(each.name): each for each in map(Requirement, WANTED)}
LAST_WITH_HOLE = {
    "distributed": ("2026.1.0", "CVE-2026-23528"),
    "linkify-it-py": ("2.1.0", "CVE-2026-48801"),
    "msgpack": ("1.2.0", "CVE-2026-57585"),
    "pygments": ("2.19.2", "CVE-2026-4539"),
    "tornado": ("6.5.7", "GHSA-mpf4-983q-p7j4"),
    "zeroconf": ("0.149.15", "CVE-2026-48487"),
}


def exact_versions() -> dict[str, str]:
    lines = (ROOT / "constraints.txt").read_text("utf-8").split()
    return {canonicalize_name(name): version for name, _, version in (line.partition("==") for line in lines)}


@pytest.mark.parametrize("name", REQUIREMENTS)
def test_the_exact_version_is_within_what_is_required(name: str) -> None:
    """Every dependency has a floor, and `constraints.txt` a version that is not below it."""
    requirement = REQUIREMENTS[name]
    assert any(each.operator == ">=" for each in requirement.specifier)
    assert requirement.specifier.contains(exact_versions()[name])


@pytest.mark.parametrize("name", LAST_WITH_HOLE)
def test_no_version_with_a_known_hole_is_allowed(name: str) -> None:
    """Also where somebody installs without our exact versions."""
    version, hole = LAST_WITH_HOLE[name]
    assert not REQUIREMENTS[name].specifier.contains(version), hole
