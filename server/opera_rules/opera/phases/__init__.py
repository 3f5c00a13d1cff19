"""The phases of a round, in the order of the rules.

`budget` has the bids and the budget table, `acting` hiring and joining in, `scoring` income, countings and the final
ranking, `round_end` what changes between two rounds, with the pieces from `supply`. What a role does stands in `roles`;
in which order all this happens, in `order_of_play`.
"""
