"""A game of Turandot as one seat sees it: what is shown, what is asked, what can be concluded. No rules are here.

`documents` is what everybody sees and what only one seat sees, `choices` its decision box and previews with their
figures, `imagine` a full state that fits all it knows.
"""
