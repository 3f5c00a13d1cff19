"""Short texts about the program itself: its screens and keys."""

from collections.abc import Mapping
from typing import Final

from opera_protocol.texts.i18n import N_
from opera_tui.games.face import Page, Tip

RESULT: Final = N_(
    "Everybody's points and where they come from, the winner first, and how they grew. The arrows scroll "
    "where there is more."
)
PACE_AND_GUARD: Final = N_(
    "Pace of events: bots act at once, and what they did is shown step by step with this pause between "
    "the steps; 0 shows all of it at once, and Space skips the rest. Enter waits: so long Enter does "
    "nothing when a decision has just come to the screen, so that typing ahead does not decide."
)
UNWISE: Final = N_("Ask when unwise: a decision that leaves you nothing to do, or wastes a role, is asked about once.")
GAMES_TOLD: Final = N_(
    "In Opera you build opera houses and put famous music into them; in Turandot, a card game, you cast Puccini's "
    "opera with singers. Learn by playing explains both move by move. Rules has all of it; its key opens those of the "
    "game under the cursor."
)
SOLO_TOLD: Final = N_(
    "Play now and Turandot start a game against bots at once; nothing needs to be set up, but left and right change "
    "the number of bots, Space and Backspace their level and, in Opera, d the length of the game. To play with others, "
    "open a table on your network or join theirs."
)
LOBBY: Final = (
    N_(
        "Your tables come first, then open and running ones, newest first; more come as you scroll. "
        "/ finds tables by words of their names, games and players. Sit down, open one, or watch; where the "
        "game has not begun, you wait here. When all seats are taken and all are ready, the host starts it."
    ),
    N_("Behind each name stand four characters of that player's key: the same characters are the same person."),
)

PROGRAM_TOPICS: Final[Mapping[str, Page]] = {
    "keys": Page(
        N_("Keys"),
        (
            N_(
                "Arrows or h j k l move the cursor, Enter does what the lower border of the heavy frame says, Esc goes "
                "one step back. At a table letters and digits only prepare; elsewhere they choose."
            ),
            N_(
                "Tab or a panel's letter gives a panel the arrows: Enter explains its row, Esc returns to the box. "
                "{talk} talks, {review} tells what happened lately, against bots {take_back} takes "
                "back, {rules} opens the rules, {leave} leaves. The last row names the keys. "
                "Ctrl+L paints all anew."
            ),
            N_(
                "When it is your turn, {propose} prepares what a strong bot would do and says why; Enter leads through "
                "it step by step. The points it expects change in play."
            ),
        ),
    ),
    "beginning": Page(
        N_("How to begin"),
        (
            N_(
                "The first entries of the home screen put you at a table with bots. The line at the top says what is "
                "asked of you, the box with the heavy frame is where you answer, and its lower border says what Enter "
                "does."
            ),
            N_(
                "The rules can wait: Learn by playing shows them. At a decision, {propose} prepares what a strong bot "
                "would do and says why; Enter leads through it step by step. ? explains what the cursor is on, {rules} "
                "opens the rules."
            ),
            N_(
                "Bots: chorus is for first games, soloist plays soundly, virtuoso is quick and sharp, diva takes "
                "her time. The game is kept when you leave; Continue leads back."
            ),
        ),
    ),
    "home": Page(N_("Start"), (GAMES_TOLD, SOLO_TOLD)),
    "home_again": Page(
        N_("Start"),
        (
            N_("A game that is still going on comes first, and x drops it; more of them are under Other open games."),
            GAMES_TOLD,
            SOLO_TOLD,
        ),
    ),
    "visit": Page(
        N_("A visit"),
        (
            N_(
                "You play on the machine of this server, with nothing of your own but your terminal. Under Tables you "
                "open a table with bots or for others, sit down at one or watch. When the line breaks, your seats are "
                "kept; come back with the same key, and you are at your table."
            ),
            N_(
                "The transcript of a finished game comes as a file in a browser, else into your terminal's clipboard. "
                "A shuffle proves nothing to a visitor: your part of it is made on the operator's machine, too."
            ),
        ),
    ),
    "visit_settings": Page(
        N_("Settings"),
        (
            N_(
                "They are kept for you on this server. Plain signs help where shapes and notes look broken or too "
                "wide, for instance in terminals for Chinese, Japanese or Korean."
            ),
            PACE_AND_GUARD,
            UNWISE,
        ),
    ),
    "visit_result": Page(
        N_("The result"),
        (
            RESULT,
            N_(
                "v leads to the board, where you can look at every move again. a plays again with the same players, "
                "save after a lesson. e gives you the transcript: in a browser as a file, else in your terminal's "
                "clipboard. In a browser b prints a programme booklet of the game, to keep. Against bots, z plays on "
                "from before your last action."
            ),
        ),
    ),
    "open_games": Page(
        N_("Open games"),
        (
            N_(
                "All games of yours that have not ended, as far as this machine knows, the newest first. Enter goes "
                "back to one, x drops one from the list. A game with other people stands as you left it; they may "
                "have gone on since."
            ),
        ),
    ),
    "lobby": Page(
        N_("Lobby"),
        (
            *LOBBY,
            N_(
                "A server that you host ends when you leave, or stays if you say so because others are there. If your "
                "terminal or ssh breaks off, it ends when nobody has been connected for ten minutes; until "
                "then opera host leads back to it."
            ),
        ),
    ),
    "visit_lobby": Page(N_("Lobby"), LOBBY),
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
        N_("Looking back"),
        (
            N_(
                "Left and right go by moves, PgUp and PgDn by rounds, Home and End to the beginning and the end; "
                "{review} shows the result."
            ),
            N_(
                "A game against bots is seen from your seat; {take_back} plays on from the move that is shown, at a "
                "new table. A transcript can be seen from every seat: a digit chooses one, 0 shows what spectators see."
            ),
        ),
    ),
    "result": Page(
        N_("The result"),
        (
            RESULT,
            N_(
                "v leads to the board, where you can look at every move again. a plays again with the same players, "
                "save after a lesson and in a replay. b writes a programme booklet of the game to print and to keep, e "
                "its transcript, each into a file. Against bots, z plays on from before your last action."
            ),
        ),
    ),
    "lessons": Page(
        N_("Lessons"),
        (
            N_(
                "A lesson is a real table: you do every move, and the first rows say what there is to see and why it "
                "matters. A move that does not fit gets its reason and costs nothing."
            ),
            N_(
                "Everything else works as in a game: previews, take back, the rules. Propose prepares the move that "
                "the lesson has in mind. Leave with q whenever you like; the lesson waits, or ends if you want."
            ),
        ),
    ),
    "puzzles": Page(
        N_("Puzzles"),
        (
            N_(
                "A puzzle is one decision near the end of a real game, on a real table. What a move is worth are the "
                "points that you are sure to end with: you go on as well as you can, the others do whatever costs you "
                "most."
            ),
            N_(
                "It is the last round or the last turn, and nothing is left to chance. Screens are open; offers lie "
                "face down, but how many cards they are says what they can be. A letter is a player, named on the "
                "board or the casts."
            ),
            N_(
                "The best idea is well ahead of every other one, and seldom the first that comes to mind. A try that "
                "is not the best is not made, and you see what it would be worth. After the best one you read why."
            ),
        ),
    ),
    "replays": Page(
        N_("Replays"),
        (
            N_(
                "Your finished games against bots and at tables that you hosted, and transcripts that you exported, "
                "with your points and who won, behind a win the others' points if there is room. Enter opens one "
                "before its first move."
            ),
            N_(
                "{search} looks for tables, games and players, {sort} sorts by time, by points, or by game and table, "
                "and {booklet} writes its programme booklet, a page with accounts to print and keep, "
                "into a file. {record} shows your record: games, wins, best points."
            ),
            N_(
                "A game at somebody else's server is here once it was exported after its end. A game against bots is "
                "seen from your seat, all others from every seat."
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
            PACE_AND_GUARD,
            UNWISE,
        ),
    ),
    "score": Page(
        N_("Score"),
        (
            N_(
                "Everybody's points after each round or turn that has ended, from the left to the right. A sign for "
                "each player stands on each of them; those that would hide each other stand side by side. Behind the "
                "lines are the points after the last one."
            ),
            N_("In plain signs there are numbers and bars instead, the last rounds or turns of the game."),
        ),
    ),
    "log": Page(
        N_("Log and talk"),
        (
            N_(
                "What happened and what was said, newest last; everything automatic is told too. At a table {talk} "
                "talks to all who are there, in a replay there is nobody."
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

PACE_TIP: Final = Tip(
    N_("Too fast? Settings help"),
    N_("What others do is shown step by step. The pace of events is among the settings of the home screen."),
)
"""For a first round in which others' moves are shown step by step."""
