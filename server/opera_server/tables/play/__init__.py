"""What happens at a table while its game runs: actions, turns of bots, absences, powers of the host, hints, chat and
clocks. Each change goes through `TableRoom.change`.
"""
