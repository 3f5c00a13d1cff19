"""What rules, bots, server and client share of the games: their words, actions, events, documents and texts.

Each game is a package with the same file names: `words`, `actions`, `events`, `documents` (what a seat sees), `choices`
(what a seat is asked), `texts` (sentences in English), `edition.toml` (the built-in data file) and `lessons/`.
`catalog` lists the games, `lessons` and `puzzles` read what there is to learn and to solve, `api` has the base classes
of actions, events and documents, `errors` the base class of all errors with a code, `toml` reads files.

This package imports msgspec and nothing of ours.
"""
