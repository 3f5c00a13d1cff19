"""Help about the command line, and sentences about mistakes in it, in the player's language.

Typer's own texts are English; they are few, and are replaced here.
"""

import re
import sys
from typing import Any, Final, cast

import typer
from typer.core import TyperCommand, TyperGroup

from opera_protocol.local.command_errors import BAD_INPUT, ended_by_sentence
from opera_protocol.texts.format import plain, shortened
from opera_tui.look.i18n import N_, _, translations

# Translators: the part of a command line that stands for options, as in "opera play [OPTIONS]".
HEADINGS: Final = (N_("Usage:"), N_("Options:"), N_("Arguments:"), N_("Commands:"))
MARKS: Final = (N_("[OPTIONS]"), N_("COMMAND [ARGS]..."), N_("[required]"), N_("[default: "))
OPTIONS: Final = (
    N_("Show this message and exit."),
    N_("Install completion for the current shell."),
    N_("Show completion for the current shell, to copy it or customize the installation."),
)
_HEADINGS: Final = re.compile("^(" + "|".join(HEADINGS) + ")", re.MULTILINE)
_MARKS: Final = re.compile("|".join(map(re.escape, MARKS)))
USAGE_ERROR: Final = cast("type[Exception]", typer.BadParameter.__base__)
"""What typer raises for every mistake in a command line; it has a class for each kind, which have no public names."""


class Spoken:
    """A command whose help is in the player's language."""

    def get_help(self, ctx: Any) -> str:
        """Return the help with typer's own texts replaced."""
        for parameter in self.get_params(ctx):  # type: ignore[attr-defined] # of the command that this is mixed into
            if getattr(parameter, "help", None) in OPTIONS:
                parameter.help = _(parameter.help)
            if parameter.param_type_name == "argument":
                parameter.display_type_rich = _nothing  # types of Python: names and sentences say what is meant
        text: str = super().get_help(ctx)  # type: ignore[misc] # as above
        text = _HEADINGS.sub(lambda found: _(found[0]), text)
        return _MARKS.sub(lambda found: _(found[0]), text)


class SpokenCommand(Spoken, TyperCommand):
    """A command of the program."""


class Commands(Spoken, TyperGroup):
    """The commands of the program; an error with a code, and a mistake in the command line, end it with a sentence."""

    def invoke(self, ctx: Any) -> Any:
        with ended_by_sentence("opera", translations):
            return super().invoke(ctx)

    def main(self, *args: Any, **extra: Any) -> Any:
        """Run the command that the words name, and exit."""
        try:
            code = super().main(*args, **{**extra, "standalone_mode": False})
        except typer.Abort:
            code = 1
        except USAGE_ERROR as error:
            code = BAD_INPUT
            print(_told(error), file=sys.stderr)
        sys.exit(code or 0)


def _nothing(*, ctx: Any) -> str:
    return ""


def _told(error: Any) -> str:
    """Return what is wrong with a command line, and where to read more; without words at all, the help itself."""
    if type(error).__name__ == "NoArgsIsHelpError":
        return str(error.ctx.get_help())
    more = _("See {command} --help.").format(command=error.ctx.command_path if error.ctx else "opera")
    return f"opera: {_mistake(error)} {more}"


def _mistake(error: Any) -> str:
    """Return the sentence for a mistake."""
    kind, name = type(error).__name__, _name(error)
    if kind == "NoSuchOption":
        return _("There is no option {option}.").format(option=name)
    if kind == "BadOptionUsage":
        return _("The option {option} is not used as it should be: some need a value, others have none.").format(
            option=name
        )
    if kind == "MissingParameter":
        return _("{name} is missing.").format(name=name)
    if kind == "BadParameter":
        return _bad_value(error, name)
    return _("There is no such command, or it has more words than it needs.")


def _bad_value(error: Any, name: str) -> str:
    lowest, highest = getattr(error.param, "min", None), getattr(error.param, "max", None)
    if lowest is not None and highest is not None and error.__cause__ is not None:
        wanted = _("{option} must be a whole number from {lowest} to {highest}.")
        return wanted.format(option=name, lowest=int(lowest), highest=int(highest))
    return _("{name}: {problem}").format(name=name, problem=error.message)


def _name(error: Any) -> str:
    """Return the option or argument that a mistake is about, as it is typed."""
    hint = getattr(error, "param_hint", None) or getattr(error, "option_name", None)
    if not hint and (parameter := getattr(error, "param", None)) is not None:
        hint = parameter.opts[0] if parameter.opts[0].startswith("-") else parameter.metavar or parameter.name
    return plain(shortened(str(hint or "")))
