"""The form for the settings, each with its values."""

from typing import ClassVar, Final

import msgspec
from textual.binding import Binding, BindingType

from opera_protocol.local.settings import SettingsError
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.plain_text import PLAYER_NAME
from opera_tui.config.settings import Settings
from opera_tui.look.i18n import _, number, pgettext, sentence_of
from opera_tui.look.languages import AUTOMATIC, languages, own_name
from opera_tui.widgets.dialogs import Answer, QuestionScreen
from opera_tui.widgets.fields import Field, Typed, switch, words
from opera_tui.widgets.form import FormScreen

PACES: Final = (0.0, 0.3, 0.6, 1.0, 2.0)
GUARDS: Final = (0.0, 0.5, 1.0)


class SettingsScreen(FormScreen[bool]):
    """Change settings: Enter writes them, Esc asks about what was changed. The result is whether something changed."""

    HELP_TOPIC = "settings"
    HEADING = N_("Settings")
    SUBMITS = N_("save")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "back", N_("back"), key_display="esc", tooltip=N_("Leave everything as it was.")),
    ]

    @property
    def remark(self) -> str:
        return self.application.machine.settings_remark

    def first_fields(self) -> list[Field]:
        return fields_of(self.looks.settings, is_visit=self.application.machine.is_visit)

    def _chosen(self) -> Settings:
        """Return the settings as the form has them."""
        return msgspec.structs.replace(self.looks.settings, **{field.id: field.value for field in self.form.fields})

    def action_back(self) -> None:
        """Leave, but ask first if something was changed and not saved."""
        if self._chosen() == self.looks.settings:
            self.dismiss(False)
            return
        answers = [Answer("s", _("Save it"), _("save")), Answer("d", _("Drop it"), _("leave all as it was"))]
        question = QuestionScreen(_("Save the settings?"), [_("You have changed something.")], answers)
        self.app.push_screen(question, self._leave)

    def _leave(self, answer: str | None) -> None:
        if answer == "s":
            self.submit()
        elif answer == "d":
            self.dismiss(False)

    def submit(self) -> None:
        """Write only what was changed here: the command line may have set other things for this start."""
        before, after = self.looks.settings, self._chosen()
        try:
            self.application.machine.save_settings(before, after)
        except SettingsError as error:
            self.tell(sentence_of(error))
            return
        self.application.change_settings(after)
        self.dismiss(before != after)


def fields_of(settings: Settings, *, is_visit: bool = False) -> list[Field]:
    """Return the form's rows with the present values; a visitor's name is the one of the login."""
    account = msgspec.structs.replace(settings, name="").player_name
    name = Typed(
        "name",
        pgettext("17 cells", "name"),
        settings.name,
        PLAYER_NAME,
        _("{name}, as your account").format(name=account),
    )
    return [
        *([] if is_visit else [name]),
        words(
            "theme",
            pgettext("17 cells", "theme"),
            [("gala", _("gala (dark)")), ("matinee", _("matinee (light)"))],
            settings.theme,
        ),
        words(
            "colours",
            pgettext("17 cells", "colours"),
            [
                ("auto", _("automatic")),
                ("full", pgettext("colours", "all")),
                ("256", _("256")),
                ("16", _("16")),
                ("none", pgettext("colours", "none")),
            ],
            settings.colours,
        ),
        words(
            "ascii",
            pgettext("17 cells", "plain ASCII signs"),
            [("auto", _("automatic")), ("no", _("no")), ("yes", _("yes"))],
            settings.ascii,
        ),
        switch("mouse", pgettext("17 cells", "mouse"), settings.mouse, _("at the next start")),
        switch("bell", pgettext("17 cells", "bell on your turn"), settings.bell),
        switch("title", pgettext("17 cells", "terminal title"), settings.title),
        switch("tips", pgettext("17 cells", "tips"), settings.tips),
        words("pace", pgettext("17 cells", "pace of events"), _seconds(PACES, settings.pace), settings.pace),
        switch("motion", pgettext("17 cells", "motion"), settings.motion, _("of markers and bars")),
        words(
            "guard",
            pgettext("17 cells", "Enter waits"),
            _seconds(GUARDS, settings.guard),
            settings.guard,
            _("when a decision comes"),
        ),
        switch("confirm", pgettext("17 cells", "ask when unwise"), settings.confirm, _("before it is sent")),
        words(
            "lines",
            pgettext("17 cells", "line mode"),
            [("auto", _("automatic")), ("no", _("no")), ("yes", _("yes"))],
            settings.lines,
            _("at the next start"),
        ),
        switch("read_back", pgettext("17 cells", "read back"), settings.read_back, _("in line mode")),
        switch("news_at_once", pgettext("17 cells", "news at once"), settings.news_at_once, _("in line mode")),
        *_language(settings.language),
    ]


def _language(chosen: str) -> list[Field]:
    """Return the row of languages, including the one from the file; no row if there is only English."""
    codes = languages()
    codes += [] if chosen in (AUTOMATIC, *codes) else [chosen]
    # Names are in no catalog, but may have to be spelt in plain ASCII.
    options = [(AUTOMATIC, _("as the system")), *((language, _(own_name(language))) for language in codes)]
    return [words("language", pgettext("17 cells", "language"), options, chosen)] if len(codes) > 1 else []


def _seconds(usual: tuple[float, ...], value: float) -> list[tuple[float, str]]:
    """Return the usual values and the one from the file, in rising order."""
    return [(seconds, _("{seconds} s").format(seconds=number(seconds))) for seconds in sorted({*usual, value})]
