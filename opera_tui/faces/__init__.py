"""What differs between the games on the table screen; the frame around it is one for both."""

from importlib import import_module
from typing import cast

from opera_tui.faces.face import Face

FACES = {"opera": "OperaFace", "turandot": "TurandotFace"}


def face_of(game: str) -> Face:
    """The face of a game, loaded when it is first needed."""
    return cast("Face", getattr(import_module(f"opera_tui.faces.{game}"), FACES[game])())
