"""The command `opera-server`: its commands, what they print, and how they end when something is wrong."""
