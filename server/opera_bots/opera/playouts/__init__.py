"""Playouts: Opera on plain numbers, a whole game in a few milliseconds, for a search that looks far ahead.

`board` is the flat state with the rules of a round, `board_actions` translates actions of the rules, `board_plays` and
`staging` find the ways to carry out a role, `prices` says what things are worth to the `quick_player`, who decides for
everybody, and `board_evaluation` how everybody stands between rounds; `board_rehearsal` plays the games to which that
is fitted. A test holds the board against the rules.
"""
