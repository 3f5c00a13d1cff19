"""Line mode: the client for screen readers, dumb terminals and pipes. It reads lines and appends lines, nothing else.

It is a front end beside the screens and no second client. `shell.connect` leads to a table of a session; the table is
a `TableModel` with the same decisions, boxes, doubts, proposals and log; what is told are the sentences of the log. A
game brings its decisions in words (`games.<game>.speech`): steps with numbered options, each of which can be typed.
What was typed becomes an action; the server's preview says what it costs, or why it is refused; the decision's box
says what speaks against it; the answer `y` sends it.

- `streams`: the lines that come in, and the one `Speaker` through which everything goes out: plain text, no sentence
  twice in a row, in a terminal broken at blanks.
- `home`: where to go; `new_game`: the bots of a game that is begun there; `front`: what is asked on the way to a
  server; `lobby`: choosing a table; `exits`: where one goes from there; `replay`: a finished game.
- `table`: playing or watching at a table; `deciding`: its decision from the question to the answer; `news`: what has
  happened; `answers`: to the questions of one letter that are the same in every game; `arrivals`: waiting.
- `before_start`: a table whose game has not begun; `hosting`: a server of one's own; `preferences`: settings that can
  be changed on the way.
- `transcript`: of a game that is over, as a file or as text.
- `scripts`: `opera act` and `opera state`, one line each from outside.

A line is answered before the next one is read. Bots that have to act are waited for first, people never: a script can
write all its lines at once, and nobody is kept waiting by another person. News waits for the next line, or comes at
once if the settings say so. Nothing in this room needs Textual or a terminal.
"""
