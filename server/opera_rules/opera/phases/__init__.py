"""The phases of a round, in the order of the rules: `budget` (bids, the budget table), `acting` (hiring roles, joining
in), `scoring` (income, countings, the final ranking) and `round_end` with `supply` (fame, the new offer).

What a role does stands in `roles`; in which order all this happens, in `order_of_play`.
"""
