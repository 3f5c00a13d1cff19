"""Playouts: Opera on plain numbers, a whole game in a few milliseconds, for a search that looks far ahead.

`board` is the flat state (`board_state`, in the `numbers` of the rules) with what may happen to it, `board_of_game` and
`board_actions` translate states and actions of the rules, `board_plays` and `staging` find the ways to carry out a
role, `prices` says what things are worth to the `quick_player`, who decides for everybody, and `board_evaluation` how
everybody stands between rounds. A test holds the board against the rules.
"""
