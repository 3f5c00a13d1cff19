"""A third game, of about twenty lines of rules, which tests add to the program without an edit in its shared code.

Two to four players in turn take one to three coins from a heap. When it is empty, the most coins win.
"""
