"""Packages are loaded under one name: the folders they lie in are no packages."""

import subprocess
import sys
from pathlib import Path

LOAD_EVERYTHING = """
import importlib, importlib.util, pkgutil, sys
for name in ("opera_games", "opera_rules", "opera_bots", "opera_lab", "opera_server", "opera_protocol"):
    package = importlib.import_module(name)
    for module in pkgutil.walk_packages(package.__path__, f"{name}."):
        importlib.import_module(module.name)
loaded = [name for name in sys.modules if name.partition(".")[0] in ("server", "protocol")]
assert not loaded, loaded
for folder in ("server", "protocol"):
    assert importlib.util.find_spec(folder) is None, folder
"""


def test_no_module_is_loaded_under_its_folders_name() -> None:
    assert not [name for name in sys.modules if name.startswith(("server.", "protocol."))]


def test_all_modules_load_and_the_folders_cannot_be_imported(tmp_path: Path) -> None:
    loading = subprocess.run(
        [sys.executable, "-c", LOAD_EVERYTHING], cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False
    )
    assert loading.returncode == 0, loading.stderr
