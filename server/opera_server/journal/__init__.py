"""The journal: one SQLite file that holds every table's entries, durable before anyone hears of them.

`entries` says what is written, `journal` is what the rest of the server uses, `writer` and `reader` own the threads
and connections behind it, `opening` checks the file, `mending` saves what can be saved of a damaged one, `schema` has
its layout.
"""
