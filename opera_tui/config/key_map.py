"""The keys of commands as the player has set them: what a key runs, and what footers and texts call it."""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from opera_tui.config.commands import Command, commands_of, keys_in_use, shown_key
from opera_tui.games.box import KeyHint
from opera_tui.look.i18n import _


class KeyMap:
    """The keys of a few commands as the player has set them."""

    def __init__(self, commands: Iterable[Command], chosen: Mapping[str, str] = MappingProxyType({})) -> None:
        self._commands = {found.id: found for found in commands}
        written = {found.id: chosen.get(found.id, found.key) for found in self._commands.values()}
        keys = keys_in_use(written, chosen)
        self._shown = {command_id: shown_key(names[0]) for command_id, names in keys.items()}
        self._by_key = {key: self._commands[command_id] for command_id, names in keys.items() for key in names}

    def command(self, key: str) -> Command | None:
        """Return the command that a key runs; None for any other key."""
        return self._by_key.get(key)

    def __getitem__(self, command_id: str) -> Command:
        return self._commands[command_id]

    def shown(self, command_id: str) -> str:
        """Return the key that the player has to press for a command."""
        return self._shown[command_id]

    def hint(self, command_id: str, text: str = "", *, is_kept: bool = False) -> KeyHint:
        """Return a command's entry for the footer, perhaps with another text."""
        return KeyHint(self.shown(command_id), text or _(self._commands[command_id].text), is_kept)


def key_words(chosen: Mapping[str, str] = MappingProxyType({})) -> dict[str, str]:
    """Return keys as texts name them: `{talk}` stands for the key of `table.talk`, `{sort}` for that of a list."""
    words: dict[str, str] = {}
    for screen in ("replays", "table"):
        commands = commands_of(screen)
        keys = KeyMap(commands, chosen)
        words |= {found.id.partition(".")[2]: keys.shown(found.id) for found in commands}
    return words
