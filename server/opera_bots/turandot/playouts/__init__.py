"""Playouts: turns solved and whole games of Turandot played, each in one or two milliseconds.

`codes` turns hands into numbers and numbers into points, `table` is the flat state with the rules of a turn, `habits`
says what everybody does in a playout, `playing` has the steps of a turn, `standing` judges how everybody stands after
one, by weights fitted to whole games that are played by habit, and `solved_turn` what two players can make of a
line-up. A test holds table and codes against the rules.
"""
