"""The phases of a round, in the order of the rules.

`budget` has the bids and the budget table, `acting` hiring and joining in, `scoring` income, countings and the final
ranking, `round_end` what changes between two rounds, with the pieces from `supply`. `roles` has what each role does,
`order_of_play` the order of it all.
"""
