"""Templates of all sentences about games, connections and servers by code or event, and the one way to fill them.

Placeholders are the parameters of the error or event; `format` shows them in players' words. The templates are the
registry of all codes: a test compares every error that is raised anywhere with them.
"""

from collections.abc import Mapping
from itertools import islice
from typing import Any, Final

from opera_games.catalog import Texts, texts_of
from opera_games.errors import Coded
from opera_games.lessons import reason_of
from opera_protocol.texts.format import MOST_ENTRIES, Teller, plain
from opera_protocol.texts.i18n import N_
from opera_protocol.texts.vocabulary import OfAllGames

SHARED_REFUSALS: Final[Mapping[str, str]] = {
    # every game
    "malformed_action": N_("This is no action: “{field}” is missing or not as it should be."),
    "malformed_event": N_("This is no event of the game."),
    "not_your_turn": N_("It is not your turn: nothing is asked of you now."),
    "other_decision": N_("Something else is asked of you: {asked}. What was sent is no answer to it: {got}."),
    "game_over": N_("The game is over: nothing more can be done."),
    "nothing_to_arrange": N_("There is nothing to arrange in this game."),
    "unknown_game": N_("There is no game “{game}”; there are {games}."),
    "unknown_option": N_("This game has no option “{option}”."),
    "bad_option": N_("The option “{option}” must be {expected}."),
    "players_out_of_range": N_("This game is for {lowest} to {highest} players, not for {players}."),
    # data files
    "edition_missing": N_("The edition lacks the key {key}."),
    "edition_bad_value": N_("The edition's {key} must be {expected}."),
    "edition_unknown_key": N_("The edition has a key {key} that means nothing."),
    "edition_not_text": N_("{file} is no text in UTF-8."),
    "edition_syntax": N_("{file} is no valid TOML: {problem}."),
    "edition_too_many_halls": N_("The edition's {key} have more halls together than the {highest} of a house."),
    "edition_fewer_copies": N_("The edition's {key} has fewer copies with more players; write them in rising order."),
    "edition_wing_without_main": N_("The edition's {key} has more copies than the main part, which a wing needs."),
    "edition_double_id": N_("The edition's {key} is “{id}”, which another singer has; every id comes once."),
    "edition_wrong_number": N_("The edition's {key} are {number}; there must be {expected}."),
    "lesson_unreadable": N_("This is no lesson: {problem}."),
    "lesson_bad_state": N_("The lesson cannot begin from its “state”: {problem}."),
    "lesson_opening_refused": N_("Entry {entry} of “opening” is not allowed by the rules ({reason})."),
    "lesson_half_a_rule": N_("Step {step}, reason {rule}: “{key}” means nothing without “{needed}”."),
    "lesson_no_such_figure": N_(
        "Step {step}, reason {rule}: “{figure}” in “of” is no figure that every seat has; there are {figures}."
    ),
    "file_unreadable": N_("{file} cannot be read: {reason}."),
    "file_too_large": N_("{file} is larger than {highest:number} bytes, so it is no file of this kind."),
    # transcripts
    "transcript_line_too_long": N_("Line {line} is longer than {highest:number} bytes, so this is no transcript."),
    "transcript_too_large": N_("This is larger than {highest:number} bytes, so it is no transcript."),
    "transcript_not_json": N_("Line {line} is no JSON object in UTF-8 with every key once."),
    "transcript_no_start": N_("This is no transcript: the first line must be of the type “start”."),
    "transcript_no_action": N_("Line {line} must be of the type “action”, or “end” if it is the last."),
    "transcript_other_format": N_("The transcript has format {format}, and this program reads format {expected}."),
    "transcript_other_rules": N_(
        "The transcript was made with version {rules} of the rules of {game}, and this program has version {expected}."
    ),
    "transcript_bad_field": N_("Line {line}: “{field}” is missing or not as it should be."),
    "transcript_line_refused": N_("Line {line} is not allowed by the rules ({reason})."),
    "transcript_line_differs": N_("Line {line} does not follow from what came before: “{field}” should be different."),
    "transcript_not_over": N_("Line {line} ends the game, but by the rules it is not over yet."),
    "transcript_unfinished": N_("The transcript stops after {lines:lines} without an end line."),
    "transcript_of_lesson": N_(
        "This is a lesson that begins in the middle of a game: no shuffle leads there, so nothing can be checked."
    ),
    "transcript_goes_on": N_("Line {line} is too much: the game had ended before it."),
    # requests to a server
    "protocol_unknown": N_(
        "This server speaks version {server} of the protocol, not {client}: upgrade the older side."
    ),
    "hello_first": N_("This connection has not said hello to the server yet."),
    "too_many_requests": N_("That was too fast for the server; wait a moment, then go on."),
    "too_many_tables": N_("You have opened {most:tables}, which is all that this server allows; finish one first."),
    "too_many_seats": N_("You hold {most:seats}, which is all that this server allows; give one up first."),
    "server_full": N_("The server has as many tables as it can keep; try again later."),
    "attachment_unknown": N_("The connection for updates is not open any more; connect again."),
    "no_such_table": N_("There is no such table; it may have ended. Choose one from the lobby."),
    "table_other_rules": N_(
        "This game has version {rules} of the rules of {game}, this program version {expected}: "
        "it can only be exported."
    ),
    "wrong_code_word": N_("This table has a code word, and that is not it; ask the host for it."),
    "too_many_guesses": N_("Too many wrong code words came for this table; wait a moment, then try again."),
    "too_many_rooms": N_("You are in {most} rooms at once, which is all that this server allows; leave one first."),
    "no_spectators": N_("This table takes no spectators; only its players see it."),
    "not_seated": N_("You have no seat at this table and do not watch it; sit down or enter it first."),
    "not_host": N_("Only the host of the table can do that."),
    "seat_handed_on": N_("Your seat was handed on: {name} plays it now."),
    "seat_kept": N_("This seat is kept for two minutes for who had it before; choose another, or wait."),
    "seat_taken": N_("Somebody sits there already; choose a free seat."),
    "no_free_seat": N_("No seat is left for a person; choose another table, or fewer bots."),
    "name_taken": N_("Somebody at this table is called {name}, or something that looks like it; choose another name."),
    "not_open": N_("The game has begun; this is possible only before that."),
    "not_running": N_("No game is going on at this table; this is possible only during one."),
    "not_finished": N_("The game is not over; this is possible only after its end."),
    "no_such_moment": N_("The game has {last:actions} so far; choose a moment from 0 to {last}."),
    "no_such_round": N_("The game has no such round or turn; choose one from 0 to {last}."),
    "not_your_seat": N_("This is for others to see; you can look at what was open to you alone."),
    "seats_free": N_("Seats still free: {free}. Find somebody for them, or put bots there."),
    "not_ready": N_("Not ready yet: {seats}. The game starts when everybody is."),
    "already_starting": N_("The game is being started already; wait a moment."),
    "no_such_attempt": N_("This attempt to start is over; wait for the next one."),
    "already_committed": N_("Your part in this shuffle is given already; it cannot be changed."),
    "too_early": N_("Not everybody's hash is there; show your part when all are."),
    "contribution_differs": N_("This is not the part whose hash you gave; show exactly that one."),
    "seed_not_allowed": N_("This server lets nobody set the shuffle by hand; leave the seed out."),
    "unknown_level": N_("There is no bot of the level “{level}”; there are {levels}."),
    "not_a_bot": N_("A person sits there; bots take only free seats."),
    "not_a_person": N_("No person sits there; choose a seat that a person holds."),
    "clock_set_already": N_("This table has a clock, and it stays as it is."),
    "clock_too_short": N_("A clock must give {least:seconds} or more."),
    "holder_present": N_(
        "The seat of {name} is not abandoned; one is handed on when its holder has left or is away too long."
    ),
    "no_such_watcher": N_("Nobody who watches fits; choose a spectator whose name no player here has."),
    "watched_too_late": N_("A seat goes only to somebody who was watching already when its holder went away."),
    "no_hints": N_("This table plays without hints."),
    "hint_under_way": N_("A proposal for your last decision is still being worked out; ask again in a moment."),
    "too_many_hints": N_("Proposals are being thought about, {most} of them; ask again in a moment."),
    "hint_failed": N_("No proposal was found in time; decide by yourself, or ask again."),
    "stale": N_("This was decided already; look at what is asked now."),
    "others_seated": N_("Other people play here: what was done stands. It is taken back only in a game against bots."),
    "nothing_to_take_back": N_(
        "Nothing can be taken back: you have done nothing since something was last revealed, drawn or dealt."
    ),
    "no_such_lesson": N_("This server has no lesson “{lesson}”."),
    "not_best_in_puzzle": N_("This makes sure of {points:points}, and {best} can be had. Try again, or let p show it."),
    "not_now_in_lesson": N_("The lesson wants another move now; this one was not made."),
    "table_full": N_("There were {most} changes at this table; nothing but the game itself goes on for you here."),
    "talk_full": N_("This table's talk has all of the {most:lines} it may have; nothing more can be said here."),
    "disk_failed": N_("The server cannot write the game down; nothing is accepted at this table until it can."),
    "internal": N_("The server made a mistake; nothing has changed. Its operator finds more in the log."),
    # ends of a connection
    "banned": N_("The server's operator has banned your key; ask there if that is a mistake."),
    "restarting": N_("The server is going down; the game goes on when it is back."),
    "ticket_refused": N_("The server did not know this connection; connect again."),
    "too_many_connections": N_("Too many connections are open; close another program of yours first."),
    "resync": N_("What you see may be old; it is being fetched anew."),
    # what a client finds out by itself
    "server_unknown": N_("You have not met {name} at {address} before; go on only if its key is {offered}."),
    "server_key_wrong": N_(
        "{address} has the key {offered}, not the one you asked for, {expected}. Check the address."
    ),
    "disconnected": N_("The connection broke off."),
    "handshake_failed": N_("Whoever answers there does not prove to be this server."),
    "not_admitted": N_("The server does not let you in; ask its operator to list your key."),
    "no_answer": N_("The server did not answer in time."),
    "silent": N_("Nothing is heard from the server any more."),
    "flood": N_("The server sent more than any server should; the connection was cut."),
    "out_of_step": N_("The updates of this table do not fit together; it has to be entered anew."),
    "unreadable": N_("This program cannot read what the server sent: upgrade the older of the two."),
    "closed": N_("The connection was closed."),
    "too_many_waiting": N_("{most} requests wait for an answer already; wait for one of them."),
    # bytes, text and files
    "malformed": N_("A message could not be read: {reason}."),
    "bad_patch": N_("An update does not fit what is there: {reason}."),
    "bad_text": N_("{field} cannot be taken: {reason}. Plain text of 1 to {limit} cells is right."),
    "bad_address": N_("“{text}” is no address; write HOST or HOST:PORT."),
    "bad_fingerprint": N_("“{text}” is no fingerprint; one looks like K7QF-2M3A-X5TD-PLWE."),
    "key_file_exposed": N_("Others may read the key file {path} (mode {mode}): run chmod 600 on it."),
    "key_file_corrupt": N_("The key file {path} is damaged: put a copy in its place, or move it away for a new key."),
    "key_file_exists": N_("There is a key file {path} already: move it away first, or say that it may be replaced."),
    "key_file_missing": N_("There is no key file {path}: check the name."),
    "home_missing": N_("You have no home folder to keep things in: set HOME to a folder that you can write to."),
    "storage_failed": N_("{path} cannot be used: {problem}."),
    "server_key_changed": N_("{address} had the key {known} and now has {offered}: ask its operator before you go on."),
    "host_unknown": N_("There is no machine “{host}”; check the name."),
    "nobody_there": N_("No server answers at {host}, port {port}; check that it runs and that its ports are open."),
    "greeting_timeout": N_("{host}, port {port}, says nothing; the server may be busy. Try again."),
    "port_closed": N_(
        "A firewall closes port {port} of the server at {host}: ask its host to open the ports {first} to {last}."
    ),
    "not_opera": N_("What answers at {host}, port {port}, is no Opera server; check the port."),
    "server_newer": N_("The server speaks version {server}, this program {client}: upgrade this program."),
    "server_older": N_("The server speaks version {server}, this program {client}: its operator has to upgrade it."),
}

REFUSALS: Final = OfAllGames[str, str]("REFUSALS", SHARED_REFUSALS)
"""Every refusal's template, by its code."""

OPERATORS_FAULTS: Final[Mapping[str, str]] = {
    "edition_twice": "Two editions of {game} were given, {first} and {second}: give one for each game.",
    "tables_none": "There is no table at all.",
    "table_unknown": "There is no table “{table}”; the nearest one is “{nearest}”.",
    "table_ambiguous": "Several tables are called “{table}”: name one by its id, {ids}.",
    "table_not_over": "The game at table {table} is not over; its transcript holds secrets until then.",
    "table_never_started": "No game was ever started at table {table}.",
    "table_damaged": "The journal of table {table} is damaged at entry {n}.",
    "seen_unreadable": "{path} is no record of what a client saw before a game.",
    "admin_no_server": "No server is running with the data folder {path}.",
    "admin_no_answer": "The server of the data folder {path} does not answer.",
    "admin_malformed": "The server could not read the command.",
    "admin_unknown": "The server knows no command “{command}”; the nearest one is “{nearest}”.",
    "admin_bad_key": "“{text}” is neither a fingerprint like K7QF-2M3A-X5TD-PLWE nor a key of 40 characters.",
    "admin_bad_notice": "A notice must be one line of plain text of 1 to {highest} cells ({reason}).",
    "http_port_taken": "Port {port} for health and metrics is taken: choose another with --http.",
    "journal_entry_exists": "The journal of table {table} has an entry {n} already.",
    "journal_request_repeated": "The journal has an entry for this request already.",
    "journal_closed": "The journal is closed: the server is stopping.",
    "file_exists": "{path} exists already: choose another name, or remove it first.",
    "file_unwritable": "{path} cannot be written: {problem}.",
    "setting_not_files": "{source}: “{key}” must be a list of files, not {found}.",
    "too_few_descriptors": (
        "The settings allow {connections} connections, but the system gives the server only {most} open files of the "
        "{needed} that it needs for them: about {enough} people can be connected. Raise the limit (ulimit -n), or set "
        "limits.connections lower."
    ),
    "journal_missing": "There is no journal {path}: no server has run with this data folder yet.",
    "journal_older": "The journal {path} has an older layout: start the server with it once, then try again.",
}
"""About the commands of `opera-server`, which speaks English: operators alone see them, and nobody translates them."""

FAULTS: Final[Mapping[str, str]] = {
    **OPERATORS_FAULTS,
    "folder_unusable": N_("The data folder {path} cannot be used: {problem}."),
    "folder_exposed": N_(
        "Others have access to the data folder {path} (mode {mode}): let its owner run chmod 700 on it, or choose an "
        "empty folder with --data."
    ),
    "folder_locked": N_("Another server holds the data folder {path}: process {pid}, port {port}."),
    "folder_starting": N_("Another server is just starting with the data folder {path}: process {pid}."),
    "journal_lost": N_(
        "The journal {path} is gone or empty, but {log} beside it is not, and the games are in both: put a backup in "
        "its place and remove {log}, or move {log} away to begin anew."
    ),
    "journal_unusable": N_("The journal {path} cannot be opened: {problem}."),
    "journal_corrupt": N_(
        "The journal {path} is damaged: {problem}. Move it away with its -wal and -shm, where there are any; then put "
        "a backup in its place, or begin anew."
    ),
    "journal_foreign": N_(
        "{path} is a database of another program, or damaged: choose another folder with --data, or move it away with "
        "its -wal and -shm, where there are any."
    ),
    "journal_newer": N_("The journal {path} has layout {schema}, this program knows {expected}: upgrade the server."),
    "journal_write_failed": N_("The journal cannot be written: {problem}. Nothing is accepted until it can."),
    "settings_unreadable": N_("The settings {file} cannot be read: {problem}."),
    "settings_syntax": N_("The settings {file} are no valid TOML: {problem}."),
    "settings_unwritable": N_("The settings {file} cannot be written: {problem}."),
    "setting_unknown": N_("{source}: there is no setting “{key}”; the nearest one is “{nearest}”."),
    "setting_not_number": N_("{source}: “{key}” must be a whole number from {lowest} to {highest}, not {found}."),
    "setting_not_seconds": N_("{source}: “{key}” must be a number of seconds from {lowest} to {highest}, not {found}."),
    "setting_not_word": N_("{source}: “{key}” must be one of {words}, not {found}; the nearest one is “{nearest}”."),
    "setting_not_switch": N_("{source}: “{key}” must be true or false, not {found}."),
    "setting_not_text": N_("{source}: “{key}” must be a text in quotes, not {found}."),
    "setting_not_section": N_("{source}: “{key}” must be a section [{key}], not {found}."),
    "setting_bad_name": N_("{source}: “{key}” must be plain text of 1 to {highest} cells, not {found} ({reason})."),
    "setting_no_such_key": N_("{source}: there is no key “{key}” to set; the nearest one is “{nearest}”."),
    "setting_not_key": N_('{source}: “{key}” must be a key such as "n" or "f3", not {found}.'),
    "setting_key_unknown": N_("{source}: “{key}”: there is no key {found}; the nearest one is “{nearest}”."),
    "setting_keys_clash": N_("{source}: “{key}” and “{other}” cannot both be {found}."),
    "setting_key_needed": N_("{source}: “{key}” cannot be {found}: it moves the cursor or is needed in decisions."),
    "log_unwritable": N_("The log {path} cannot be written: {problem}."),
    "ready_fd_unusable": N_("The descriptor {descriptor} for the ready line is no open socket: {problem}."),
    "host_unusable": N_("The server cannot listen on the address {host}: {problem}."),
    "port_taken": N_("Port {port} is taken: stop what listens there, or choose another with --port."),
    "door_not_installed": N_("This door needs {package}: pip install 'opera-tui[{extra}]'."),
    "door_user_missing": N_(
        "As root, a door needs a user for its visitors, who has no rights: OPERA_DOOR_USER=nobody before the command, "
        "or door_user in the settings."
    ),
    "door_user_useless": N_("Only root can let visitors be {user}: leave door_user empty."),
    "door_user_unknown": N_("There is no user {user} for visitors (door_user)."),
    "door_port_taken": N_(
        "Port {port} for visitors cannot be opened: {problem}. Choose another with {option}; "
        "the server itself takes three from --port on."
    ),
    "web_proxies_unreadable": N_(
        "web_proxies must name addresses or networks, such as 127.0.0.1 or 10.0.0.0/8, not “{text}”."
    ),
    "web_names_unreadable": N_("web_names must name hosts, such as opera.example.org, not “{text}”."),
    "door_slow": N_("The door for visitors did not open in time."),
    "door_died": N_("The door for visitors ended before it was open; stderr says why."),
    # found by the client that starts a server
    "server_slow": N_("The server does not start; its log is {file}."),
    "server_died": N_("The server ended before it was ready; its log is {file}."),
    "server_elsewhere": N_(
        "Your server runs on port {running} already, and others may be there: go to it with  opera host  or stop it "
        "with  {command}  to begin anew on port {port}."
    ),
    "server_without_door": N_(
        "Your server runs already, without a door for visitors on port {port}, and others may be there: go to it with  "
        "opera host  or stop it with  {command}  to begin anew."
    ),
    "server_unstartable": N_("The server cannot be started: {problem} ({file})."),
}
"""About a server that does not start, and about its commands, by code."""

VERDICTS: Final[Mapping[str, str]] = {
    "proved": N_(
        "The shuffle is proved fair: neither the server nor any player could choose it, and nobody changed it once "
        "the game had begun."
    ),
    "consistent": N_(
        "The shuffle is consistent: the seed follows from the server's secret and every player's contribution. "
        "Only a player's own record of what was shown before the game can prove that nothing was changed afterwards."
    ),
    "by_hand": N_("The seed was set by hand, so nothing can be proved about the shuffle."),
    "nobody_contributed": N_("No player contributed to the seed, so the server alone chose the shuffle."),
    "malformed": N_("The shuffle is not proved: the record of it is incomplete or not as it should be."),
    "secret_differs": N_("The shuffle is not proved: the server's secret is not the one it had committed to."),
    "seed_differs": N_("The shuffle is not proved: the seed does not follow from the secret and the contributions."),
    "other_commitment": N_("The shuffle is not proved: the server had committed to another secret before the game."),
    "other_seats": N_("The shuffle is not proved: other seats contributed than those shown before the game."),
    "other_contribution": N_("The shuffle is not proved: a contribution is not the one shown before the game."),
    "own_contribution": N_("The shuffle is not proved: your own contribution was replaced by another one."),
}
"""What can be said about a shuffle, by a verdict's code."""

TABLE_EVENTS: Final[Mapping[str, str]] = {
    "table_stand_in": N_("A bot acts for {seat}"),
    "table_stand_in:absent": N_("{seat} is away: a bot acts for the seat"),
    "table_stand_in:clock": N_("{seat} is out of time: a bot acts for the seat"),
    "table_stand_in:left": N_("{seat} has left: a bot acts for the seat"),
    "table_returned": N_("{seat} is back"),
    "table_clock": N_("The host sets a clock: {clock}"),
    "table_handed": N_("{name} has the seat from now on"),
    "table_taken_back": N_("{seat} takes an action back; undone in all: {actions:actions}"),
    "table_from": N_("Until here as at an earlier table: {actions:actions}"),
    "table_abandoned": N_("The game ends without a result: {cause}"),
}
"""Log lines of every table, by event."""

AMENDMENTS: Final[Mapping[str, str]] = {
    "taken_back": N_("Taken back during the game, with what bots did in answer: {actions:actions}."),
    "from": N_(
        "The game goes on from an earlier one, table {table} after {actions:actions}, with the same shuffle: "
        "what came after that could be known."
    ),
}
"""What is said of a game that was not played straight on."""

NO_TEMPLATES: Final[Mapping[str, str]] = {}
UNFIT: Final = (LookupError, ValueError, TypeError, AttributeError)
"""What is raised when parameters do not fit their template."""


def sentence_of(error: Coded, teller: Teller | None = None) -> str:
    """Return the sentence of an error, and after it that of its cause if it is an error of the same type."""
    text = sentence(error.code, error.parameters, teller)
    cause = error.__cause__
    return f"{text} {sentence_of(cause, teller)}" if isinstance(cause, type(error)) else text


def sentence(
    code: str,
    parameters: Mapping[str, Any],
    teller: Teller | None = None,
    *,
    short: Mapping[str, str] = NO_TEMPLATES,
    otherwise: str = "",
) -> str:
    """Return the sentence of an error, what is wrong and what would be right; a template in `short` comes first.

    A newer server may have codes and parameters that this program does not know: such an error says `otherwise`.
    """
    teller = teller or Teller()
    if code == "not_now_in_lesson" and (reason := reason_of(*map(parameters.get, ("lesson", "step", "rule")))):
        return teller.translations.gettext(reason)
    template = short.get(code) or REFUSALS.get(code) or FAULTS.get(code)
    if template is not None:
        try:
            return teller.tell(template, parameters)
        except UNFIT:
            unknown = N_("The server says no ({code}).")
    else:
        unknown = N_("Something went wrong ({code}).")
    return plain(otherwise) or teller.tell(unknown, {"code": code})


def amendments(taken_back: int, origin: tuple[str, int] | None, teller: Teller | None = None) -> list[str]:
    """Say what was taken back, and from which table and after how many of its actions the game goes on."""
    teller = teller or Teller()
    said = [teller.tell(AMENDMENTS["taken_back"], {"actions": taken_back})] if taken_back else []
    if origin is not None:
        table, actions = origin
        said.append(teller.tell(AMENDMENTS["from"], {"table": table, "actions": actions}))
    return said


def hint_text(game: str, reason: Mapping[str, Any], teller: Teller) -> str:
    """Return what speaks for a proposed action; empty for a reason that this program does not know."""
    try:
        return teller.tell(texts_of(game).HINTS[str(reason["code"])], reason)
    except (*UNFIT, ImportError):
        return ""


def why_text(game: str, why: Mapping[str, Any], teller: Teller) -> str:
    """Return why the best move of a puzzle is better than the tempting one."""
    return teller.tell(texts_of(game).WHYS[str(why["code"])], why)


def log_line(game: str, event: Mapping[str, Any], teller: Teller) -> str:
    """Return the line of the log about an event, given as the map that goes over the wire.

    A newer server may have events that this program does not know: such a line has the name and the parameters.
    """
    tag = str(event.get("event"))
    try:
        if tag in TABLE_EVENTS:
            wording = TABLE_EVENTS.get(f"{tag}:{event.get('cause')}", TABLE_EVENTS[tag])
            return teller.tell(wording, event)
        return _game_line(tag, event, texts_of(game), teller)
    except (*UNFIT, ImportError):
        some = islice(event.items(), MOST_ENTRIES)
        parameters = ", ".join(f"{name} {value}" for name, value in some if name != "event")
        return teller.tell(
            N_("Something happened ({event})."), {"event": f"{tag}: {parameters}" if parameters else tag}
        )


def _game_line(tag: str, event: Mapping[str, Any], texts: Texts, teller: Teller) -> str:
    parameters = {
        name: texts.COMPOSITES[tag, name](teller, event) if (tag, name) in texts.COMPOSITES else value
        for name, value in event.items()
    }
    variant, applies = texts.VARIANTS.get(tag, ("", None))
    return teller.tell(texts.EVENTS[f"{tag}:{variant}" if applies and applies(event) else tag], parameters)
