"""Every sentence about games, tables and connections: one English template for each code and event, and the filling.

Placeholders are the parameters of the refusal or event; `telling` shows them in players' words.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

from opera_protocol.i18n import ENGLISH, N_, Translations
from opera_protocol.telling import COMPOSITES, Teller

REFUSALS: Final[Mapping[str, str]] = {
    # both games
    "malformed_action": N_("This is no action: “{field}” is missing or not as it should be."),
    "malformed_event": N_("This is no event of the game."),
    "not_your_turn": N_("It is not your turn: nothing is asked of you now."),
    "other_decision": N_("You are asked to {asked}; {got} is no answer to that."),
    "game_over": N_("The game is over: nothing more can be done."),
    "nothing_to_arrange": N_("There is nothing to arrange in this game."),
    "unknown_game": N_("There is no game “{game}”; there are opera and turandot."),
    "unknown_option": N_("This game has no option “{option}”."),
    "bad_option": N_("The option “{option}” must be {expected}."),
    "players_out_of_range": N_("This game is for {lowest} to {highest} players, not for {players}."),
    # Opera
    "bid_below_zero": N_("A bid cannot be below 0; bid 0 to stay on your level."),
    "bid_too_high": N_("You can bid at most {highest}: as far as your ducats and the ten levels reach."),
    "role_taken": N_("The {role} is hired already; each role comes once in a round."),
    "fee_too_high": N_("The {role} costs {fee:levels} of budget, and you are on level {level}."),
    "level_short": N_(
        "Joining in like this costs {cost:levels}, and you are on level {level}; do less, or take an intermezzo."
    ),
    "nothing_done": N_("Joining in means doing something; to do nothing, take an intermezzo."),
    "other_role": N_("The {role} is being played now: join in with that role only."),
    "too_many": N_("At most {most:things} can be bought or built in one go."),
    "ducats_short": N_("This costs {price:ducats}, and you have {ducats}."),
    "not_offered": N_("No more {composer} is offered."),
    "no_house_there": N_("You have no opera house in {city}; pieces go only to your own houses."),
    "house_missing": N_("Your house in {city} is missing: an arrangement names all your houses."),
    "halls_differ": N_("Your house in {city} has {halls:halls}: name exactly one piece or nothing for each."),
    "composer_twice": N_("{composer} is twice in {city}; a composer is staged only once in a house."),
    "not_your_piece": N_("You have no further {piece} to place; only your own pieces can be staged."),
    "unknown_part": N_("There is no building part “{part}”."),
    "city_closed": N_("{city} is still closed; it opens after the counting of round {round}."),
    "already_built": N_("You have {part} already; each part comes once in a house."),
    "none_left": N_("No copy of {part} is left; choose another part."),
    "main_first": N_("{part} needs the main part of the same city first."),
    "palazzo_full": N_("The Palazzo is full; nothing can be sold until it is emptied."),
    "nothing_to_sell": N_("You have nothing to sell: only composers who are not yet in the Palazzo are bought there."),
    "house_piece_not_sold": N_("The house piece is never sold; choose a composer's piece."),
    "in_palazzo": N_("{composer} is in the Palazzo already, and it takes each composer once; sell another."),
    "no_such_piece": N_("You have no {piece} in {source}; sell a piece that is there."),
    "no_city_for_pawn": N_("The {role} cannot be hired: no other open city has a free place for the pawn."),
    "pawn_stands_there": N_("The {role} stands in {city} already and must move to another city."),
    "no_pawn_place": N_("All pawn places in {city} are taken; choose another city."),
    "steps_without_composer": N_("Choose the composer who is to move, or 0 steps."),
    "steps_out_of_range": N_("A composer moves by 1 to {most} levels, up or down."),
    "not_staged_there": N_("Nobody stages {composer} in {city}; the Critico moves only composers staged in his city."),
    "beyond_ladder": N_("{composer} has fame {fame}; the move would lead beyond the ladder, which has levels 1 to 6."),
    "bad_goal": N_("Houses are arranged for income, for the counting, or for a mix of both."),
    # Turandot
    "number_not_in_lineup": N_("There is no card {number} in the line-up; offer 1 to {highest}."),
    "not_enough_money": N_("You offered {money:money} and have {hand} in hand."),
    "no_helpers_this_turn": N_("No helpers in the directors' turn: offer a number."),
    "no_helper_for_puccini": N_("Whoever holds Puccini gets no helper: offer a number."),
    "helper_costs_one_money": N_("A helper costs exactly one money card, not {money}."),
    "assign_wrong_seats": N_("Exactly these players get a card now: {seats}."),
    "card_not_left": N_("Card {number} is not in the line-up any more; left are {left}."),
    "card_given_twice": N_("Card {number} can be given to one player only."),
    "nominate_self": N_("Name another player; you cannot name yourself."),
    "no_such_seat": N_("There is no {seat} at this table; choose another one."),
    "director_not_left": N_("The director {director} is not in the game any more; left are {left}."),
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
    "file_unreadable": N_("{file} cannot be read: {reason}."),
    "file_too_large": N_("{file} is larger than {highest} bytes, so it is no file of this kind."),
    # transcripts
    "transcript_line_too_long": N_("Line {line} is longer than {highest} bytes, so this is no transcript."),
    "transcript_too_large": N_("This is larger than {highest} bytes, so it is no transcript."),
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
    "transcript_goes_on": N_("Line {line} is too much: the game had ended before it."),
    # requests to a server
    "protocol_unknown": N_(
        "This server speaks version {server} of the protocol, not {client}: upgrade the older side."
    ),
    "too_many_requests": N_("That was too fast for the server; wait a moment, then go on."),
    "too_many_tables": N_("You have opened {most:tables}, which is all that this server allows; finish one first."),
    "too_many_seats": N_("You hold {most:seats}, which is all that this server allows; give one up first."),
    "server_full": N_("The server has as many tables as it can keep; try again later."),
    "attachment_unknown": N_("The connection for updates is not open any more; connect again."),
    "no_such_table": N_("There is no such table; it may have ended. Choose one from the lobby."),
    "wrong_code_word": N_("This table has a code word, and that is not it; ask the host for it."),
    "no_spectators": N_("This table takes no spectators; only its players see it."),
    "not_seated": N_("You have no seat at this table and do not watch it; sit down or enter it first."),
    "not_host": N_("Only the host of the table can do that."),
    "seat_taken": N_("Somebody sits there already; choose a free seat."),
    "no_free_seat": N_("No seat is left for a person; choose another table, or fewer bots."),
    "name_taken": N_("Somebody at this table is called {name} already; choose another name."),
    "not_open": N_("The game has begun; this is possible only before that."),
    "not_running": N_("No game is going on at this table; this is possible only during one."),
    "not_finished": N_("The game is not over; this is possible only after its end."),
    "no_such_moment": N_("The game has {last:actions} so far; choose a moment from 0 to {last}."),
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
    "no_hints": N_("This table plays without hints."),
    "hint_under_way": N_("A proposal for your last decision is still being worked out; ask again in a moment."),
    "too_many_hints": N_("Others are asking for proposals, {most} of them; ask again in a moment."),
    "hint_failed": N_("No proposal was found in time; decide by yourself, or ask again."),
    "stale": N_("This was decided already; look at what is asked now."),
    "table_full": N_("This table has seen {most} changes; from now on only the game itself goes on."),
    "talk_full": N_("This table's talk has all of the {most:lines} it may have; nothing more can be said here."),
    "disk_failed": N_("The server cannot write the game down; nothing is accepted at this table until it can."),
    "internal": N_("The server made a mistake; nothing has changed. Its operator finds more in the log."),
    # ends of a connection
    "banned": N_("The server's operator does not let you in."),
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
    "storage_failed": N_("{path} cannot be used: {problem}."),
    "server_key_changed": N_("{address} had the key {known} and now has {offered}: ask its operator before you go on."),
    "host_unknown": N_("There is no machine “{host}”; check the name."),
    "nobody_there": N_("No server answers at {host}, port {port}; check that it runs and that its ports are open."),
    "greeting_timeout": N_("{host}, port {port}, says nothing; the server may be busy. Try again."),
    "not_opera": N_("What answers at {host}, port {port}, is no Opera server; check the port."),
    "server_newer": N_("The server speaks version {server}, this program {client}: upgrade this program."),
    "server_older": N_("The server speaks version {server}, this program {client}: its operator has to upgrade it."),
}

VERDICTS: Final[Mapping[str, str]] = {
    "proved": N_(
        "The shuffle is proved: nobody could have chosen it alone, and it is the one you saw before the game."
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

TABLE: Final = "table"

EVENTS: Final[Mapping[str, Mapping[str, str]]] = {
    "opera": {
        "started": N_("Order of play: {order}"),
        "round": N_("Round {round} begins"),
        "bid": N_("{seat} has bid"),
        "bids": N_("Bids: {bids}. Levels: {levels}"),
        "hired": N_("{seat} hires the {role}, {before} → {level}"),
        "joined": N_("{seat} joins in with the {role}, {before} → {level}"),
        "intermezzo": N_("{seat} takes an intermezzo"),
        "closed": N_("{seat} closes"),
        "closed:automatic": N_("{seat} has hired all roles of a round and closes"),
        "bought": N_("{seat} buys {composer} for {ducats:ducats}"),
        "arranged": N_("{seat} arranges the houses"),
        "built": N_("{seat} builds {part} for {ducats:ducats}, {points:signed}"),
        "sold": N_("{seat} sells {piece} for {ducats:ducats}"),
        "sold:points": N_("{seat} sells {piece} for {points:points}"),
        "pawn": N_("{seat} sends the {role} to {city}"),
        "fame": N_("{seat} moves {composer} by {steps:signed} on the fame ladder"),
        "appraised": N_("{seat} has the pieces in {city} appraised, {points:signed}"),
        "declined": N_("{seat} keeps the pieces in {city}"),
        "given": N_("{seat} gives {piece} from {city} to {receiver}"),
        "given:discard": N_("{seat} discards {piece} from {city}"),
        "income": N_("Income: {incomes}"),
        "rose": N_("Most staged and rising in fame: {rose}"),
        "rose:nobody": N_("Most staged, but at the top already: {staged}"),
        "offer": N_("New offer: {pieces}"),
        "offer:reshuffled": N_("The discard pile becomes the supply. New offer: {pieces}"),
        "palazzo": N_("The Palazzo is emptied: {pieces}"),
        "granted": N_("1 ducat for standing on level 0: {seats}"),
        "round_ended": N_("Round {round} ends"),
        "counted": N_("Counting {counting}: {points}"),
        "opened": N_("Now open: {cities}"),
        "ended": N_("The game is over: {ranking}"),
    },
    "turandot": {
        "turn": N_("Turn {turn} begins, Puccini is with {puccini}"),
        "lineup": N_("Line-up: {cards}"),
        "directors_left": N_("Directors out of the game: {directors}"),
        "offer_made": N_("{seat} puts {cards:cards} face down"),
        "offers_revealed": N_("Offers: {offers}"),
        "card_taken": N_("{seat} takes {card}"),
        "card_taken:paid": N_("{seat} takes {card} for {money:money}"),
        "helper_hired": N_("{seat} gets the {helper}: scenery {scenery}"),
        "cards_assigned": N_("{by} hands out {cards}"),
        "card_left_over": N_("{card} leaves the game"),
        "card_left_over:silent": N_("{card} goes to {to}"),
        "nominated": N_("{by} names {seat} to dismiss a director"),
        "director_dismissed": N_("{seat} dismisses the director {director}"),
        "puccini_passed": N_("Puccini goes from {by} to {to}"),
        "game_ended": N_("The game is over: {ranking}. Winning: {winners}"),
        "game_ended:nobody": N_("The game is over: {ranking}. The silent hand beats both"),
    },
    TABLE: {
        "table_stand_in": N_("{seat} {cause}: a bot acts for the seat"),
        "table_returned": N_("{seat} is back"),
        "table_clock": N_("The host sets a clock: {clock}"),
        "table_handed": N_("{name} takes over an abandoned seat"),
        "table_abandoned": N_("The game ends without a result: {cause}"),
    },
}
"""Log lines by game and event, and those of every table; after a colon, another wording for the same event."""

Condition = Callable[[Mapping[str, Any]], bool]

VARIANTS: Final[Mapping[str, tuple[str, Condition]]] = {
    "closed": ("automatic", lambda event: event["automatic"]),
    "sold": ("points", lambda event: event["points"] > 0),
    "given": ("discard", lambda event: event["receiver"] is None),
    "rose": ("nobody", lambda event: not event["rose"]),
    "offer": ("reshuffled", lambda event: event["reshuffled"]),
    "card_taken": ("paid", lambda event: event["money"] > 0),
    "card_left_over": ("silent", lambda event: event["to"] is not None),
    "game_ended": ("nobody", lambda event: not event["winners"]),
}
"""Which wording an event takes instead, and when."""


def sentence(
    code: str, parameters: Mapping[str, Any], translations: Translations = ENGLISH, names: Sequence[str] = ()
) -> str:
    """What a refusal says to the player: what is wrong, and what would be right."""
    return Teller(names, translations=translations).tell(REFUSALS[code], parameters)


def log_line(game: str, event: Mapping[str, Any], teller: Teller) -> str:
    """What the log says about an event, given as the map that goes over the wire."""
    tag = event["event"]
    parameters = {
        name: COMPOSITES[tag, name](teller, event) if (tag, name) in COMPOSITES else value
        for name, value in event.items()
    }
    templates = EVENTS[TABLE if tag in EVENTS[TABLE] else game]
    return teller.tell(templates[_wording(tag, event)], parameters)


def _wording(tag: str, event: Mapping[str, Any]) -> str:
    variant, applies = VARIANTS.get(tag, ("", None))
    return f"{tag}:{variant}" if applies and applies(event) else tag
