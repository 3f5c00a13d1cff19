"""What a seat sees of a game of Turandot, is asked and may conclude; here stand no rules, only what follows from them.

`documents` is what lies open and what one seat sees besides, `choices` its decision box and previews with their
figures, `imagine` a full state that fits all it knows.
"""
