"""Every key that can be set, by the name of what it does: one place, so that settings can be checked."""

from collections.abc import Mapping
from typing import Final

DEFAULT_KEYS: Final[Mapping[str, str]] = {
    "everywhere.help": "question_mark,f1",
    "everywhere.quit": "q",
    "home.continue": "c",
    "home.play": "p",
    "home.turandot": "t",
    "home.host": "n",
    "home.find": "f",
    "home.watch": "w",
    "home.replays": "y",
    "home.rules": "r",
    "home.settings": "s",
    "lobby.new": "n",
    "lobby.watch": "w",
    "lobby.talk": "t",
    "lobby.copy": "y",
    "lobby.ready": "x",
    "lobby.bots": "b",
    "lobby.start": "s",
    "lobby.stand_up": "u",
    "find.address": "a",
    "find.forget": "d",
}
