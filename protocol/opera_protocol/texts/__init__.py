"""Sentences for people: one English template for each code and event, and the code that fills and translates it.

The catalogs of translations (`locale/`) live here. Code elsewhere passes codes and parameters, never sentences.
"""
