"""All tables together. `lobby` opens, wakes and closes tables and lets people in; `new_tables` makes them; `listing`
knows all that have not ended, awake or asleep, by `word_index` to find them and by `holdings` to limit them;
`housekeeping` looks after them when something is due.
"""
