"""Faults that stop a server or one of its commands; `opera_protocol.texts` has their sentences."""

from opera_games.errors import Coded


class ServerFault(Coded):
    """One thing that keeps the server from doing what it should: a fault of its surroundings, not of the program."""
