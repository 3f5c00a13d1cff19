"""The past of games: positions after each action, and transcripts written from the journal or imported into it.
Everything is computed from journal entries; nothing here changes a table.
"""
