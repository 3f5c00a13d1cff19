"""What happens at a table during a game: players act and take back, bots act and give hints, stand-ins come for absent
players, everybody talks. Every function gets the table's room and changes it inside `TableRoom.change`.
"""
