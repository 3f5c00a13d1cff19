"""The key of home screens that changes the language at once."""

from typing import Final

import msgspec
from textual.binding import Binding

from opera_protocol.local.settings import SettingsError
from opera_protocol.texts.i18n import N_
from opera_tui.look.i18n import language, sentence_of
from opera_tui.look.languages import languages
from opera_tui.widgets.shell_screen import InShell

AS_BEFORE: Final = Binding(
    "escape",
    "former_language",
    N_("as before"),
    key_display="esc",
    tooltip=N_("Go back to the language before."),
)
"""It comes before the binding by which Esc does nothing."""


class ChoosesLanguage(InShell[None]):
    """A home screen that is built anew in other languages, colours and signs: nothing but the menu is behind it."""

    def rebuilt(self) -> "ChoosesLanguage":
        """Make this screen once more, as it stands."""
        raise NotImplementedError

    former_language = ""
    """The setting before the key was pressed, to which Esc leads back; empty if it was not."""

    @property
    def has_languages(self) -> bool:
        return len(languages()) > 1

    @property
    def has_former_language(self) -> bool:
        return bool(self.former_language)

    def on_screen_suspend(self) -> None:
        """Keep the language for good once the player goes on to something else."""
        self.former_language = ""

    def action_next_language(self) -> None:
        """Go on to the next language, keep it, and show this screen in it."""
        codes = languages()
        self.former_language = self.former_language or self.looks.settings.language
        self._speak(codes[(codes.index(language()) + 1) % len(codes)])

    def action_former_language(self) -> None:
        """Read everything as before the key: who pressed it by mistake may not find it in another language."""
        chosen, self.former_language = self.former_language, ""
        self._speak(chosen)

    def _speak(self, chosen: str) -> None:
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
            screen = self.rebuilt()
            screen.former_language = self.former_language
            self.app.switch_screen(screen)
