"""The phases of a turn, in the order of the rules: `lineup` (cards are dealt, the one left over goes), `offering`
(offers, their reveal, helpers), `assignment`, `dismissal` (nomination, dismissal) and `scoring` with `casting`.

In which order all this happens stands in `order_of_play`.
"""
