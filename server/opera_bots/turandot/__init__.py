"""Bots of Turandot: one module for each level, the evaluation, and what a search needs.

`turn_model` computes what each seat may expect after every outcome of a turn, `offer_model` how often each seat makes
which offer; `offer_search` is the search of the level `virtuoso` for offers. `diva_search` is that of the level `diva`:
it compares what `diva_offers` or `diva_options` find promising, by games that `playouts` plays on.
"""
