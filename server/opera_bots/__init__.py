"""Bots for both games: they see a seat's documents and events, nothing else.

`levels` names them and `worker` runs them in a process; each game has a package with one module for each level
(`chorus`, `soloist`, `virtuoso`, `diva`, `tuning_player`), an `evaluation` with fitted weights, and models to search
with.
"""
