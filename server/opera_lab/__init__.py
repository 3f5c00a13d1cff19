"""The laboratory: series of games between bots, to watch, to count, to compare levels and to fit evaluations.

It plays by `opera_rules` with `opera_bots`, needs no server, and spreads its games over processes or a Dask cluster.
`games` holds what differs between the games, `puzzles` looks for late decisions that can be counted out. Its commands
are mounted by `opera_server.cli`.
"""
