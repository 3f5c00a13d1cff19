"""Short texts about the program itself: its screens and keys."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import Page

PROGRAM_TOPICS: Final[Mapping[str, Page]] = {
    "keys": Page(
        N_("Keys"),
        (
            N_(
                "Arrows or h j k l move the cursor, Enter does what the lower border of the box says, Esc goes one "
                "step back. Letters and digits only prepare something; they never send it."
            ),
            N_(
                "Tab shows the next panel, {talk} talks, {review} shows the last reveal again, {rules} opens the "
                "rules, where / looks for words, {leave} leaves. The last row names the keys that do something now. "
                "Ctrl+L paints everything anew."
            ),
            N_(
                "When it is your turn, {propose} proposes: it prepares what a strong bot would do and says why. Enter "
                "sends it, or change it first. Nobody sees that you asked; a table may be opened without hints."
            ),
        ),
    ),
    "home": Page(
        N_("Start"),
        (
            N_(
                "A game that is still going on comes first; if there are more of them, the line below leads to all. "
                "Play now starts one against bots at once; nothing needs to be set up, but left and right change the "
                "number of bots and Space their level. To play with others, open a table on your network or join "
                "theirs."
            ),
        ),
    ),
    "lobby": Page(
        N_("Lobby"),
        (
            N_(
                "The tables of this server. Sit down at one that is open, open another, or watch one that is under "
                "way. A game starts when all seats are taken and everybody is ready."
            ),
            N_("Behind each name stand four characters of that player's key: who has the same is the same person."),
        ),
    ),
    "new_table": Page(
        N_("A new table"),
        (
            N_(
                "Game, seats, bots, rounds, clock and who may come in. Everything has a value that works: you can "
                "open it as it is. With a code word only those who know it may sit down or watch. Without hints "
                "nobody can ask a bot for a proposal."
            ),
        ),
    ),
    "hosting": Page(
        N_("Hosting"),
        (
            N_(
                "While a game with other people is under way, {host} is for its host. A table without a clock can get "
                "one that gives a minute or more for each decision; it stays then."
            ),
            N_(
                "A seat whose holder has left or is away for too long can be given to a spectator: the new holder goes "
                "on with it as it is. Four characters of the key stand behind each name. The log tells everybody."
            ),
        ),
    ),
    "find": Page(
        N_("Finding a server"),
        (
            N_(
                "Servers on your network show up by themselves. If yours does not, type its address; the host sees "
                "the line to type. On the first visit compare the key with what the host sees."
            ),
        ),
    ),
    "watching": Page(
        N_("Watching"),
        (
            N_(
                "You see what everybody may see. Left and right go to earlier and later moves, PgUp and PgDn to other "
                "rounds; {follow} follows the game again."
            ),
        ),
    ),
    "replay": Page(
        N_("Replays"),
        (
            N_(
                "Your finished games against bots and at tables that you hosted, and transcripts that you exported; a "
                "game at somebody else's server is here once it was exported after its end. Each begins before its "
                "first move. Left and right go by moves, PgUp and PgDn by rounds, Home and End to the beginning and "
                "the end; {review} shows the result."
            ),
            N_(
                "A game against bots is seen from your seat. All others can be seen from every seat: a digit chooses "
                "one, 0 shows what spectators see."
            ),
        ),
    ),
    "settings": Page(
        N_("Settings"),
        (
            N_(
                "They are kept in a file of yours, which you may also edit by hand. Plain signs help where shapes "
                "and notes look broken or too wide, for instance in terminals for Chinese, Japanese or Korean."
            ),
            N_(
                "Pace of events: bots act at once, and what they did is shown step by step with this pause between "
                "the steps; 0 shows all of it at once, and Space skips the rest. Enter waits: so long Enter does "
                "nothing when a decision has just come to the screen, so that typing ahead does not decide."
            ),
        ),
    ),
    "log": Page(
        N_("Log and talk"),
        (
            N_(
                "What happened and what was said, newest last. Press {talk} to talk to the table. Everything automatic "
                "is told too."
            ),
        ),
    ),
    "shuffle": Page(
        N_("A shuffle that nobody chose"),
        (
            N_(
                "Before a game every player adds a secret part to the shuffle. When it is over, the program checks "
                "that nobody, not even the server, could have chosen the cards."
            ),
        ),
    ),
}
