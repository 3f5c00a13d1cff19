"""Paint a screen when a test looks at it: without a terminal nobody sees what Textual paints in between."""

from typing import Any

import pytest
from textual._compositor import Compositor


def paint_when_looked_at(monkeypatch: pytest.MonkeyPatch) -> None:
    """Leave painting to `shell_app.painted`; all of it is a quarter of the work of a test."""
    monkeypatch.setattr(Compositor, "render_update", _paint_later)


def _paint_later(compositor: Compositor, **_screens: Any) -> None:
    compositor._dirty_regions.clear()
