"""The laboratory: series of games between bots, to watch, to count, to compare levels and to fit evaluations.

It plays with `opera_bots` and `opera_rules` alone, needs no server, and spreads its games over processes or a Dask
cluster. `games` holds what differs between the games. Its commands are mounted by `opera_server.cli`.
"""
