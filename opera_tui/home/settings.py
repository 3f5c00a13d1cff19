"""The form for the settings, each with its values."""

from typing import ClassVar, Final

import msgspec
from textual.app import ComposeResult
from textual.binding import Binding, BindingType

from opera_protocol.local.settings import SettingsError
from opera_protocol.texts.i18n import N_
from opera_protocol.wire.errors import TextError
from opera_protocol.wire.plain_text import PLAYER_NAME, clean
from opera_tui.config.settings import Settings, load_settings, save, settings_path
from opera_tui.look.i18n import _, languages, sentence_of
from opera_tui.look.rows import Span, row
from opera_tui.widgets.footer import Entry
from opera_tui.widgets.form import Field, FormLines, Typed, switch, words
from opera_tui.widgets.lines import Lines
from opera_tui.widgets.row_panel import RowPanel
from opera_tui.widgets.shell_screen import ShellScreen, TooSmall

PACES: Final = (0.0, 0.3, 0.6, 1.0, 2.0)
GUARDS: Final = (0.0, 0.5, 1.0)


class SettingsScreen(ShellScreen[bool]):
    """Change settings: Enter writes them, Esc forgets what was changed. The result is whether something changed."""

    CSS_PATH = "../styles/forms.tcss"
    HELP_TOPIC = "settings"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss(False)", N_("back"), key_display="esc", tooltip=N_("Leave everything as it was.")),
    ]

    def compose(self) -> ComposeResult:
        yield FormLines(self.looks, _("save"), id="form")
        yield RowPanel(self.looks.palette, [row(Span(f" {settings_path()}", "quiet"))], id="remark")
        yield TooSmall()
        yield Entry()
        yield self.key_line()

    def on_mount(self) -> None:
        self.form.set_title(_("Settings"))
        self.form.set_fields(fields_of(self.looks.settings))
        self.form.focus()

    @property
    def form(self) -> FormLines:
        return self.query_one(FormLines)

    def on_lines_chosen(self, message: Lines.Chosen) -> None:
        field = self.form.here
        if isinstance(field, Typed):
            self.query_one(Entry).ask(field.id, field.label, field.value, field.most)
        else:
            self._save()

    def on_entry_given(self, message: Entry.Given) -> None:
        field = self.form.field(message.purpose)
        try:
            text = clean(message.text, PLAYER_NAME) if message.text and message.purpose == "name" else message.text
        except TextError as error:
            self.tell(sentence_of(error))
            return
        if isinstance(field, Typed):
            field.value = text
            self.form.set_fields(self.form.fields)
            self.form.go_on()

    def _save(self) -> None:
        """Write only what was changed here: the command line may have set other things for this start."""
        before = self.looks.settings
        after = msgspec.structs.replace(before, **{field.id: field.value for field in self.form.fields})
        try:
            save(before, after, settings_path())
            load_settings()
        except SettingsError as error:
            self.tell(sentence_of(error))
            return
        self.application.change_settings(after)
        self.dismiss(before != after)


def fields_of(settings: Settings) -> list[Field]:
    """Return the form's rows with the present values."""
    account = msgspec.structs.replace(settings, name="").player_name
    return [
        Typed("name", _("name"), settings.name, PLAYER_NAME.cells, _("{name}, as your account").format(name=account)),
        words("theme", _("theme"), [("dark", _("dark")), ("light", _("light"))], settings.theme),
        words(
            "colours",
            _("colours"),
            [("auto", _("automatic")), ("full", _("all")), ("16", _("16")), ("none", _("none"))],
            settings.colours,
            _("at the next start"),
        ),
        switch("ascii", _("plain ASCII signs"), settings.ascii),
        switch("mouse", _("mouse"), settings.mouse, _("at the next start")),
        switch("bell", _("bell on your turn"), settings.bell),
        switch("title", _("terminal title"), settings.title),
        switch("tips", _("tips"), settings.tips),
        words("pace", _("pace of events"), _seconds(PACES, settings.pace), settings.pace),
        words("guard", _("Enter waits"), _seconds(GUARDS, settings.guard), settings.guard, _("when a decision comes")),
        *_language(settings.language),
    ]


def _language(chosen: str) -> list[Field]:
    """Return the row of languages, with the one from the file; no row if there is only English."""
    letters = {*languages(), chosen} - {""}
    options = [("", _("as the system")), *((language, language) for language in sorted({"en", *letters}))]
    return [words("language", _("language"), options, chosen)] if letters else []


def _seconds(usual: tuple[float, ...], value: float) -> list[tuple[float, str]]:
    """Return the usual values, and the one from the file."""
    return [(seconds, f"{seconds:g} s") for seconds in sorted({*usual, value})]
