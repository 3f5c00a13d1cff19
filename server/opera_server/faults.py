"""Faults that stop a server or one of its commands; `opera_protocol.texts` has their sentences."""

from opera_games.errors import Coded


class ServerFault(Coded):
    """What keeps the server from doing its work: a fault of its environment or input, not of the program."""
