"""Playouts: the rest of a game of Turandot played to its end in well under a millisecond.

`codes` turns hands into numbers and numbers into points, `table` is the flat state with the rules of a turn, `habits`
says what everybody does in a playout, `playing` plays on from any decision, and `standing` judges how everybody stands
where a playout ends early. A test holds table and codes against the rules.
"""
