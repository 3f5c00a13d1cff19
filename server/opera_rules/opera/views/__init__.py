"""What a seat sees of a game of Opera, is asked and may conclude; here stand no rules, only what follows from them.

`documents` is what lies open and what one seat sees besides, `choices` its decision box and previews, `figures` their
figures, `layouts` the best arrangement of its houses, `imagine` a full state that fits all it knows.
"""
