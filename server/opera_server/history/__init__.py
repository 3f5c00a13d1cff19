"""Games that are over or further back: their positions after each action, transcripts written from the journal or
imported into it. Everything is worked out from journal entries; nothing here changes a table.
"""
