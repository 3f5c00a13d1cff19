"""Bots of Opera: one module for each level, the evaluation, and what a search needs.

`item_values` says what a ducat or a hall is worth in a round, `role_values` what a role brings by these values, and
`rollout` plays a round to its end with a quick player that decides by them; `candidates` are the actions worth trying.

The diva plays on plain numbers instead (`playouts`). `round_tree` and `bid_search` are her search of the round;
`rehearsal` is what teaches her what to expect after it, with the `brief_player`.
"""
