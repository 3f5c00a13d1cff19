"""Puzzles: positions of bot games that can be counted out, with one idea far ahead of all others.

A puzzle is one decision of one seat near the end of a game. What a move is worth are the points that the seat is sure
to end with after it: the seat goes on as well as it can, and the others do whatever costs it most, by trying out
everything that anybody may do until the game is over. Nothing is left to chance there and nothing is hidden: Opera is
played with open screens, and in the last round nothing is drawn any more; in Turandot everything but the sealed offers
lies open, and all of those are tried.

- Opera: decisions of the last round, once nobody can hire or join in with the Impresario any more, whose arrangements
  are too many to be tried.
- Turandot: the offers of the last turn, with the assignment that follows.

An idea is what a move comes to: moves that are worth the same are one idea, and every other one is another, also the
same role played with another piece, part, city or step. A position is kept if the best idea is worth at least `MARGIN`
more than the next one, and the level `soloist` misses it each time it is asked: what it does is the tempting move.

`api` has what a game's package provides, `mine` looks for puzzles in games, `book` picks some and writes the file;
`opera` and `turandot` know their games.
"""
