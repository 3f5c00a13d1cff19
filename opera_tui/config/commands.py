"""Every command that a key can be set for: what it is called, its default key, what it says and what it runs.

Screens dispatch by this table, footers and help name its keys, and settings are checked against it. A command is known
by its id; its key may be any that neither the cursor nor a box needs. Commands that bring a panel of a game come from
the panels of that game.
"""

from collections.abc import Collection, Iterable, Mapping
from string import ascii_letters, digits, punctuation
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from textual.keys import Keys, format_key

from opera_games.catalog import GAMES, about
from opera_protocol.texts.i18n import N_
from opera_tui.games import face_of
from opera_tui.look.i18n import NP_
from opera_tui.terminal.textual_private import key_name

if TYPE_CHECKING:
    from opera_tui.games.face import Face


class Command(NamedTuple):
    """Something that a key does on a screen."""

    id: str
    """The screen and the command, such as `table.talk`: its name in the settings."""
    key: str
    """The default; several are separated by commas."""
    text: str
    """What the footer says, marked with `N_`; on the home screen the line of the menu."""
    action: str
    """The screen's action that it runs, such as `talk` for `action_talk`."""
    tooltip: str = ""
    """What it does in a sentence, marked with `N_`."""
    when: str = ""
    """The screen's property that says whether it applies now; empty if it always does."""
    is_in_footer: bool = True


COMMANDS: Final[tuple[Command, ...]] = (
    Command("everywhere.help", "question_mark,f1", N_("help"), "help", N_("Explain this screen.")),
    Command("everywhere.quit", "q", N_("quit"), "leave", N_("Leave the program.")),
    *(
        Command(f"home.{name}", key, text, f"open('{name}')", does, is_in_footer=False)
        for name, key, text, does in (
            ("continue", "c", NP_("12 cells", "Continue"), N_("continue")),
            ("others", "o", N_("Other open games…"), N_("show open games")),
            # Translators: what Enter does on that line: a verb, as in the lower border of every box.
            ("play", "p", NP_("12 cells", "Play now"), N_("play")),
            *(
                (game, about(game).home_key, about(game).title, about(game).play)
                for game in GAMES[1:]
                if about(game).home_key
            ),
            ("learn", "e", N_("Learn by playing"), N_("show the lessons")),
            ("puzzles", "u", N_("Puzzles"), N_("show the puzzles")),
            ("host", "n", N_("Open a table on this network…"), N_("go on")),
            ("find", "f", N_("Find and join…"), N_("look for servers")),
            ("watch", "w", N_("Watch…"), N_("look for servers")),
            ("replays", "y", N_("Replays"), N_("show finished games")),
            ("rules", "r", N_("Rules"), N_("read")),
            ("settings", "s", N_("Settings"), N_("change settings")),
        )
    ),
    Command(
        "home.language",
        "g",
        N_("language"),
        "next_language",
        N_("Read everything in another language."),
        "has_languages",
    ),
    *(
        Command(f"visit.{name}", key, text, f"open('{name}')", does, is_in_footer=False)
        for name, key, text, does in (
            ("tables", "t", N_("Tables of this server"), N_("play or watch")),
            ("learn", "e", N_("Learn by playing"), N_("show the lessons")),
            ("puzzles", "u", N_("Puzzles"), N_("show the puzzles")),
            ("rules", "r", N_("Rules"), N_("read")),
            ("settings", "s", N_("Settings"), N_("change settings")),
        )
    ),
    Command(
        "visit.language",
        "g",
        N_("language"),
        "next_language",
        N_("Read everything in another language."),
        "has_languages",
    ),
    Command("lobby.new", "n", N_("new"), "new", N_("Open a table.")),
    Command("lobby.watch", "w", N_("watch"), "watch", N_("Watch the table under the cursor."), "can_watch"),
    Command("lobby.search", "slash", N_("search"), "search", N_("Find tables by their name, their game or a player.")),
    Command("lobby.talk", "t", N_("talk"), "talk", N_("Say something at your table."), "is_waiting"),
    Command("lobby.copy", "y", N_("copy line"), "copy", N_("Copy what others have to type."), "has_join_line"),
    # Translators: games that are over; a word of the footer.
    Command(
        "lobby.results",
        "f",
        N_("finished"),
        "results",
        N_("Show your games that have ended here."),
        "is_looking_around",
    ),
    Command("lobby.ready", "x", N_("ready"), "ready", N_("Say that you are ready, or not yet."), "is_seated", False),
    Command(
        "lobby.bots",
        "b",
        N_("bots"),
        "bots",
        N_("Add a bot, take one away, or send somebody away."),
        "is_host",
        is_in_footer=False,
    ),
    Command("lobby.start", "s", N_("start"), "start", N_("Begin the game."), "is_host", False),
    Command(
        "lobby.stand_up",
        "u",
        N_("stand up"),
        "stand_up",
        N_("Give your seat up, or watch no longer."),
        "is_waiting",
        is_in_footer=False,
    ),
    Command("find.address", "a", N_("address"), "type_address", N_("Type an address.")),
    Command("find.forget", "d", N_("forget"), "forget", N_("Take a server out of the known ones."), "is_known_here"),
    Command(
        "replays.search", "slash", N_("search"), "search", N_("Find games by table, game or player."), "may_search"
    ),
    Command("replays.sort", "o", N_("sort"), "sort", N_("By time, by points, or by game and table."), "may_search"),
    Command("replays.booklet", "b", N_("booklet"), "booklet", N_("Write the programme of this game."), "may_print"),
    Command("replays.record", "c", N_("record"), "record", N_("Your games, wins, best points and streaks.")),
    Command("table.talk", "t", N_("talk"), "talk"),
    Command("table.propose", "p", N_("propose"), "propose", when="is_deciding"),
    Command("table.take_back", "z,delete", N_("take back"), "take_back", when="may_take_back"),
    Command("table.review", "v", N_("review"), "review"),
    Command("table.rules", "r", N_("rules"), "rules"),
    Command("table.leave", "q", N_("leave"), "leave"),
    Command("table.follow", "f", N_("follow"), "look('follow')", when="may_look_back"),
    # Translators: what happened; a noun.
    Command("table.log", "g", N_("log"), "bring('table.log')"),
    # Translators: opens what the host of a table may do; a word of the footer.
    Command("table.host", "w", N_("host"), "host", when="may_host"),
)


UNSETTABLE: Final[tuple[Command, ...]] = (
    Command("table.view", "tab", N_("view"), "bring_next"),
    Command("table.catch_up", "space", "", "catch_up", when="is_behind"),
    Command("table.back", "escape", "", "leave", when="is_over"),
    *(
        Command(f"table.{key}", key, "", f"look('{key}')", when="may_look_back")
        for key in ("left", "right", "pageup", "pagedown", "home", "end")
    ),
    *(Command(f"table.seat_{n}", str(n), N_("seat"), f"look('{n}')", when="may_choose_seat") for n in range(10)),
)
"""Commands of a table whose keys cannot be set, since they belong to the arrows and the cursor."""


def commands_of(screen: str) -> list[Command]:
    """Return the commands of a screen by the first part of their ids."""
    return [command for command in COMMANDS if command.id.startswith(f"{screen}.")]


def lines_of(screen: str) -> list[Command]:
    """Return those commands of a home screen that are lines of its menu."""
    return [command for command in commands_of(screen) if not command.is_in_footer]


def command(command_id: str) -> Command:
    """Return a command of the program, not of a game."""
    return next(found for found in COMMANDS if found.id == command_id)


def panel_commands(face: "Face[Any]") -> list[Command]:
    """Return the commands that bring the panels of a game."""
    return [Command(panel.id, panel.key, panel.tab, f"bring('{panel.id}')") for panel in face.tabs]


def table_commands(face: "Face[Any]") -> list[Command]:
    """Return the commands at a table of a game."""
    return [command("everywhere.help"), *commands_of("table"), *panel_commands(face)]


def default_keys() -> dict[str, str]:
    """Return the default key of every command, by id; the faces of all games are loaded for it."""
    commands = [*COMMANDS, *(panel for game in GAMES for panel in panel_commands(face_of(game)))]
    return {found.id: found.key for found in commands}


MOVING: Final = frozenset({*"hjkl", *digits, "up", "down", "left", "right", "enter", "escape", "tab", "space"})
"""Keys that move the cursor, choose or go back on every screen."""

_MODIFIERS: Final = ("ctrl+", "shift+", "alt+")
KEY_NAMES: Final = frozenset(
    {
        *ascii_letters,
        *digits,
        *map(key_name, punctuation),
        *(key.value for key in Keys if "<" not in key.value),
    }
)


class Clash(NamedTuple):
    """Why a key cannot be set: another command has it, or, if that is empty, the cursor or a box needs it."""

    name: str
    key: str
    other: str


def keys_of(text: str) -> list[str]:
    """Return the keys that a text such as `n,ctrl+n` names, in the terminal's words."""
    parts = [part.strip() for part in text.split(",")]
    return [key_name(part) if len(part) == 1 else part for part in parts]


def is_key(name: str) -> bool:
    """Return whether there is such a key."""
    bare = name
    while bare.startswith(_MODIFIERS):
        bare = bare.partition("+")[2]
    return bare in KEY_NAMES or (len(bare) == 1 and bare.isalnum())


def keys_in_use(keys: Mapping[str, str], chosen: Collection[str]) -> dict[str, list[str]]:
    """Return the keys of the commands of one screen.

    Of several default ones, those that the player has given to another command are left out: settings that were
    written before a command existed stay good.
    """
    wanted = {key for command_id in chosen if command_id in keys for key in keys_of(keys[command_id])}
    found = {command_id: keys_of(text) for command_id, text in keys.items()}
    for command_id in found.keys() - set(chosen):
        found[command_id] = [key for key in found[command_id] if key not in wanted] or found[command_id]
    return found


def first_clash(keys: Mapping[str, str], chosen: Collection[str], needed: Iterable[str] = ()) -> Clash | None:
    """Return the first key that means two things among commands of one screen.

    `keys` are theirs by id, `chosen` are the ids that the player has set, `needed` the keys that boxes need.
    """
    taken = dict.fromkeys((*MOVING, *needed), "")
    own_keys = keys_in_use(keys, chosen)
    # Keys that the player has set come last, so that a clash names one of them.
    for command_id in sorted(keys, key=lambda command_id: command_id in chosen):
        for key in own_keys[command_id]:
            if key in taken:
                return Clash(command_id, key, taken[key])
            taken[key] = command_id
    return None


def clash_in(chosen: Mapping[str, str]) -> Clash | None:
    """Return the first key that the player has set and that means something else on the same screen."""
    screens = [
        ([*commands_of("everywhere"), *commands_of(screen)], ()) for screen in ("home", "visit", "lobby", "find")
    ]
    tables = [(table_commands(face), face.box_keys) for face in map(face_of, GAMES)]
    for commands, needed in (*screens, *tables):
        clash = first_clash({found.id: chosen.get(found.id, found.key) for found in commands}, chosen, needed)
        if clash:
            return clash
    return None


def key_of(command_id: str, chosen: Mapping[str, str]) -> str:
    """Return the first key of a command as the player reads it."""
    return shown_key(keys_of(chosen.get(command_id, command(command_id).key))[0])


def shown_key(key: str) -> str:
    shown = format_key(key)
    return shown if len(shown) == 1 or not key.isalnum() else key
