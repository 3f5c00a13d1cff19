"""A game of Opera as one seat sees it: what is shown, what is asked, what can be concluded. No rules are here.

`documents` is what everybody sees and what only one seat sees, `choices` its decision box and previews, `figures` their
figures, `layouts` the best arrangement of its houses, `imagine` a full state that fits all it knows.
"""
