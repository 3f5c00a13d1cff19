"""The host around the rules and the command `opera-server`."""
