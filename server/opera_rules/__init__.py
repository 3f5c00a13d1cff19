"""The rules of both games: pure functions of a state, without sockets, clock, logging or global random numbers.

`api` says what a game offers, and finds one by its name; `decisions`, `reading`, `unfolding` and `editions` are what
both share. `chance` draws numbers that any program can recompute, `transcript` writes games down and plays them again,
`lessons` judges the moves of a lesson. Each game is a package, with the same file names for the same things.
"""
