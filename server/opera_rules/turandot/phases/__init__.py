"""The phases of a turn, in the order of the rules.

`lineup` deals the cards and removes the one left over, `offering` has offers, their reveal and the helpers, then come
`assignment`, `dismissal` (with the nomination) and `scoring` (casting, points, the result). `order_of_play` has the
order of it all.
"""
