"""Bots of Opera: one module for each level, the evaluation, and what a search needs.

`item_values` says what a ducat or a hall is worth in a round, `role_values` what a role brings by these values, and
`rollout` plays a round to its end with a quick player that decides by them; `candidates` are the actions worth trying.

The diva plays on plain numbers instead (`board`, `board_actions`): `quick_player` decides there by `prices`, with the
best play of each role from `board_plays` and `staging`; `board_evaluation` says what is to be expected between rounds.
`round_tree` and `bid_search` are her search.
"""
