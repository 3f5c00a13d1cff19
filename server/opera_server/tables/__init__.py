"""Single tables. A `table` is the state that its journal entries add up to; a `table_room` is a table with the people
connected to it, where every change is durable before anyone sees it; `documents` writes what they see. `seating` fills
tables; `play` is what happens during a game. Nothing here knows how requests arrive, nor other tables.
"""
