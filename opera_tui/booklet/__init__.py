"""What a programme booklet is made of: HTML elements, drawings, its style sheet, and the pages that every game has.

Nothing here knows a game: what is shown comes as names and numbers. Each game's own pages stand in its folder under
`games`, and `session.booklets` puts a booklet together.
"""
