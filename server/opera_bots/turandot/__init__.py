"""Bots of Turandot: one module for each level, the evaluation, and what a search needs.

`turn_model` computes what each seat may expect after every outcome of a turn, `offer_model` how often each seat makes
which offer; `offer_search` is the search of the level `virtuoso` for offers. Of the level `diva`, `diva_offers` answers
what it foresees by that search, judged by `standing_model`, and `diva_options` lists its other decisions; with two
players `diva_search` compares the best of both by the next turn, which `playouts` solves.
"""
