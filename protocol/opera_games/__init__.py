"""What rules, bots, server and client share of the games: their words, actions, events and documents.

Each game is a package with the same file names: `words`, `actions`, `events`, `documents` (what a seat sees) and
`choices` (what a seat is asked). This package imports msgspec and nothing of ours.
"""
