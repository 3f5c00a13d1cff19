"""The key of home screens that changes the language at once."""

from typing import TYPE_CHECKING

import msgspec

from opera_protocol.local.settings import SettingsError
from opera_tui.look.i18n import language, sentence_of
from opera_tui.look.languages import languages
from opera_tui.widgets.shell_screen import InShell

if TYPE_CHECKING:
    from textual.screen import Screen


class ChoosesLanguage(InShell[None]):
    """A home screen that is built anew in other languages, colours and signs: nothing but the menu is behind it."""

    def rebuilt(self) -> "Screen[None]":
        """Make this screen once more, as it stands."""
        raise NotImplementedError

    @property
    def has_languages(self) -> bool:
        return len(languages()) > 1

    def action_next_language(self) -> None:
        """Go on to the next language, keep it, and show this screen in it."""
        codes = languages()
        chosen = codes[(codes.index(language()) + 1) % len(codes)]
        before = self.looks.settings
        after = msgspec.structs.replace(before, language=chosen)
        try:
            self.application.machine.save_settings(before, after)
        except SettingsError as error:
            self.tell(sentence_of(error))
        self.application.change_settings(after)
        self.rebuild(True)

    def rebuild(self, has_changed: bool | None) -> None:
        """Replace this screen by a new one if the settings were changed."""
        if has_changed:
            self.app.switch_screen(self.rebuilt())
