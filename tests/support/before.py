"""What an earlier version of the program has kept, unpacked from `tests/fixtures/before`."""

import gzip
import shutil
from pathlib import Path

FIXTURES = Path(__file__).parents[1] / "fixtures" / "before"


def unpack_before(folder: Path) -> Path:
    """Copy everything to a folder that does not exist yet, with the modes that git does not keep."""
    shutil.copytree(FIXTURES, folder)
    for packed in folder.glob("**/*.gz"):
        packed.with_suffix("").write_bytes(gzip.decompress(packed.read_bytes()))
        packed.unlink()
    for key in folder.glob("**/*.toml"):
        key.chmod(0o600)
        key.parent.chmod(0o700)
    return folder
