"""Settings that concern line mode: `settings` says them, `set read back off` changes one, for now and for later."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec

from opera_tui.config.machine import Machine
from opera_tui.config.settings import Settings
from opera_tui.games.speech import Unclear, phrases, spelt
from opera_tui.look.i18n import N_, _, choose_language, language
from opera_tui.look.languages import languages, own_name

SWITCHES: Final = {"read_back": N_("read back"), "news_at_once": N_("news at once")}
ON: Final = N_("on")
OFF: Final = N_("off")


class Preferences:
    """The settings as they are now, and where they are kept."""

    def __init__(self, settings: Settings, machine: Machine) -> None:
        self.settings = settings
        self.machine = machine

    def answer(self, line: str) -> Sequence[str] | None:
        """Return what is said to a line about settings; None if it is none. Raises `Unclear` or why nothing is kept."""
        typed = spelt(line)
        if any(typed == spelt(phrase) for phrase in phrases(N_("settings"))):
            return self._told()
        if len(typed) > 1 and any([typed[0]] == spelt(phrase) for phrase in phrases(N_("set"))):
            self._change(*self._meant(typed[1:]))
            return self._told()
        return None

    def _told(self) -> list[str]:
        told = [
            _("{setting}: on. To change it: set {setting} off").format(setting=_(text))
            if getattr(self.settings, name)
            else _("{setting}: off. To change it: set {setting} on").format(setting=_(text))
            for name, text in SWITCHES.items()
        ]
        others = [own_name(code) for code in languages() if code != language()]
        if others:
            text = _("language: {language}. To change it: set language and {others}")
            told.append(text.format(language=own_name(language()), others=", ".join(others)))
        return told

    def _meant(self, typed: list[str]) -> tuple[str, Any]:
        """Return the setting that is named, and its new value."""
        for name, text in SWITCHES.items():
            for said in phrases(text):
                if typed[:-1] == spelt(said):
                    return name, _switched(typed[-1])
        if len(typed) > 1 and any([typed[0]] == spelt(said) for said in phrases(N_("language"))):
            wanted = " ".join(typed[1:])
            for code in languages():
                if wanted in (code, " ".join(spelt(own_name(code)))):
                    return "language", code
        raise Unclear(_("There is no such setting; settings says which there are."))

    def _change(self, name: str, value: Any) -> None:
        before = self.settings
        self.settings = msgspec.structs.replace(before, **{name: value})
        if name == "language":
            choose_language(value)
        self.machine.save_settings(before, self.settings)


def _switched(word: str) -> bool:
    if any([word] == spelt(said) for said in phrases(ON, N_("yes"))):
        return True
    if any([word] == spelt(said) for said in phrases(OFF, N_("no"))):
        return False
    raise Unclear(_("A setting is on or off."))
